import GFMSyntax
import MarkdownText

extension Document {
  /// Makes the numbers of a list go up by one from its first: for a caret the innermost list around it that is out of
  /// sequence, for a selection all that it touches. `nil` where none is.
  ///
  /// Costs the touched blocks, and their parse.
  func renumberLists(selections: [TextSelection]) -> EditResult? {
    let requests = FormatRequests(selections, in: self) { placed, selection in
      let tree = placed.block.tree
      let lists = tree.blockNodes(overlapping: selection.range, from: placed.start)
        .filter { tree.nodes[$0].kind.isOrderedList }
      guard selection.isCaret else { return lists }
      return lists.last { !placed.block.renumbering(of: $0).isEmpty }.map { [$0] } ?? []
    }
    let formats = verified(requests.blocks.map { BlockFormat($0.placed, lists: $0.nodes) })
    guard !formats.isEmpty else { return nil }
    let edits = formats.flatMap(\.edits)
    // A caret stays behind what is put in where it stands.
    let moves = SourceChanges(
      inOrder: edits.map { SourceChange(range: $0.range, replacement: $0.replacement, role: .content) })
    func newOffset(_ offset: Int) -> Int { moves.newOffset(offset, counting: [.content]) }
    return EditResult(
      edits: edits,
      selections: selections.map { TextSelection(anchor: newOffset($0.anchor), head: newOffset($0.head)) })
  }
}

extension Node.Kind {
  var isOrderedList: Bool { if case .list(let list) = self { list.isOrdered } else { false } }
}
