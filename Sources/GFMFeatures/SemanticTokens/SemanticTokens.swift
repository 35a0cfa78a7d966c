public import GFMSyntax
import MarkdownText

extension SyntaxTree {
  /// The semantic tokens of the tree's block, whose bytes are `bytes` and which reads as it does behind `opening`: in
  /// source order, each within a line, without overlap.
  ///
  /// One pass over the nodes and one over the pieces, and a few over the text where something in it asks for them; pieces
  /// that touch and look the same are one token.
  public func semanticTokens(
    of bytes: [UInt8], behind opening: [UInt8] = [], options: TokenOptions = TokenOptions()
  ) -> [SemanticToken] {
    let looks = NodeTokenStyle.ofNodes(in: self, of: bytes, behind: opening, options: options.github)
    let marks = TokenOverlays.all(in: self, of: bytes, looks: looks, options: options)
    var painting = TokenBuilder(marks: marks)
    for token in tokens where token.start < token.end {
      let index = Int(token.node)
      painting.paint(token, as: looks.indices.contains(index) ? looks[index] : NodeTokenStyle())
    }
    return painting.tokens
  }
}

extension Block {
  /// The block's semantic tokens, whatever its document's own ones are; see
  /// ``GFMSyntax/SyntaxTree/semanticTokens(of:behind:options:)``.
  public func semanticTokens(_ options: TokenOptions = TokenOptions()) -> [SemanticToken] {
    tree.semanticTokens(of: bytes, behind: opening, options: options)
  }
}

extension Document {
  /// Makes the semantic tokens that a document's blocks have.
  public static func semanticTokenizer(_ options: TokenOptions = TokenOptions()) -> Tokenizer {
    { $0.semanticTokens(of: $1, behind: $2, options: options) }
  }
}

/// A block's tokens as they come together, piece by piece.
private struct TokenBuilder {
  private(set) var tokens: [SemanticToken] = []
  /// In order, without overlap.
  private let marks: [TokenOverlay]
  private var nextMark = 0

  init(marks: [TokenOverlay]) { self.marks = marks }

  mutating func paint(_ token: SyntaxToken, as look: NodeTokenStyle) {
    var start = Int(token.start)
    while start < token.end {
      while nextMark < marks.count, marks[nextMark].end <= start { nextMark += 1 }
      guard nextMark < marks.count, marks[nextMark].start < token.end else {
        return append(start..<Int(token.end), look.paint(of: token.kind))
      }
      let mark = marks[nextMark]
      if start < mark.start {
        append(start..<mark.start, look.paint(of: token.kind))
        start = mark.start
      }
      let end = min(mark.end, Int(token.end))
      if mark.covers(token.kind) {
        append(start..<end, mark.type, look.modifiers.union(mark.modifiers))
      } else {
        append(start..<end, look.paint(of: token.kind))
      }
      start = end
    }
  }

  private mutating func append(_ range: Range<Int>, _ paint: (SemanticToken.Kind, SemanticToken.Modifiers)?) {
    if let (kind, modifiers) = paint { append(range, .kind(kind), modifiers) }
  }

  private mutating func append(_ range: Range<Int>, _ type: TokenType, _ modifiers: SemanticToken.Modifiers) {
    if let last = tokens.last, last.end == range.lowerBound, last.type == type, last.modifiers == modifiers {
      tokens[tokens.count - 1].end = Int32(range.upperBound)
    } else {
      tokens.append(
        SemanticToken(start: Int32(range.lowerBound), end: Int32(range.upperBound), type: type, modifiers: modifiers))
    }
  }
}
