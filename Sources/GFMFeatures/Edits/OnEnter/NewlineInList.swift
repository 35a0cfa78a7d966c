import GFMSyntax
import MarkdownText

/// The rules for Enter in list items.
extension CaretLine {
  /// Enter right in the item at `item`, not in a container in it.
  func newlineInItem(_ item: SyntaxTree.Index, options: EditOptions) -> NewlineChange? {
    let marker = ItemMarker(of: item, in: block)
    let isOnMarkerLine = marker.line == line
    let box = isOnMarkerLine ? TaskBox(after: marker, in: block, options: document.options) : nil
    if isOnMarkerLine, isEmpty(item, after: box?.range ?? marker.range) {
      if let box, box.range.lowerBound < caret, caret < box.range.upperBound { return nil }
      // Somebody may have meant a lone dash.
      if caret == marker.range.upperBound, isOnlyItem(item) { return nil }
      return leaving(item, options: options)
    }
    if let box, box.isSplit(at: caret) { return nil }
    // Who ends a list and goes on right below it writes a lazy line, and does not mean the list.
    if !isOnMarkerLine, isLazy, hasAllQuoteMarkers, isLastBlock(of: item) {
      return isInQuote ? continuation(options: options) : nil
    }
    if let leaf, !startsNextItem(from: leaf, of: item, isWrapped: !isOnMarkerLine, options: options) {
      return continuation(options: options)
    }
    // A box right of the caret moves along, and the new item needs no other.
    let movesBox = box.map { caret <= $0.range.lowerBound } ?? false
    guard let start = ItemStart(after: item, on: self, withTask: !movesBox, options: options) else { return nil }
    let movesText = isOnMarkerLine && (leaf == nil || restStart < line.end && restStart <= textStart(marker, box))
    var change = inserting(
      lineEnding + start.text, replacing: caret..<restStart, expectation: .itemAfter(item, movingText: movesText))
    change.edits += start.movedLines
    if movesText, box == nil || movesBox, isRightBelowText(item) {
      change = change.belowBlankLine(at: line.start, blankLine)
    }
    change.renumbering = ListNumbering(ofItem: item, in: block)?.shiftingFollowers(of: item, by: 1) ?? []
    return change
  }

  /// Whether the item is its list's first and a paragraph's last line stands right above, which an empty item cannot
  /// interrupt: `-` would make a heading of it.
  private func isRightBelowText(_ item: SyntaxTree.Index) -> Bool {
    let list = Int(tree.nodes[item].parent)
    guard list + 1 == item, Int(tree.nodes[list].start) >= line.start, placed.start + line.start > 0 else {
      return false
    }
    // The paragraph may be a top-level block of its own.
    let above = document.block(at: placed.start + line.start - 1)
    let bytes = above.bytes
    let here = SourceLine(startingAt: placed.start + line.start - above.start, in: bytes)
    guard let lineAbove = here.previous(in: bytes),
      let leaf = above.tree.innermostBlock(at: bytes.trimmedEnd(of: lineAbove.range))
    else { return false }
    let node = above.tree.nodes[leaf]
    return node.kind == .paragraph && Int(node.end) > lineAbove.start
  }

  /// A blank line of what the caret's line is in before its innermost item, with its ending.
  private var blankLine: [UInt8] {
    let end = prefix.markers.last { !tree.isQuote($0.container) }?.range.lowerBound ?? line.start
    let start = LinePrefix(of: line, in: block).continuation(upTo: end, in: block)
    return start[..<start.trimmedEnd(of: start.indices)] + lineEnding
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

  /// Whether the line leaves out the indentation of the item that it is in (CommonMark 5.1).
  private var isLazy: Bool {
    // An item's content stands two columns in at the least; one may be a quote marker's own.
    let indentation = bytes[(prefix.markers.last?.range.upperBound ?? line.start)..<prefix.contentStart]
    return indentation.isEmpty || indentation.elementsEqual(" ".utf8)
  }

  /// Whether the caret's block is the last of its item, and that the last of its list.
  private func isLastBlock(of item: SyntaxTree.Index) -> Bool {
    let end = tree.nodes[item].subtreeEnd
    let list = tree.nodes[Int(tree.nodes[item].parent)]
    return list.subtreeEnd == end && (leaf.map { tree.nodes[$0].subtreeEnd == end } ?? true)
  }

  /// Whether Enter in `leaf`, a block right in the item, starts the next one: in its first, unless the line shall break
  /// there or is a wrapped one that shall not count.
  private func startsNextItem(
    from leaf: SyntaxTree.Index, of item: SyntaxTree.Index, isWrapped: Bool, options: EditOptions
  ) -> Bool {
    guard leaf == item + 1, tree.nodes[leaf].kind != .table else { return false }
    guard tree.nodes[leaf].kind == .paragraph else { return true }
    if isWrapped, isRestWholeContent && isInQuote || options.wrappedLine == .indent { return false }
    return !(options.keepsItemAfterHardBreak && endsInHardBreak)
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

  // MARK: Going out

  /// Whether the line is an item's marker and nothing else, typed below that item's text. It cannot interrupt a
  /// paragraph, so the parser takes it for text, or `-` for a setext heading's underline.
  var isHalfTypedItem: Bool {
    guard let leaf, let item = containers.last, tree.item(item) != nil, Int(tree.nodes[leaf].parent) == item,
      Int(tree.nodes[leaf].start) < line.start, Int(tree.nodes[leaf].end) <= line.end, isIndentedForMarker
    else { return false }
    switch tree.nodes[leaf].kind {
    case .paragraph, .heading(_, .setext): break
    default: return false
    }
    var end = prefix.contentStart
    while end < line.end, bytes[end].isDigit { end += 1 }
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
  private func leaving(_ item: SyntaxTree.Index, options: EditOptions) -> NewlineChange? {
    let outer = Int(tree.nodes[Int(tree.nodes[item].parent)].parent)
    let isNested = outer >= 0 && tree.item(outer) != nil && Int(tree.nodes[outer].start) < line.start
    if isNested, options.emptyItem == .end { return leavingAllLists(from: item) }
    if isNested {
      // The items after it come to stand below the new one's text, which only a list that starts with 1 can interrupt.
      let followers = ListNumbering(ofItem: item, in: block)?
        .shiftingFollowers(of: item, by: -Int(tree.item(item)?.number ?? 0))
      return movingOut(
        of: outer, renumbering: followers ?? [], options: options,
        expectation: .itemMovedOut(empty: item, outer: outer))
    }
    let start = contentStart(of: outer, before: Int(tree.nodes[item].start))
    var change = replacingLineEnd(from: start.offset, with: start.blank, expectation: .itemGone(item))
    change.renumbering = ListNumbering(ofItem: item, in: block)?.shiftingFollowers(of: item, by: -1) ?? []
    return change
  }

  /// Ends all lists around an empty item, up to a quote or a footnote that they are in.
  private func leavingAllLists(from item: SyntaxTree.Index) -> NewlineChange {
    let start = startOutsideOfLists(around: item)
    var change = replacingLineEnd(from: start.offset, with: start.blank, expectation: .itemGone(item))
    change.renumbering = ListNumbering(ofItem: item, in: block)?.shiftingFollowers(of: item, by: -1) ?? []
    return change
  }

  /// Ends all lists around a half-typed item in the one at `outer`.
  func leavingAllLists(fromHalfTypedItemIn outer: SyntaxTree.Index, leaf: SyntaxTree.Index) -> NewlineChange {
    let start = startOutsideOfLists(around: outer)
    return replacingLineEnd(from: start.offset, with: start.blank, expectation: .lineGone(leaf: leaf))
  }

  /// Where the line's content starts for what the outermost of the lists around `item` is in.
  private func startOutsideOfLists(around item: SyntaxTree.Index) -> (offset: Int, blank: [UInt8]) {
    let container = tree.ancestors(of: item).first { !tree.nodes[$0].kind.isListOrItem } ?? -1
    var scan = PrefixScan(line, in: bytes)
    _ = scan.enter(containers.prefix { $0 <= container }, in: tree)
    return contentStart(of: container, before: scan.offset)
  }

  /// The line becomes an item after `outer`.
  func movingOut(
    of outer: SyntaxTree.Index, renumbering: [SourceEdit] = [], options: EditOptions,
    expectation: NewlineChange.Expectation
  ) -> NewlineChange? {
    guard let start = ItemStart(after: outer, on: self, withTask: true, options: options) else { return nil }
    var change = replacingLineEnd(from: line.start, with: start.text, expectation: expectation)
    change.edits += start.movedLines
    change.renumbering = renumbering
    change.renumbering += ListNumbering(ofItem: outer, in: block)?.shiftingFollowers(of: outer, by: 1) ?? []
    return change
  }

  /// Where the line's content starts for `container` (-1 for the document), which `marker` stands in; and the space
  /// that a quote's marker leaves of a tab.
  private func contentStart(of container: SyntaxTree.Index, before marker: Int) -> (offset: Int, blank: [UInt8]) {
    guard container >= 0 else { return (line.start, []) }
    guard tree.isQuote(container), let quote = prefix.markers.first(where: { $0.container == container }) else {
      return (marker, [])
    }
    let end = quote.range.upperBound
    guard end < marker else { return (end, []) }
    return bytes[end] == UInt8(ascii: "\t") ? (end, [UInt8(ascii: " ")]) : (end + 1, [])
  }
}

extension Node.Kind {
  fileprivate var isListOrItem: Bool {
    switch self {
    case .list, .item: true
    default: false
    }
  }
}
