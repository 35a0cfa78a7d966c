public import GFMSyntax

/// What holds for every document's trees, whatever the text.
public enum TreeInvariants {
  /// The first thing that is wrong with `document`, parsed from `text`.
  public static func violation(in document: Document, of text: [UInt8]) -> String? {
    if document.text != text { return "the blocks' bytes are not the text" }
    for placed in document.blocks(in: 0..<document.byteCount) {
      if placed.block.misalignmentCount > 0 { return "\(placed.block.misalignmentCount) misalignments" }
      if let violation = violation(in: placed.block) { return "block at \(placed.start): \(violation)" }
    }
    return nil
  }

  private static func violation(in block: Block) -> String? {
    pieceViolation(in: block) ?? nodeViolation(in: block) ?? ownershipViolation(in: block)
  }

  /// Pieces tile the block, and only line endings hold line ends.
  private static func pieceViolation(in block: Block) -> String? {
    var cursor: Int32 = 0
    for token in block.tree.tokens {
      if token.start != cursor || token.end <= token.start { return "piece \(token) does not start at \(cursor)" }
      cursor = token.end
      let bytes = block.bytes[token.range]
      let hasLineEnd = bytes.contains { $0 == 0x0A || $0 == 0x0D }
      if hasLineEnd != (token.kind == .lineEnding) { return "piece \(token) and line ends" }
      if token.kind == .whitespace, !bytes.allSatisfy({ $0 == 0x20 || (9...13).contains($0) || $0 >= 0x80 }) {
        return "piece \(token) is not blank"
      }
    }
    return Int(cursor) == block.bytes.count ? nil : "pieces end at \(cursor) of \(block.bytes.count)"
  }

  /// Children lie inside parents, siblings are in order.
  private static func nodeViolation(in block: Block) -> String? {
    let tree = block.tree
    for index in tree.nodes.indices {
      let node = tree.nodes[index]
      if node.start < 0 || node.end < node.start || Int(node.end) > block.bytes.count {
        return "node \(index) \(node) has no range"
      }
      if Int(node.subtreeEnd) <= index || Int(node.subtreeEnd) > tree.nodes.count { return "node \(index) subtree" }
      if node.parent >= 0 {
        let parent = tree.nodes[Int(node.parent)]
        if node.start < parent.start || node.end > parent.end { return "node \(index) \(node) is outside of \(parent)" }
        if node.subtreeEnd > parent.subtreeEnd { return "node \(index) subtree is outside of its parent's" }
      }
      var end = node.start
      for child in tree.children(of: index) {
        if tree.nodes[child].start < end { return "node \(child) \(tree.nodes[child]) overlaps its sibling" }
        if Int(tree.nodes[child].parent) != index { return "node \(child) has another parent" }
        end = tree.nodes[child].end
      }
    }
    return nil
  }

  /// Pieces but layout lie inside the node that they belong to.
  private static func ownershipViolation(in block: Block) -> String? {
    for token in block.tree.tokens where token.kind != .whitespace && token.kind != .lineEnding {
      guard token.node >= 0, Int(token.node) < block.tree.nodes.count else {
        return "piece \(token) belongs to no node"
      }
      let node = block.tree.nodes[Int(token.node)]
      if token.start < node.start || token.end > node.end { return "piece \(token) is outside of its node \(node)" }
    }
    return nil
  }
}
