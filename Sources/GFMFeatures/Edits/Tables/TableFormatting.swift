import GFMSyntax
import MarkdownText

extension Document {
  /// Aligns the columns of the tables that the selections touch; `nil` where there is none, or nothing to do.
  ///
  /// Carets stay in their cells' texts. Costs the touched blocks, and their parse.
  func formatTables(selections: [TextSelection]) -> EditResult? {
    let requests = FormatRequests(selections, in: self) { placed, selection in
      let tree = placed.tree
      return tree.blockNodes(overlapping: selection.range, from: placed.start)
        .filter { tree.nodes[$0].kind == .table }
    }
    let formats = verified(requests.blocks.map { BlockFormat($0.placed, tables: $0.nodes) })
    guard !formats.isEmpty else { return nil }
    let edits = SourceEdits(formats.flatMap(\.edits))
    func newOffset(_ offset: Int) -> Int {
      guard let format = formats.first(where: { $0.placed.start <= offset && offset <= $0.placed.range.upperBound }),
        let table = format.tables.first(where: { $0.lines.contains(offset - format.placed.start) })
      else { return edits.newOffset(offset, .after) }
      let start = format.placed.start + table.lines.lowerBound
      let shift = edits.newOffset(start - 1, .after) - (start - 1)
      return shift + format.placed.start + table.newOffset(offset - format.placed.start, in: format.placed.block)
    }
    return EditResult(edits: Array(edits), selections: selections.map { $0.mapped(newOffset) })
  }
}
