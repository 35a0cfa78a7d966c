import MarkdownText

/// Parses text into blocks.
package enum Parser {
  /// The blocks of a chunk, which starts where a block starts: they tile `text`, and there is at least one. Linear, but
  /// for texts that make the library slower than that.
  static func parse(_ text: [UInt8], in context: ParseContext) -> [Block] {
    var blocks: [Block] = []
    var start = 0
    if context.isDocumentStart, context.options.frontMatter, let frontMatter = FrontMatter.scan(text) {
      blocks.append(Block(bytes: Array(text[..<frontMatter.end]), tree: frontMatter.tree, context: context))
      start = frontMatter.end
    }
    guard start < text.count || blocks.isEmpty else { return blocks }
    guard start > 0 else { return parseBody(text, in: context) }
    var bodyContext = context
    bodyContext.cuts = context.cuts.map { $0 - start }
    bodyContext.isDocumentStart = false
    return blocks + parseBody(Array(text[start...]), in: bodyContext)
  }

  private static func parseBody(_ text: [UInt8], in context: ParseContext) -> [Block] {
    let sanitized = SanitizedText(text)
    let cutLines = context.cuts.filter { $0 > 0 }.map { LineEndings.count(in: text[..<$0]) }
    let replay = replay(sanitized.bytes, cutLines: cutLines, in: context)
    return replay.blocks.map { replayed in
      var (range, tree) = (replayed.range, replayed.tree)
      if sanitized.isChanged {
        tree = tree.mapped(through: sanitized, from: range.lowerBound)
        range = sanitized.originalOffset(of: range.lowerBound)..<sanitized.originalOffset(of: range.upperBound)
      }
      return Block(
        bytes: Array(text[range]), tree: tree, context: context, isSegment: replayed.isSegment,
        contextPrefix: replayed.contextPrefix, isNeutralized: replayed.isNeutralized,
        misalignmentCount: replay.misalignmentCount)
    }
  }

  /// How often a text is parsed to keep footnote definitions that the library would drop, each time with labels changed
  /// of those that came to light inside of ones that were dropped before.
  private static func maximumRounds(for source: [UInt8]) -> Int { source.count < 1 << 16 ? 64 : 8 }

  /// The replay of `source`, every byte of which stays in its place, though some may change.
  private static func replay(_ source: [UInt8], cutLines: [Int], in context: ParseContext) -> SourceAligner {
    let options = context.options
    var parsed = source
    if options.footnotes {
      EntityCaretWorkaround.neutralize(in: &parsed)
      LongFootnoteLabelWorkaround.neutralize(in: &parsed)
    }
    // What is changed in the text, no line ends with.
    let lines = SourceLines(parsed)
    let hostile = PathologicalInput(disarming: &parsed, lines: lines)
    let markEnd = context.isDocumentStart && parsed.starts(with: ByteOrderMark.bytes) ? ByteOrderMark.bytes.count : 0
    var round = 1
    while true {
      let references = options.footnotes ? FootnoteReferences(to: parsed) : FootnoteReferences()
      var preamble = ParsePreamble(definitions: context.definitions, references: references)
      if preamble.lineCount == 0, parsed[markEnd...].starts(with: ByteOrderMark.bytes) { preamble.appendParagraph() }
      var tree = CMark.parse(parsed[markEnd...], after: preamble.text, options: options)
      tree.locate(after: Int32(preamble.lineCount))
      var replay = SourceAligner(
        source: parsed, lines: lines, tree: tree, options: options, textStart: markEnd, cutLines: cutLines,
        splitsLongBlocks: context.splitsLongBlocks, disarmed: hostile.disarmed)
      replay.run()
      let dropped = replay.droppedFootnoteLabels
      if dropped.isEmpty || round == maximumRounds(for: source) || !rename(dropped, in: &parsed, options: options) {
        return replay
      }
      round += 1
    }
  }

  /// A parse and its replay, thrown away: what exact ranges cost, for comparison. `text` must be valid UTF-8 without NUL.
  package static func replayOnly(_ text: [UInt8], options: SyntaxOptions) {
    var tree = CMark.parse(text[...], options: options)
    tree.locate(after: 0)
    var replay = SourceAligner(
      source: text, lines: SourceLines(text), tree: tree, options: options, textStart: 0, cutLines: [],
      splitsLongBlocks: true)
    replay.run()
  }

  /// Gives footnote definitions labels of their own, of the same length. `false` if none could be had.
  private static func rename(
    _ labels: Set<Range<Int>>, in text: inout [UInt8], options: SyntaxOptions
  ) -> Bool {
    var isRenamed = false
    let unused = UnusedFootnoteLabels(in: text, options: options)
    for (length, ranges) in Dictionary(grouping: labels, by: \.count) {
      // In source order, so that it is the same each time.
      let ranges = ranges.sorted { $0.lowerBound < $1.lowerBound }
      for (range, label) in zip(ranges, unused.labels(length: length, count: ranges.count)) {
        text.replaceSubrange(range, with: label)
        isRenamed = true
      }
    }
    return isRenamed
  }
}

extension SyntaxTree {
  /// The tree with offsets of the original text; `start` is where the block starts in the sanitized one.
  fileprivate func mapped(through sanitized: SanitizedText, from start: Int) -> SyntaxTree {
    let base = sanitized.originalOffset(of: start)
    let map = { (offset: Int32) in Int32(sanitized.originalOffset(of: start + Int(offset)) - base) }
    var tree = self
    for index in tree.nodes.indices {
      tree.nodes[index].start = map(tree.nodes[index].start)
      tree.nodes[index].end = map(tree.nodes[index].end)
    }
    for index in tree.tokens.indices {
      tree.tokens[index].start = map(tree.tokens[index].start)
      tree.tokens[index].end = map(tree.tokens[index].end)
    }
    return tree
  }
}

extension CMarkTree {
  /// Counts lines from the text that was parsed after `prefixLines` other lines, forgets the prefix, gives paragraphs
  /// before tables their place, and puts footnote definitions back into theirs.
  fileprivate mutating func locate(after prefixLines: Int32) {
    guard !nodes.isEmpty else { return }
    while case let child = nodes[0].firstChild, child >= 0, (0..<prefixLines).contains(nodes[Int(child)].startLine) {
      nodes[0].firstChild = nodes[Int(child)].nextSibling
    }
    if nodes[0].firstChild < 0 { nodes[0].lastChild = -1 }
    for index in nodes.indices {
      nodes[index].startLine -= prefixLines
      nodes[index].endLine -= prefixLines
    }
    for index in nodes.indices where nodes[index].kind == .table { locateTable(index) }
    for index in nodes.indices where nodes[index].kind == .paragraph && nodes[index].startLine == -1 - prefixLines {
      locateParagraphBeforeTable(index)
    }
    restoreFootnoteDefinitions(from: 0)
  }

  /// A table has the place of the paragraph whose last line is its header; the rows below tell where that is.
  private mutating func locateTable(_ table: Int) {
    let firstRow = nodes[table].firstChild >= 0 ? nodes[Int(nodes[table].firstChild)].nextSibling : -1
    let header = firstRow >= 0 ? nodes[Int(firstRow)].startLine - 2 : nodes[table].endLine - 1
    nodes[table].detail = max(header - nodes[table].startLine, 0)
    nodes[table].startLine += nodes[table].detail
  }

  /// The paragraph above the header has no place at all.
  private mutating func locateParagraphBeforeTable(_ index: Int) {
    let table = Int(nodes[index].nextSibling)
    guard table >= 0, nodes[table].kind == .table else { return }
    nodes[index].startLine = nodes[table].startLine - nodes[table].detail
    nodes[index].endLine = nodes[table].startLine - 1
    nodes[index].detail = 1
  }
}
