/// What a diagnostic is about. Each has a setting of its name, and a section in `Documentation/diagnostics.md`.
public enum DiagnosticCode: String, Sendable, Hashable, CaseIterable {
  case emphasisNotRendered
  case undefinedReference
  case undefinedFootnote
  case duplicateDefinition
  case unusedDefinition
  case unusedFootnote
  case unknownFragment
  case missingFile
  case invalidFrontMatter
  case unclosedFence
  case extraTableCells
  case missingTableCells
  case listNumbering
  case skippedHeadingLevel
  case bareURL

  /// What it says of a text, for the settings.
  public var summary: String {
    switch self {
    case .emphasisNotRendered: "Delimiters that were meant to style text, but that GitHub shows as they are."
    case .undefinedReference: "`[text][label]` and `[label][]` where nothing defines the label."
    case .undefinedFootnote: "`[^label]` where no footnote has the label."
    case .duplicateDefinition: "A link's or footnote's definition of a label that an earlier one defines."
    case .unusedDefinition: "A link's definition that no link refers to."
    case .unusedFootnote: "A footnote that nothing refers to, which GitHub leaves out."
    case .unknownFragment: "A link's `#fragment` that leads to no heading or HTML element."
    case .missingFile: "A link to a file that is not there, within the workspace's folders."
    case .invalidFrontMatter: "Front matter between `---` lines that is not valid YAML."
    case .unclosedFence: "A fenced code block without its closing fence."
    case .extraTableCells: "A table's row with more cells than the header, which GitHub leaves out."
    case .missingTableCells: "A table's row with fewer cells than the header."
    case .listNumbering: "Numbers of a list that do not go up by one, as GitHub shows them."
    case .skippedHeadingLevel: "A heading more than one level below the one before it."
    case .bareURL: "An address that is a link without angle brackets around it."
    }
  }

  /// How serious it is where no setting says otherwise; `nil`: it is not looked at.
  public var defaultSeverity: DiagnosticSeverity? {
    switch self {
    case .invalidFrontMatter: .error
    case .emphasisNotRendered, .undefinedReference, .undefinedFootnote, .duplicateDefinition, .unusedFootnote,
      .unknownFragment, .missingFile, .unclosedFence, .extraTableCells:
      .warning
    case .unusedDefinition, .missingTableCells, .listNumbering, .skippedHeadingLevel: .hint
    case .bareURL: nil
    }
  }
}

public enum DiagnosticSeverity: Int, Sendable, Hashable, CaseIterable {
  // As the protocol counts them.
  case error = 1
  case warning, information, hint
}

/// How serious each kind of diagnostic is.
public struct DiagnosticSeverities: Sendable, Hashable {
  private var changed: [DiagnosticCode: DiagnosticSeverity?] = [:]

  public init() {}

  /// `nil`: it is not shown.
  public subscript(code: DiagnosticCode) -> DiagnosticSeverity? {
    get { changed[code] ?? code.defaultSeverity }
    set { changed[code] = newValue == code.defaultSeverity ? nil : .some(newValue) }
  }
}
