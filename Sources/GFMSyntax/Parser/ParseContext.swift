import MarkdownText

/// What a chunk of a document is parsed with beside its own text.
struct ParseContext {
  var options: SyntaxOptions
  /// Definitions of the labels that the chunk mentions, from elsewhere in the document.
  var definitions: [LabelDefinition] = []
  /// Whether a byte order mark and front matter may stand at its start.
  var isDocumentStart = true
  /// Offsets at which a block or a part of one is to start, if one can start there at all.
  var cuts: [Int] = []
  /// Whether long blocks come in parts.
  var splitsLongBlocks = true
  /// What blocks are measured by.
  var measure: BlockMeasure?
}

/// Text that a chunk is parsed behind, so that it reads as it does within its document.
///
/// Definitions come first: behind the chunk an unclosed fence could swallow them. What the chunk itself may define is
/// referred to, since the library drops footnote definitions that nothing refers to.
struct ParsePreamble {
  private(set) var text: [UInt8] = []
  private(set) var lineCount = 0

  init(definitions: [LabelDefinition], references: FootnoteReferences) {
    let footnotes = definitions.filter { $0.namespace == .footnote }
    for definition in footnotes { append(["[^", "]: x"], around: definition.label) }
    // A block of its own, lest what follows become the last footnote's content.
    if !footnotes.isEmpty { append("x") }
    for label in references.labels { append(["[^", "]"], around: Array(label)) }
    // With white space in its label, a definition is no footnote's.
    for definition in definitions where definition.namespace == .link {
      append(["[", " ]: x"], around: definition.label)
    }
  }

  /// For a chunk that the library might otherwise find a byte order mark in.
  mutating func appendParagraph() { append("x") }

  private mutating func append(_ segments: [String], around label: [UInt8]) {
    text += Array(segments[0].utf8) + label
    append(segments[1])
  }

  private mutating func append(_ line: String) {
    text += Array(line.utf8) + [.lineFeed, .lineFeed]
    lineCount += 2
  }
}
