/// Finds the blocks of a tree by what stands before them: quick where they come in order, and close together.
struct BlockCursor: Sendable {
  /// What is counted.
  enum Measure {
    case bytes, blocks
  }

  private let tree: BlockTree
  /// The leaf with the block that was found last, and what stands before it.
  private var leaf: [Block] = []
  private var leafStart = BlockTree.Summary()
  private var leafEnd = BlockTree.Summary()
  /// That block's place in the leaf, and what stands before it.
  private var index = 0
  private var before = BlockTree.Summary()

  init(_ tree: BlockTree) { self.tree = tree }

  /// The last block before whose start there are at most `target` bytes or blocks, so that it holds this byte, or has this
  /// index; `nil` in an empty tree. O(log n); O(1) for one in the same leaf as the block that was found last, and not
  /// before it.
  mutating func place(at target: Int, in measure: Measure = .bytes) -> BlockTree.Position? {
    if leaf.isEmpty || target < leafStart[measure] || target >= leafEnd[measure] { enterLeaf(at: target, in: measure) }
    if target < before[measure] { (index, before) = (0, leafStart) }
    while index + 1 < leaf.count {
      let after = before + BlockTree.Summary(leaf[index])
      guard after[measure] <= target else { break }
      (index, before) = (index + 1, after)
    }
    return index < leaf.count ? BlockTree.Position(block: leaf[index], before: before) : nil
  }

  private mutating func enterLeaf(at target: Int, in measure: Measure) {
    guard var node = tree.root else { return }
    var start = BlockTree.Summary()
    while case .branch(let left, let right) = node.content {
      let middle = start + left.summary
      if middle[measure] <= target { (node, start) = (right, middle) } else { node = left }
    }
    guard case .leaf(let blocks) = node.content else { return }
    (leaf, leafStart, leafEnd) = (blocks, start, start + node.summary)
    (index, before) = (0, start)
  }
}

extension BlockTree.Summary {
  fileprivate subscript(measure: BlockCursor.Measure) -> Int {
    switch measure {
    case .bytes: byteCount
    case .blocks: blockCount
    }
  }
}

/// Finds a document's parts by their indexes: quick where these come in order, and close together.
public struct SegmentCursor: Sendable {
  private var blocks: BlockCursor
  private let count: Int

  public init(_ document: Document) {
    blocks = BlockCursor(document.tree)
    count = document.segmentCount
  }

  /// The part with an index; `nil` where there is none.
  public mutating func segment(_ index: Int) -> LocatedBlock? {
    guard index >= 0, index < count else { return nil }
    return blocks.place(at: index, in: .blocks).map(LocatedBlock.init)
  }
}
