/// Finds the blocks of a tree that hold bytes: quick where these come in order, and close together.
struct BlockCursor: Sendable {
  private let tree: BlockTree
  /// The leaf with the block that was found last, and what stands before it.
  private var leaf: [Block] = []
  private var leafStart = BlockTree.Summary()
  private var leafEnd = 0
  /// That block's place in the leaf, and what stands before it.
  private var index = 0
  private var before = BlockTree.Summary()

  init(_ tree: BlockTree) { self.tree = tree }

  /// The block that holds the byte at `offset`; at or past the end the last one, `nil` in an empty tree. O(log n); O(1)
  /// for one in the same leaf as the block that was found last, and not before it.
  mutating func place(at offset: Int) -> BlockTree.Place? {
    if leaf.isEmpty || offset < leafStart.byteCount || offset >= leafEnd { enterLeaf(at: offset) }
    if offset < before.byteCount { (index, before) = (0, leafStart) }
    while index + 1 < leaf.count, before.byteCount + leaf[index].bytes.count <= offset {
      before = before + BlockTree.Summary(leaf[index])
      index += 1
    }
    return index < leaf.count ? BlockTree.Place(block: leaf[index], before: before) : nil
  }

  private mutating func enterLeaf(at offset: Int) {
    guard var node = tree.root else { return }
    var start = BlockTree.Summary()
    while case .branch(let left, let right) = node.content {
      let middle = start + left.summary
      if middle.byteCount <= offset { (node, start) = (right, middle) } else { node = left }
    }
    guard case .leaf(let blocks) = node.content else { return }
    (leaf, leafStart, leafEnd) = (blocks, start, start.byteCount + node.summary.byteCount)
    (index, before) = (0, start)
  }
}
