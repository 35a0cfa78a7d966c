import MarkdownText

// The leaf blocks but tables. Each function adds a leaf's node and pieces, and gives `false`, nothing added, if the leaf
// does not line up with the source.

extension SourceAligner {
  /// Adds the pieces of all lines before `line`: blank ones, and ones that no leaf claims.
  mutating func emitLines(before line: Int) {
    while nextLine < min(line, lines.count) {
      if scanPrefix(of: nextLine).scan.isBlank {
        emitPrefix(of: nextLine)
      } else {
        replayUnclaimedLines(before: line)
      }
    }
  }

  // MARK: - Paragraphs and definitions

  /// Lines that no leaf claims held nothing but reference definitions, which leave no node behind, or a footnote
  /// definition that the library dropped.
  private mutating func replayUnclaimedLines(before line: Int) {
    let first = nextLine
    var last = first
    while last + 1 < line, continuesUnclaimedLines(last + 1) { last += 1 }
    if containers.isEmpty { cutBlock(at: first) }
    let content = gather(first...last)
    var pending = PendingInlines()
    let footnote = startsFootnoteDefinition(first)
    let definitionsEnd = footnote != nil ? 0 : appendDefinitions(of: content, end: content.bytes.count, to: &pending)
    if definitionsEnd < content.bytes.count {
      // The library keeps no footnote definition whose label another has, or that nothing can refer to.
      if let footnote { noteDroppedFootnote(footnote) }
      let range = content.sourceStart(of: definitionsEnd)..<lines.contentEnd(last)
      let added = builder.append(.paragraph, range, parent: parent)
      pending.addText(from: definitionsEnd, of: content, node: added)
      countMisalignment()
    }
    emit(pending, of: content, on: first...last, node: parent)
  }

  /// Whether a line that no leaf claims belongs to the paragraph of the one before.
  private mutating func continuesUnclaimedLines(_ line: Int) -> Bool {
    !containers.contains { $0.firstLine == line } && !scanPrefix(of: line).scan.isBlank
      && startsFootnoteDefinition(line) == nil
  }

  /// The label of the footnote definition that a line of no leaf starts with.
  private mutating func startsFootnoteDefinition(_ line: Int) -> Range<Int>? {
    guard options.footnotes else { return nil }
    let (start, indentation) = scanPrefix(of: line).scan.firstNonspace
    // Behind a task's box only a paragraph can follow.
    guard indentation < 4, prefixMarkers.last?.kind != .taskMarker else { return nil }
    return FootnoteLabel.scan(in: source, from: start, end: lines.contentEnd(line))
  }

  /// Appends the reference definitions that `content` begins with; gives where they end.
  private mutating func appendDefinitions(
    of content: ContentMap, end: Int, to pending: inout PendingInlines
  ) -> Int {
    var start = 0
    while start < end, let scan = ReferenceDefinitionScan.scan(in: content.bytes, from: start, end: end) {
      let end = content.sourceEnd(of: scan.range.upperBound, in: source)
      let range = content.sourceStart(of: scan.range.lowerBound)..<end
      let node = builder.append(.referenceDefinition, range, parent: parent)
      pending.add(scan, of: content, node: node)
      start = scan.end
    }
    return start
  }

  mutating func replayParagraph(_ index: Int32) -> Bool {
    let node = tree.nodes[Int(index)]
    let (first, last) = (Int(node.startLine), Int(node.endLine))
    guard first == nextLine, last >= first, last < lines.count else { return false }
    // A paragraph before a table went through the table's unescaping and trimming.
    let isBeforeTable = node.detail != 0
    let expected = tree.text(of: index)
    let trimmed = expected.prefix(upTo: expected.trimmedEnd)
    var content = gather(first...last, unescapingPipes: isBeforeTable)
    var textStart = textStart(in: content, of: trimmed)
    if textStart == nil {
      content = gather(first...last, endingWith: expected)
      textStart = self.textStart(in: content, of: trimmed)
    }
    guard let textStart else { return false }
    _ = replay(index, kind: .paragraph, content: content, textStart: textStart, lines: first...last)
    return true
  }

  /// Where the text starts in content that is definitions, then `text`.
  private func textStart(in content: ContentMap, of text: ArraySlice<UInt8>) -> Int? {
    let textEnd = content.bytes.trimmedEnd
    let textStart = textEnd - text.count
    guard textStart >= 0, content.bytes[textStart..<textEnd] == text,
      definitionsEnd(in: content, before: textStart) == textStart
    else { return nil }
    return textStart
  }

  /// A paragraph or setext heading: definitions, then text. Gives the node.
  private mutating func replay(
    _ index: Int32, kind: Node.Kind, content: ContentMap, textStart: Int, lines range: ClosedRange<Int>
  ) -> Int32 {
    var inlines = InlineAligner(tree: tree, content: content, start: textStart, options: options)
    let isAligned = inlines.run(childrenOf: index)
    var pending = PendingInlines()
    _ = appendDefinitions(of: content, end: textStart, to: &pending)
    let textSource = content.sourceStart(of: textStart)
    let start = content.dropped.first { $0.upperBound == textSource }?.lowerBound ?? textSource
    let added = builder.append(kind, start..<lines.contentEnd(range.upperBound), parent: parent)
    if isAligned {
      append(inlines, of: content, to: &pending, leaf: added)
    } else {
      countMisalignment()
      pending.addText(from: textStart, of: content, node: added)
    }
    builder.close(added)
    emit(pending, of: content, on: range, node: added)
    return added
  }

  // MARK: - Headings

  mutating func replayHeading(_ index: Int32) -> Bool {
    let line = nextLine
    let level = UInt8(clamping: tree.nodes[Int(index)].detail)
    let start = scanPrefix(of: line).scan.firstNonspace.offset
    let lineEnd = lines.contentEnd(line)
    var markerEnd = start
    while markerEnd < lineEnd, source[markerEnd] == UInt8(ascii: "#") { markerEnd += 1 }
    // Behind a task's box only a paragraph can follow, and that may become a setext heading.
    let isATX =
      (1...6).contains(markerEnd - start) && (markerEnd == lineEnd || source[markerEnd].isSpaceOrTab)
      && prefixMarkers.last?.kind != .taskMarker
    guard isATX else { return replaySetextHeading(index, level: level) }
    return replayATXHeading(index, level: level, marker: start..<markerEnd)
  }

  private mutating func replayATXHeading(_ index: Int32, level: UInt8, marker: Range<Int>) -> Bool {
    let line = nextLine
    let lineEnd = lines.contentEnd(line)
    let textStart = LinkScanner.spacesEnd(in: source, from: marker.upperBound, end: lineEnd)
    let (textEnd, closing) = Self.closingSequence(in: source, from: textStart, end: lineEnd)
    var content = ContentMap()
    content.append(textStart..<max(textStart, textEnd), of: source)
    var inlines = InlineAligner(tree: tree, content: content, options: options)
    guard inlines.run(childrenOf: index) else { return false }
    emitPrefix(of: line)
    let added = builder.append(.heading(level: level, style: .atx), marker.lowerBound..<lineEnd, parent: parent)
    builder.add(.headingMarker, marker, node: added)
    var pending = PendingInlines()
    append(inlines, of: content, to: &pending, leaf: added)
    for token in pending.tokens { add(token, of: content) }
    if let closing { builder.add(.closingHeadingMarker, closing, node: added) }
    builder.fill(to: lineEnd, node: added)
    builder.close(added)
    return true
  }

  /// The end of an ATX heading's text, and the `#`s after it that close the heading (CommonMark 4.2).
  private static func closingSequence(
    in source: [UInt8], from start: Int, end lineEnd: Int
  ) -> (textEnd: Int, closing: Range<Int>?) {
    let end = LinkScanner.trimmed(start..<lineEnd, in: source).upperBound
    var first = end
    while first > start, source[first - 1] == UInt8(ascii: "#") { first -= 1 }
    guard first < end, first == start || source[first - 1].isSpaceOrTab else { return (end, nil) }
    return (LinkScanner.trimmed(start..<first, in: source).upperBound, first..<end)
  }

  private mutating func replaySetextHeading(_ index: Int32, level: UInt8) -> Bool {
    let first = nextLine
    let expected = tree.text(of: index)
    let lineCount = expected.count { $0 == .lineFeed }
    let last = min(Int(tree.nodes[Int(index)].endLine), lines.count - 1)
    guard lineCount > 0, last > first else { return false }
    // The library does not say how many lines of definitions came before the text.
    let whole = gather(first...last)
    for textStart in possibleTextStarts(in: whole).reversed() where whole.bytes[textStart...].starts(with: expected) {
      let underline = first + whole.bytes[..<textStart].count { $0 == .lineFeed } + lineCount
      guard underline <= last, isSetextUnderline(underline) else { continue }
      let content = gather(first...underline - 1)
      guard definitionsEnd(in: content, before: textStart) == textStart else { continue }
      return replaySetextHeading(index, level: level, content: content, textStart: textStart, underline: underline)
    }
    return false
  }

  /// Where text may start in content that begins with definitions: behind each of them, and where it has a title, behind
  /// its destination's line too, since the title may be text.
  private func possibleTextStarts(in content: ContentMap) -> [Int] {
    var starts = [0]
    while let start = starts.last,
      let scan = ReferenceDefinitionScan.scan(in: content.bytes, from: start, end: content.bytes.count)
    {
      if scan.title != nil,
        let lineEnd = content.bytes.index(of: .lineFeed, from: scan.destination.upperBound)
      {
        starts.append(lineEnd + 1)
      }
      if scan.end > starts[starts.count - 1] { starts.append(scan.end) }
      if scan.end <= start { break }
    }
    return starts
  }

  private mutating func replaySetextHeading(
    _ index: Int32, level: UInt8, content: ContentMap, textStart: Int, underline: Int
  ) -> Bool {
    let added = replay(
      index, kind: .heading(level: level, style: .setext), content: content, textStart: textStart,
      lines: nextLine...underline - 1)
    let scan = emitPrefix(of: underline)
    let lineEnd = lines.contentEnd(underline)
    let marks = LinkScanner.trimmed(scan.offset..<lineEnd, in: source)
    builder.add(.setextUnderline, marks, node: added)
    builder.fill(to: lineEnd, node: added)
    builder.nodes[Int(added)].end = Int32(lineEnd)
    return true
  }

  private func definitionsEnd(in content: ContentMap, before end: Int) -> Int {
    var start = 0
    while start < end, let scan = ReferenceDefinitionScan.scan(in: content.bytes, from: start, end: end) {
      start = scan.end
    }
    return start
  }

  private mutating func isSetextUnderline(_ line: Int) -> Bool {
    let scan = scanPrefix(of: line).scan
    let marks = LinkScanner.trimmed(scan.offset..<lines.contentEnd(line), in: source)
    guard let first = source[marks].first, first == UInt8(ascii: "=") || first == UInt8(ascii: "-") else {
      return false
    }
    return source[marks].allSatisfy { $0 == first }
  }

  // MARK: - Thematic breaks, code and HTML

  mutating func replayThematicBreak(_ node: CMarkTree.Node) -> Bool {
    let line = nextLine
    let start = emitPrefix(of: line).firstNonspace.offset
    let lineEnd = lines.contentEnd(line)
    let added = builder.append(.thematicBreak, start..<lineEnd, parent: parent)
    builder.add(.thematicBreak, LinkScanner.trimmed(start..<lineEnd, in: source), node: added)
    builder.fill(to: lineEnd, node: added)
    return true
  }

  mutating func replayFencedCode(_ index: Int32) -> Bool {
    let first = nextLine
    let opening = emitPrefix(of: first)
    let fenceStart = opening.firstNonspace.offset
    // The library counts bytes here, and columns on the lines of code.
    let indentation = fenceStart - opening.offset
    let fence = fenceRun(at: fenceStart, end: lines.contentEnd(first))
    var added = builder.append(
      .fencedCode(isClosed: false), fenceStart..<lines.contentEnd(first), parent: parent)
    builder.add(.codeFence, fence, node: added)
    let info = LinkScanner.trimmed(fence.upperBound..<lines.contentEnd(first), in: source)
    if !info.isEmpty { builder.add(.infoString, info, node: added) }
    builder.fill(to: lines.contentEnd(first), node: added)

    let lineCount = tree.text(of: index).count { $0 == .lineFeed }
    let closing = first + lineCount + 1
    // The language is told to a part only where its lines are something else than code by it.
    let language = RenderedFence(infoString: source[info]).map { _ in RenderedFence.language(of: source[info]) } ?? []
    let line = Array(source[opening.offset..<fence.upperBound] + language) + [.lineFeed]
    emitCode(first + 1..<closing, node: &added, behind: line) { scan, source in
      // As much indentation as the opening fence has is no content (CommonMark 4.5).
      var rest = indentation
      while rest > 0, scan.isAtSpaceOrTab(in: source) {
        scan.advance(columns: 1, in: source)
        rest -= 1
      }
    }
    emitClosingFence(closing, like: fence, node: added)
    return true
  }

  private func fenceRun(at start: Int, end: Int) -> Range<Int> {
    var index = start
    while index < end, source[index] == source[start] { index += 1 }
    return start..<index
  }

  /// Adds the closing fence, if the block has one: the line after its content, when all its containers go on there.
  private mutating func emitClosingFence(_ line: Int, like opening: Range<Int>, node: Int32) {
    guard line < lines.count else { return }
    let (scan, isComplete) = scanPrefix(of: line)
    let start = scan.firstNonspace.offset
    let lineEnd = lines.contentEnd(line)
    guard isComplete, start < lineEnd, source[start] == source[opening.lowerBound] else { return }
    let fence = fenceRun(at: start, end: lineEnd)
    guard fence.count >= opening.count, LinkScanner.trimmed(fence.upperBound..<lineEnd, in: source).isEmpty else {
      return
    }
    emitPrefix(of: line)
    builder.add(.codeFence, fence, node: node)
    builder.fill(to: lineEnd, node: node)
    builder.nodes[Int(node)].end = Int32(lineEnd)
    builder.nodes[Int(node)].kind = .fencedCode(isClosed: true)
  }

  mutating func replayIndentedCode(_ index: Int32) -> Bool {
    let first = nextLine
    let lineCount = tree.text(of: index).count { $0 == .lineFeed }
    guard lineCount > 0, first + lineCount <= lines.count else { return false }
    var opening = scanPrefix(of: first).scan
    opening.advance(columns: 4, in: source)
    var added = builder.append(.indentedCode, opening.offset..<opening.offset, parent: parent)
    emitCode(first..<first + lineCount, node: &added, behind: nil) { scan, source in
      scan.advance(columns: 4, in: source)
    }
    return true
  }

  /// Adds lines of code, each from where `skipIndentation` leaves off. Behind `contextPrefix` a line of it can start a part.
  private mutating func emitCode(
    _ range: Range<Int>, node: inout Int32, behind contextPrefix: [UInt8]?,
    skipIndentation: (inout LineScan, [UInt8]) -> Void
  ) {
    for line in range where line < lines.count {
      if let contextPrefix { node = startLeafSegment(at: line, of: node, behind: contextPrefix) }
      var scan = emitPrefix(of: line)
      let isBlank = scan.isBlank
      skipIndentation(&scan, source)
      builder.fill(to: scan.offset, node: parent)
      if !isBlank {
        let lineEnd = lines.contentEnd(line)
        builder.add(.codeText, scan.offset..<lineEnd, node: node)
        builder.nodes[Int(node)].end = Int32(lineEnd)
      }
      // White space on a blank line is code, and so is where a line ends.
      builder.fill(to: lines.end(line), node: node)
    }
  }

  mutating func replayHTMLBlock(_ index: Int32) -> Bool {
    let first = nextLine
    let lineCount = tree.text(of: index).count { $0 == .lineFeed }
    guard lineCount > 0, first + lineCount <= lines.count else { return false }
    let start = scanPrefix(of: first).scan.firstNonspace.offset
    var added = builder.append(.htmlBlock, start..<start, parent: parent)
    // The first line alone tells what ends the block, and does not end it.
    let contextPrefix = source[lines.start(first)..<lines.contentEnd(first)] + [.lineFeed]
    for line in first..<first + lineCount {
      if line > first { added = startLeafSegment(at: line, of: added, behind: Array(contextPrefix)) }
      let scan = emitPrefix(of: line)
      builder.fill(to: scan.offset, node: parent)
      let start = scan.firstNonspace.offset
      let lineEnd = lines.contentEnd(line)
      if start < lineEnd {
        builder.add(.htmlText, start..<lineEnd, node: added)
        builder.nodes[Int(added)].end = Int32(lineEnd)
      }
      // Indentation, blank lines and line endings are part of the HTML.
      builder.fill(to: lines.end(line), node: added)
    }
    return true
  }

  // MARK: - Content and its pieces

  /// The content of lines, their prefixes and indentation taken off. A lazy line keeps its indentation in the library's
  /// content, though no inline ever shows it.
  mutating func gather(_ range: ClosedRange<Int>, unescapingPipes: Bool = false) -> ContentMap {
    var content = ContentMap(
      byteCount: lines.end(range.upperBound) - lines.start(range.lowerBound) + 1, lineCount: range.count)
    for line in range {
      let (scan, isComplete) = scanPrefix(of: line)
      let lineEnd = lines.contentEnd(line)
      var start = isComplete ? scan.firstNonspace.offset : scan.offset
      if !isComplete, scan.isInsideTab {
        content.appendRestOfTab(at: start, columns: 4 - scan.column % 4)
        start += 1
      }
      content.append(start..<lineEnd, of: source, unescapingPipes: unescapingPipes)
      content.appendLineEnding(at: lineEnd)
    }
    return content
  }

  /// The content of lines that the library has dropped bytes from: it looks for a task's box in any line, and skips three
  /// bytes where it finds one. What it kept of each line is the line's end.
  private mutating func gather(_ range: ClosedRange<Int>, endingWith expected: ArraySlice<UInt8>) -> ContentMap {
    let kept = expected.split(separator: .lineFeed, omittingEmptySubsequences: false).dropLast()
    guard kept.count <= range.count else { return ContentMap() }
    let firstKept = range.upperBound - kept.count + 1
    var content = firstKept > range.lowerBound ? gather(range.lowerBound...firstKept - 1) : ContentMap()
    for (line, text) in zip(firstKept...range.upperBound, kept) {
      let lineEnd = lines.contentEnd(line)
      let prefixEnd = scanPrefix(of: line).scan.firstNonspace.offset
      let start = max(lineEnd - text.count, lines.start(line))
      if start > prefixEnd { content.dropped.append(prefixEnd..<start) }
      content.append(start..<lineEnd, of: source)
      content.appendLineEnding(at: lineEnd)
    }
    return content
  }

  /// Appends replayed inline nodes below the leaf node that was appended last.
  mutating func append(_ inlines: InlineAligner, of content: ContentMap, to pending: inout PendingInlines, leaf: Int32)
  {
    let base = Int32(builder.nodes.count)
    pending.tokens.reserveCapacity(pending.tokens.count + inlines.tokens.count)
    for node in inlines.nodes {
      builder.nodes.append(
        Node(
          kind: node.kind,
          start: Int32(content.sourceStart(of: Int(node.start))),
          end: Int32(content.sourceEnd(of: Int(node.end), in: source)),
          parent: node.parent < 0 ? leaf : node.parent + base,
          subtreeEnd: node.subtreeEnd + base))
    }
    for var token in inlines.tokens {
      token.node += base
      pending.tokens.append(token)
    }
  }

  /// Adds the pieces of lines: each line's prefix, then what stands on it.
  mutating func emit(_ pending: PendingInlines, of content: ContentMap, on range: ClosedRange<Int>, node: Int32) {
    var next = 0
    var dropped = content.dropped[...]
    for line in range {
      emitPrefix(of: line)
      let lineEnd = lines.contentEnd(line)
      if let range = dropped.first, range.lowerBound < lineEnd {
        builder.add(.text, range, node: node)
        dropped.removeFirst()
      }
      while next < pending.tokens.count, content.sourceStart(of: Int(pending.tokens[next].start)) < lineEnd {
        add(pending.tokens[next], of: content)
        next += 1
      }
      builder.fill(to: lineEnd, node: node)
    }
  }

  /// Adds a piece that is given in content offsets.
  mutating func add(_ token: SyntaxToken, of content: ContentMap) {
    let start = content.sourceStart(of: Int(token.start))
    builder.add(token.kind, start..<content.sourceEnd(of: Int(token.end), in: source), node: token.node)
  }
}

/// Pieces in content offsets that wait for their lines' prefixes.
struct PendingInlines {
  var tokens: [SyntaxToken] = []

  private mutating func add(_ kind: SyntaxToken.Kind, _ range: Range<Int>, node: Int32) {
    guard !range.isEmpty else { return }
    tokens.append(SyntaxToken(kind: kind, start: Int32(range.lowerBound), end: Int32(range.upperBound), node: node))
  }

  /// One piece a line.
  private mutating func addLines(_ kind: SyntaxToken.Kind, _ range: Range<Int>, of content: ContentMap, node: Int32) {
    var start = range.lowerBound
    while start < range.upperBound {
      let lineEnd = content.bytes[start..<range.upperBound].firstIndex(of: .lineFeed) ?? range.upperBound
      add(kind, start..<lineEnd, node: node)
      start = lineEnd + 1
    }
  }

  /// The rest of `content` as text.
  mutating func addText(from start: Int, of content: ContentMap, node: Int32) {
    addLines(.text, start..<content.bytes.count, of: content, node: node)
  }

  /// The pieces of a reference definition.
  mutating func add(_ scan: ReferenceDefinitionScan, of content: ContentMap, node: Int32) {
    add(.bracket, scan.label.lowerBound - 1..<scan.label.lowerBound, node: node)
    addLines(.linkLabel, LinkScanner.trimmed(scan.label, in: content.bytes), of: content, node: node)
    add(.bracket, scan.label.upperBound..<scan.label.upperBound + 2, node: node)
    let destination = scan.destination
    if content.bytes[destination.lowerBound] == UInt8(ascii: "<") {
      add(.bracket, destination.lowerBound..<destination.lowerBound + 1, node: node)
      addLines(.linkDestination, destination.lowerBound + 1..<destination.upperBound - 1, of: content, node: node)
      add(.bracket, destination.upperBound - 1..<destination.upperBound, node: node)
    } else {
      add(.linkDestination, destination, node: node)
    }
    if let title = scan.title { addLines(.linkTitle, title, of: content, node: node) }
  }
}

extension RandomAccessCollection where Element == UInt8 {
  /// The end without trailing white space.
  var trimmedEnd: Index {
    var end = endIndex
    while end > startIndex, self[index(before: end)].isTrimmable { end = index(before: end) }
    return end
  }
}
