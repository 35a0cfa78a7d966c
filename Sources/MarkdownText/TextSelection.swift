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

  public var range: Range<Int> { min(anchor, head)..<max(anchor, head) }
  public var isCaret: Bool { anchor == head }
}
