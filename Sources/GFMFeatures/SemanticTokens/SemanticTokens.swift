public import GFMSyntax
import MarkdownText

extension SyntaxTree {
  /// The semantic tokens of the tree's block, whose bytes are `bytes` and which reads as it does behind `contextPrefix`: in
  /// source order, each within a line, without overlap.
  ///
  /// One pass over the nodes and one over the pieces, and a few over the text where something in it asks for them; pieces
  /// that touch and look the same are one token.
  public func semanticTokens(
    of bytes: [UInt8], behind contextPrefix: [UInt8] = [], options: TokenOptions = TokenOptions()
  ) -> [SemanticToken] {
    var tokens: [SemanticToken] = []
    forEachSemanticToken(of: bytes, behind: contextPrefix, options: options) { tokens.append($0) }
    return tokens
  }

  private func forEachSemanticToken(
    of bytes: [UInt8], behind contextPrefix: [UInt8], options: TokenOptions, _ body: (SemanticToken) -> Void
  ) {
    let looks = NodeTokenStyle.ofNodes(in: self, of: bytes, behind: contextPrefix, options: options.github)
    let marks = TokenOverlays.all(in: self, of: bytes, looks: looks, options: options)
    var painting = TokenBuilder(marks: marks)
    for token in tokens where token.start < token.end {
      let index = Int(token.node)
      painting.paint(token, as: looks.indices.contains(index) ? looks[index] : NodeTokenStyle(), body)
    }
    painting.finish(body)
  }

  /// How many tokens ``semanticTokens(of:behind:options:)`` gives, without the array of them.
  fileprivate func semanticTokenCount(of bytes: [UInt8], behind contextPrefix: [UInt8], options: TokenOptions) -> Int {
    var count = 0
    forEachSemanticToken(of: bytes, behind: contextPrefix, options: options) { _ in count += 1 }
    return count
  }
}

extension Block {
  /// The block's semantic tokens; see ``GFMSyntax/SyntaxTree/semanticTokens(of:behind:options:)``. Made anew each time.
  public func semanticTokens(_ options: TokenOptions = TokenOptions()) -> [SemanticToken] {
    tree.semanticTokens(of: bytes, behind: contextPrefix, options: options)
  }
}

extension Document {
  /// Counts the semantic tokens of a document's blocks, so that the document knows which of its segments a token is in.
  public static func semanticTokenCounter(_ options: TokenOptions = TokenOptions()) -> BlockMeasure {
    { $0.semanticTokenCount(of: $1, behind: $2, options: options) }
  }
}

/// Makes a block's semantic tokens, piece by piece: each goes to `body` once nothing can be joined to it any more.
private struct TokenBuilder {
  /// The last one, which the next piece may be joined to.
  private var last: SemanticToken?
  /// In order, without overlap.
  private let marks: [TokenOverlay]
  private var nextMark = 0

  init(marks: [TokenOverlay]) { self.marks = marks }

  mutating func paint(_ token: SyntaxToken, as look: NodeTokenStyle, _ body: (SemanticToken) -> Void) {
    var start = Int(token.start)
    while start < token.end {
      while nextMark < marks.count, marks[nextMark].end <= start { nextMark += 1 }
      guard nextMark < marks.count, marks[nextMark].start < token.end else {
        return append(start..<Int(token.end), look.paint(of: token.kind), body)
      }
      let mark = marks[nextMark]
      if start < mark.start {
        append(start..<mark.start, look.paint(of: token.kind), body)
        start = mark.start
      }
      let end = min(mark.end, Int(token.end))
      if mark.covers(token.kind) {
        append(start..<end, mark.type, look.modifiers.union(mark.modifiers), body)
      } else {
        append(start..<end, look.paint(of: token.kind), body)
      }
      start = end
    }
  }

  private mutating func append(
    _ range: Range<Int>, _ paint: (SemanticToken.Kind, SemanticToken.Modifiers)?, _ body: (SemanticToken) -> Void
  ) {
    if let (kind, modifiers) = paint { append(range, .kind(kind), modifiers, body) }
  }

  private mutating func append(
    _ range: Range<Int>, _ type: TokenType, _ modifiers: SemanticToken.Modifiers, _ body: (SemanticToken) -> Void
  ) {
    if let last, last.end == range.lowerBound, last.type == type, last.modifiers == modifiers {
      self.last?.end = Int32(range.upperBound)
    } else {
      finish(body)
      last = SemanticToken(
        start: Int32(range.lowerBound), end: Int32(range.upperBound), type: type, modifiers: modifiers)
    }
  }

  /// Gives the last token to `body`.
  mutating func finish(_ body: (SemanticToken) -> Void) {
    if let last { body(last) }
    last = nil
  }
}
