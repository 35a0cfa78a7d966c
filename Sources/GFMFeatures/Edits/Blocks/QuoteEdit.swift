import GFMSyntax
import MarkdownText

/// Puts blocks into a quote, or takes them out of the innermost one around them.
struct QuoteEdit: BlockOperation {
  /// Whether the blocks come out.
  let removes: Bool

  /// Out, if all that is selected is in quotes, or is quotes.
  init(at selections: [WindowSelection]) {
    let runs = selections.compactMap { SiblingBlocks(around: $0.selection.range, in: $0.document) }
    removes = !runs.isEmpty && runs.allSatisfy { $0.quoted != nil }
  }

  func scopes(of selection: TextSelection, in document: Document) -> [Range<Int>] {
    guard let run = SiblingBlocks(around: selection.range, in: document) else { return [] }
    if removes { return run.quoted?.map(\.run.range) ?? [] }
    // What is quoted already is not quoted once more.
    return run.quoted == nil ? run.unquoted.map(\.range) : []
  }

  func edits(of scope: Range<Int>, in document: Document) -> [SourceEdit]? {
    guard let run = SiblingBlocks(around: scope, in: document) else { return nil }
    if removes { return QuotedRun(around: run)?.edits }
    if let edits = quoting(run) { return edits }
    // A task's text cannot be quoted, the task can.
    guard let parent = run.parent, run.members.first?.node == parent + 1 else { return nil }
    return run.enclosing.flatMap(quoting)
  }

  private func quoting(_ run: SiblingBlocks) -> [SourceEdit]? {
    guard let text = BlockLines(run) else { return nil }
    let verification = BlockVerification(run.document, touching: run.range)
    var expected = verification.before.entries
    guard let first = run.members.first.flatMap({ verification.before.position(ofBlock: $0) }),
      let last = run.members.last.flatMap({ verification.before.subtree(ofBlock: $0) })
    else { return nil }
    let depth = expected[first].depth
    expected.shiftDepth(of: first..<last.upperBound, by: 1)
    expected.insert(.init(kind: .quote, depth: depth), at: first)
    for expandsTabs in [false, true] {
      let marks = text.lines.compactMap { text.quoting($0, expandsTabs: expandsTabs) }
      for separator in separators(of: run, text) {
        let edits = (separator + marks).inSourceOrder
        if verification.holds(edits, expected) { return edits }
      }
    }
    return nil
  }

  /// What sets the run apart: beside another quote an empty line of that, so that what was one paragraph after the other
  /// is so again when the run comes out; else a blank line.
  private func separators(of run: SiblingBlocks, _ text: BlockLines) -> [[SourceEdit]] {
    let isAfterQuote = run.members.first?.previousSibling?.kind == .blockQuote
    let isBeforeQuote = run.members.last?.nextSibling?.kind == .blockQuote
    guard isAfterQuote || isBeforeQuote else { return text.separators }
    let quoted = text.separators(
      before: isAfterQuote ? text.emptyQuoteLine : text.blankLine,
      after: isBeforeQuote ? text.emptyQuoteLine : text.blankLine)
    return quoted + text.separators
  }
}

extension BlockStructure {
  /// The entry of a block; for a list, that of its first item.
  func position(ofBlock member: SiblingBlocks.Member) -> Int? {
    if case .list = member.kind { return position(of: member.node + 1, in: member.placed) }
    return position(of: member.node, in: member.placed)
  }

  /// The entries of a block and of what is in it; for a list, those of all its items.
  func subtree(ofBlock member: SiblingBlocks.Member) -> Range<Int>? {
    guard case .list = member.kind else { return position(of: member.node, in: member.placed).map(subtree) }
    let items = Array(member.tree.children(of: member.node))
    guard let first = items.first.flatMap({ position(of: $0, in: member.placed) }),
      let last = items.last.flatMap({ position(of: $0, in: member.placed) })
    else { return nil }
    return first..<subtree(of: last).upperBound
  }
}

extension BlockLines {
  /// The edit that quotes a line; `nil` for one that goes on a paragraph without its containers' marks.
  fileprivate func quoting(_ line: SourceLine, expandsTabs: Bool) -> SourceEdit? {
    let isBlank = isBlank(line)
    guard let scan = content(of: line) else {
      guard isBlank else { return nil }
      return SourceEdit(range: line.range, replacement: continuation + [UInt8(ascii: ">")]).moved(by: base)
    }
    let marker = [UInt8(ascii: ">")]
    // White space on its own may be code's.
    if isBlank, scan.offset == line.end {
      // A quote around it may have its marker alone here.
      let isTight = scan.offset > line.start && bytes[scan.offset - 1] == UInt8(ascii: ">")
      return SourceEdit(range: scan.offset..<scan.offset, replacement: (isTight ? [UInt8(ascii: " ")] : []) + marker)
        .moved(by: base)
    }
    return inserting(marker + [UInt8(ascii: " ")], at: scan, of: line, expandsTabs: expandsTabs)
  }
}

extension SiblingBlocks {
  /// What comes out of quotes: of the quote around the run, or of the quotes that the run consists of; `nil` where
  /// others are in it.
  fileprivate var quoted: [QuotedRun]? {
    if let quoted = QuotedRun(around: self) { return [quoted] }
    let quotes = members.compactMap { SiblingBlocks([$0], in: document).flatMap { QuotedRun(ofQuote: $0) } }
    return quotes.count == members.count ? quotes : nil
  }

  /// The stretches of the run that are no quotes.
  fileprivate var unquoted: [SiblingBlocks] {
    members.split { $0.kind == .blockQuote }.compactMap { SiblingBlocks(Array($0), in: document) }
  }
}

/// Blocks that stand right in a quote, and are to come out of it.
private struct QuotedRun {
  /// Right in the quote; the quote itself, if it is empty.
  let run: SiblingBlocks
  let quote: SiblingBlocks.Member

  /// The blocks of the innermost quote around `run` that `run` is in; all of its blocks where it is the quote itself.
  init?(around run: SiblingBlocks) {
    guard let first = run.members.first else { return nil }
    if let quoted = QuotedRun(ofQuote: run) {
      self = quoted
      return
    }
    var members = run.members
    while let parent = SiblingBlocks(members, in: run.document)?.parent {
      let enclosing = SiblingBlocks.Member(placed: first.placed, node: parent)
      if enclosing.kind == .blockQuote, let inner = SiblingBlocks(members, in: run.document) {
        self.init(run: inner, quote: enclosing)
        return
      }
      members = [enclosing]
    }
    return nil
  }

  /// All blocks of a quote; `nil` where `run` is anything else.
  init?(ofQuote run: SiblingBlocks) {
    guard run.members.count == 1, let quote = run.members.first, quote.kind == .blockQuote else { return nil }
    let children = quote.tree.children(of: quote.node).map { SiblingBlocks.Member(placed: quote.placed, node: $0) }
    self.init(run: SiblingBlocks(Array(children), in: run.document) ?? run, quote: quote)
  }

  private init(run: SiblingBlocks, quote: SiblingBlocks.Member) {
    self.run = run
    self.quote = quote
  }

  var edits: [SourceEdit]? {
    guard let text = BlockLines(run), let outer = SiblingBlocks([quote], in: run.document).flatMap(BlockLines.init)
    else {
      return nil
    }
    let verification = BlockVerification(run.document, touching: run.range)
    guard let expected = expected(from: verification.before) else { return nil }
    let ways = freedLines(of: text, in: outer).flatMap { freed in
      separators(text, outer, freed: freed.lines).map { (freed, separator: $0) }
    }
    // A blank line outside of the quote only where no other way does it.
    let preferred = ways.filter(\.separator.isEmpty) + ways.filter { !$0.separator.isEmpty }
    for expandsTabs in [false, true] {
      for (freed, separator) in preferred {
        let marks = freed.lines.compactMap { outer.unquoting($0, expandsTabs: expandsTabs) }
        let edits = (separator + marks + freed.dropped).inSourceOrder
        if verification.holds(edits, expected) { return edits }
      }
    }
    return nil
  }

  /// The quote in two parts around the blocks, as far as there are others in it.
  private func expected(from before: BlockStructure) -> [BlockStructure.Entry]? {
    guard let quotePosition = before.position(ofBlock: quote),
      let first = run.members.first.flatMap({ before.position(ofBlock: $0) }),
      let last = run.members.last.flatMap({ before.subtree(ofBlock: $0) })
    else { return nil }
    var entries = before.entries
    if run.members == [quote] {
      entries.remove(at: quotePosition)
      return entries
    }
    let end = before.subtree(of: quotePosition).upperBound
    if last.upperBound < end { entries.insert(entries[quotePosition], at: last.upperBound) }
    entries.shiftDepth(of: first..<last.upperBound, by: -1)
    if first == quotePosition + 1 { entries.remove(at: quotePosition) }
    return entries
  }

  /// The lines that lose the quote's marker, and the edits that take away others: the run's lines with the blank ones
  /// around them. In an item of a tight list those would make the list loose, so there they go, or stay the quote's.
  private func freedLines(of text: BlockLines, in outer: BlockLines) -> [(lines: [SourceLine], dropped: [SourceEdit])] {
    func isFree(_ line: SourceLine) -> Bool { outer.lines.contains(line) && text.isBlank(line) }
    var lines = text.lines
    while let line = lines[0].previous(in: text.bytes), isFree(line) { lines.insert(line, at: 0) }
    while let line = lines.last?.following(in: text.bytes), isFree(line) { lines.append(line) }
    guard quote.isInTightList else { return [(lines, [])] }
    let dropped = lines.filter { !text.lines.contains($0) }
      .map { SourceEdit(range: $0.start..<$0.next, replacement: []).moved(by: outer.base) }
    return [(text.lines, dropped), (text.lines, []), (lines, [])]
  }

  /// Blank lines outside of the quote that set the run apart; those for the quote's start and end are its own.
  private func separators(_ text: BlockLines, _ outer: BlockLines, freed: [SourceLine]) -> [[SourceEdit]] {
    guard let first = freed.first, let last = freed.last else { return [[]] }
    let isMarked = outer.containers.contains { Int(outer.block.tree.nodes[$0].start) >= first.start }
    var before: [SourceEdit] = []
    var after: [SourceEdit] = []
    if first.start + outer.base > 0, !isMarked, !text.isBlank(first) {
      before = [SourceEdit(range: first.start..<first.start, replacement: outer.blankLine).moved(by: outer.base)]
    }
    if last.next > last.end, !text.isBlank(last) {
      after = [SourceEdit(range: last.next..<last.next, replacement: outer.blankLine).moved(by: outer.base)]
    }
    return [[], after, before, before + after]
  }
}

extension SiblingBlocks.Member {
  /// Whether the block stands right in an item of a list without blank lines.
  fileprivate var isInTightList: Bool {
    let parent = Int(tree.nodes[node].parent)
    guard parent >= 0, tree.item(parent) != nil, case .list(let list) = tree.nodes[Int(tree.nodes[parent].parent)].kind
    else { return false }
    return list.isTight
  }
}

extension BlockLines {
  /// The edit that takes the quote's marker from a line; `nil` for one that has none.
  ///
  /// The run is the quote.
  fileprivate func unquoting(_ line: SourceLine, expandsTabs: Bool) -> SourceEdit? {
    guard let start = content(of: line) else { return nil }
    let run = start.whitespaceRun
    guard run.end < line.end, bytes[run.end] == UInt8(ascii: ">") else { return nil }
    var inner = start
    guard inner.quoteMarker() else { return nil }
    let rest = inner.whitespaceRun
    let innerColumn = TextColumns.after(bytes[line.start..<inner.offset])
    let hasTab = bytes[inner.offset..<rest.end].contains(UInt8(ascii: "\t"))
    if inner.offset == line.end {
      // An empty line, but for the quotes and the items around it.
      let kept = bytes.trimmedEnd(of: line.start..<run.end)
      return SourceEdit(range: kept..<line.end, replacement: []).moved(by: base)
    }
    guard inner.column > innerColumn || expandsTabs && hasTab else {
      return SourceEdit(range: run.end..<inner.offset, replacement: []).moved(by: base)
    }
    let spaces = [UInt8](repeating: UInt8(ascii: " "), count: rest.endColumn - inner.column)
    return SourceEdit(range: run.end..<rest.end, replacement: spaces).moved(by: base)
  }
}
