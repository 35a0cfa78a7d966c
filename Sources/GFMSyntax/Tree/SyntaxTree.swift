/// What a block holds: its nodes and the pieces that tile its bytes. Offsets count from the block's start.
public struct SyntaxTree: Sendable, Hashable {
  /// In pre-order: parents before children, siblings in source order.
  public var nodes: [Node]
  /// In source order, without gap or overlap, from 0 to the block's length.
  public var tokens: [SyntaxToken]

  public init(nodes: [Node] = [], tokens: [SyntaxToken] = []) {
    self.nodes = nodes
    self.tokens = tokens
  }

  public typealias Index = Int

  /// The indexes of the top-level nodes.
  public var roots: Children { Children(tree: self, next: 0, end: nodes.count) }

  /// The indexes of a node's children, in source order.
  public func children(of index: Index) -> Children {
    Children(tree: self, next: index + 1, end: Int(nodes[index].subtreeEnd))
  }

  /// A node's ancestors, nearest first, without itself.
  public func ancestors(of index: Index) -> Ancestors { Ancestors(tree: self, next: Int(nodes[index].parent)) }

  /// The innermost block (not inline) whose range holds `offset`, a range's end counting as inside.
  ///
  /// Where two blocks touch at `offset`, the later one is meant. Costs the nodes of one path, siblings included.
  public func innermostBlock(at offset: Int) -> Index? {
    innermost(at: offset, where: { !$0.isInline }, within: { !$0.holdsInlines })
  }

  /// The innermost node whose range holds `offset`, a range's end counting as inside.
  public func innermostNode(at offset: Int) -> Index? {
    innermost(at: offset, where: { _ in true }, within: { _ in true })
  }

  /// The innermost of the nodes that are wanted, down to the first one that holds none.
  private func innermost(
    at offset: Int, where isWanted: (Node.Kind) -> Bool, within holdsWanted: (Node.Kind) -> Bool
  ) -> Index? {
    var found: Index?
    var next = 0
    var end = nodes.count
    while next < end {
      let node = nodes[next]
      if node.start <= offset, offset <= node.end, isWanted(node.kind) {
        found = next
        // A later sibling may hold the offset too, where two touch.
        var sibling = Int(node.subtreeEnd)
        while sibling < end, nodes[sibling].start <= offset {
          if offset <= nodes[sibling].end, isWanted(nodes[sibling].kind) { found = sibling }
          sibling = Int(nodes[sibling].subtreeEnd)
        }
        guard let found, holdsWanted(nodes[found].kind) else { return found }
        end = Int(nodes[found].subtreeEnd)
        next = found + 1
      } else {
        next = Int(node.subtreeEnd)
      }
    }
    return found
  }

  /// The fence without end that the last lines of the container at `index` before `offset` are in: the blank lines after it
  /// are its own, though its range leaves them out. Costs the children of each container on the way.
  public func openFence(in index: Index, before offset: Int) -> Index? {
    var container = index
    while let last = lastChild(of: container, startingBefore: offset) {
      if case .fencedCode(isClosed: false) = nodes[last].kind { return last }
      guard nodes[last].kind.isContainer else { return nil }
      container = last
    }
    return nil
  }

  /// The last of a node's children that start before `offset`.
  private func lastChild(of index: Index, startingBefore offset: Int) -> Index? {
    var last: Index?
    for child in children(of: index) {
      guard Int(nodes[child].start) < offset else { break }
      last = child
    }
    return last
  }

  /// The index of the piece that holds the byte at `offset`; `pieces.count` at or past the end. O(log n).
  public func tokenIndex(at offset: Int) -> Int {
    var low = 0
    var high = tokens.count
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].end <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  public struct Children: Sequence, IteratorProtocol {
    fileprivate let tree: SyntaxTree
    fileprivate var upcoming: Int
    fileprivate let end: Int

    fileprivate init(tree: SyntaxTree, next: Int, end: Int) {
      self.tree = tree
      self.upcoming = next
      self.end = end
    }

    /// The last of them. Costs their number.
    public var last: Index? {
      var found: Index?
      for index in self { found = index }
      return found
    }

    public mutating func next() -> Index? {
      guard upcoming < end else { return nil }
      defer { upcoming = Int(tree.nodes[upcoming].subtreeEnd) }
      return upcoming
    }
  }

  public struct Ancestors: Sequence, IteratorProtocol {
    fileprivate let tree: SyntaxTree
    fileprivate var upcoming: Int

    fileprivate init(tree: SyntaxTree, next: Int) {
      self.tree = tree
      self.upcoming = next
    }

    public mutating func next() -> Index? {
      guard upcoming >= 0 else { return nil }
      defer { upcoming = Int(tree.nodes[upcoming].parent) }
      return upcoming
    }
  }
}
