import MarkdownText

/// A document as it was before an edit that changed blocks far below itself, such as one that opened a fence.
///
/// Such an edit is mostly taken back soon. What the document was then is the shorter way to what it is after that: edits
/// in between are one edit of this snapshot, so its blocks serve again.
final class UndoCheckpoint: Sendable {
  private let document: Document
  /// What the edits since replaced, in bytes of this snapshot.
  private let replaced: Range<Int>
  /// Where in the document of now is what they replaced it with.
  private let replacement: Range<Int>

  /// How many bytes the edits may replace, and be replaced with, for the snapshot to be of use.
  private static let longestEdit = 1 << 16

  /// `document` before an edit of `range`, after which `count` bytes stand there.
  init(_ document: Document, before range: Range<Int>, replacementCount count: Int) {
    self.document = document.withoutEarlierSnapshot
    replaced = range
    replacement = range.lowerBound..<range.lowerBound + count
  }

  private init(_ document: Document, replaced: Range<Int>, replacement: Range<Int>) {
    (self.document, self.replaced, self.replacement) = (document, replaced, replacement)
  }

  /// The same snapshot with another edit after the ones that were; `nil` if they span too much.
  func followed(byEditOf range: Range<Int>, replacementCount count: Int) -> UndoCheckpoint? {
    let start = min(range.lowerBound, replacement.lowerBound)
    let end = max(range.upperBound, replacement.upperBound)
    let replaced =
      self.replaced.lowerBound - (replacement.lowerBound - start)..<self.replaced.upperBound
      + (end - replacement.upperBound)
    let newReplacement = start..<end + count - range.count
    guard max(replaced.count, newReplacement.count) <= Self.longestEdit else { return nil }
    return UndoCheckpoint(document, replaced: replaced, replacement: newReplacement)
  }

  /// The document that all edits lead to, if they change nothing far below now. `current` is the document before the last
  /// edit, that of `range`; the result's change counts from there.
  func restored(from current: Document, range: Range<Int>, with text: [UInt8]) -> Document? {
    let bytes =
      current.bytes(in: replacement.lowerBound..<range.lowerBound) + text
      + current.bytes(in: range.upperBound..<replacement.upperBound + range.count - text.count)
    var edit = IncrementalEdit(document: document, range: replaced, replacement: bytes)
    guard var restored = edit.run(within: document.reparseBudget) else { return nil }
    let segments = Self.difference(from: current, to: restored)
    restored.change.segments = ChangedSegments([segments])
    let removed = current.segments(segments.old).map(\.block)
    let added = restored.segments(segments.new).map(\.block)
    restored.change.labels =
      current.definitions.replacing(removed.flatMap(\.definitions), with: added.flatMap(\.definitions)).changed
    restored.change.anchors =
      current.anchors.replacing(
        removed.anchorDefinitions, with: added.anchorDefinitions, counting: true
      ).changed
    return restored
  }

  /// The parts that are not the same objects. O(number of parts).
  private static func difference(from old: Document, to new: Document) -> ChangedSegments.Stretch {
    let changed = old.tree.blocks.map(ObjectIdentifier.init).changedRange(
      to: new.tree.blocks.map(ObjectIdentifier.init))
    return ChangedSegments.Stretch(old: changed.old, new: changed.new)
  }
}
