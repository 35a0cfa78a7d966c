import GFMSyntax

/// Compares the block structure before and after a change at a caret.
struct OutlineCheck {
  typealias Entry = BlockOutline.Entry

  let before: BlockOutline
  let after: BlockOutline
  /// The block that the change is in, before it.
  let placed: LocatedBlock
  /// After the change; bytes from the document's start.
  let caret: Int

  /// Whether the caret is in a new item after `item` in its list, and all else is as it was; but for the item's first
  /// block where that is to move to the new one.
  func hasNewItem(after item: SyntaxTree.Index, movingText: Bool) -> Bool {
    guard let old = before.position(of: item, in: placed), let (new, leaf) = newItem(after: old) else { return false }
    var rest = after.entries
    if !movingText { rest.remove(at: leaf) }
    rest.remove(at: new)
    var expected = before.entries
    if movingText, rest.count == expected.count {
      // A task's box may have moved as well, and the letter may have made a paragraph of what was none.
      expected[old].kind = expected[old].kind.withoutTask
      rest[old].kind = rest[old].kind.withoutTask
      expected[leaf - 1].kind = rest[leaf - 1].kind
    }
    return rest == expected && after.literals == before.literals
  }

  /// Whether the item at `empty` is gone and the caret is in a new one after `outer`. Items that followed the empty one
  /// go on below the new one.
  func hasNewItem(after outer: SyntaxTree.Index, insteadOf empty: SyntaxTree.Index) -> Bool {
    guard let outer = before.position(of: outer, in: placed), let empty = before.position(of: empty, in: placed),
      let list = before.ancestors(of: empty).first
    else { return false }
    let gone = before.subtree(of: empty)
    let hasFollowers = before.subtree(of: list).upperBound > gone.upperBound
    let isFirst = list + 1 == empty
    var expected = before.entries
    expected.replaceSubrange(gone, with: hasFollowers && !isFirst ? [before.entries[list]] : [])
    if isFirst && !hasFollowers { expected.remove(at: list) }
    return isAfterWithoutNewItem(expected, after: outer)
  }

  /// Whether the caret is in a new item after `outer`, and the leaf, whose last line it was, is a paragraph.
  func hasNewItem(after outer: SyntaxTree.Index, insteadOfLastLineOf leaf: SyntaxTree.Index) -> Bool {
    guard let outer = before.position(of: outer, in: placed), let leaf = before.position(of: leaf, in: placed)
    else { return false }
    var expected = before.entries
    expected[leaf].kind = .paragraph
    return isAfterWithoutNewItem(expected, after: outer)
  }

  /// Whether `leaf` is a paragraph, and all else is as it was.
  func hasParagraph(insteadOf leaf: SyntaxTree.Index) -> Bool {
    guard let leaf = before.position(of: leaf, in: placed) else { return false }
    var expected = before.entries
    expected[leaf].kind = .paragraph
    return after.entries.map(\.withoutTightness) == expected.map(\.withoutTightness)
  }

  /// Whether the item at `empty` is gone, with its list if it was the only one, and all else is as it was.
  func hasLostItem(_ empty: SyntaxTree.Index) -> Bool {
    guard let position = before.position(of: empty, in: placed), let list = before.ancestors(of: position).first
    else { return false }
    let isOnly = before.subtree(of: list) == list..<before.subtree(of: position).upperBound && list + 1 == position
    return hasLost(isOnly ? before.origins[list].node : empty)
  }

  /// Whether `node` is gone with what is in it, and all else is as it was.
  func hasLost(_ node: SyntaxTree.Index) -> Bool {
    guard let position = before.position(of: node, in: placed) else { return false }
    var expected = before.entries
    expected.removeSubrange(before.subtree(of: position))
    return after.entries.map(\.withoutTightness) == expected.map(\.withoutTightness)
  }

  /// Whether the same quotes, items and footnotes are there.
  var hasSameContainers: Bool {
    before.entries.filter(\.kind.hasPrefix) == after.entries.filter(\.kind.hasPrefix)
  }

  /// Whether the same quotes, items and footnotes are there, and the caret is in the one at `innermost`.
  func hasSameContainers(innermost: SyntaxTree.Index?) -> Bool {
    guard hasSameContainers else { return false }
    let old = innermost.flatMap { before.position(of: $0, in: placed) }
    let new = after.innermost(at: caret).flatMap { innermostContainer(around: $0) }
    return old.map { before.entries[...$0].count { $0.kind.hasPrefix } }
      == new.map { after.entries[...$0].count { $0.kind.hasPrefix } }
  }

  /// Whether the caret is in containers like these, outermost first, and in no other.
  func isIn(_ containers: some Collection<SyntaxTree.Index>) -> Bool {
    let positions = after.innermost(at: caret).map { after.ancestors(of: $0) } ?? []
    let found = positions.reversed().map { after.entries[$0].kind }.filter(\.hasPrefix)
    let expected = containers.compactMap { before.position(of: $0, in: placed) }.map { before.entries[$0].kind }
    return found == expected
  }

  var isInClosedFence: Bool {
    after.innermost(at: caret).map { after.entries[$0].kind == .fencedCode(isClosed: true) } ?? false
  }

  /// Whether a fence that has its end starts at an offset after the change.
  func hasClosedFence(at offset: Int) -> Bool {
    after.origins.indices.contains {
      after.origins[$0].range.lowerBound == offset && after.entries[$0].kind == .fencedCode(isClosed: true)
    }
  }

  // MARK: Tables

  /// Whether the caret is in a new row of a table's body, and all else is as it was.
  var hasNewRow: Bool {
    guard let cell = after.innermost(at: caret), let row = after.ancestors(of: cell).first,
      after.entries[row].kind == .tableRow(isHeader: false)
    else { return false }
    var rest = after.entries
    rest.removeSubrange(after.subtree(of: row))
    // The library takes an item's table without body rows for one that ends in a blank line.
    return rest.map(\.withoutTightness) == before.entries.map(\.withoutTightness)
      && after.literals == before.literals
  }

  /// Whether the caret is in a new cell, and all else is as it was.
  var hasNewCell: Bool {
    guard let cell = after.innermost(at: caret), case .tableCell = after.entries[cell].kind else { return false }
    var rest = after.entries
    rest.remove(at: cell)
    return rest == before.entries && after.literals == before.literals
  }

  /// Whether the row of a table is gone and the caret is in a paragraph beside the table, all else being as it was.
  func hasLeft(_ row: SyntaxTree.Index) -> Bool {
    guard let row = before.position(of: row, in: placed), let table = before.ancestors(of: row).first,
      let paragraph = after.innermost(at: caret),
      after.entries[paragraph] == Entry(kind: .paragraph, depth: before.entries[table].depth)
    else { return false }
    var expected = before.entries
    expected.removeSubrange(before.subtree(of: row))
    var rest = after.entries
    rest.remove(at: paragraph)
    return rest.map(\.withoutTightness) == expected.map(\.withoutTightness) && after.literals == before.literals
  }

  // MARK: -

  private func isAfterWithoutNewItem(_ expected: [Entry], after outer: Int) -> Bool {
    guard let (new, leaf) = newItem(after: outer) else { return false }
    var rest = after.entries
    rest.remove(at: leaf)
    rest.remove(at: new)
    return rest.map(\.withoutTightness) == expected.map(\.withoutTightness) && after.literals == before.literals
  }

  /// The item that the caret is in, and the block in it that the caret's letter is in, if the item comes next after the
  /// one at `old` in one list.
  private func newItem(after old: Int) -> (item: Int, leaf: Int)? {
    guard let leaf = after.innermost(at: caret), let item = after.ancestors(of: leaf).first,
      case .item = after.entries[item].kind, item > old, after.entries[item].depth == before.entries[old].depth,
      after.entries.indices.contains(old), after.subtree(of: old).upperBound == item
    else { return nil }
    return (item, leaf)
  }

  private func innermostContainer(around position: Int) -> Int? {
    ([position] + after.ancestors(of: position)).first { after.entries[$0].kind.hasPrefix }
  }
}

extension Node.Kind {
  fileprivate var withoutTask: Node.Kind {
    guard case .item(var item) = self else { return self }
    item.task = nil
    return .item(item)
  }

  /// Whether the lines in it have a marker or an indentation for it.
  fileprivate var hasPrefix: Bool {
    switch self {
    case .blockQuote, .item, .footnoteDefinition: true
    default: false
    }
  }
}
