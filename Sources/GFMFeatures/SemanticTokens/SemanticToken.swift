/// A run of text in one line that an editor paints in one way.
public struct SemanticToken: Sendable, Hashable {
  /// What the text is. The raw value is the token's index in the legend; names are as the legend spells them.
  public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    case heading
    /// Plain text with a style laid over it; unstyled plain text has no token.
    case text
    case codeSpan
    case codeBlock
    case codeFence
    case infoString
    case link
    case image
    case linkDestination
    case linkTitle
    case linkLabel
    case autolink
    case footnoteLabel
    case listMarker
    case taskMarker
    case quoteMarker
    case tableCell
    case tableDelimiter
    case thematicBreak
    case htmlBlock
    case htmlInline
    case entity
    case escape
    case hardBreak
    case delimiter
    case frontMatter
    /// The `[!NOTE]` that makes a quote an alert on GitHub.
    case alert
    /// `@user`, `@organization/team`
    case mention
    /// `#123`, `owner/repository#123`, `GH-123`
    case issue
    /// A commit's hash, `owner/repository@` before it included.
    case commit
    /// `:smile:`
    case emoji
    /// A formula in TeX.
    case math
    /// A line of a fence that GitHub shows as a drawing.
    case diagram
  }

  /// What is laid over it. Each bit's number is the modifier's index in the legend.
  public struct Modifiers: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let strong = Modifiers(rawValue: 1 << 0)
    public static let emphasis = Modifiers(rawValue: 1 << 1)
    public static let strikethrough = Modifiers(rawValue: 1 << 2)
    public static let level1 = Modifiers(rawValue: 1 << 3)
    public static let level2 = Modifiers(rawValue: 1 << 4)
    public static let level3 = Modifiers(rawValue: 1 << 5)
    public static let level4 = Modifiers(rawValue: 1 << 6)
    public static let level5 = Modifiers(rawValue: 1 << 7)
    public static let level6 = Modifiers(rawValue: 1 << 8)
    public static let definition = Modifiers(rawValue: 1 << 9)
    public static let header = Modifiers(rawValue: 1 << 10)
    public static let checked = Modifiers(rawValue: 1 << 11)
    public static let unresolved = Modifiers(rawValue: 1 << 12)
    public static let note = Modifiers(rawValue: 1 << 13)
    public static let tip = Modifiers(rawValue: 1 << 14)
    public static let important = Modifiers(rawValue: 1 << 15)
    public static let warning = Modifiers(rawValue: 1 << 16)
    public static let caution = Modifiers(rawValue: 1 << 17)

    /// The legend's names, in bit order.
    public static let names = [
      "strong", "emphasis", "strikethrough", "level1", "level2", "level3", "level4", "level5", "level6", "definition",
      "header", "checked", "unresolved", "note", "tip", "important", "warning", "caution",
    ]
  }

  /// Bytes from the block's start.
  public var start: Int32
  /// Exclusive.
  public var end: Int32
  public var type: TokenType
  public var modifiers: Modifiers

  /// `nil` for a type that a rule has added.
  public var kind: Kind? {
    if case .kind(let kind) = type { return kind }
    return nil
  }

  public init(start: Int32, end: Int32, type: TokenType, modifiers: Modifiers = []) {
    self.start = start
    self.end = end
    self.type = type
    self.modifiers = modifiers
  }

  public init(start: Int32, end: Int32, kind: Kind, modifiers: Modifiers = []) {
    self.init(start: start, end: end, type: .kind(kind), modifiers: modifiers)
  }
}

/// What a token is: one of the kinds that there are, or one that a user's rule has added.
public enum TokenType: Sendable, Hashable {
  case kind(SemanticToken.Kind)
  /// By its number among the added ones.
  case added(UInt8)
}
