import GFMSyntax
import MarkdownText

/// What the rules for Enter say at a caret, before it is checked that the text parses as they mean it.
extension CaretLine {
  func newlineChange(options: EditOptions) -> NewlineChange? {
    if options.closesFences, let change = closingFence() { return change }
    if let leaf, let change = newlineInTable(leaf, options: options) { return change }
    guard let innermost = containers.last else { return nil }
    if let leaf, tree.isLiteral(leaf) { return literalContinuation(of: leaf) }
    if isHalfTypedItem, let leaf {
      return options.emptyItem == .end
        ? leavingAllLists(fromHalfTypedItemIn: innermost, leaf: leaf)
        : movingOut(of: innermost, options: options, expectation: .lineBecameItem(leaf: leaf, outer: innermost))
    }
    guard isCaretAfterMarkers else { return nil }
    switch tree.nodes[innermost].kind {
    case .item: return newlineInItem(innermost, options: options)
    case .blockQuote: return newlineInQuote(innermost, options: options)
    default: return footnoteContinuation(of: innermost, options: options)
    }
  }

  /// Whether the caret stands behind the line's markers and the space that each needs after it.
  private var isCaretAfterMarkers: Bool {
    guard let marker = prefix.markers.last else { return !bytes.isBlank(in: line.start..<max(caret, line.start)) }
    return caret > marker.range.upperBound || caret == line.end && caret == marker.range.upperBound
  }

  // MARK: Going on as before

  /// A line with the prefix of the caret's; `nil` where that lacks a quote's marker.
  func continuation(options: EditOptions) -> NewlineChange? {
    guard hasAllQuoteMarkers else { return nil }
    var start = prefix.continuation(
      upTo: bytes.firstNonspace(in: prefix.contentStart..<line.end), in: block, indentation: options.indentation)
    if prefix.contentStart == line.end {
      start = prefix.continuation(upTo: line.end, in: block, indentation: options.indentation)
      if start.last == UInt8(ascii: ">") { start.append(UInt8(ascii: " ")) }
    }
    // A line that is left with nothing but its markers gets no trailing space, unless an item needs it.
    let keepsLine = !isRestWholeContent || prefix.markers.last.map { tree.isQuote($0.container) } != true
    let cut = keepsLine ? caret : bytes.trimmedEnd(of: line.start..<caret)
    return inserting(lineEnding + start, replacing: cut..<restStart, expectation: .sameContainers)
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

  private func footnoteContinuation(of footnote: SyntaxTree.Index, options: EditOptions) -> NewlineChange? {
    guard let marker = prefix.markers.last(where: { $0.container == footnote }) else {
      return continuation(options: options)
    }
    // Its first line: the next one needs no indentation.
    guard isInQuote, hasAllQuoteMarkers else { return nil }
    let start = prefix.continuation(upTo: marker.range.lowerBound, in: block)
    return inserting(lineEnding + start, replacing: caret..<restStart, expectation: .sameContainers)
  }

  // MARK: Fences

  /// Below an opening fence: an empty line, and the fence's end, where it has none, or that of another block, which the
  /// fence was typed above.
  private func closingFence() -> NewlineChange? {
    guard let leaf, case .fencedCode(let isClosed) = tree.nodes[leaf].kind, hasAllQuoteMarkers,
      Int(tree.nodes[leaf].start) >= line.start, restStart == line.end
    else { return nil }
    let fence = Int(tree.nodes[leaf].start)
    let fenceEnd = bytes[fence..<line.end].firstIndex { $0 != bytes[fence] } ?? line.end
    guard caret >= fenceEnd, codeLines(of: leaf).first(where: { _ in true }).map(\.isEmpty) ?? true else { return nil }
    var freed: Int?
    if isClosed {
      freed = codeLines(of: leaf).first { isOpeningFence($0, like: fence..<fenceEnd) }
        .map { bytes.firstNonspace(in: $0) }
      if freed == nil { return nil }
    }
    let start = prefix.continuation(upTo: fence, in: block)
    var change = inserting(
      lineEnding + start, replacing: caret..<line.end, expectation: .fenceClosed(freeing: freed))
    change.edits[0].replacement += lineEnding + start + bytes[fence..<fenceEnd]
    return change
  }

  /// The lines below the caret's that a block of code has, without what its containers put before them; empty where they
  /// are blank.
  private func codeLines(of leaf: SyntaxTree.Index) -> some Sequence<Range<Int>> {
    sequence(first: line) { $0.following(in: bytes) }.dropFirst()
      .lazy.prefix { $0.start < Int(tree.nodes[leaf].end) }
      .map { line in
        let start = LinePrefix(of: line, in: block).contentStart
        return bytes.isBlank(in: start..<line.end) ? line.end..<line.end : start..<line.end
      }
  }

  /// Whether a line could open a block of code, but never end the one that `fence` opens: it goes on behind its fence.
  private func isOpeningFence(_ line: Range<Int>, like fence: Range<Int>) -> Bool {
    let start = bytes.firstNonspace(in: line)
    let end = bytes[start..<line.upperBound].firstIndex { $0 != bytes[fence.lowerBound] } ?? line.upperBound
    guard start - line.lowerBound < 4, end - start >= fence.count, !bytes.isBlank(in: end..<line.upperBound) else {
      return false
    }
    return bytes[fence.lowerBound] != UInt8(ascii: "`") || !bytes[end..<line.upperBound].contains(UInt8(ascii: "`"))
  }

  // MARK: Edits

  /// A change with the caret after `text`.
  func inserting(
    _ text: [UInt8], replacing range: Range<Int>, expectation: NewlineChange.Expectation
  ) -> NewlineChange {
    NewlineChange(
      edits: [SourceEdit(range: range, replacement: text)], caret: range.lowerBound + text.count,
      expectation: expectation)
  }

  /// A change that replaces the line's end from `offset`, with the caret after `text`.
  func replacingLineEnd(
    from offset: Int, with text: [UInt8], expectation: NewlineChange.Expectation
  ) -> NewlineChange {
    inserting(text, replacing: offset..<line.end, expectation: expectation)
  }
}
