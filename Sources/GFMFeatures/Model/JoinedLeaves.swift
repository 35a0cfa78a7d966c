import GFMSyntax

extension Document {
  /// The leaf blocks with inline content that hold a byte of `range`, each in its whole top-level block.
  ///
  /// Costs those blocks' nodes; one that is kept in parts is parsed as a whole when it is first asked for.
  func wholeLeaves(overlapping range: Range<Int>) -> [(block: LocatedBlock, leaf: SyntaxTree.Index)] {
    inlineLeaves(overlapping: range).compactMap { whole(leaf: $0.leaf, of: $0.block) }
  }

  /// The leaf block with inline content that a caret stands in, its ends included, in its whole top-level block.
  func wholeLeaf(at offset: Int) -> (block: LocatedBlock, leaf: SyntaxTree.Index)? {
    inlineLeaf(at: offset).flatMap { whole(leaf: $0.leaf, of: $0.block) }
  }

  private func whole(leaf: SyntaxTree.Index, of segment: LocatedBlock) -> (block: LocatedBlock, leaf: SyntaxTree.Index)?
  {
    let start = segment.start + Int(segment.tree.nodes[leaf].start)
    let placed = block(at: start)
    guard let found = placed.tree.innermostBlock(at: start - placed.start),
      placed.start + Int(placed.tree.nodes[found].start) == start,
      placed.tree.nodes[found].kind.holdsInlines
    else { return nil }
    return (placed, found)
  }
}
