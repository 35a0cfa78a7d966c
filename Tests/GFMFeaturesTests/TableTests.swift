import Foundation
import GFMFeatures
import GFMSyntax
import MarkdownText
import TestSupport
import Testing

@Suite struct TableTests {
  static let cases: [EditCase] = {
    let url = Bundle.module.url(forResource: "edits-tables", withExtension: "txt", subdirectory: "Fixtures")
    return url.flatMap { try? EditCase.load($0) } ?? []
  }()

  private static func result(
    of operation: String, on marked: MarkedText, options: EditOptions = EditOptions()
  ) -> MarkedText? {
    let document = Document(marked.text)
    let selections = marked.selections.map { TextSelection(anchor: $0.lowerBound, head: $0.upperBound) }
    guard let operation = EditOperation(rawValue: operation),
      let result = document.edit(operation, selections: selections, options: options)
    else { return nil }
    return MarkedText(text: document.text(after: result.edits), selections: result.selections.map(\.range))
  }

  private func check(
    _ operation: String, _ before: String, _ after: String?, options: EditOptions = EditOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let result = Self.result(of: operation, on: MarkedText(before), options: options)
    #expect(result?.marked == after, sourceLocation: sourceLocation)
  }

  @Test func casesAreThere() { #expect(Self.cases.count > 40) }

  @Test(arguments: cases) func caseFile(_ editCase: EditCase) {
    let after = Self.result(of: editCase.operation, on: editCase.before)
    switch editCase.expectation {
    case .after(let expected): #expect(after?.marked == expected.marked)
    case .none: #expect(after?.marked == nil)
    case .html: Issue.record("an outcome in HTML is not looked at here")
    }
  }

  /// Clients that insert the line ending themselves can put in nothing behind the caret.
  @Test func rowsThatAreOnlyStarted() {
    var options = EditOptions()
    options.completesRows = false
    check("newline", "| a | b |\n|-|-|\n| 1 | 2‸ |", "| a | b |\n|-|-|\n| 1 | 2 |\n| ‸", options: options)
    check("nextCell", "| a | b |\n|-|-|\n| 1 | 2‸ |", "| a | b |\n|-|-|\n| 1 | 2 |\n| ‸ |  |", options: options)
  }

  @Test func manyCarets() {
    check("nextCell", "| a‸ | b‸ |\n|-|-|\n| 1 | 2 |", "| a | ⟦b⟧ |\n|-|-|\n| ⟦1⟧ | 2 |")
    check(
      "nextCell", "| a | b |\n|-|-|\n| 1 | 2‸ |\n\n|a|\n|-|\n|1‸|",
      "| a | b |\n|-|-|\n| 1 | 2 |\n| ‸ |  |\n\n|a|\n|-|\n|1|\n| ‸ |")
    check("nextCell", "x‸\n\n| a‸ | b |\n|-|-|", nil)
    check("newline", "| a |\n|-|\n| 1 |‸\n| 2 |‸", "| a |\n|-|\n| 1 |\n| ‸ |\n| 2 |\n| ‸ |")
    check(
      "formatTable", "x‸ y\n\n|a‸|\n|-|\n\nz‸\n\n|b|\n|-|\n|c‸|",
      "x‸ y\n\n| a‸   |\n| --- |\n\nz‸\n\n| b   |\n| --- |\n| c‸   |")
  }

  /// Both would change the same row's end.
  @Test func newRowAndNewCellAtOnePlace() {
    check("nextCell", "| a | b |\n|-|-|\n| 1‸\n| 1 | 2‸ |", "| a | b |\n|-|-|\n| 1 | ‸ |\n| 1 | 2 |\n| ‸ |  |")
  }

  /// Few bytes can ask for a table of any size.
  @Test func tablesThatWouldBeTooLongStay() {
    let header = String(repeating: "|a", count: 5000) + "|\n" + String(repeating: "|-", count: 5000) + "|\n"
    let document = Document(header + String(repeating: "|b\n", count: 1000))
    #expect(document.formatting().isEmpty)
  }
}

@Suite struct FormattingTests {
  private func check(_ text: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let document = Document(text)
    #expect(document.formatted == expected, sourceLocation: sourceLocation)
    #expect(Document(expected).formatting().isEmpty, sourceLocation: sourceLocation)
  }

  @Test func tablesAndNumbersAreFormattedAndNothingElse() {
    check("#  a  \n*  b\n\n|a|\n|-|\n\n1. x\n1. y\n3.  z", "#  a  \n*  b\n\n| a   |\n| --- |\n\n1. x\n2. y\n3.  z")
    check("1. a\n1. b\n", "1. a\n1. b\n")
    check("```\n|a|\n|-|\n1. x\n3. y\n```\n", "```\n|a|\n|-|\n1. x\n3. y\n```\n")
    check("", "")
  }

  @Test func tablesInListsThatMove() {
    check(
      "9. a\n9. |b|\n   |-|\n\n   1. x\n   3. y\n", "9. a\n10. | b   |\n    | --- |\n\n    1. x\n    2. y\n")
  }

  @Test func editsAreTheLeast() {
    let edits = Document("| a   | b |\n| --- | --- |\n| 1   | 2   |\n").formatting()
    #expect(edits.map(\.range) == [10..<10])
    #expect(edits.map(\.replacement) == [Array("  ".utf8)])
  }

  @Test func segmentsThatTouchTheRange() {
    let text = "|a|\n|-|\n\nb\n\n|c|\n|-|\n"
    let start = text.utf8.count
    #expect(Document(text).formatting(in: 9..<10).isEmpty)
    #expect(Document(text).formatting(in: 0..<1).allSatisfy { $0.range.upperBound < 8 })
    #expect(Document(text).formatting(in: 5..<6).count == 3)
    #expect(Document(text).formatting(in: start - 2..<start).allSatisfy { $0.range.lowerBound > 8 })
  }
}

/// Formatting at every table of the specification's examples and of real documents.
@Suite struct FormattingPropertyTests {
  private static func check(_ text: String, label: String) -> Int {
    let document = Document(text)
    let formatted = Document(document.text(after: document.formatting()))
    let (before, after) = (document.tables, formatted.tables)
    if before != after { Issue.record("\(label): \(before) became \(after)") }
    let again = formatted.formatting()
    if !again.isEmpty { Issue.record("\(label): formatted again: \(again.prefix(3))") }
    return before.count
  }

  @Test func examples() {
    var count = 0
    for example in Corpus.examples {
      count += Self.check(example.source, label: "\(example.file) \(example.number)")
      count += Self.check(
        example.source.replacing("\n", with: "\r\n"), label: "\(example.file) \(example.number), CR LF")
      let quoted = example.source.split(separator: "\n", omittingEmptySubsequences: false).map { "> " + $0 }
      count += Self.check(quoted.joined(separator: "\n"), label: "\(example.file) \(example.number), quoted")
    }
    #expect(Corpus.examples.isEmpty || count > 20)
  }

  @Test func documents() throws {
    for url in Corpus.documents {
      let text = try String(contentsOf: url, encoding: .utf8)
      guard text.utf8.count < 200_000 else { continue }
      _ = Self.check(text, label: url.lastPathComponent)
    }
  }

  /// Texts, and how many columns a terminal gives them.
  private static let texts: [(text: String, width: Int)] = [
    ("a", 1), ("", 0), ("日本", 4), ("e\u{301}", 1), ("👩‍👩‍👧", 2), ("👍🏽", 2), ("`x\\|y`", 6), ("**b**", 5), ("한", 2),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("1️⃣", 2), ("❤️", 2), ("❤", 1), ("x y", 3), ("ﾊﾝ", 2), ("ＡＢ", 4), ("🇯🇵🇫🇷", 4),
    ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2), ("ध्य", 2), ("\u{200B}z", 1), ("ก็", 1), ("…—", 2), ("#", 1), ("(c)", 3),
  ]

  private static func padded(_ cell: (text: String, width: Int), to width: Int, _ mark: String) -> String {
    let room = width - cell.width
    let left = cell.text.isEmpty ? 0 : mark == "-:" ? room : mark == ":-:" ? room / 2 : 0
    return String(repeating: " ", count: left) + cell.text + String(repeating: " ", count: room - left)
  }

  private static func delimiter(_ mark: String, width: Int) -> String {
    let dashes = String(repeating: "-", count: width - mark.count + 1)
    return mark.replacing("-", with: dashes)
  }

  @Test func columnsAreAligned() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      let marks = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        ["-", ":-", "-:", ":-:"].randomElement(using: &generator) ?? "-"
      }
      var rows = [marks.indices.map { (text: "h\($0)", width: 2) }]
      for _ in 0..<4 {
        rows.append(marks.map { _ in Self.texts.randomElement(using: &generator) ?? ("", 0) })
      }
      var lines = rows.map { "|" + $0.map { $0.text + "|" }.joined() }
      lines.insert("|" + marks.map { $0 + "|" }.joined(), at: 1)

      let widths = marks.indices.map { column in max(3, rows.map { $0[column].width }.max() ?? 0) }
      var expected = rows.map { row in
        "| " + marks.indices.map { Self.padded(row[$0], to: widths[$0], marks[$0]) + " |" }.joined(separator: " ")
      }
      expected.insert(
        "| " + marks.indices.map { Self.delimiter(marks[$0], width: widths[$0]) + " |" }.joined(separator: " "), at: 1)
      let text = lines.joined(separator: "\n")
      #expect(Document(text).formatted == expected.joined(separator: "\n"))
      _ = Self.check(text, label: text)
    }
  }
}

extension Document {
  func text(after edits: [SourceEdit]) -> String {
    var text = self.text
    for edit in edits.reversed() { text.replaceSubrange(edit.range, with: edit.replacement) }
    return String(decoding: text, as: UTF8.self)
  }

  fileprivate var formatted: String { text(after: formatting()) }

  /// The alignments of each table's header, and its rows' texts up to the last that is not empty.
  fileprivate var tables: [[[String]]] {
    var tables: [[[String]]] = []
    for placed in blocks(in: 0..<byteCount) {
      let tree = placed.tree
      for table in tree.nodes.indices where tree.nodes[table].kind == .table {
        var rows: [[String]] = []
        for row in tree.children(of: table) {
          let cells = tree.children(of: row).filter { if case .tableCell = tree.nodes[$0].kind { true } else { false } }
          if tree.nodes[row].kind == .tableRow(isHeader: true) { rows.append(cells.map { "\(tree.nodes[$0].kind)" }) }
          var texts = cells.map {
            String(decoding: placed.bytes[tree.nodes[$0].range], as: UTF8.self)
              .trimmingCharacters(in: .whitespaces)
          }
          while texts.last == "" { texts.removeLast() }
          rows.append(texts)
        }
        tables.append(rows)
      }
    }
    return tables
  }
}
