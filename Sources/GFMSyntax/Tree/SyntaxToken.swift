/// A run of source bytes with one meaning.
///
/// A block's pieces tile it: they come in order, and every byte of the block belongs to exactly one. No piece but
/// ``Kind/lineEnding`` holds a line ending, so a construct that spans lines has one piece (or more) on each.
public struct SyntaxToken: Sendable, Hashable {
  public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    // Layout
    /// Indentation, padding, blank lines, trailing spaces; a byte order mark.
    case whitespace
    /// LF, CR LF or CR.
    case lineEnding
    /// `>`
    case quoteMarker
    /// `-`, `+`, `*`, `1.`, `1)`
    case listMarker
    /// `[ ]`, `[x]`
    case taskMarker

    // Leaf blocks
    /// The `#`s that open an ATX heading.
    case headingMarker
    /// The `#`s that close one.
    case closingHeadingMarker
    /// `===`, `---`
    case setextUnderline
    case thematicBreak
    /// An opening or closing fence.
    case codeFence
    case infoString
    /// A line of a code block.
    case codeText
    /// A line of an HTML block.
    case htmlText
    /// `|` in a header or body row.
    case tablePipe
    /// `|` in a delimiter row.
    case tableDelimiterPipe
    /// `---`, `:--`, `:-:`, `--:`
    case tableAlignment
    /// The `---` or `+++` around front matter.
    case frontMatterFence
    case frontMatterText

    // Inlines
    case text
    /// A backslash escape, both characters.
    case escape
    /// `&amp;`, `&#35;`
    case entity
    /// The two or more spaces, or the backslash, before a hard break's line ending.
    case hardBreak
    /// `*`, `_`, `~` that open or close their node's style.
    case delimiter
    /// The backticks around a code span.
    case codeDelimiter
    case codeSpanText
    case htmlInline
    /// `[`, `![`, `]`, `(`, `)` of a link, an image or a reference, `<`, `>` of an autolink or a destination, `[^`, `]` of
    /// a footnote, `[`, `]:` of a definition.
    case bracket
    case linkDestination
    /// With its quotes.
    case linkTitle
    /// A reference's or a definition's label.
    case linkLabel
    /// The address of an autolink, with angle brackets or bare.
    case autolink
    case footnoteLabel
  }

  public var kind: Kind
  /// Bytes from the block's start.
  public var start: Int32
  /// Exclusive.
  public var end: Int32
  /// The innermost node that the piece belongs to, as an index into ``SyntaxTree/nodes``; -1 between top-level nodes.
  public var node: Int32

  public var range: Range<Int> { Int(start)..<Int(end) }
}
