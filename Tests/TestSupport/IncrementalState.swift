public import GFMSyntax

/// All that a document's parts say, in the document's offsets, so that parts cut elsewhere compare equal.
struct IncrementalState: Equatable {
  struct PlacedPiece: Equatable {
    var kind: SyntaxToken.Kind
    var range: Range<Int>
    /// The kinds of its node and the node's ancestors, innermost first.
    var owners: [Node.Kind]
  }

  var text: [UInt8]
  var tokens: [PlacedPiece] = []

  init(_ document: Document) {
    text = document.text
    for placed in document.segments(in: 0..<document.byteCount) {
      let tree = placed.tree
      let owners = Self.owners(in: tree)
      for token in tree.tokens {
        // Who owns blank lines between blocks is of no consequence.
        let isLayout = token.kind == .whitespace || token.kind == .lineEnding
        tokens.append(
          PlacedPiece(
            kind: token.kind, range: placed.start + token.range.lowerBound..<placed.start + token.range.upperBound,
            owners: isLayout || token.node < 0 ? [] : owners[Int(token.node)]))
      }
    }
  }

  /// Of each node its kind and its ancestors', innermost first.
  private static func owners(in tree: SyntaxTree) -> [[Node.Kind]] {
    var all: [[Node.Kind]] = []
    all.reserveCapacity(tree.nodes.count)
    for node in tree.nodes {
      let inherited = node.parent >= 0 ? all[Int(node.parent)].prefix(12) : []
      all.append([comparable(node.kind)] + inherited)
    }
    return all
  }

  /// A kind, but for what a part of a list or of a fenced code block can't know of the whole.
  private static func comparable(_ kind: Node.Kind) -> Node.Kind {
    switch kind {
    case .list(var list):
      (list.start, list.isTight) = (0, false)
      return .list(list)
    case .fencedCode: return .fencedCode(isClosed: false)
    default: return kind
    }
  }

  /// What differs first between this state and that of a fresh parse.
  func difference(from other: IncrementalState) -> String? {
    if text != other.text { return "the text" }
    if tokens == other.tokens { return nil }
    for (own, fresh) in zip(tokens, other.tokens) where own != fresh { return "\(own), fresh \(fresh)" }
    return "\(tokens.count) pieces, fresh \(other.tokens.count)"
  }
}

extension Document {
  /// What is wrong with this document, which came from edits, beside a fresh parse of its text.
  public var incrementalViolation: String? {
    let fresh = Document(text, options: options)
    if let difference = IncrementalState(self).difference(from: IncrementalState(fresh)) { return difference }
    let own = blocks(in: 0..<byteCount)
    let others = fresh.blocks(in: 0..<byteCount)
    for (block, other) in zip(own, others) {
      if block.start != other.start || block.firstLine != other.firstLine { return "block at \(block.start)" }
      let (nodes, others) = (block.tree.nodes, other.tree.nodes)
      if nodes != others {
        let first = zip(nodes, others).first { $0 != $1 }
        return
          "nodes of the block at \(block.start): \(nodes.count), fresh \(others.count), first \(String(describing: first))"
      }
      if block.bytes != other.bytes { return "bytes of the block at \(block.start)" }
    }
    if own.count != others.count { return "\(own.count) blocks, fresh \(others.count)" }
    if lineCount != fresh.lineCount { return "\(lineCount) lines, fresh \(fresh.lineCount)" }
    return nil
  }
}
