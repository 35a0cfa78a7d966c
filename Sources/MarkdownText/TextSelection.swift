/// A caret or a selection: byte offsets from the document's start. Equal ends are a caret.
public struct TextSelection: Sendable, Hashable {
  /// The end that stays when the selection is extended.
  public var anchor: Int
  /// The end that moves.
  public var head: Int

  public init(anchor: Int, head: Int) {
    self.anchor = anchor
    self.head = head
  }

  public init(caret: Int) { self.init(anchor: caret, head: caret) }

  package init(_ range: Range<Int>) { self.init(anchor: range.lowerBound, head: range.upperBound) }

  public var range: Range<Int> { min(anchor, head)..<max(anchor, head) }
  public var isCaret: Bool { anchor == head }

  package func moved(by distance: Int) -> TextSelection { mapped { $0 + distance } }

  /// The selection with both ends mapped.
  package func mapped(_ map: (Int) -> Int) -> TextSelection { TextSelection(anchor: map(anchor), head: map(head)) }

  /// A selection from `start` to `end`, or to `start` where that is later, in this one's direction.
  package func covering(from start: Int, to end: Int) -> TextSelection {
    let end = max(start, end)
    return anchor <= head ? TextSelection(anchor: start, head: end) : TextSelection(anchor: end, head: start)
  }
}
