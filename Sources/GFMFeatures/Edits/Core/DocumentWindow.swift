import GFMSyntax
import MarkdownText

/// As much of a document as an operation on blocks looks at: the parts that it is about and some beside them.
///
/// In it, a long list or quote is no longer than what the excerpt has of it. So the operation costs where it edits, and
/// does the same as in the whole document as long as it stays clear of where the list or quote is cut.
struct DocumentWindow {
  /// Its offsets count from ``start``.
  let document: Document
  /// Bytes from the whole document's start.
  let start: Int

  private let source: Document
  /// The whole document's parts that are in it.
  private let segments: Range<Int>
  /// What may be looked at: all but a part at an end that goes through a list or quote.
  private let clear: Range<Int>

  /// The parts that hold a byte of `range`, and one before and one after them. Costs the parts' number.
  init(around range: Range<Int>, of source: Document) {
    let touched = source.segments(in: range)
    let first = touched.first?.index ?? 0
    self.init(segments: first - 1..<first + touched.count + 1, of: source)
  }

  private init(segments: Range<Int>, of source: Document) {
    let segments = segments.clamped(to: 0..<source.segmentCount)
    let placed = source.segments(segments)
    let start = placed.first?.start ?? 0
    self.segments = segments
    self.source = source
    self.start = start
    document = source.excerpt(ofSegments: segments)
    var clear = 0..<document.byteCount
    if let first = placed.first, let previous = source.segments(first.index - 1..<first.index).first,
      first.block.isContinuation(of: previous.block)
    {
      clear = first.range.upperBound - start..<clear.upperBound
    }
    if let last = placed.last, let next = source.segments(segments.upperBound..<segments.upperBound + 1).first,
      next.block.isContinuation(of: last.block)
    {
      clear = clear.lowerBound..<max(clear.lowerBound, last.start - start)
    }
    self.clear = clear
  }

  /// A longer one; `nil` where nothing is left out.
  private var widened: DocumentWindow? {
    if segments == 0..<source.segmentCount { return nil }
    return DocumentWindow(
      segments: segments.lowerBound - 2 * segments.count..<segments.upperBound + 2 * segments.count, of: source)
  }

  /// What `look` finds in the smallest excerpt around `range` that has all of what it looked at, which it gives with it:
  /// bytes from the excerpt's start. Costs one look, or about as much as the last one where there are several.
  static func find<Found>(
    around range: Range<Int>, of source: Document, _ look: (DocumentWindow) -> (found: Found, reach: Range<Int>?)
  ) -> Found {
    var excerpt = DocumentWindow(around: range, of: source)
    while true {
      let (found, reach) = look(excerpt)
      guard let reach, reach.lowerBound < excerpt.clear.lowerBound || excerpt.clear.upperBound < reach.upperBound,
        let wider = excerpt.widened
      else { return found }
      excerpt = wider
    }
  }
}

extension Document {
  /// What `operation` does at `selections`, which are clamped to the document, found in an excerpt around them. `reach` is
  /// what it looked at but for its edits. Costs the parts between the first and the last of them, and what the operation
  /// makes of those.
  func editing(
    inWindowAround selections: [TextSelection],
    reach: (Document, [TextSelection]) -> [Range<Int>] = { _, _ in [] },
    _ operation: (Document, [TextSelection]) -> EditResult?
  ) -> EditResult? {
    let selections = selections.map {
      TextSelection(anchor: min(max($0.anchor, 0), byteCount), head: min(max($0.head, 0), byteCount))
    }
    guard let hull = selections.map(\.range).hull else { return nil }
    return DocumentWindow.find(around: hull, of: self) { excerpt in
      let selections = selections.map { $0.moved(by: -excerpt.start) }
      let result = operation(excerpt.document, selections)
      let moved = result.map { result in
        EditResult(
          edits: result.edits.map { $0.moved(by: excerpt.start) },
          selections: result.selections.map { $0.moved(by: excerpt.start) })
      }
      return (moved, result.flatMap { ($0.edits.map(\.range) + reach(excerpt.document, selections)).hull })
    }
  }
}

/// A selection with as much of its document as it takes to see what it stands for.
struct WindowSelection {
  let document: Document
  /// Offsets of the excerpt.
  let selection: TextSelection

  init(_ selection: TextSelection, in source: Document) {
    let excerpt = DocumentWindow(around: selection.range, of: source)
    document = excerpt.document
    self.selection = selection.moved(by: -excerpt.start)
  }
}
