import GFMSyntax
import MarkdownText

/// A table with its columns aligned: each row between pipes, each cell's text as it was, padded to its column's width.
///
/// A short row gets the cells that it lacks. Cells beyond the header's, which are not shown, stay as they are behind the
/// aligned ones. What stands before a row, the containers' prefixes and its indentation, is left alone. Offsets are
/// bytes from the block's start.
struct TableWriter {
  /// More bytes than this no formatted table has.
  static let maximalByteCount = 1 << 22
  /// What a column has at least: an alignment's marks with a dash between.
  private static let minimalWidth = 3

  let layout: TableLayout
  /// For each row, what stands before, between and behind its texts, as written.
  private let rows: [FormattedRow]

  /// `nil` where the node at `table` is no table, or one that would become too long. Costs the table's length before and
  /// after.
  init?(of table: SyntaxTree.Index, in block: Block) {
    guard let layout = TableLayout(of: table, in: block) else { return nil }
    let widths = layout.rows.map { row in
      row.role == .delimiter ? [] : row.cells.map { DisplayWidth.columns(of: block.bytes[$0]) }
    }
    var columns = [Int](repeating: Self.minimalWidth, count: layout.columnCount)
    for row in widths {
      for (column, width) in row.prefix(columns.count).enumerated() { columns[column] = max(columns[column], width) }
    }
    let rowLength = columns.reduce(4) { $0 + $1 + 3 }
    guard rowLength * layout.rows.count <= Self.maximalByteCount else { return nil }
    self.layout = layout
    rows = zip(layout.rows, widths).map { row, widths in
      row.role == .delimiter
        ? FormattedRow(delimiters: layout.alignments, columns: columns)
        : FormattedRow(row, widths: widths, columns: columns, alignments: layout.alignments)
    }
  }

  /// From the first line's start to the last one's end.
  var lines: ClosedRange<Int> {
    let start = layout.rows.first?.line.start ?? 0
    return start...max(start, layout.rows.last?.line.end ?? 0)
  }

  /// The least edits that format the table, in source order; empty where it is formatted.
  func edits(in block: Block) -> [SourceEdit] {
    zip(layout.rows, rows).flatMap { $1.edits(of: $0, in: block.bytes) }
  }

  /// Where `offset`, on one of the table's lines, stands afterwards: at the same place in the same cell.
  func newOffset(_ offset: Int, in block: Block) -> Int {
    var shift = 0
    for (row, formatted) in zip(layout.rows, rows) {
      if offset <= row.line.end {
        guard offset > row.start else { return offset + shift }
        return row.start + shift + formatted.newOffset(offset, in: row)
      }
      shift += formatted.edits(of: row, in: block.bytes).reduce(0) { $0 + $1.replacement.count - $1.range.count }
    }
    return offset + shift
  }
}

/// A row as it shall be.
private struct FormattedRow {
  /// What stands before each cell's text, and after the last one's.
  private(set) var gaps: [[UInt8]] = []
  /// A delimiter row has its cells' texts in its gaps.
  private let isDelimiter: Bool

  init(delimiters alignments: [Node.Alignment], columns: [Int]) {
    isDelimiter = true
    var text: [UInt8] = []
    for (alignment, width) in zip(alignments, columns) {
      text += Array("| ".utf8) + Self.marks(alignment, width: width) + [UInt8(ascii: " ")]
    }
    gaps = [text + [UInt8(ascii: "|")]]
  }

  private static func marks(_ alignment: Node.Alignment, width: Int) -> [UInt8] {
    var marks = [UInt8](repeating: UInt8(ascii: "-"), count: width)
    if alignment == .left || alignment == .center { marks[0] = UInt8(ascii: ":") }
    if alignment == .right || alignment == .center { marks[width - 1] = UInt8(ascii: ":") }
    return marks
  }

  init(_ row: TableLayout.Row, widths: [Int], columns: [Int], alignments: [Node.Alignment]) {
    isDelimiter = false
    var gap: [UInt8] = []
    for cell in 0..<max(columns.count, widths.count) {
      gap += "| ".utf8
      let isThere = cell < widths.count
      let room = cell < columns.count ? columns[cell] - (isThere ? widths[cell] : 0) : 0
      let isEmpty = !isThere || row.cells[cell].isEmpty
      // The caret in an empty cell stands at its start, however it is aligned.
      let left = isEmpty ? 0 : Self.leftPadding(room, cell < alignments.count ? alignments[cell] : .none)
      gap += Self.spaces(left)
      if isThere {
        gaps.append(gap)
        gap = []
      }
      gap += Self.spaces(room - left + 1)
    }
    gaps.append(gap + [UInt8(ascii: "|")])
  }

  private static func leftPadding(_ room: Int, _ alignment: Node.Alignment) -> Int {
    switch alignment {
    case .none, .left: 0
    case .center: room / 2
    case .right: room
    }
  }

  private static func spaces(_ count: Int) -> [UInt8] { [UInt8](repeating: UInt8(ascii: " "), count: count) }

  /// The edits that make `row` this one.
  func edits(of row: TableLayout.Row, in bytes: [UInt8]) -> [SourceEdit] {
    let cells = isDelimiter ? [] : row.cells
    var edits: [SourceEdit] = []
    var start = row.start
    for (gap, cell) in zip(gaps, cells.map(Optional.some) + [nil]) {
      let end = cell?.lowerBound ?? row.line.end
      edits.append(SourceEdit(range: start..<end, replacement: gap))
      start = cell?.upperBound ?? end
    }
    return Array(SourceEdits(edits).minimized { Array(bytes[$0]) })
  }

  /// Where `offset` in `row` is afterwards, from the row's start.
  func newOffset(_ offset: Int, in row: TableLayout.Row) -> Int {
    let index = row.cellIndex(at: offset)
    guard index >= 0 else { return 0 }
    guard !isDelimiter else { return min(offset - row.start, gaps[0].count) }
    guard index < row.cells.count else {
      return gaps.reduce(0) { $0 + $1.count } + row.cells.reduce(0) { $0 + $1.count }
    }
    let cell = row.cells[index]
    let start = gaps[...index].reduce(0) { $0 + $1.count } + row.cells[..<index].reduce(0) { $0 + $1.count }
    return start + min(max(offset - cell.lowerBound, 0), cell.count)
  }
}
