import GFMSyntax
import MarkdownText

/// A list of links to the headings below it, between two comments: `<!-- toc -->` and `<!-- /toc -->`, or those that the
/// program doctoc writes, with a comment and a title of its own before the list.
struct TableOfContents {
  static let opening = Array("<!-- toc -->".utf8)
  static let closing = Array("<!-- /toc -->".utf8)

  /// From behind the opening comment, and what doctoc has before the list, to the closing one; bytes from the document's
  /// start.
  var range: Range<Int>

  /// The first one in a document. Costs the blocks that hold HTML.
  init?(in document: Document) {
    var opening: Marker?
    var found: (opening: Marker, closing: Marker)?
    document.forEachSegment(holding: .html) { placed in
      for marker in Self.markers(in: placed) {
        if marker.isOpening {
          opening = marker
        } else if let opening, opening.isDoctoc == marker.isDoctoc {
          found = (opening, marker)
        }
      }
      return found == nil
    }
    guard let found else { return nil }
    range = found.opening.range.upperBound..<found.closing.range.lowerBound
    if found.opening.isDoctoc { range = Self.listStart(in: document, range)..<range.upperBound }
  }

  /// Behind the comments and paragraphs that stand first in a range.
  private static func listStart(in document: Document, _ range: Range<Int>) -> Int {
    var start = range.lowerBound
    for placed in document.segments(in: range) {
      for root in placed.tree.roots where range.contains(placed.range(of: root).lowerBound) {
        guard [.paragraph, .htmlBlock].contains(placed.tree.nodes[root].kind) else { return start }
        start = placed.range(of: root).upperBound
      }
    }
    return start
  }

  private struct Marker {
    var range: Range<Int>
    var isOpening: Bool
    var isDoctoc: Bool

    /// Whether it is `<!-- toc -->`, which may stand there without a closing one.
    var mayStandAlone: Bool { isOpening && !isDoctoc }
  }

  /// The comments that are markers, as blocks of their own in no container.
  private static func markers(in placed: LocatedBlock) -> [Marker] {
    placed.tree.roots.compactMap { root in
      let node = placed.tree.nodes[root]
      guard node.kind == .htmlBlock, !placed.block.startsInsideLeaf,
        let tag = placed.block.htmlTags(of: root).first, tag.kind == .comment,
        tag.range.lowerBound == Int(node.start),
        placed.bytes[tag.range.upperBound..<Int(node.end)].allSatisfy(\.isSpaceOrTab)
      else { return nil }
      let text = String(decoding: placed.bytes[tag.nameRange], as: UTF8.self).lowercased()
      let words = text.split(whereSeparator: \.isWhitespace)
      let range = node.range.shifted(by: placed.start)
      if words.count == 1, let word = words.first, ["toc", "/toc", "tocstop"].contains(word) {
        return Marker(range: range, isOpening: word == "toc", isDoctoc: false)
      }
      guard words.count > 1, ["start", "end"].contains(words[0]), words[1] == "doctoc" else { return nil }
      return Marker(range: range, isOpening: words[0] == "start", isDoctoc: true)
    }
  }

  /// The opening comment at an offset, or else the first one, in a document that has no table. Costs the blocks that hold
  /// HTML.
  static func opening(at offset: Int, in document: Document) -> Range<Int>? {
    var first: Range<Int>?
    var touched: Range<Int>?
    document.forEachSegment(holding: .html) { placed in
      for marker in markers(in: placed) where marker.mayStandAlone {
        first = first ?? marker.range
        if marker.range.touches(offset) { touched = marker.range }
      }
      return touched == nil
    }
    return touched ?? first
  }

  /// Whether an offset is at an opening comment that belongs to no table. Where it is at one, costs the blocks that hold
  /// HTML.
  static func isAtLoneOpening(_ offset: Int, in document: Document) -> Bool {
    let isAtOpening = markers(in: document.segment(at: offset)).contains {
      $0.mayStandAlone && $0.range.touches(offset)
    }
    return isAtOpening && TableOfContents(in: document) == nil
  }

  /// Whether an offset is in a table, or at one of its comments. Costs few blocks, wherever that is.
  static func mayHold(_ offset: Int, in document: Document) -> Bool {
    var index = document.segment(at: offset).index + 1
    // Headings' own HTML may stand between.
    for _ in 0..<8 {
      guard let placed = document.lastSegment(before: index, holding: .html) else { return false }
      if let marker = markers(in: placed).last(where: { $0.range.lowerBound <= offset }) {
        return marker.isOpening || marker.range.touches(offset)
      }
      index = placed.index
    }
    return false
  }
}

extension Document {
  /// The table of contents made anew where there is one; else one put in after an opening comment that waits for it, or
  /// before the block at the caret, or on the blank line there. `nil` where it says what it should, where there are no
  /// headings below it, and in containers and code.
  ///
  /// Costs the document's headings.
  func tableOfContents(selections: [TextSelection], options: EditOptions) -> EditResult? {
    if let update = updatingTableOfContents(selections: selections, options: options) { return update }
    guard TableOfContents(in: self) == nil, let caret = selections.first?.head else { return nil }
    if let opening = TableOfContents.opening(at: caret, in: self) {
      return completingTableOfContents(after: opening.upperBound, selections: selections, options: options)
    }
    let placed = segment(at: caret)
    let line = line(at: caret)
    let isBlank = isBlankLine(line)
    let isInBlock = placed.tree.roots.contains { placed.tree.nodes[$0].range.touches(caret - placed.start) }
    let offset = isBlank && !isInBlock ? lineRange(line).lowerBound : blockRange(at: caret).lowerBound
    let nl = prevailingLineEnding
    let isOwnLine = isBlank && !isInBlock
    let isBehindText = offset > 0 && !isBlankLine(self.line(at: offset) - 1)
    let isBeforeText = isOwnLine && line + 1 < lineCount && !isBlankLine(line + 1)
    return firstVerified(selections, from: offset, options: options) { list in
      guard !list.entries.isEmpty else { return nil }
      let text =
        (isBehindText ? nl : []) + TableOfContents.opening + nl + nl + list.text(lineEnding: nl) + nl
        + TableOfContents.closing + (isOwnLine ? (isBeforeText ? nl : []) : nl + nl)
      // A line that is blank has its own ending.
      return SourceEdit(range: offset..<offset, replacement: text)
    }
  }

  /// The list and the closing comment put in after the opening one.
  private func completingTableOfContents(
    after offset: Int, selections: [TextSelection], options: EditOptions
  ) -> EditResult? {
    let nl = prevailingLineEnding
    return firstVerified(selections, from: offset, options: options) { list in
      guard !list.entries.isEmpty else { return nil }
      return SourceEdit(
        range: offset..<offset, replacement: nl + nl + list.text(lineEnding: nl) + nl + TableOfContents.closing)
    }
  }

  private func isBlankLine(_ line: Int) -> Bool { bytes(in: lineRange(line)).allSatisfy(\.isSpaceOrTab) }

  /// The table of contents made anew; `nil` where there is none, or it says what it should.
  func updatingTableOfContents(selections: [TextSelection], options: EditOptions) -> EditResult? {
    guard let table = TableOfContents(in: self) else { return nil }
    let nl = prevailingLineEnding
    return firstVerified(selections, from: table.range.upperBound, options: options) { list in
      let text = nl + nl + (list.entries.isEmpty ? [] : list.text(lineEnding: nl) + nl)
      return bytes(in: table.range) == text ? nil : SourceEdit(range: table.range, replacement: text)
    }
  }

  /// The result of the edit for the headings as they are written, or, where a link cannot hold one of them so, for
  /// their
  /// texts.
  private func firstVerified(
    _ selections: [TextSelection], from offset: Int, options: EditOptions,
    edit: (TableOfContentsList) -> SourceEdit?
  ) -> EditResult? {
    for isPlain in [false, true] {
      let list = TableOfContentsList(self, from: offset, isPlain: isPlain, options: options)
      guard let edit = edit(list) else { return nil }
      if let result = verified(edit, list, selections) { return result }
    }
    return nil
  }

  /// The edit's result, where the parser finds the table in it as it was meant, and all else as it was.
  private func verified(
    _ edit: SourceEdit, _ list: TableOfContentsList, _ selections: [TextSelection]
  ) -> EditResult? {
    let after = replacing([edit])
    guard let table = TableOfContents(in: after), list.isWritten(in: after, table.range) else { return nil }
    let growth = edit.replacement.count - edit.range.count
    // Where a block starts as it did before, all that follows is as it was.
    let next = edit.range.upperBound
    if next < byteCount {
      let (old, new) = (content(from: next), after.content(from: next + growth))
      guard new.start == old.start + growth, new.kind == old.kind else { return nil }
    }
    let before = contentEnd(before: edit.range.lowerBound)
    guard before == after.contentEnd(before: edit.range.lowerBound) else { return nil }
    return EditResult(
      edits: [edit],
      selections: selections.map { $0.mapped { SourceEdits([edit]).newOffset($0, .after) } })
  }

  /// The first block at or after an offset.
  private func content(from offset: Int) -> (start: Int, kind: Node.Kind?) {
    var index = segment(at: offset).index
    while let placed = segment(index) {
      for root in placed.tree.roots {
        let start = placed.start + Int(placed.tree.nodes[root].start)
        if start >= offset { return (start, placed.tree.nodes[root].kind) }
      }
      index += 1
    }
    return (byteCount, nil)
  }

  /// Where the last block that starts before an offset ends.
  private func contentEnd(before offset: Int) -> Int {
    var index = segment(at: max(0, offset - 1)).index
    while let placed = segment(index) {
      for root in Array(placed.tree.roots).reversed() where placed.range(of: root).lowerBound < offset {
        return placed.range(of: root).upperBound
      }
      index -= 1
    }
    return 0
  }
}
