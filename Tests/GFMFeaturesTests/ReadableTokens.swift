import GFMFeatures
import GFMSyntax
import RegularExpressions

extension Document {
  /// The document's tokens, each as its type, its modifiers and its text: `text.strong "b"`. A type that a rule has added
  /// is `added` and its number.
  func readableTokens(_ options: TokenOptions = TokenOptions()) -> [String] {
    blocks(in: 0..<byteCount).flatMap { placed in
      placed.block.semanticTokens(options).map { token in
        let bytes = placed.bytes[Int(token.start)..<Int(token.end)]
        let names = SemanticToken.Modifiers.names.enumerated()
          .filter { token.modifiers.rawValue & 1 << UInt32($0.offset) != 0 }.map(\.element)
        let type =
          switch token.type {
          case .kind(let kind): "\(kind)"
          case .added(let number): "added\(number)"
          }
        return "\(([type] + names).joined(separator: ".")) \"\(String(decoding: bytes, as: UTF8.self))\""
      }
    }
  }
}

extension TokenOptions {
  /// All that there is, and rules.
  static let everything = TokenOptions(
    github: .all,
    rules: [
      ("^\\$ ", .line, TokenType.added(0), []), ("\\bTODO\\b", .inline, .added(1), .strong),
      ("[aeiou]{2}", .inline, .kind(.emoji), []),
    ].compactMap { (pattern: String, scope: TextRule.Scope, type: TokenType, modifiers: SemanticToken.Modifiers) in
      (try? TextPattern(pattern)).map { TextRule(scope: scope, pattern: $0, type: type, modifiers: modifiers) }
    })
}
