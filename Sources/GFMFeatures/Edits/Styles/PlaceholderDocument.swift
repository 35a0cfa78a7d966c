import GFMSyntax
import MarkdownText

/// A stretch of text that gained a style, and the content of the leaf block that it is in.
struct StyledStretch {
  var leaf: Range<Int>
  var range: Range<Int>
}

/// A document with a letter in each of the gaps where carets ask for an empty pair of delimiters.
///
/// Edits are worked out in it and carried over to the document as it is.
struct PlaceholderDocument: Sendable {
  private let original: Document
  /// With the letters.
  let document: Document
  /// Where the letters go, in the document without them; in source order.
  private let gaps: [Int]

  init(_ document: Document, gaps: [Int]) {
    self.gaps = Set(gaps).sorted()
    original = document
    var filled = document
    for gap in self.gaps.reversed() { filled = filled.replacing(gap..<gap, with: EmptyPair.letter) }
    self.document = filled
  }

  /// Where a selection of the document is in the filled one. A letter at its end is outside of it.
  func selection(_ selection: TextSelection) -> TextSelection {
    if selection.isCaret { return TextSelection(caret: filledOffset(selection.head)) }
    let start = selection.range.lowerBound + gaps.partitionIndex { $0 > selection.range.lowerBound }
    let end = filledOffset(selection.range.upperBound)
    return selection.covering(from: start, to: end)
  }

  private func filledOffset(_ offset: Int) -> Int { offset + gaps.partitionIndex { $0 >= offset } }

  /// An offset of the filled document in the one without letters.
  private func originalOffset(_ offset: Int) -> Int {
    offset - gaps.indices.partitionIndex { gaps[$0] + $0 >= offset }
  }

  /// The edits that `changes` of the filled document are in the one without letters.
  func originalEdits(_ changes: SourceEdits) -> SourceEdits {
    let moved = changes.map { change in
      var change = change
      change.range = originalOffset(change.range.lowerBound)..<originalOffset(change.range.upperBound)
      return change
    }
    return SourceEdits(moved).minimized { original.bytes(in: $0) }
  }

  /// Where a selection of the filled document is after `changes`, in the text without letters.
  ///
  /// `newText` is what gained a style, in source order. A selection goes on covering the same text, and the delimiters stay
  /// outside of it.
  func resultSelection(
    _ selection: TextSelection, changes: SourceEdits, newText: [StyledStretch]
  ) -> TextSelection {
    if selection.isCaret {
      return TextSelection(
        caret: withoutLetters(changes.newOffset(selection.head, after: [.opening]), changes))
    }
    var (start, end) = (selection.range.lowerBound, selection.range.upperBound)
    let first = newText.partitionIndex { $0.range.upperBound > start }
    if first < newText.count, newText[first].leaf.lowerBound <= start, newText[first].range.lowerBound < end {
      start = max(start, newText[first].range.lowerBound)
    }
    let last = newText.partitionIndex { $0.range.lowerBound >= end } - 1
    if last >= 0, newText[last].leaf.upperBound >= end, newText[last].range.upperBound > start {
      end = min(end, newText[last].range.upperBound)
    }
    let newStart = withoutLetters(changes.newOffset(start, after: [.opening, .closing, .label]), changes)
    return selection.covering(from: newStart, to: withoutLetters(changes.newOffset(end), changes))
  }

  /// An offset of the filled document after `changes`, in the text without letters.
  private func withoutLetters(_ offset: Int, _ changes: SourceEdits) -> Int {
    offset
      - gaps.indices.partitionIndex { changes.newOffset(gaps[$0] + $0, after: [.opening]) >= offset }
  }
}
