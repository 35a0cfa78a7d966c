import GFMSyntax

extension Document {
  /// Makes the numbers of a list go up by one from its first: for a caret the innermost list around it that is out of
  /// sequence, for a selection all that it touches. `nil` where none is.
  ///
  /// Costs the touched blocks, twice.
  func renumberLists(selections: [TextSelection]) -> EditResult? {
    var changes: [BlockFormat] = []
    for selection in selections {
      for placed in blocks(overlapping: selection.range) {
        let lists = placed.block.tree.orderedLists(in: selection.range, from: placed.start)
        let wanted = selection.isCaret ? lists.last { !placed.block.renumbering(of: $0).isEmpty }.map { [$0] } : lists
        if let known = changes.firstIndex(where: { $0.placed.start == placed.start }) {
          changes[known].lists.formUnion(wanted ?? [])
        } else {
          changes.append(BlockFormat(placed: placed, lists: Set(wanted ?? []), tables: []))
        }
      }
    }
    let edits = changes.sorted { $0.placed.start < $1.placed.start }.flatMap { change in
      let edits = change.edits
      return edits.isEmpty || !keepsMeaning(edits, in: change.placed.range) ? [] : edits
    }
    guard !edits.isEmpty else { return nil }
    // A caret after a number's white space stays behind what is put in there.
    let moves = SourceChanges(
      inOrder: edits.map { SourceChange(range: $0.range, replacement: $0.replacement, role: .content) })
    func newOffset(_ offset: Int) -> Int { moves.newOffset(offset, counting: [.content]) }
    return EditResult(
      edits: edits,
      selections: selections.map { TextSelection(anchor: newOffset($0.anchor), head: newOffset($0.head)) })
  }
}

extension SyntaxTree {
  /// The ordered lists that touch `range`, outermost first.
  fileprivate func orderedLists(in range: Range<Int>, from start: Int) -> [Index] {
    blockNodes(overlapping: range, from: start).filter { nodes[$0].kind.isOrderedList }
  }
}

extension Node.Kind {
  var isOrderedList: Bool { if case .list(let list) = self { list.isOrdered } else { false } }
}
