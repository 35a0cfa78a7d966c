import GFMSyntax
import LanguageServerProtocol

/// What tokens are called between the server and its client.
enum TokenLegend: Sendable, Hashable {
  /// The tokens' own names.
  case gfm
  /// The protocol's standard names.
  case standard

  /// A token's type and modifiers as the legend numbers them. Every token has a type, so that arrays of both legends
  /// have the same tokens.
  func numbers(of token: SemanticToken) -> (type: UInt32, modifiers: UInt32) {
    switch self {
    case .gfm: (UInt32(token.kind.rawValue), token.modifiers.rawValue)
    case .standard:
      (StandardTokenType(token.kind, token.modifiers).rawValue, StandardTokenModifier.bits(of: token.modifiers))
    }
  }
}

extension SemanticTokensLegend {
  init(_ legend: TokenLegend) {
    switch legend {
    case .gfm:
      // In the order of the tokens' own numbers.
      self.init(
        tokenTypes: SemanticToken.Kind.allCases.map { "\($0)" }, tokenModifiers: SemanticToken.Modifiers.names)
    case .standard:
      self.init(
        tokenTypes: StandardTokenType.allCases.map { "\($0)" },
        tokenModifiers: StandardTokenModifier.allCases.map { "\($0)" })
    }
  }
}
