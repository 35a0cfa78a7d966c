public import GFMSyntax
import MarkdownText

extension SyntaxTree {
  /// The semantic tokens of the tree's block, whose bytes are `bytes` and which is parsed after `contextPrefix`: in
  /// source order, each within a line, without overlap. Tokens of the tree that touch and are painted alike are one.
  ///
  /// - Complexity: O(n) in the nodes, the tokens and the text.
  public func semanticTokens(
    of bytes: [UInt8], contextPrefix: [UInt8] = [], options: TokenOptions = TokenOptions()
  ) -> [SemanticToken] {
    var tokens: [SemanticToken] = []
    forEachSemanticToken(of: bytes, contextPrefix: contextPrefix, options: options) { tokens.append($0) }
    return tokens
  }

  private func forEachSemanticToken(
    of bytes: [UInt8], contextPrefix: [UInt8], options: TokenOptions, _ body: (SemanticToken) -> Void
  ) {
    let styles = NodeTokenStyle.ofNodes(in: self, of: bytes, contextPrefix: contextPrefix, options: options.github)
    var builder = TokenBuilder(overlays: TokenOverlays.all(in: self, of: bytes, styles: styles, options: options))
    for token in tokens where token.start < token.end {
      let index = Int(token.node)
      builder.append(token, styles.indices.contains(index) ? styles[index] : NodeTokenStyle(), body)
    }
    builder.finish(body)
  }

  /// The number of tokens that ``semanticTokens(of:contextPrefix:options:)`` gives.
  fileprivate func semanticTokenCount(of bytes: [UInt8], contextPrefix: [UInt8], options: TokenOptions) -> Int {
    var count = 0
    forEachSemanticToken(of: bytes, contextPrefix: contextPrefix, options: options) { _ in count += 1 }
    return count
  }
}

extension Block {
  /// The block's semantic tokens (``GFMSyntax/SyntaxTree/semanticTokens(of:contextPrefix:options:)``), which are not kept.
  public func semanticTokens(_ options: TokenOptions = TokenOptions()) -> [SemanticToken] {
    tree.semanticTokens(of: bytes, contextPrefix: contextPrefix, options: options)
  }
}

extension Document {
  /// Counts the semantic tokens of a document's blocks, so that the document knows which of its segments a token is in.
  public static func semanticTokenCounter(_ options: TokenOptions = TokenOptions()) -> BlockMeasure {
    { $0.semanticTokenCount(of: $1, contextPrefix: $2, options: options) }
  }
}

/// Makes a block's semantic tokens from the tokens of its tree, in order. A token goes to `body` when the next one cannot
/// be joined to it.
private struct TokenBuilder {
  /// The token that the next one may be joined to.
  private var last: SemanticToken?
  /// In order, without overlap.
  private let overlays: [TokenOverlay]
  private var nextOverlay = 0

  init(overlays: [TokenOverlay]) { self.overlays = overlays }

  mutating func append(_ token: SyntaxToken, _ style: NodeTokenStyle, _ body: (SemanticToken) -> Void) {
    var start = Int(token.start)
    while start < token.end {
      while nextOverlay < overlays.count, overlays[nextOverlay].end <= start { nextOverlay += 1 }
      guard nextOverlay < overlays.count, overlays[nextOverlay].start < token.end else {
        return append(start..<Int(token.end), style.paint(of: token.kind), body)
      }
      let overlay = overlays[nextOverlay]
      if start < overlay.start {
        append(start..<overlay.start, style.paint(of: token.kind), body)
        start = overlay.start
      }
      let end = min(overlay.end, Int(token.end))
      if overlay.covers(token.kind) {
        append(start..<end, overlay.type, style.modifiers.union(overlay.modifiers), body)
      } else {
        append(start..<end, style.paint(of: token.kind), body)
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
