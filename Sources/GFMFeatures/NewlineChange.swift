import GFMSyntax

/// What Enter does at one caret. Offsets are bytes from the start of the caret's top-level block.
struct NewlineChange {
  /// What the change must have done to the block structure once a word is typed at the caret.
  enum Expectation {
    /// A new item stands after `item` in its list; all else is as it was, but for the item's first block where its whole
    /// text moved to the new one.
    case itemAfter(SyntaxTree.Index, movingText: Bool)
    /// The empty item at `empty` is gone, and a new item stands after `outer`, the item that its list was in.
    case itemMovedOut(empty: SyntaxTree.Index, outer: SyntaxTree.Index)
    /// The last line of `leaf` is a new item after `outer`, the item that the leaf is in.
    case lineBecameItem(leaf: SyntaxTree.Index, outer: SyntaxTree.Index)
    /// The empty item is gone, all else is as it was.
    case itemGone(SyntaxTree.Index)
    /// The caret is in the same containers, and no other came or went.
    case sameContainers
    /// The caret is outside of the innermost container that it was in.
    case containerLeft
    /// The caret is in a fence that has its end.
    case fenceClosed
  }

  /// In source order, without overlap.
  var edits: [SourceEdit]
  /// After the edits.
  var caret: Int
  var expectation: Expectation
}

extension CaretLine {
  /// The change without edits beyond the caret's line, should those be in the way; else `change`, if what it expects holds.
  func checked(_ change: NewlineChange) -> NewlineChange? {
    if holds(change) { return change }
    guard change.edits.count > 1 else { return nil }
    let lone = NewlineChange(
      edits: Array(change.edits.prefix(1)), caret: change.caret, expectation: change.expectation)
    return holds(lone) ? lone : nil
  }

  /// Parses the text as it is after `change`, with a letter typed at the caret, and checks what it expects. Costs the
  /// parse of the touched blocks, and their nodes.
  private func holds(_ change: NewlineChange) -> Bool {
    let edits = change.edits.map { $0.moved(by: placed.start) }
    let caret = placed.start + change.caret
    let isTyping = if case .itemGone = change.expectation { false } else { true }
    let typed = document.replacing(edits, typing: isTyping ? [UInt8(ascii: "x")] : [], at: caret)
    let range = placed.start..<placed.range.upperBound + typed.byteCount - document.byteCount
    let check = OutlineCheck(
      before: BlockOutline(of: document, in: placed.range), after: BlockOutline(of: typed, in: range),
      placed: placed, caret: caret)
    switch change.expectation {
    case .itemAfter(let item, let movingText): return check.hasNewItem(after: item, movingText: movingText)
    case .itemMovedOut(let empty, let outer): return check.hasNewItem(after: outer, insteadOf: empty)
    case .lineBecameItem(let leaf, let outer): return check.hasNewItem(after: outer, insteadOfLastLineOf: leaf)
    case .itemGone(let empty): return check.hasLost(empty)
    case .sameContainers: return check.hasSameContainers(innermost: containers.last)
    case .containerLeft: return check.isIn(containers.dropLast())
    case .fenceClosed: return check.isInClosedFence
    }
  }
}

extension Document {
  /// The document after `edits`, and with `text` put in at `offset` of what they give; one replacement.
  func replacing(_ edits: [SourceEdit], typing text: [UInt8], at offset: Int) -> Document {
    guard let first = edits.first, let last = edits.last else { return self }
    let range = first.range.lowerBound..<last.range.upperBound
    let source = bytes(in: range)
    var result: [UInt8] = []
    var copied = range.lowerBound
    for edit in edits {
      result += source[copied - range.lowerBound..<edit.range.lowerBound - range.lowerBound]
      result += edit.replacement
      copied = edit.range.upperBound
    }
    let index = min(max(offset - range.lowerBound, 0), result.count)
    result.insert(contentsOf: text, at: index)
    return replacing(range, with: result)
  }
}
