import GFMSyntax

/// What the rules for Enter say at a caret, before it is checked that the text parses as they mean it.
extension CaretLine {
  func newlineChange(options: EditOptions) -> NewlineChange? {
    if options.closesFences, let change = closingFence() { return change }
    guard let innermost = containers.last else { return nil }
    if let leaf, tree.isLiteral(leaf) { return literalContinuation(of: leaf) }
    if isHalfTypedItem, let leaf {
      return movingOut(of: innermost, expectation: .lineBecameItem(leaf: leaf, outer: innermost))
    }
    guard isCaretAfterMarkers else { return nil }
    switch tree.nodes[innermost].kind {
    case .item: return newlineInItem(innermost, options: options)
    case .blockQuote: return newlineInQuote(innermost)
    default: return footnoteContinuation(of: innermost)
    }
  }

  /// Whether the caret stands behind the line's markers and the space that each needs after it.
  private var isCaretAfterMarkers: Bool {
    guard let marker = prefix.markers.last else { return !bytes.isBlank(in: line.start..<max(caret, line.start)) }
    return caret > marker.range.upperBound || caret == line.end && caret == marker.range.upperBound
  }

  // MARK: Going on as before

  /// A line with the prefix of the caret's; `nil` where that lacks a quote's marker.
  private func continuation(expectation: NewlineChange.Expectation = .sameContainers) -> NewlineChange? {
    guard hasAllQuoteMarkers else { return nil }
    var start = prefix.continuation(upTo: bytes.firstNonspace(in: prefix.contentStart..<line.end), in: block)
    if prefix.contentStart == line.end {
      start = prefix.continuation(upTo: line.end, in: block)
      if start.last == UInt8(ascii: ">") { start.append(UInt8(ascii: " ")) }
    }
    // A line that is left with nothing but its markers gets no trailing space, unless an item needs it.
    let keepsLine = !isRestWholeContent || prefix.markers.last.map { tree.isQuote($0.container) } != true
    let cut = keepsLine ? caret : bytes.trimmedEnd(of: line.start..<caret)
    return inserting(lineEnding + start, replacing: cut..<restStart, expectation: expectation)
  }

  /// A line of the same code or HTML: in a quote, or where the first line's indentation says nothing of the item's.
  private func literalContinuation(of leaf: SyntaxTree.Index) -> NewlineChange? {
    guard isInQuote || startsInnermostContainer, hasAllQuoteMarkers, caret >= prefix.contentStart,
      prefix.markers.last.map({ caret > $0.range.upperBound || caret == line.end }) ?? true
    else { return nil }
    let indentation = bytes.firstNonspace(in: prefix.contentStart..<max(caret, prefix.contentStart))
    var start = prefix.continuation(upTo: indentation, in: block)
    if start.last == UInt8(ascii: ">") { start.append(UInt8(ascii: " ")) }
    return inserting(lineEnding + start, replacing: caret..<caret, expectation: .sameContainers)
  }

  private func footnoteContinuation(of footnote: SyntaxTree.Index) -> NewlineChange? {
    guard let marker = prefix.markers.last(where: { $0.container == footnote }) else { return continuation() }
    // Its first line: the next one needs no indentation.
    guard isInQuote, hasAllQuoteMarkers else { return nil }
    let start = prefix.continuation(upTo: marker.range.lowerBound, in: block)
    return inserting(lineEnding + start, replacing: caret..<restStart, expectation: .sameContainers)
  }

  // MARK: Items

  private func newlineInItem(_ item: SyntaxTree.Index, options: EditOptions) -> NewlineChange? {
    let marker = ItemMarker(of: item, in: block)
    let isOnMarkerLine = marker.line == line
    let box = isOnMarkerLine ? TaskBox(after: marker, in: block, options: document.options) : nil
    if isOnMarkerLine, isEmpty(item, after: box?.range ?? marker.range) {
      if let box, box.range.lowerBound < caret, caret < box.range.upperBound { return nil }
      // Somebody may have meant a lone dash.
      if caret == marker.range.upperBound, isOnlyItem(item) { return nil }
      return leaving(item)
    }
    if let box, box.isSplit(at: caret) { return nil }
    if let leaf, !startsNextItem(from: leaf, of: item, isWrapped: !isOnMarkerLine, options: options) {
      return continuation()
    }
    // A box right of the caret moves along, and the new item needs no other.
    let movesBox = box.map { caret <= $0.range.lowerBound } ?? false
    guard let start = startOfItem(after: item, withTask: !movesBox) else { return nil }
    let movesText = isOnMarkerLine && (leaf == nil || restStart < line.end && restStart <= textStart(marker, box))
    var change = inserting(
      lineEnding + start, replacing: caret..<restStart, expectation: .itemAfter(item, movingText: movesText))
    change.edits += ListNumbering(ofItem: item, in: block)?.shiftingFollowers(of: item, by: 1) ?? []
    return change
  }

  private func textStart(_ marker: ItemMarker, _ box: TaskBox?) -> Int {
    bytes.firstNonspace(in: (box?.range ?? marker.range).upperBound..<line.end)
  }

  /// Whether nothing follows on the line, and the item has nothing on other lines.
  private func isEmpty(_ item: SyntaxTree.Index, after marker: Range<Int>) -> Bool {
    bytes.isBlank(in: marker.upperBound..<line.end)
      && tree.children(of: item).allSatisfy { Int(tree.nodes[$0].end) <= line.end }
  }

  private func isOnlyItem(_ item: SyntaxTree.Index) -> Bool {
    let list = Int(tree.nodes[item].parent)
    return list + 1 == item && tree.nodes[list].subtreeEnd == tree.nodes[item].subtreeEnd
  }

  /// Whether Enter in `leaf`, a block right in the item, starts the next one: in its first, unless the line shall break
  /// there or is a wrapped one that shall not count.
  private func startsNextItem(
    from leaf: SyntaxTree.Index, of item: SyntaxTree.Index, isWrapped: Bool, options: EditOptions
  ) -> Bool {
    guard leaf == item + 1, tree.nodes[leaf].kind != .table else { return false }
    guard tree.nodes[leaf].kind == .paragraph else { return true }
    if isWrapped, isRestWholeContent && isInQuote || options.wrappedLine == .indent { return false }
    return !endsInHardBreak
  }

  /// Whether a line break at the caret would be a hard one (CommonMark 6.7).
  private var endsInHardBreak: Bool {
    let before = bytes[prefix.contentStart..<max(caret, prefix.contentStart)]
    guard !isInLiteralInline else { return false }
    if before.reversed().prefix(while: { $0 == UInt8(ascii: "\\") }).count % 2 == 1 { return true }
    return restStart == line.end && before.count > 2 && before.suffix(2).allSatisfy { $0 == UInt8(ascii: " ") }
      && !before.allSatisfy(\.isSpaceOrTab)
  }

  private var isInLiteralInline: Bool {
    guard let index = tree.innermostNode(at: caret) else { return false }
    let node = tree.nodes[index]
    let isLiteral = node.kind == .codeSpan || node.kind == .htmlInline
    return isLiteral && Int(node.start) < caret && caret < Int(node.end)
  }

  /// What a line starts with that is an item after the one at `index`: its prefix, marker, padding and box.
  private func startOfItem(after index: SyntaxTree.Index, withTask: Bool) -> [UInt8]? {
    guard let item = tree.item(index) else { return nil }
    let marker = ItemMarker(of: index, in: block)
    var number: [UInt8] = []
    var padding = Array(bytes[marker.padding])
    var prefixEnd = marker.range.lowerBound
    if let numbering = ListNumbering(ofItem: index, in: block) {
      guard
        let fit = MarkerFit(
          numbering.number(after: index), for: marker, minimalDigits: numbering.minimalDigits(after: marker), in: bytes)
      else { return nil }
      number = fit.digits
      padding.removeLast(fit.droppedPadding)
      prefixEnd -= fit.droppedIndentation
    }
    // More than four columns are one, and indented code.
    if padding.isEmpty || marker.hasCodePadding { padding = [UInt8(ascii: " ")] }
    var start = LinePrefix(of: marker.line, in: block).continuation(upTo: prefixEnd, in: block)
    start += number + [item.marker] + padding
    if withTask, let box = TaskBox(after: marker, in: block, options: document.options) {
      start += Array("[ ]".utf8) + (box.padding.isEmpty ? [UInt8(ascii: " ")] : bytes[box.padding])
    }
    return start
  }

  // MARK: Going out

  /// Whether the line is an item's marker and nothing else, typed below that item's text. It cannot interrupt a paragraph,
  /// so the parser takes it for text, or `-` for a setext heading's underline.
  private var isHalfTypedItem: Bool {
    guard let leaf, let item = containers.last, tree.item(item) != nil, Int(tree.nodes[leaf].parent) == item,
      Int(tree.nodes[leaf].start) < line.start, Int(tree.nodes[leaf].end) <= line.end, isIndentedForMarker
    else { return false }
    switch tree.nodes[leaf].kind {
    case .paragraph, .heading(_, .setext): break
    default: return false
    }
    var end = prefix.contentStart
    while end < line.end, bytes[end].isDecimalDigit { end += 1 }
    let digits = end - prefix.contentStart
    guard digits <= 9, end < line.end, (digits == 0 ? Array("-+*".utf8) : Array(".)".utf8)).contains(bytes[end])
    else { return false }
    end += 1
    return end < line.end && caret > end && bytes.isBlank(in: end..<line.end)
  }

  /// Whether the line's content is indented to that of its containers, and by less than code is.
  private var isIndentedForMarker: Bool {
    var scan = PrefixScan(line, in: bytes)
    guard scan.enter(containers, in: tree) else { return false }
    return scan.whitespaceRun.endColumn - scan.column < 4
  }

  /// Ends an empty item: the line becomes an item of the next list outside, or a line of what the item's list is in.
  private func leaving(_ item: SyntaxTree.Index) -> NewlineChange? {
    let outer = Int(tree.nodes[Int(tree.nodes[item].parent)].parent)
    if outer >= 0, tree.item(outer) != nil, Int(tree.nodes[outer].start) < line.start {
      // The items after it come to stand below the new one's text, which only a list that starts with 1 can interrupt.
      let followers = ListNumbering(ofItem: item, in: block)?
        .shiftingFollowers(of: item, by: -Int(tree.item(item)?.number ?? 0))
      return movingOut(of: outer, alsoEditing: followers ?? [], expectation: .itemMovedOut(empty: item, outer: outer))
    }
    let start = contentStart(of: outer, before: Int(tree.nodes[item].start))
    var change = replacingLineEnd(from: start.offset, with: start.blank, expectation: .itemGone(item))
    change.edits += ListNumbering(ofItem: item, in: block)?.shiftingFollowers(of: item, by: -1) ?? []
    return change
  }

  /// The line becomes an item after `outer`.
  private func movingOut(
    of outer: SyntaxTree.Index, alsoEditing edits: [SourceEdit] = [], expectation: NewlineChange.Expectation
  ) -> NewlineChange? {
    guard let start = startOfItem(after: outer, withTask: true) else { return nil }
    var change = replacingLineEnd(from: line.start, with: start, expectation: expectation)
    change.edits += edits
    change.edits += ListNumbering(ofItem: outer, in: block)?.shiftingFollowers(of: outer, by: 1) ?? []
    return change
  }

  /// Where the line's content starts for `container` (-1 for the document), which `marker` stands in; and the space that
  /// a quote's marker leaves of a tab.
  private func contentStart(of container: SyntaxTree.Index, before marker: Int) -> (offset: Int, blank: [UInt8]) {
    guard container >= 0 else { return (line.start, []) }
    guard tree.isQuote(container), let quote = prefix.markers.first(where: { $0.container == container }) else {
      return (marker, [])
    }
    let end = quote.range.upperBound
    guard end < marker else { return (end, []) }
    return bytes[end] == UInt8(ascii: "\t") ? (end, [UInt8(ascii: " ")]) : (end + 1, [])
  }

  // MARK: Quotes

  private func newlineInQuote(_ quote: SyntaxTree.Index) -> NewlineChange? {
    guard leaf == nil, let marker = prefix.markers.last, marker.container == quote else { return continuation() }
    let outer = Int(tree.nodes[quote].parent)
    let outerStart = outer < 0 ? line.start : marker.range.lowerBound
    if Int(tree.nodes[quote].subtreeEnd) == quote + 1 {
      return replacingLineEnd(from: outerStart, with: [], expectation: .quoteGone(quote))
    }
    guard let above = line.previous(in: bytes), let blank = emptyLine(above, of: quote) else { return continuation() }
    // The second empty line: both leave the quote.
    let aboveEnd = bytes.trimmedEnd(of: above.start..<blank.range.lowerBound)
    return replacingLineEnd(
      from: aboveEnd, with: Array(bytes[above.end..<outerStart]), expectation: .containerLeft)
  }

  /// The marker of `quote` on `line`, if it has nothing after it.
  private func emptyLine(_ line: SourceLine, of quote: SyntaxTree.Index) -> LinePrefix.Marker? {
    let prefix = LinePrefix(of: line, in: block)
    guard prefix.contentStart == line.end, let marker = prefix.markers.last, marker.container == quote,
      tree.children(of: quote).contains(where: { Int(tree.nodes[$0].start) < line.start })
    else { return nil }
    return marker
  }

  // MARK: Fences

  /// Below an opening fence that has no end: an empty line, and the fence's end.
  private func closingFence() -> NewlineChange? {
    guard let leaf, tree.nodes[leaf].kind == .fencedCode(isClosed: false), hasAllQuoteMarkers,
      Int(tree.nodes[leaf].start) >= line.start, restStart == line.end,
      line.following(in: bytes).map({ LinePrefix(of: $0, in: block).contentStart == $0.end }) ?? true
    else { return nil }
    let fence = Int(tree.nodes[leaf].start)
    let fenceEnd = bytes[fence..<line.end].firstIndex { $0 != bytes[fence] } ?? line.end
    guard caret >= fenceEnd else { return nil }
    let start = prefix.continuation(upTo: fence, in: block)
    var change = inserting(
      lineEnding + start, replacing: caret..<line.end, expectation: .fenceClosed)
    change.edits[0].replacement += lineEnding + start + bytes[fence..<fenceEnd]
    return change
  }

  // MARK: Edits

  /// A change with the caret after `text`.
  private func inserting(
    _ text: [UInt8], replacing range: Range<Int>, expectation: NewlineChange.Expectation
  ) -> NewlineChange {
    NewlineChange(
      edits: [SourceEdit(range: range, replacement: text)], caret: range.lowerBound + text.count,
      expectation: expectation)
  }

  /// A change that replaces the line's end from `offset`, with the caret after `text`.
  private func replacingLineEnd(
    from offset: Int, with text: [UInt8], expectation: NewlineChange.Expectation
  ) -> NewlineChange {
    inserting(text, replacing: offset..<line.end, expectation: expectation)
  }
}
