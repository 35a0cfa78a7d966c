import GFMFeatures
import LanguageServerProtocol

/// What tokens are called between the server and its client.
struct TokenLegend: Sendable, Hashable {
  enum Names: Sendable, Hashable {
    /// The tokens' own names.
    case gfm
    /// The protocol's standard names.
    case standard
  }

  let names: Names
  /// The types that rules have added, by their numbers.
  let addedTypes: [String]
  private let addedIndexes: [UInt32]
  /// All types, by their indexes.
  let types: [String]

  static let gfm = TokenLegend(.gfm)
  static let standard = TokenLegend(.standard)

  /// A legend with the types that rules name beside its own. There can be 256 of them; more are left out.
  init(_ names: Names, ruleTypes: [String] = []) {
    let ownKinds = Set(SemanticToken.Kind.allCases.map { "\($0)" })
    var types =
      switch names {
      // In the order of the tokens' own numbers.
      case .gfm: SemanticToken.Kind.allCases.map { "\($0)" }
      case .standard: StandardTokenType.allCases.map { "\($0)" }
      }
    var added: [String] = []
    var indexes: [UInt32] = []
    for type in ruleTypes where !ownKinds.contains(type) && !added.contains(type) && added.count <= UInt8.max {
      let index = types.firstIndex(of: type) ?? types.count
      if index == types.count { types.append(type) }
      added.append(type)
      indexes.append(UInt32(index))
    }
    self.names = names
    self.types = types
    addedTypes = added
    addedIndexes = indexes
  }

  /// The type that a rule means by a name; `nil` for one that is not in the legend.
  func type(named name: String) -> TokenType? {
    if let kind = SemanticToken.Kind.allCases.first(where: { "\($0)" == name }) { return .kind(kind) }
    return addedTypes.firstIndex(of: name).flatMap { UInt8(exactly: $0) }.map { .added($0) }
  }

  /// A token's type and modifiers as the legend numbers them. Every token has a type, so that arrays of both legends
  /// have the same tokens.
  func numbers(of token: SemanticToken) -> (type: UInt32, modifiers: UInt32) {
    let modifiers =
      switch names {
      case .gfm: token.modifiers.rawValue
      case .standard: StandardTokenModifier.bits(of: token.modifiers)
      }
    switch (token.type, names) {
    case (.kind(let kind), .gfm):
      return (UInt32(kind.rawValue), modifiers)
    case (.kind(let kind), .standard):
      return (StandardTokenType(kind, token.modifiers).rawValue, modifiers)
    case (.added(let number), _):
      let index = addedIndexes.indices.contains(Int(number)) ? addedIndexes[Int(number)] : 0
      return (index, modifiers)
    }
  }
}

extension SemanticTokensLegend {
  init(_ legend: TokenLegend) {
    self.init(
      tokenTypes: legend.types,
      tokenModifiers: legend.names == .gfm
        ? SemanticToken.Modifiers.names : StandardTokenModifier.allCases.map { "\($0)" })
  }
}
