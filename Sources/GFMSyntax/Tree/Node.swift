/// One construct of a document: a block or an inline, with its exact source range.
///
/// Nodes are plain values in a ``SyntaxTree``'s array, in pre-order. Offsets are UTF-8 bytes from the start of the
/// ``Block`` that holds the tree.
public struct Node: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    // Containers
    case blockQuote
    case list(List)
    case item(Item)
    case footnoteDefinition

    // Leaf blocks
    case paragraph
    case heading(level: UInt8, style: HeadingStyle)
    case thematicBreak
    case fencedCode(isClosed: Bool)
    case indentedCode
    case htmlBlock
    /// Children: a header row, a delimiter row, then body rows.
    case table
    case tableRow(isHeader: Bool)
    case tableDelimiterRow
    case tableCell(Alignment)
    /// A link reference definition; cmark-gfm keeps no node for it.
    case referenceDefinition
    case frontMatter(FrontMatter)

    // Inlines
    /// Plain text with its escapes and entities.
    case text
    case softBreak
    case hardBreak
    case codeSpan
    case htmlInline
    case emphasis
    case strong
    case strikethrough
    case link(LinkForm)
    case image(LinkForm)
    /// A footnote reference that has a definition; one without is text.
    case footnoteReference
  }

  public enum HeadingStyle: UInt8, Sendable, Hashable {
    case atx, setext
  }

  public enum FrontMatter: UInt8, Sendable, Hashable {
    /// Between `---` lines.
    case yaml
    /// Between `+++` lines.
    case toml
  }

  /// The alignment that a table's delimiter row gives a column.
  public enum Alignment: UInt8, Sendable, Hashable {
    case none, left, center, right
  }

  public enum LinkForm: UInt8, Sendable, Hashable {
    /// `[text](destination "title")`
    case inline
    /// `[text][label]`
    case fullReference
    /// `[label][]`
    case collapsedReference
    /// `[label]`
    case shortcutReference
    /// `<https://example.com>`
    case autolink
    /// `https://example.com`, `www.example.com`, `me@example.com` (GFM 6.9)
    case bareAutolink
  }

  public struct List: Sendable, Hashable {
    /// The first item's number; 0 for a bullet list.
    public var start: Int32
    public var isOrdered: Bool
    /// Whether its items' paragraphs render without `<p>` (CommonMark 5.3).
    public var isTight: Bool
  }

  // Small fields, and the widest first: a document has many nodes.
  public struct Item: Sendable, Hashable {
    public enum Task: UInt8, Sendable, Hashable {
      case unchecked, checked
    }

    /// The item's own number as written; 0 in a bullet list.
    public var number: Int32
    /// How far its lines after the first are indented, in columns from where the item's own container's content starts
    /// (the marker's indentation, its width and the padding; CommonMark 5.2). 17 at the most.
    public var contentIndentation: UInt8
    /// `-`, `+` or `*`; in an ordered list `.` or `)`.
    public var marker: UInt8
    /// The box, where the item is a task.
    public var task: Task?

    /// An item whose marker is not read yet.
    init() { (number, contentIndentation, marker, task) = (0, 0, 0, nil) }
  }

  public var kind: Kind
  /// Where the construct starts: bytes from the block's start. A leaf block's indentation is outside of it.
  public var start: Int32
  /// Where it ends (exclusive). Trailing blank lines and the last line's ending are outside; trailing spaces of the last
  /// line are inside.
  public var end: Int32
  /// The parent's index in the tree, -1 for a top-level node.
  public var parent: Int32
  /// The index after this node's last descendant; also that of its next sibling, where it has one.
  public var subtreeEnd: Int32

  public var range: Range<Int> { Int(start)..<Int(end) }
}

extension Node.Kind {
  public var isInline: Bool {
    switch self {
    case .text, .softBreak, .hardBreak, .codeSpan, .htmlInline, .emphasis, .strong, .strikethrough, .link, .image,
      .footnoteReference:
      true
    case .blockQuote, .list, .item, .footnoteDefinition, .paragraph, .heading, .thematicBreak, .fencedCode,
      .indentedCode, .htmlBlock, .table, .tableRow, .tableDelimiterRow, .tableCell, .referenceDefinition, .frontMatter:
      false
    }
  }

  var isCodeBlock: Bool {
    switch self {
    case .fencedCode, .indentedCode: true
    default: false
    }
  }

  /// Whether inlines stand directly in it.
  public var holdsInlines: Bool {
    switch self {
    case .paragraph, .heading, .tableCell: true
    default: false
    }
  }

  /// Whether blocks stand directly in it (CommonMark 5).
  public var isContainer: Bool {
    switch self {
    case .blockQuote, .list, .item, .footnoteDefinition: true
    default: false
    }
  }
}
