import GFMSyntax
import MarkdownText

/// Which cell to go to.
enum CellStep {
  case next, previous
}

extension Document {
  /// Selects the next or the previous cell of the table that each selection's head is in: its text, or the caret in it
  /// where it is empty.
  ///
  /// After the last cell comes a new row, and after the last one of a row that lacks some a new cell; before the first
  /// cell there is none, so that one is selected. `nil` where a selection is outside of any table. Costs the parse of the
  /// table's block as a whole, and for each new row or cell another one.
  func goToCell(_ step: CellStep, selections: [TextSelection], options: EditOptions) -> EditResult? {
    var moves: [CellMove] = []
    for selection in selections {
      guard mayHoldTable(at: selection.head),
        let move = CaretLine(selection.head, in: self)?.move(step, options: options)
      else { return nil }
      moves.append(move)
    }
    // Carets that make the same row share it.
    let edits = Set(moves.flatMap(\.edits)).sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard zip(edits, edits.dropFirst()).allSatisfy({ $0.range.upperBound < $1.range.lowerBound }) else { return nil }
    let selections = moves.map { move in
      let start = move.edits.first?.range.lowerBound ?? move.cell.lowerBound
      let shift = edits.prefix { $0.range.lowerBound < start }.reduce(0) { $0 + $1.replacement.count - $1.range.count }
      return TextSelection(anchor: move.cell.lowerBound + shift, head: move.cell.upperBound + shift)
    }
    return EditResult(edits: edits, selections: selections)
  }

  /// A look that costs nothing: most carets are in no table, and some are in very long lists.
  private func mayHoldTable(at offset: Int) -> Bool {
    segments(in: offset..<offset).contains { $0.block.contents.contains(.tables) }
  }
}

/// A way to a cell. Offsets are bytes from the document's start.
private struct CellMove {
  /// What makes the cell, where it is new.
  let edits: [SourceEdit]
  /// The cell's text after `edits` alone.
  let cell: Range<Int>
}

extension CaretLine {
  fileprivate func move(_ step: CellStep, options: EditOptions) -> CellMove? {
    guard let leaf, let layout = TableLayout(of: leaf, in: block),
      let index = layout.rowIndex(onLineAt: line.start)
    else { return nil }
    switch step {
    case .next: return next(in: layout, from: index)
    case .previous: return previous(in: layout, from: index)
    }
  }

  private func next(in layout: TableLayout, from index: Int) -> CellMove? {
    let row = layout.rows[index]
    if row.role != .delimiter {
      let cell = row.cellIndex(at: caret) + 1
      if cell < row.cells.count { return move(to: row.cells[cell]) }
      // Behind the last pipe of a row that needs none at its end is its last cell.
      if row.cells.count < layout.columnCount, layout.hasTrailingPipes || cell < layout.columnCount {
        return newCell(in: row, of: layout)
      }
    }
    let nextRow = layout.rows[(index + 1)...].first { $0.role == .body }
    if let nextRow { return nextRow.cells.first.map(move) ?? newCell(in: nextRow, of: layout) }
    guard let last = layout.rows.last, let below = CaretLine(placed.start + last.line.end, in: document) else {
      return nil
    }
    var completing = EditOptions()
    completing.completesRows = true
    return below.newRow(of: layout, below: last, options: completing).flatMap(below.checked).map(move)
  }

  private func previous(in layout: TableLayout, from index: Int) -> CellMove? {
    let row = layout.rows[index]
    if row.role != .delimiter {
      let cell = min(row.cellIndex(at: caret), row.cells.count) - 1
      if cell >= 0 { return move(to: row.cells[cell]) }
    }
    let previousRow = layout.rows[..<index].last { $0.role != .delimiter && !$0.cells.isEmpty }
    return (previousRow?.cells.last ?? row.cells.first).map(move)
  }

  /// An empty cell at the end of a row that has fewer than the header.
  private func newCell(in row: TableLayout.Row, of layout: TableLayout) -> CellMove? {
    let start = row.cells.isEmpty ? row.start : row.contentEnd
    let text = row.cells.isEmpty ? "|" : " |"
    var change = inserting(
      Array(text.utf8) + [UInt8(ascii: " ")], replacing: start..<row.line.end, expectation: .cellAdded)
    if row.cells.isEmpty || layout.hasTrailingPipes { change.edits[0].replacement += " |".utf8 }
    return checked(change).map(move)
  }

  private func move(to cell: Range<Int>) -> CellMove {
    CellMove(edits: [], cell: placed.start + cell.lowerBound..<placed.start + cell.upperBound)
  }

  private func move(to change: NewlineChange) -> CellMove {
    let caret = placed.start + change.caret
    return CellMove(edits: change.edits.map { $0.moved(by: placed.start) }, cell: caret..<caret)
  }
}
