import GFMSyntax

/// The block structure of a part of a document, without the numbers of its items: what must stay when markers change.
struct BlockOutline {
  struct Entry: Hashable {
    /// With the fields left out that depend on markers' widths and numbers.
    var kind: Node.Kind
    /// How many nodes it is in.
    var depth: Int
  }

  /// Where an entry's node is: bytes from the document's start.
  struct Origin {
    let block: Int
    let node: SyntaxTree.Index
    let range: Range<Int>
  }

  private(set) var entries: [Entry] = []
  private(set) var origins: [Origin] = []
  /// The text of code and HTML blocks, line by line, without the containers' prefixes.
  private(set) var literals: [UInt8] = []

  /// The blocks that start in `range`, with what is in them. Costs the nodes and the pieces of the top-level blocks
  /// there.
  init(of document: Document, in range: Range<Int>) {
    for placed in document.blocks(in: range) {
      add(placed, in: range)
    }
  }

  private mutating func add(_ placed: LocatedBlock, in range: Range<Int>) {
    let tree = placed.tree
    var depths: [Int] = [Int](repeating: 0, count: tree.nodes.count)
    var index = 0
    while index < tree.nodes.count {
      let node = tree.nodes[index]
      if node.parent >= 0 { depths[index] = depths[Int(node.parent)] + 1 }
      let start = placed.start + Int(node.start)
      if !node.kind.isInline, range.contains(start) {
        entries.append(Entry(kind: node.kind.withoutNumbers, depth: depths[index]))
        origins.append(Origin(block: placed.index, node: index, range: start..<placed.start + Int(node.end)))
      }
      index = node.kind.isInline || node.kind.holdsInlines ? Int(node.subtreeEnd) : index + 1
    }
    for token in tree.tokens where token.kind == .codeText || token.kind == .htmlText {
      guard range.contains(placed.start + Int(token.start)) else { continue }
      literals += placed.bytes[token.range]
      literals.append(UInt8(ascii: "\n"))
    }
  }

  /// The entry that stands for a node.
  func position(of node: SyntaxTree.Index, in block: LocatedBlock) -> Int? {
    origins.firstIndex { $0.block == block.index && $0.node == node }
  }

  /// The innermost entry that holds `offset`.
  func innermost(at offset: Int) -> Int? {
    origins.lastIndex { $0.range.lowerBound <= offset && offset <= $0.range.upperBound }
  }

  /// The entries that `position`'s entry is in, nearest first.
  func ancestors(of position: Int) -> [Int] {
    var depth = entries[position].depth
    var found: [Int] = []
    for candidate in entries[..<position].indices.reversed() where entries[candidate].depth < depth {
      found.append(candidate)
      depth = entries[candidate].depth
    }
    return found
  }

  /// The entries of `position`'s entry and of what is in it.
  func subtree(of position: Int) -> Range<Int> {
    let depth = entries[position].depth
    let end = entries[(position + 1)...].firstIndex { $0.depth <= depth } ?? entries.count
    return position..<end
  }
}

extension BlockOutline.Entry {
  /// With no word on whether a list is tight, for a change that may set blank lines between its items.
  var withoutTightness: Self {
    guard case .list(var list) = kind else { return self }
    list.isTight = true
    return Self(kind: .list(list), depth: depth)
  }
}

extension Node.Kind {
  fileprivate var withoutNumbers: Node.Kind {
    switch self {
    case .list(var list):
      list.start = 0
      return .list(list)
    case .item(var item):
      item.number = 0
      item.contentIndentation = 0
      return .item(item)
    default:
      return self
    }
  }
}
