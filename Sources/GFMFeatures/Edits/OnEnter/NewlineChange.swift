import GFMSyntax
import MarkdownText

/// What Enter does at one caret. Offsets are bytes from the start of the caret's top-level block.
struct NewlineChange {
  /// What the change must have done to the block structure once a word is typed at the caret.
  enum Expectation {
    /// A new item stands after `item` in its list; all else is as it was, but for the item's first block where its
    /// whole text moved to the new one.
    case itemAfter(SyntaxTree.Index, movingText: Bool)
    /// The empty item at `empty` is gone, and a new item stands after `outer`, the item that its list was in.
    case itemMovedOut(empty: SyntaxTree.Index, outer: SyntaxTree.Index)
    /// The last line of `leaf` is a new item after `outer`, the item that the leaf is in.
    case lineBecameItem(leaf: SyntaxTree.Index, outer: SyntaxTree.Index)
    /// The last line of `leaf` is gone, and it is a paragraph; all else is as it was, whatever may be typed.
    case lineGone(leaf: SyntaxTree.Index)
    /// The empty item is gone, with its list if it was the only one; all else is as it was, whatever may be typed.
    case itemGone(SyntaxTree.Index)
    /// The empty quote is gone; all else is as it was, whatever may be typed.
    case quoteGone(SyntaxTree.Index)
    /// The caret is in the same containers, and no other came or went.
    case sameContainers
    /// The caret is outside of the innermost container that it was in.
    case containerLeft
    /// The caret is in a fence that has its end; what is at `freeing`, a line of code before, opens one itself.
    case fenceClosed(freeing: Int?)
    /// The caret is in a new row of a table; all else is as it was.
    case rowAdded
    /// The caret is in a new cell of a table's row; all else is as it was.
    case cellAdded
    /// The table's row is gone, and the caret is right in the container that the table is in; all else is as it was.
    case rowLeft(SyntaxTree.Index)
  }

  /// In source order, without overlap.
  var edits: [SourceEdit]
  /// What becomes of other items' numbers, in source order, after the caret.
  var renumbering: [SourceEdit] = []
  /// After the edits.
  var caret: Int
  var expectation: Expectation
}

extension NewlineChange {
  /// The change with a blank line put in above it, at `offset`.
  func belowBlankLine(at offset: Int, _ blankLine: [UInt8]) -> NewlineChange {
    let insertion = SourceEdit(range: offset..<offset, replacement: blankLine)
    var change = self
    change.edits.insert(insertion, at: 0)
    change.caret += blankLine.count
    return change
  }
}

extension CaretLine {
  /// `change` with the renumbering among its edits if what it expects holds; else without, should that be in the way;
  /// else `nil`.
  func checked(_ change: NewlineChange) -> NewlineChange? {
    var lone = change
    lone.renumbering = []
    var whole = lone
    let edits = SourceEdits(sorting: change.edits + change.renumbering)
    whole.edits = Array(edits)
    if edits.isDisjoint, holds(whole) { return whole }
    guard !change.renumbering.isEmpty else { return nil }
    return holds(lone) ? lone : nil
  }

  private func holds(_ change: NewlineChange) -> Bool {
    switch change.expectation {
    case .itemAfter(let item, let movingText):
      check(change, typing: true).hasNewItem(after: item, movingText: movingText)
    case .itemMovedOut(let empty, let outer): check(change, typing: true).hasNewItem(after: outer, insteadOf: empty)
    case .lineBecameItem(let leaf, let outer):
      check(change, typing: true).hasNewItem(after: outer, insteadOfLastLineOf: leaf)
    case .lineGone(let leaf): check(change, typing: false).hasParagraph(insteadOf: leaf)
    case .itemGone(let empty): check(change, typing: false).hasLostItem(empty)
    case .quoteGone(let empty): check(change, typing: false).hasLost(empty)
    case .sameContainers:
      // A word may join the lines below and so undo a list there; that is the writer's doing.
      check(change, typing: true).hasSameContainers(innermost: containers.last)
        || check(change, typing: false).hasSameContainers
    case .containerLeft: check(change, typing: true).isIn(containers.dropLast())
    case .fenceClosed(let freed):
      check(change, typing: true).isInClosedFence
        && (freed.map {
          check(change, typing: false).hasClosedFence(
            at: placed.start + SourceEdits(change.edits).newOffset($0, .after))
        }
          ?? true)
    case .rowAdded: check(change, typing: true).hasNewRow
    case .cellAdded: check(change, typing: true).hasNewCell
    case .rowLeft(let row): check(change, typing: true).hasLeft(row)
    }
  }

  /// The text before and after `change`, parsed; afterwards perhaps with a letter typed at the caret. Costs the parse
  /// of the touched blocks, and their nodes.
  private func check(_ change: NewlineChange, typing: Bool) -> OutlineCheck {
    let edits = change.edits.map { $0.moved(by: placed.start) }
    let caret = placed.start + change.caret
    let after = document.replacing(edits, typing: typing ? [UInt8(ascii: "x")] : [], at: caret)
    let range = placed.start..<placed.range.upperBound + after.byteCount - document.byteCount
    return OutlineCheck(
      before: BlockOutline(of: document, in: placed.range), after: BlockOutline(of: after, in: range), placed: placed,
      caret: caret)
  }
}

extension Document {
  /// The document after `edits`, and with `text` put in at `offset` of what they give; one replacement.
  func replacing(_ edits: [SourceEdit], typing text: [UInt8], at offset: Int) -> Document {
    guard var whole = joined(SourceEdits(edits)) else { return self }
    let index = min(max(offset - whole.range.lowerBound, 0), whole.replacement.count)
    whole.replacement.insert(contentsOf: text, at: index)
    return replacing(whole.range, with: whole.replacement)
  }
}
