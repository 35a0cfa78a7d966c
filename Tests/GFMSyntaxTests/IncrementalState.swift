import GFMSyntax

/// All that a document's parts say, in the document's offsets, so that parts cut elsewhere compare equal.
struct IncrementalState: Equatable {
  struct PlacedPiece: Equatable {
    var kind: Piece.Kind
    var range: Range<Int>
    /// The kinds of its node and the node's ancestors, innermost first.
    var owners: [String]
  }

  var text: [UInt8]
  var pieces: [PlacedPiece] = []

  init(_ document: Document) {
    text = document.text
    for placed in document.parts(overlapping: 0..<document.byteCount) {
      let tree = placed.block.tree
      let descriptions = Self.describe(tree)
      for piece in tree.pieces {
        // Who owns blank lines between blocks is of no consequence.
        let isLayout = piece.kind == .whitespace || piece.kind == .lineEnding
        pieces.append(
          PlacedPiece(
            kind: piece.kind, range: placed.start + piece.range.lowerBound..<placed.start + piece.range.upperBound,
            owners: isLayout || piece.node < 0 ? [] : descriptions[Int(piece.node)]))
      }
    }
  }

  private static func describe(_ tree: SyntaxTree) -> [[String]] {
    var all: [[String]] = []
    for node in tree.nodes {
      let inherited = node.parent >= 0 ? all[Int(node.parent)] : []
      all.append([describe(node.kind)] + inherited.prefix(12))
    }
    return all
  }

  /// A kind, but for what a part of a list can't know of the whole.
  private static func describe(_ kind: Node.Kind) -> String {
    if case .list(let list) = kind { return "list \(list.isOrdered)" }
    return "\(kind)"
  }

  /// What differs first between this state and that of a fresh parse.
  func difference(from other: IncrementalState) -> String? {
    if text != other.text { return "the text" }
    if pieces == other.pieces { return nil }
    for (own, fresh) in zip(pieces, other.pieces) where own != fresh { return "\(own), fresh \(fresh)" }
    return "\(pieces.count) pieces, fresh \(other.pieces.count)"
  }
}

extension Document {
  /// What is wrong with this document, which came from edits, beside a fresh parse of its text.
  var incrementalViolation: String? {
    let fresh = Document(text, options: options)
    if let difference = IncrementalState(self).difference(from: IncrementalState(fresh)) { return difference }
    let own = blocks(overlapping: 0..<byteCount)
    let others = fresh.blocks(overlapping: 0..<byteCount)
    for (block, other) in zip(own, others) {
      if block.start != other.start || block.firstLine != other.firstLine { return "block at \(block.start)" }
      if block.block.tree.nodes != other.block.tree.nodes { return "nodes of the block at \(block.start)" }
      if block.block.bytes != other.block.bytes { return "bytes of the block at \(block.start)" }
    }
    if own.count != others.count { return "\(own.count) blocks, fresh \(others.count)" }
    if lineCount != fresh.lineCount { return "\(lineCount) lines, fresh \(fresh.lineCount)" }
    return nil
  }
}
