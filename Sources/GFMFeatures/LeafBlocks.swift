import GFMSyntax

extension Document {
  /// The leaf blocks with inline content that hold a byte of `range`. Costs the nodes beside and above them.
  func inlineLeaves(overlapping range: Range<Int>) -> [(block: PlacedBlock, leaf: SyntaxTree.Index)] {
    var found: [(PlacedBlock, SyntaxTree.Index)] = []
    for placed in blocks(overlapping: range) {
      let nodes = placed.block.tree.nodes
      var index = 0
      while index < nodes.count {
        let node = nodes[index]
        let isDisjoint =
          placed.start + Int(node.end) <= range.lowerBound || placed.start + Int(node.start) >= range.upperBound
        if !isDisjoint, node.kind.holdsInlines { found.append((placed, index)) }
        index = isDisjoint || node.kind.holdsInlines ? Int(node.subtreeEnd) : index + 1
      }
    }
    return found
  }

  /// The leaf block with inline content that a caret stands in, its ends included.
  func inlineLeaf(at offset: Int) -> (block: PlacedBlock, leaf: SyntaxTree.Index)? {
    let placed = block(at: offset)
    guard let leaf = placed.block.tree.innermostBlock(at: offset - placed.start),
      placed.block.tree.nodes[leaf].kind.holdsInlines
    else { return nil }
    return (placed, leaf)
  }
}
