import GFMSyntax

extension Document {
  /// Aligns the columns of the tables that the selections touch; `nil` where there is none, or nothing to do.
  ///
  /// Carets stay in their cells' texts. Costs the touched blocks, twice.
  func formatTables(selections: [TextSelection]) -> EditResult? {
    var tables: [FormattedTable] = []
    for range in selections.map(\.range) {
      for placed in blocks(overlapping: range) {
        for index in placed.block.tree.blockNodes(overlapping: range, from: placed.start) {
          guard placed.block.tree.nodes[index].kind == .table,
            !tables.contains(where: { $0.placed.start == placed.start && $0.format.layout.table == index }),
            let format = TableFormat(of: index, in: placed.block)
          else { continue }
          tables.append(FormattedTable(placed: placed, format: format))
        }
      }
    }
    tables = tables.filter { !$0.edits.isEmpty && keepsMeaning($0.edits, in: $0.placed.range) }
    guard !tables.isEmpty else { return nil }
    tables.sort { $0.edits[0].range.lowerBound < $1.edits[0].range.lowerBound }
    let edits = tables.flatMap(\.edits)
    func newOffset(_ offset: Int) -> Int {
      guard let table = tables.first(where: { $0.lines.contains(offset) }) else { return edits.mapping(offset) }
      let before = edits.prefix { $0.range.upperBound < table.lines.lowerBound }
      let shift = before.reduce(0) { $0 + $1.replacement.count - $1.range.count }
      return shift + table.placed.start
        + table.format.newOffset(offset - table.placed.start, in: table.placed.block)
    }
    return EditResult(
      edits: edits,
      selections: selections.map { TextSelection(anchor: newOffset($0.anchor), head: newOffset($0.head)) })
  }
}

private struct FormattedTable {
  let placed: PlacedBlock
  let format: TableFormat
  /// Bytes from the document's start.
  let edits: [SourceEdit]
  /// From its first line's start to its last one's end; bytes from the document's start.
  let lines: ClosedRange<Int>

  init(placed: PlacedBlock, format: TableFormat) {
    self.placed = placed
    self.format = format
    edits = format.edits(in: placed.block).map { $0.moved(by: placed.start) }
    let rows = format.layout.rows
    let start = placed.start + (rows.first?.line.start ?? 0)
    lines = start...max(start, placed.start + (rows.last?.line.end ?? 0))
  }
}

extension SyntaxTree {
  /// The nodes other than inlines that touch `range`, in pre-order; `start` is where the block starts in the document.
  /// Costs the nodes beside and above them.
  func blockNodes(overlapping range: Range<Int>, from start: Int) -> [Index] {
    var found: [Index] = []
    var index = 0
    while index < nodes.count {
      let node = nodes[index]
      let touches = start + Int(node.start) <= range.upperBound && range.lowerBound <= start + Int(node.end)
      if touches, !node.kind.isInline { found.append(index) }
      index = touches && !node.kind.isInline && !node.kind.holdsInlines ? index + 1 : Int(node.subtreeEnd)
    }
    return found
  }
}
