import MarkdownText

// Tables (GFM 4.10). Each row is a line; a pipe parts cells unless a backslash stands before it.

extension SourceAligner {
  mutating func replayTable(_ index: Int32) -> Bool {
    let header = nextLine
    guard header + 1 < lines.count else { return false }
    let alignments = tree.alignments[index] ?? []
    let start = scanPrefix(of: header).scan.firstNonspace.offset
    var table = builder.append(.table, start..<lines.contentEnd(header), parent: parent)
    let contextPrefix = Self.contextPrefix(ofTableWith: alignments)
    var row = tree.nodes[Int(index)].firstChild
    replayRow(row, isHeader: true, alignments: alignments, table: table)
    replayDelimiterRow(table: table)
    if row >= 0 { row = tree.nodes[Int(row)].nextSibling }
    while row >= 0, nextLine < lines.count {
      table = startLeafSegment(at: nextLine, of: table, behind: contextPrefix)
      replayRow(row, isHeader: false, alignments: alignments, table: table)
      row = tree.nodes[Int(row)].nextSibling
    }
    builder.close(table)
    return true
  }

  /// Lines that open a table like one with these columns: all that its rows hang on.
  private static func contextPrefix(ofTableWith alignments: [Node.Alignment]) -> [UInt8] {
    let delimiters = alignments.map { alignment in
      switch alignment {
      case .none: "-|"
      case .left: ":-|"
      case .center: ":-:|"
      case .right: "-:|"
      }
    }
    let header = String(repeating: "x|", count: alignments.count)
    return Array("|\(header)\n|\(delimiters.joined())\n".utf8)
  }

  /// The parts of a row: cells with what is around them, and the pipes.
  private struct RowParts {
    var cells: [Range<Int>] = []
    var pipes: [Int] = []

    init(_ range: Range<Int>, in source: [UInt8]) {
      var cellStart = range.lowerBound
      for index in range where source[index] == UInt8(ascii: "|") {
        if index > range.lowerBound, source[index - 1] == UInt8(ascii: "\\") { continue }
        pipes.append(index)
        if index > range.lowerBound { cells.append(cellStart..<index) }
        cellStart = index + 1
      }
      // White space after the last pipe is no cell.
      if LinkScanner.whitespaceEnd(in: source, from: cellStart, end: range.upperBound) < range.upperBound {
        cells.append(cellStart..<range.upperBound)
      }
    }
  }

  private mutating func replayRow(_ treeRow: Int32, isHeader: Bool, alignments: [Node.Alignment], table: Int32) {
    let line = nextLine
    let isComplete = scanPrefix(of: line).isComplete
    let scan = emitPrefix(of: line)
    let start = scan.firstNonspace.offset
    let lineEnd = lines.contentEnd(line)
    let row = builder.append(.tableRow(isHeader: isHeader), start..<lineEnd, parent: table)
    // A lazy line keeps its indentation, which then makes a first, empty cell before a leading pipe.
    let segments = RowParts((isComplete ? start : scan.offset)..<lineEnd, in: source)
    var pipes = segments.pipes[...]
    var treeCell = treeRow >= 0 ? tree.nodes[Int(treeRow)].firstChild : -1
    for (column, cell) in segments.cells.enumerated() {
      addPipes(&pipes, before: cell.upperBound, kind: .tablePipe, node: row)
      // Cells beyond the header's are dropped by the library: plain text of the row.
      if treeCell >= 0 {
        replayCell(treeCell, cell, alignment: column < alignments.count ? alignments[column] : .none, row: row)
        treeCell = tree.nodes[Int(treeCell)].nextSibling
      } else {
        builder.add(.text, cellText(cell), node: row)
      }
    }
    addPipes(&pipes, before: lineEnd, kind: .tablePipe, node: row)
    builder.fill(to: lineEnd, node: row)
    builder.close(row)
    builder.nodes[Int(table)].end = Int32(lineEnd)
  }

  /// A cell without the white space at its ends: of that behind a pipe the library takes more.
  private func cellText(_ cell: Range<Int>) -> Range<Int> {
    let isBehindPipe = cell.lowerBound > 0 && source[cell.lowerBound - 1] == UInt8(ascii: "|")
    guard isBehindPipe else { return LinkScanner.trimmed(cell, in: source) }
    let start = LinkScanner.whitespaceEnd(in: source, from: cell.lowerBound, end: cell.upperBound)
    return LinkScanner.trimmed(start..<cell.upperBound, in: source)
  }

  private mutating func addPipes(_ pipes: inout ArraySlice<Int>, before end: Int, kind: SyntaxToken.Kind, node: Int32) {
    while let pipe = pipes.first, pipe < end {
      builder.add(kind, pipe..<pipe + 1, node: node)
      pipes.removeFirst()
    }
  }

  private mutating func replayCell(_ treeCell: Int32, _ range: Range<Int>, alignment: Node.Alignment, row: Int32) {
    var content = ContentMap()
    content.append(cellText(range), of: source, unescapingPipes: true)
    let rowStart = Int(builder.nodes[Int(row)].start)
    let cell = builder.append(
      .tableCell(alignment), max(range.lowerBound, rowStart)..<max(range.upperBound, rowStart), parent: row)
    var pending = PendingInlines()
    var inlines = InlineAligner(tree: tree, content: content, options: options)
    if content.bytes[...] == tree.text(of: treeCell), inlines.run(childrenOf: treeCell) {
      append(inlines, of: content, to: &pending, leaf: cell)
    } else {
      countMisalignment()
      pending.addText(from: 0, of: content, node: cell)
    }
    for token in pending.tokens { add(token, of: content) }
    builder.fill(to: range.upperBound, node: cell)
    builder.close(cell)
  }

  private mutating func replayDelimiterRow(table: Int32) {
    let line = nextLine
    let start = emitPrefix(of: line).firstNonspace.offset
    let lineEnd = lines.contentEnd(line)
    let row = builder.append(.tableDelimiterRow, start..<lineEnd, parent: table)
    let segments = RowParts(start..<lineEnd, in: source)
    var pipes = segments.pipes[...]
    for cell in segments.cells {
      addPipes(&pipes, before: cell.upperBound, kind: .tableDelimiterPipe, node: row)
      builder.add(.tableAlignment, cellText(cell), node: row)
    }
    addPipes(&pipes, before: lineEnd, kind: .tableDelimiterPipe, node: row)
    builder.fill(to: lineEnd, node: row)
    builder.nodes[Int(table)].end = Int32(lineEnd)
  }
}
