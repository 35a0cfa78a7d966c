import GFMFeatures
import GFMSyntax
import MarkdownText
import TestSupport
import Testing

/// Tables in random texts: what must hold wherever the carets are.
@Suite struct TableFuzzTests {
  private static let segments = [
    "|", "|", "|", "a", "日", " ", "\\", "`", "-", ":-", "-:", "\t", "❤️", "> ", "- ", "1. ", "3. ", "\r", "é", "*",
    "[^1]",
  ]
  private static let tables = [
    "|a|b|\n|-|:-:|\n|c|\n", "> |a|\n> |-|\n> |b|c|\n", "- |a|b|\n  |-|-:|\n  |c|d|\n", "a | b\n- | -\nc | d\n",
    "9. x\n9. |a|\n   |-|\n\n   1. y\n   3. z\n",
  ]

  private static func text(using generator: inout SeededGenerator) -> String {
    var text: [Unicode.Scalar] = []
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      text += (tables.randomElement(using: &generator) ?? "").unicodeScalars
      if Bool.random(using: &generator) { text.append("\n") }
    }
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      let index = Int.random(in: 0...text.count, using: &generator)
      text.insert(contentsOf: (segments.randomElement(using: &generator) ?? "").unicodeScalars, at: index)
      if Bool.random(using: &generator) { text.remove(at: Int.random(in: 0..<text.count, using: &generator)) }
    }
    var string = String.UnicodeScalarView()
    string.append(contentsOf: text)
    return String(string)
  }

  @Test(arguments: 0..<4) func editsAreInOrderAndSelectionsInTheText(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let operations: [EditOperation] = [.nextCell, .previousCell, .formatTable, .renumberList, .newline]
    for _ in 0..<800 {
      let text = Self.text(using: &generator)
      let document = Document(text)
      let selections = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        TextSelection(
          anchor: Int.random(in: 0...document.byteCount, using: &generator),
          head: Int.random(in: 0...document.byteCount, using: &generator))
      }
      for operation in operations {
        guard let result = document.edit(operation, selections: selections) else { continue }
        let isOrdered = zip(result.edits, result.edits.dropFirst()).allSatisfy {
          $0.range.upperBound <= $1.range.lowerBound
        }
        let isInside = result.edits.allSatisfy { 0 <= $0.range.lowerBound && $0.range.upperBound <= document.byteCount }
        guard isOrdered, isInside, result.selections.count == selections.count else {
          Issue.record("\(operation) of \(text.debugDescription) at \(selections): \(result)")
          continue
        }
        let after = document.text(after: result.edits).utf8.count
        let isPlaced = result.selections.allSatisfy { (0...after).contains($0.anchor) && (0...after).contains($0.head) }
        if !isPlaced { Issue.record("\(operation) of \(text.debugDescription) at \(selections): \(result)") }
      }
    }
  }

  /// Formatting what is formatted changes nothing, and neither changes what stands outside of white space, pipes, dashes
  /// and numbers.
  @Test(arguments: 0..<4) func formattingIsDoneAtOnce(_ seed: UInt64) {
    var generator = SeededGenerator(seed: 100 + seed)
    var changed = 0
    for _ in 0..<1500 {
      let text = Self.text(using: &generator)
      let document = Document(text)
      changed += document.formatting().isEmpty ? 0 : 1
      let formatted = Document(document.text(after: document.formatting()))
      let again = formatted.formatting()
      if !again.isEmpty {
        Issue.record("\(text.debugDescription) is formatted twice: \(String(decoding: formatted.text, as: UTF8.self))")
      }
      if Self.letters(document) != Self.letters(formatted) { Issue.record("\(text.debugDescription) lost something") }
    }
    #expect(changed > 1000)
  }

  private static func letters(_ document: Document) -> [UInt8] {
    document.text.filter { !" \t|-:0123456789".utf8.contains($0) }
  }

  /// From the first cell on, Tab visits every cell in turn, and Shift-Tab goes the same way back.
  @Test func tabVisitsEveryCell() {
    for example in Corpus.examples where example.source.contains("|") {
      let document = Document(example.source)
      for placed in document.blocks(in: 0..<document.byteCount) {
        let tree = placed.tree
        for table in tree.nodes.indices where tree.nodes[table].kind == .table {
          let rows = tree.children(of: table).filter { tree.nodes[$0].kind != .tableDelimiterRow }
          // A row that lacks cells would get them.
          let counts = rows.map { tree.children(of: $0).reduce(0) { count, _ in count + 1 } }
          guard counts.allSatisfy({ $0 == counts.first }) else { continue }
          let cells = rows.flatMap { Array(tree.children(of: $0)) }.map { tree.nodes[$0].range }
          Self.checkTour(of: cells.map { placed.start + $0.lowerBound..<placed.start + $0.upperBound }, in: document)
        }
      }
    }
  }

  private static func checkTour(of cells: [Range<Int>], in document: Document) {
    guard let first = cells.first else { return }
    var caret = first.lowerBound + 1
    for cell in cells.dropFirst() {
      guard let result = document.edit(.nextCell, selections: [TextSelection(caret: caret)]), result.edits.isEmpty,
        let next = result.selections.first, cell.lowerBound <= next.anchor, next.head <= cell.upperBound
      else {
        Issue.record("no way from \(caret) to \(cell) in \(String(decoding: document.text, as: UTF8.self))")
        return
      }
      caret = next.head
    }
    for cell in cells.dropLast().reversed() {
      guard let result = document.edit(.previousCell, selections: [TextSelection(caret: caret)]), result.edits.isEmpty,
        let previous = result.selections.first, cell.lowerBound <= previous.anchor, previous.head <= cell.upperBound
      else {
        Issue.record("no way back from \(caret) to \(cell) in \(String(decoding: document.text, as: UTF8.self))")
        return
      }
      caret = previous.head
    }
  }

  /// Enter at the end of each row of a real table makes a row that a typed word is in.
  @Test func enterAtEveryRow() throws {
    for example in Corpus.examples where example.source.contains("|") {
      let document = Document(example.source)
      for placed in document.blocks(in: 0..<document.byteCount) {
        let tree = placed.tree
        for row in tree.nodes.indices {
          guard case .tableRow = tree.nodes[row].kind, row + 1 < Int(tree.nodes[row].subtreeEnd) else { continue }
          let caret = placed.start + tree.nodes[row].range.upperBound
          let result = document.edit(.newline, selections: [TextSelection(caret: caret)])
          guard let result, let newCaret = result.selections.first?.head else {
            Issue.record("no row after \(caret) in \(example.source)")
            continue
          }
          var text = Array(document.text(after: result.edits).utf8)
          text.insert(contentsOf: "word".utf8, at: newCaret)
          let after = Document(text).block(at: newCaret)
          let cell = after.tree.innermostBlock(at: newCaret - after.start + 2)
          #expect(cell.map { after.tree.nodes[$0].kind.holdsInlines } == true)
          #expect(Self.rowCount(of: Document(text)) == Self.rowCount(of: document) + 1)
        }
      }
    }
  }

  private static func rowCount(of document: Document) -> Int {
    document.blocks(in: 0..<document.byteCount).reduce(0) { count, placed in
      count + placed.tree.nodes.count { if case .tableRow = $0.kind { true } else { false } }
    }
  }
}
