/// Which constructs a block holds, at whatever depth; so that what looks for one passes over all that have none.
public struct BlockContents: OptionSet, Sendable, Hashable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static let headings = Self(rawValue: 1 << 0)
  public static let referenceDefinitions = Self(rawValue: 1 << 1)
  public static let footnoteDefinitions = Self(rawValue: 1 << 2)
  public static let footnoteReferences = Self(rawValue: 1 << 3)
  /// Links and images of every form, autolinks included.
  public static let links = Self(rawValue: 1 << 4)
  /// HTML blocks and inline HTML.
  public static let html = Self(rawValue: 1 << 5)
  public static let tables = Self(rawValue: 1 << 6)
  /// Fenced and indented code blocks.
  public static let codeBlocks = Self(rawValue: 1 << 7)
  /// Lists, their items, and quotes.
  public static let containers = Self(rawValue: 1 << 8)
  public static let frontMatter = Self(rawValue: 1 << 9)

  /// All that leads somewhere may be in these.
  public static let allLinks: Self = [.links, .referenceDefinitions, .html]

  /// What a tree holds. One pass over its nodes.
  init(of tree: SyntaxTree) {
    self = tree.nodes.reduce(into: []) { $0.formUnion(Self(of: $1.kind)) }
  }

  private init(of kind: Node.Kind) {
    switch kind {
    case .heading: self = .headings
    case .referenceDefinition: self = .referenceDefinitions
    case .footnoteDefinition: self = .footnoteDefinitions
    case .footnoteReference: self = .footnoteReferences
    case .link, .image: self = .links
    case .htmlBlock, .htmlInline: self = .html
    case .table: self = .tables
    case .fencedCode, .indentedCode: self = .codeBlocks
    case .blockQuote, .list: self = .containers
    case .frontMatter: self = .frontMatter
    case .item, .paragraph, .thematicBreak, .tableRow, .tableDelimiterRow, .tableCell, .text, .softBreak, .hardBreak,
      .codeSpan, .emphasis, .strong, .strikethrough:
      self = []
    }
  }
}
