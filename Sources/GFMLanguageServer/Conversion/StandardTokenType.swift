import GFMFeatures

/// The protocol's standard token types (LSP 3.17, `SemanticTokenTypes`) that tokens are given as; only those that every
/// client we know declares. The raw value is the type's index in the legend.
enum StandardTokenType: UInt32, CaseIterable {
  case `class`
  case comment
  case enumMember
  case function
  case keyword
  case macro
  case method
  case `operator`
  case parameter
  case property
  case regexp
  case string
  case type
  case variable

  /// The type for a token. Editors that know no other names mostly pass over modifiers too, so styled text is told apart
  /// by types: bold ones stand out, parameters are often in italics, comments dim.
  init(_ kind: SemanticToken.Kind, _ modifiers: SemanticToken.Modifiers) {
    self =
      switch kind {
      case .heading: .class
      case .text where modifiers.contains(.strong): .keyword
      case .text where modifiers.contains(.emphasis): .parameter
      case .text: .comment
      case .codeSpan, .codeBlock: .macro
      case .infoString, .htmlBlock, .htmlInline: .type
      case .link, .autolink: .function
      case .image: .method
      case .linkDestination, .linkTitle: .string
      case .linkLabel, .footnoteLabel, .mention: .variable
      case .issue, .commit: .function
      case .taskMarker, .emoji: .enumMember
      case .alert: .keyword
      case .math, .diagram: .macro
      case .tableCell: .property
      case .entity, .escape: .regexp
      case .frontMatter: .comment
      case .listMarker, .quoteMarker, .codeFence, .tableDelimiter, .thematicBreak, .hardBreak, .delimiter: .operator
      }
  }
}

/// The protocol's standard token modifiers (LSP 3.17, `SemanticTokenModifiers`) that tokens are given with. The other
/// facts about a token have none that means anything like them. The raw value is the modifier's index in the legend.
enum StandardTokenModifier: UInt32, CaseIterable {
  case declaration
  case definition
  case deprecated

  /// The modifiers that it stands for.
  var meanings: SemanticToken.Modifiers {
    switch self {
    case .declaration: [.level1, .level2, .level3, .level4, .level5, .level6, .header]
    case .definition: .definition
    // Editors strike it through.
    case .deprecated: .strikethrough
    }
  }

  /// The legend's bits for a token's modifiers.
  static func bits(of modifiers: SemanticToken.Modifiers) -> UInt32 {
    guard !modifiers.isEmpty else { return 0 }
    return allCases.reduce(0) { bits, modifier in
      modifiers.isDisjoint(with: modifier.meanings) ? bits : bits | 1 << modifier.rawValue
    }
  }
}
