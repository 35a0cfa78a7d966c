import GFMSyntax
import MarkdownText

/// A table as its rows and cells are written. Offsets are bytes from the block's start.
struct TableLayout {
  struct Row {
    enum Role {
      case header, delimiter, body
    }

    let role: Role
    let node: SyntaxTree.Index
    let line: SourceLine
    /// After the containers' prefixes and the row's indentation.
    let start: Int
    let pipes: [Int]
    /// The cells' texts without the white space around them, those beyond the header's too. That of an empty cell is
    /// where a caret stands in it: after one space, if there is any.
    let cells: [Range<Int>]

    var hasLeadingPipe: Bool { pipes.first == start }
    var hasTrailingPipe: Bool { pipes.last.map { $0 > start && $0 >= contentEnd } ?? false }
    var isEmpty: Bool { cells.allSatisfy(\.isEmpty) }
    /// Where the last cell's text ends.
    var contentEnd: Int { cells.last?.upperBound ?? line.end }

    /// Where the text of the last cell that has some ends.
    var textEnd: Int { cells.last { !$0.isEmpty }?.upperBound ?? contentEnd }

    /// The cell that `offset` is in; -1 before the leading pipe, the number of cells after the trailing one.
    func cellIndex(at offset: Int) -> Int {
      pipes.prefix { $0 < offset }.count - (hasLeadingPipe ? 1 : 0)
    }
  }

  let table: SyntaxTree.Index
  /// The header, the delimiter row, the body.
  let rows: [Row]
  /// One for each column.
  let alignments: [Node.Alignment]

  var columnCount: Int { alignments.count }
  /// Whether rows are written with a pipe before their first cell and after their last one, as the header is.
  var hasLeadingPipes: Bool { rows[0].hasLeadingPipe }
  var hasTrailingPipes: Bool { rows[0].hasTrailingPipe }

  /// Reads the table at `table`; `nil` where the node is none. Costs its lines and pieces.
  init?(of table: SyntaxTree.Index, in block: Block) {
    let tree = block.tree
    guard tree.nodes[table].kind == .table else { return nil }
    var rows: [Row] = []
    for index in tree.children(of: table) {
      if let row = Row(of: index, in: block) { rows.append(row) }
    }
    guard rows.count > 1, rows[1].role == .delimiter else { return nil }
    self.table = table
    self.rows = rows
    alignments = rows[1].cells.map { Self.alignment(of: block.bytes[$0]) }
  }

  private static func alignment(of marks: ArraySlice<UInt8>) -> Node.Alignment {
    switch (marks.first == UInt8(ascii: ":"), marks.last == UInt8(ascii: ":")) {
    case (true, true): .center
    case (true, false): .left
    case (false, true): .right
    case (false, false): .none
    }
  }

  /// The row on the line that starts at `lineStart`.
  func rowIndex(onLineAt lineStart: Int) -> Int? { rows.firstIndex { $0.line.start == lineStart } }
}

extension TableLayout.Row {
  fileprivate init?(of index: SyntaxTree.Index, in block: Block) {
    let node = block.tree.nodes[index]
    switch node.kind {
    case .tableRow(let isHeader): role = isHeader ? .header : .body
    case .tableDelimiterRow: role = .delimiter
    default: return nil
    }
    self.node = index
    start = Int(node.start)
    line = SourceLine(at: start, in: block.bytes)
    var pipes: [Int] = []
    for token in block.tree.tokens[block.tree.tokenIndex(at: start)...] {
      guard token.start < node.end else { break }
      if token.kind == .tablePipe || token.kind == .tableDelimiterPipe { pipes.append(Int(token.start)) }
    }
    self.pipes = pipes
    cells = Self.cells(from: start, to: line.end, between: pipes, in: block.bytes)
  }

  private static func cells(from start: Int, to end: Int, between pipes: [Int], in bytes: [UInt8]) -> [Range<Int>] {
    var cells: [Range<Int>] = []
    var cellStart = start
    for pipe in pipes {
      if pipe > start { cells.append(text(in: cellStart..<pipe, of: bytes)) }
      cellStart = pipe + 1
    }
    // White space after the last pipe is no cell.
    let rest = text(in: cellStart..<max(end, cellStart), of: bytes)
    if !rest.isEmpty { cells.append(rest) }
    return cells
  }

  private static func text(in range: Range<Int>, of bytes: [UInt8]) -> Range<Int> {
    guard let first = bytes[range].firstIndex(where: { !$0.isCellSpace }),
      let last = bytes[range].lastIndex(where: { !$0.isCellSpace })
    else {
      let caret = min(range.lowerBound + 1, range.upperBound)
      return caret..<caret
    }
    return first..<last + 1
  }
}

extension UInt8 {
  /// White space that the parser leaves out around a cell's text.
  var isCellSpace: Bool { isSpaceOrTab || self == 0x0B || self == 0x0C }
}
