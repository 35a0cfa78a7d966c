import GFMSyntax
import MarkdownText

/// Finds rows of tables that have more or fewer cells than the header.
enum TableRowCheck {
  static func diagnostics(in block: Block) -> [LocalDiagnostic] {
    guard block.contents.contains(.tables) else { return [] }
    var found: [LocalDiagnostic] = []
    let nodes = block.tree.nodes
    for (index, node) in nodes.enumerated() where node.kind == .table {
      guard let columns = columnCount(ofTable: index, in: block) else { continue }
      for row in block.tree.children(of: index) where nodes[row].kind == .tableRow(isHeader: false) {
        if let diagnostic = diagnostic(ofRow: row, columns: columns, in: block) { found.append(diagnostic) }
      }
    }
    return found
  }

  /// How many cells the row at `row` has, those that are left out aside.
  static func cellCount(ofRow row: SyntaxTree.Index, in block: Block) -> Int {
    block.tree.children(of: row).reduce(0) { count, _ in count + 1 }
  }

  /// How many columns a table has; of one that goes on from a part before, what its lines are read behind tells it.
  static func columnCount(ofTable table: SyntaxTree.Index, in block: Block) -> Int? {
    var children = block.tree.children(of: table)
    guard let first = children.next() else { return nil }
    if block.tree.nodes[first].kind == .tableRow(isHeader: true) { return cellCount(ofRow: first, in: block) }
    guard table == 0, block.startsInsideLeaf else { return nil }
    return block.contextPrefix.prefix { !$0.isLineEnding }.filter { $0 == UInt8(ascii: "|") }.count - 1
  }

  private static func diagnostic(
    ofRow row: SyntaxTree.Index, columns: Int, in block: Block
  ) -> LocalDiagnostic? {
    let node = block.tree.nodes[row]
    let cells = cellCount(ofRow: row, in: block)
    if cells < columns {
      return LocalDiagnostic(
        .missingTableCells, node.range, "This row has \(cells) of the table's \(columns) cells.")
    }
    // Cells beyond the header's are plain text of the row.
    let extra = block.tree.tokens[block.tree.tokenIndex(at: Int(node.start))...]
      .prefix { $0.start < node.end }.filter { $0.node == row && $0.kind == .text }
    guard let first = extra.first, let last = extra.last else { return nil }
    return LocalDiagnostic(
      .extraTableCells, Int(first.start)..<Int(last.end),
      "GitHub leaves this out: the row has more cells than the header's \(columns).")
  }
}
