import GFMSyntax
import MarkdownText

extension Document {
  /// Makes the numbers of a list go up by one from its first: for a caret the innermost list around it that is out of
  /// sequence, for a selection all that it touches. `nil` where none is.
  ///
  /// Costs the touched blocks, and their parse.
  func renumberLists(selections: [TextSelection]) -> EditResult? {
    let requests = FormatRequests(selections, in: self) { placed, selection in
      let tree = placed.tree
      let lists = tree.blockNodes(overlapping: selection.range, from: placed.start)
        .filter { tree.nodes[$0].kind.isOrderedList }
      guard selection.isCaret else { return lists }
      return lists.last { !placed.block.renumbering(of: $0).isEmpty }.map { [$0] } ?? []
    }
    let formats = verified(requests.blocks.map { BlockFormat($0.placed, lists: $0.nodes) })
    guard !formats.isEmpty else { return nil }
    let edits = SourceEdits(formats.flatMap(\.edits))
    // A caret stays behind what is put in where it stands.
    return EditResult(
      edits: Array(edits), selections: selections.map { $0.mapped { edits.newOffset($0, after: [.content]) } })
  }
}

extension Node.Kind {
  var isOrderedList: Bool { if case .list(let list) = self { list.isOrdered } else { false } }
}
