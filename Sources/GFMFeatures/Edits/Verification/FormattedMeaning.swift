import GFMSyntax
import MarkdownText

/// What formatting must leave as it is: blocks but for their items' numbers, code, and tables' alignments and texts.
struct FormattedMeaning: Hashable {
  private var entries: [BlockOutline.Entry]
  private let literals: [UInt8]
  private var rows: [[[UInt8]]] = []
  private var alignments: [Node.Alignment] = []

  /// Of the blocks in `range`, which starts and ends where blocks do. Costs their nodes and pieces.
  init(of document: Document, in range: Range<Int>) {
    let outline = BlockOutline(of: document, in: range)
    literals = outline.literals
    // A row that is filled up has more cells.
    entries = outline.entries.filter { !$0.kind.isTableCell }
    for placed in document.blocks(in: range) { addTables(of: placed.block) }
  }

  private mutating func addTables(of block: Block) {
    var index = 0
    while index < block.tree.nodes.count {
      let node = block.tree.nodes[index]
      if case .tableRow(let isHeader) = node.kind { addRow(index, isHeader: isHeader, of: block) }
      index = node.kind.isInline || node.kind.isTableRow ? Int(node.subtreeEnd) : index + 1
    }
  }

  private mutating func addRow(_ index: SyntaxTree.Index, isHeader: Bool, of block: Block) {
    var cells: [[UInt8]] = []
    for child in block.tree.children(of: index) {
      guard case .tableCell(let alignment) = block.tree.nodes[child].kind else { continue }
      cells.append(Array(block.bytes[block.tree.nodes[child].range].trimmingCellSpace))
      if isHeader { alignments.append(alignment) }
    }
    while cells.last?.isEmpty == true { cells.removeLast() }
    rows.append(cells)
  }
}

extension Document {
  /// Whether `edits`, in source order and all in `range`, leave the meaning of the blocks there. Costs their parse.
  func keepsMeaning(_ edits: [SourceEdit], in range: Range<Int>) -> Bool {
    let after = replacing(edits)
    let growth = after.byteCount - byteCount
    return FormattedMeaning(of: self, in: range)
      == FormattedMeaning(of: after, in: range.lowerBound..<range.upperBound + growth)
  }
}

extension Node.Kind {
  fileprivate var isTableCell: Bool { if case .tableCell = self { true } else { false } }
  fileprivate var isTableRow: Bool { if case .tableRow = self { true } else { false } }
}

extension ArraySlice<UInt8> {
  fileprivate var trimmingCellSpace: ArraySlice<UInt8> {
    var slice = drop(while: \.isCellSpace)
    while slice.last?.isCellSpace == true { slice.removeLast() }
    return slice
  }
}
