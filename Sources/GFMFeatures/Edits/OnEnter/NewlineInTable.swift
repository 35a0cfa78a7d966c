import GFMSyntax
import MarkdownText

/// The rules for Enter in tables.
extension CaretLine {
  /// Enter behind all text of a row of the table at `leaf`: the next row. In an empty last row: the table ends. `nil`
  /// elsewhere.
  func newlineInTable(_ leaf: SyntaxTree.Index, options: EditOptions) -> NewlineChange? {
    guard hasAllQuoteMarkers else { return nil }
    if isStartedRow(leaf) { return leaving(from: prefix.contentStart, expectation: .sameContainers) }
    guard let layout = TableLayout(of: leaf, in: block),
      let index = layout.rowIndex(onLineAt: line.start)
    else { return nil }
    let row = layout.rows[index]
    if row.role == .body, row.isEmpty, caret > row.start || !layout.hasLeadingPipes {
      return index == layout.rows.count - 1
        ? leaving(from: row.start, expectation: .rowLeft(row.node)) : newRow(of: layout, below: row, options: options)
    }
    guard caret >= row.textEnd else { return nil }
    return newRow(of: layout, below: row, options: options)
  }

  /// A row of empty cells below `row`, with the caret in the first one.
  func newRow(of layout: TableLayout, below row: TableLayout.Row, options: EditOptions) -> NewlineChange? {
    let above = row.role == .header ? layout.rows[1] : row
    let prefix = LinePrefix(of: above.line, in: block).continuation(upTo: above.start, in: block)
    let start = lineEnding + prefix + (layout.hasLeadingPipes ? Array("| ".utf8) : [])
    // One edit from the caret on, so that a client that has typed the line ending already can do it too.
    let edited = min(caret, above.line.end)..<above.line.end
    let kept = Array(bytes[edited])
    var change = inserting(kept + start, replacing: edited, expectation: .rowAdded)
    guard options.completesRows else { return change }
    change.edits[0].replacement += layout.endOfEmptyRow
    return change
  }

  /// An empty line in place of the row that starts at `start`, which ends the table, and the caret below it.
  private func leaving(from start: Int, expectation: NewlineChange.Expectation) -> NewlineChange {
    // A row without a first pipe has its caret before the space that is put before the next one.
    let start = min(start, caret)
    let prefix = self.prefix.continuation(upTo: start, in: block)
    return replacingLineEnd(
      from: bytes.trimmedEnd(of: line.start..<start), with: lineEnding + prefix, expectation: expectation)
  }

  /// Whether the line is a lone pipe below a table, which the parser takes for a paragraph.
  private func isStartedRow(_ leaf: SyntaxTree.Index) -> Bool {
    let content = prefix.contentStart
    guard tree.nodes[leaf].kind == .paragraph, Int(tree.nodes[leaf].start) == content,
      bytes[content] == UInt8(ascii: "|"), bytes.isBlank(in: content + 1..<line.end),
      Int(tree.nodes[leaf].end) <= line.end, placed.start + line.start > 0
    else { return false }
    let above = document.lineRange(document.line(at: placed.start + line.start) - 1)
    guard let lineAbove = CaretLine(above.upperBound, in: document), let leaf = lineAbove.leaf else { return false }
    return lineAbove.tree.nodes[leaf].kind == .table && lineAbove.containers.count == containers.count
      && (caret > content || TableLayout(of: leaf, in: lineAbove.block)?.hasLeadingPipes == false)
  }
}

extension TableLayout {
  /// What follows a caret in the first cell of an empty row.
  fileprivate var endOfEmptyRow: [UInt8] {
    let hasLastPipe = hasLeadingPipes || hasTrailingPipes
    let pipeCount = columnCount - (hasLastPipe ? 0 : 1)
    let pipes = [[UInt8]](repeating: Array(" |".utf8), count: max(pipeCount, 0)).joined(separator: " ".utf8)
    return Array(pipes) + (hasLastPipe ? [] : Array(" ".utf8))
  }
}
