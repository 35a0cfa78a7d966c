/// A document's blocks as a persistent balanced tree, whose inner nodes hold sums.
///
/// Replacing a few blocks gives a new tree that shares all but O(log n) nodes with the old one. Finding a block by byte
/// offset, line or index is O(log n).
struct BlockTree: Sendable {
  /// What the blocks below a node come to.
  struct Summary: Sendable {
    var blockCount = 0
    var byteCount = 0
    var lineEndingCount = 0
    var measure = 0
    /// Which constructs some block holds.
    var contents: BlockContents = []
    /// The least level of the headings that stand in no container; 7 without one.
    var topHeadingLevel: UInt8 = 7
    /// Whether some block starts outside of a leaf block that began before it.
    var startsOutsideLeaf = false

    init() {}

    init(_ block: Block) {
      blockCount = 1
      byteCount = block.bytes.count
      lineEndingCount = block.lineEndingCount
      measure = block.measure
      contents = block.contents
      topHeadingLevel = block.topHeadingLevel
      startsOutsideLeaf = !block.startsInsideLeaf
    }

    static func + (left: Summary, right: Summary) -> Summary {
      var sum = left
      sum.blockCount += right.blockCount
      sum.byteCount += right.byteCount
      sum.lineEndingCount += right.lineEndingCount
      sum.measure += right.measure
      sum.contents.formUnion(right.contents)
      sum.topHeadingLevel = min(sum.topHeadingLevel, right.topHeadingLevel)
      sum.startsOutsideLeaf = sum.startsOutsideLeaf || right.startsOutsideLeaf
      return sum
    }
  }

  final class Node: Sendable {
    enum Content: Sendable {
      case leaf([Block])
      case branch(Node, Node)
    }

    let content: Content
    let summary: Summary
    /// Which labels the blocks may mention.
    let mentions: ApproximateLabelSet
    /// Which labels the blocks may define, and which anchors they may have.
    let targets: ApproximateLabelSet
    let height: Int

    init(leaf blocks: [Block]) {
      content = .leaf(blocks)
      summary = blocks.reduce(Summary()) { $0 + Summary($1) }
      mentions = ApproximateLabelSet.union(blocks.lazy.map(\.mentionFilter))
      targets = ApproximateLabelSet.union(blocks.lazy.map(\.targetFilter))
      height = 0
    }

    init(_ left: Node, _ right: Node) {
      content = .branch(left, right)
      summary = left.summary + right.summary
      mentions = left.mentions.union(right.mentions)
      targets = left.targets.union(right.targets)
      height = max(left.height, right.height) + 1
    }
  }

  /// How many blocks a leaf holds at most.
  private static let leafCapacity = 16

  let root: Node?

  private init(root: Node?) { self.root = root }

  init(_ blocks: [Block]) { root = Self.build(blocks[...]) }

  var summary: Summary { root?.summary ?? Summary() }

  // MARK: Building and joining

  private static func build(_ blocks: ArraySlice<Block>) -> Node? {
    guard !blocks.isEmpty else { return nil }
    guard blocks.count > leafCapacity else { return Node(leaf: Array(blocks)) }
    let middle = blocks.startIndex + blocks.count / 2
    return join(build(blocks[..<middle]), build(blocks[middle...]))
  }

  /// The blocks of both, in O(difference of heights).
  private static func join(_ left: Node?, _ right: Node?) -> Node? {
    guard let left else { return right }
    guard let right else { return left }
    return join(left, right)
  }

  private static func join(_ left: Node, _ right: Node) -> Node {
    if case .leaf(let leftBlocks) = left.content, case .leaf(let rightBlocks) = right.content,
      leftBlocks.count + rightBlocks.count <= leafCapacity
    {
      return Node(leaf: leftBlocks + rightBlocks)
    }
    if case .branch(let outer, let inner) = left.content, left.height > right.height + 1 {
      return balanced(outer, join(inner, right))
    }
    if case .branch(let inner, let outer) = right.content, right.height > left.height + 1 {
      return balanced(join(left, inner), outer)
    }
    return Node(left, right)
  }

  /// A node of two whose heights differ by two at the most.
  private static func balanced(_ left: Node, _ right: Node) -> Node {
    if case .branch(let outer, let inner) = left.content, left.height > right.height + 1 {
      guard inner.height > outer.height, case .branch(let first, let second) = inner.content else {
        return Node(outer, Node(inner, right))
      }
      return Node(Node(outer, first), Node(second, right))
    }
    if case .branch(let inner, let outer) = right.content, right.height > left.height + 1 {
      guard inner.height > outer.height, case .branch(let first, let second) = inner.content else {
        return Node(Node(left, inner), outer)
      }
      return Node(Node(left, first), Node(second, outer))
    }
    return Node(left, right)
  }

  private static func split(_ node: Node?, at index: Int) -> (Node?, Node?) {
    guard let node else { return (nil, nil) }
    if index <= 0 { return (nil, node) }
    if index >= node.summary.blockCount { return (node, nil) }
    switch node.content {
    case .leaf(let blocks):
      return (Node(leaf: Array(blocks[..<index])), Node(leaf: Array(blocks[index...])))
    case .branch(let left, let right):
      let leftCount = left.summary.blockCount
      if index < leftCount {
        let (first, second) = split(left, at: index)
        return (first, join(second, right))
      }
      let (first, second) = split(right, at: index - leftCount)
      return (join(left, first), second)
    }
  }

  /// `node` with as many blocks in the place of others that one leaf holds all of; `nil` where none does.
  private static func substituting(_ range: Range<Int>, _ blocks: [Block], in node: Node) -> Node? {
    switch node.content {
    case .leaf(var own):
      guard range.lowerBound >= 0, range.upperBound <= own.count else { return nil }
      own.replaceSubrange(range, with: blocks)
      return Node(leaf: own)
    case .branch(let left, let right):
      let leftCount = left.summary.blockCount
      if range.upperBound <= leftCount { return substituting(range, blocks, in: left).map { Node($0, right) } }
      guard range.lowerBound >= leftCount else { return nil }
      return substituting(range.lowerBound - leftCount..<range.upperBound - leftCount, blocks, in: right)
        .map { Node(left, $0) }
    }
  }

  /// The tree with the blocks at `range` replaced.
  func replacing(_ range: Range<Int>, with blocks: [Block]) -> BlockTree {
    // What typing mostly comes to: nothing to balance.
    if range.count == blocks.count, let root, let substituted = Self.substituting(range, blocks, in: root) {
      return BlockTree(root: substituted)
    }
    let (before, rest) = Self.split(root, at: range.lowerBound)
    let (_, after) = Self.split(rest, at: range.count)
    return BlockTree(root: Self.join(Self.join(before, Self.build(blocks[...])), after))
  }

  // MARK: Finding

  /// A block with the sums of all that stand before it.
  struct Position {
    var block: Block
    var before: Summary
  }

  /// The last block at whose start `measure` of what stands before it is at most `target`; `nil` in an empty tree.
  func last(at target: Int, by measure: (Summary) -> Int) -> Position? {
    guard var node = root else { return nil }
    var before = Summary()
    while case .branch(let left, let right) = node.content {
      let middle = before + left.summary
      if measure(middle) <= target { (node, before) = (right, middle) } else { node = left }
    }
    guard case .leaf(let blocks) = node.content, var found = blocks.first else { return nil }
    var foundBefore = before
    for block in blocks {
      if measure(before) <= target { (found, foundBefore) = (block, before) } else { break }
      before = before + Summary(block)
    }
    return Position(block: found, before: foundBefore)
  }

  /// All blocks. O(n).
  var blocks: [Block] {
    var blocks: [Block] = []
    blocks.reserveCapacity(summary.blockCount)
    forEach(from: 0) { place in
      blocks.append(place.block)
      return true
    }
    return blocks
  }

  func block(at index: Int) -> Block? {
    guard index >= 0, index < summary.blockCount else { return nil }
    return last(at: index, by: \.blockCount)?.block
  }

  /// Calls `body` with each block from the one at `index` on, in order, until it says `false`.
  func forEach(from index: Int, _ body: (Position) -> Bool) {
    forEach(from: index, where: { _ in true }, body)
  }

  /// Calls `body` with each block from the one at `index` on whose summary is wanted, in order, until it says `false`.
  /// Subtrees whose sums are not wanted are passed over.
  func forEach(from index: Int, where isWanted: (Summary) -> Bool, _ body: (Position) -> Bool) {
    forEach(from: index, inside: { isWanted($0.summary) }, where: { isWanted($1) }, body)
  }

  /// Calls `body` with each block from the one at `index` on that is wanted, in order, until it says `false`. Nodes that
  /// cannot hold such are passed over.
  func forEach(
    from index: Int, inside mayHold: (Node) -> Bool, where isWanted: (Block, Summary) -> Bool,
    _ body: (Position) -> Bool
  ) {
    var pending: [(node: Node, before: Summary)] = []
    if let root { pending.append((root, Summary())) }
    while let (node, before) = pending.popLast() {
      guard before.blockCount + node.summary.blockCount > index, mayHold(node) else { continue }
      switch node.content {
      case .branch(let left, let right):
        pending.append((right, before + left.summary))
        pending.append((left, before))
      case .leaf(let blocks):
        var before = before
        for block in blocks {
          let summary = Summary(block)
          if before.blockCount >= index, isWanted(block, summary), !body(Position(block: block, before: before)) {
            return
          }
          before = before + summary
        }
      }
    }
  }

  /// The last block before the one at `index` whose summary is wanted. O(log n) where sums tell.
  func last(before index: Int, where isWanted: (Summary) -> Bool) -> Position? {
    var pending: [(node: Node, before: Summary)] = []
    if let root { pending.append((root, Summary())) }
    while let (node, before) = pending.popLast() {
      guard before.blockCount < index, isWanted(node.summary) else { continue }
      switch node.content {
      case .branch(let left, let right):
        pending.append((left, before))
        pending.append((right, before + left.summary))
      case .leaf(let blocks):
        var before = before
        var found: Position?
        for block in blocks where before.blockCount < index {
          let summary = Summary(block)
          if isWanted(summary) { found = Position(block: block, before: before) }
          before = before + summary
        }
        if let found { return found }
      }
    }
    return nil
  }
}
