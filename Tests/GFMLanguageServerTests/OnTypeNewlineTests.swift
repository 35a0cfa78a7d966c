import Foundation
import MarkdownText
import TestSupport
import Testing

@testable import GFMFeatures
@testable import GFMLanguageServer
@testable import GFMSyntax

/// `bytes` after edits in source order, and where an offset right behind the edit that ends at `caret` goes.
private func apply(_ edits: [SourceEdit], to document: Document, caret: Int) -> (text: String, caret: Int) {
  var bytes = document.text
  var moved = caret
  for edit in edits.reversed() {
    bytes.replaceSubrange(edit.range, with: edit.replacement)
    if edit.range.upperBound <= caret { moved += edit.replacement.count - edit.range.count }
  }
  return (String(decoding: bytes, as: UTF8.self), moved)
}

@Suite struct OnTypeNewlineTests {
  private static let newlineCases: [EditCase] = ["edits-newline", "edits-tables"].flatMap { name in
    let url = Corpus.packageFolder.appending(path: "Tests/GFMFeaturesTests/Fixtures/\(name).txt")
    return ((try? EditCase.load(url)) ?? []).filter {
      $0.operation == "newline" && $0.before.selections.count == 1 && $0.before.selections[0].isEmpty
    }
  }

  @Test func casesAreRead() { #expect(Self.newlineCases.count > 50) }

  /// What clients put after the line ending of their own accord: nothing, the indentation of the line above, or some.
  enum Indentation: CaseIterable {
    case none, sameAsAbove, space, spaces, tab

    func text(below line: Substring.UTF8View) -> [UInt8] {
      switch self {
      case .none: []
      case .sameAsAbove: Array(line.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
      case .space: Array(" ".utf8)
      case .spaces: Array("    ".utf8)
      case .tab: Array("\t".utf8)
      }
    }
  }

  /// What Enter does by the operation, it does for a client that has typed the newline already, whatever indentation
  /// it put after it; but nothing is put in behind the caret.
  @Test(arguments: newlineCases, Indentation.allCases) func cases(_ edit: EditCase, indentation: Indentation) throws {
    let before = edit.before
    let caret = try #require(before.selections.first)
    let document = Document(before.text)
    let problem = Self.difference(
      from: document, enterAt: caret.lowerBound, indentation, lineEnding: before.text.contains("\r\n") ? "\r\n" : "\n")
    #expect(problem == nil)
  }

  /// What differs between Enter by the operation and by a client that types the newline itself.
  private static func difference(
    from original: Document, enterAt caret: Int, _ indentation: Indentation, lineEnding: String
  ) -> String? {
    var options = EditOptions()
    options.closesFences = false
    options.completesRows = false
    let expected = original.edit(.newline, selections: [TextSelection(caret: caret)], options: options)
    let lineStart = original.lineRange(original.line(at: caret)).lowerBound
    let line = String(decoding: original.bytes(in: lineStart..<caret), as: UTF8.self)
    let typed = Array(lineEnding.utf8) + indentation.text(below: line[...].utf8)
    let document = original.replacing(caret..<caret, with: typed)
    let newCaret = caret + typed.count
    let edits = OnTypeNewline.edits(in: document, caret: newCaret)
    guard let expected, let expectedCaret = expected.selections.first?.head else {
      return edits == nil ? nil : "edits where there should be none"
    }
    let result = apply(edits ?? [], to: document, caret: newCaret)
    let text = String(decoding: original.replacing(expected.edits).text, as: UTF8.self)
    if result.text != text { return "\(result.text.debugDescription), not \(text.debugDescription)" }
    if result.caret != expectedCaret { return "the caret is at \(result.caret), not at \(expectedCaret)" }
    let isAround = (edits ?? []).contains { $0.range.lowerBound < newCaret && newCaret < $0.range.upperBound }
    return isAround ? "an edit encloses the caret" : nil
  }

  /// At the end of each item's first line, in the specification's examples and, some of them, in real documents.
  @Test(arguments: Indentation.allCases) func everyItem(_ indentation: Indentation) throws {
    let examples = Corpus.examples.map { ($0.source, 1) }
    let documents = try Corpus.documents.map { (try String(contentsOf: $0, encoding: .utf8), 23) }
    for (text, step) in examples + documents {
      let document = Document(text)
      let lineEnding = text.contains("\r\n") ? "\r\n" : "\n"
      for caret in Self.itemLineEnds(in: document).enumerated().filter({ $0.offset % step == 0 }).map(\.element) {
        let problem = Self.difference(from: document, enterAt: caret, indentation, lineEnding: lineEnding)
        #expect(problem == nil, "\(caret) in \(text.prefix(200).debugDescription)")
      }
    }
  }

  private static func itemLineEnds(in document: Document) -> [Int] {
    document.blocks(in: 0..<document.byteCount).flatMap { placed in
      placed.tree.nodes.compactMap { node in
        guard case .item = node.kind else { return nil }
        return document.lineRange(document.line(at: placed.start + node.range.lowerBound)).upperBound
      }
    }
  }

  @Test func casesAreThere() { #expect(Self.newlineCases.count > 40) }

  /// `newline` is what the operation is said to do.
  private func edits(_ text: String, caret: Int, newline: EditResult?) -> [SourceEdit]? {
    OnTypeNewline.edits(in: Document(text), caret: caret) { _, _, _ in newline }
  }

  private func typed(_ marked: String, options: EditOptions = EditOptions()) -> String? {
    let marked = MarkedText(marked)
    guard let caret = marked.selections.first?.lowerBound else { return nil }
    let document = Document(marked.text)
    return OnTypeNewline.edits(in: document, caret: caret, options: options).map {
      let result = apply($0, to: document, caret: caret)
      return MarkedText(text: result.text, selections: [result.caret..<result.caret]).marked
    }
  }

  /// What closes a fence would stand behind the caret, and no client leaves the caret before it.
  @Test func fencesStayOpen() {
    #expect(typed("```\n‸") == nil)
    #expect(typed("> ```\n‸") == "> ```\n> ‸")
    #expect(typed("- ```\n‸") == "- ```\n  ‸")
    #expect(typed("- > ```\n  ‸") == "- > ```\n  > ‸")
  }

  @Test func tables() {
    #expect(typed("| a | b |\n| - | - |\n‸\n\nx") == "| a | b |\n| - | - |\n| ‸\n\nx")
    #expect(typed("| a | b |\n| - | - |\n| 1 | 2\n‸ |\n| 3 | 4 |") == "| a | b |\n| - | - |\n| 1 | 2 |\n| ‸\n| 3 | 4 |")
    #expect(typed("| a | b |\n‸\n| - | - |\n") == "| a | b |\n| - | - |\n| ‸\n")
    #expect(typed("| a |\n| - |\n| 1 |\n| \n‸") == "| a |\n| - |\n| 1 |\n\n‸")
    #expect(typed("| a |\n| - |\n| 1 \n‸x |") == nil)
    #expect(typed("| a | b |\n| - | - |\n| 1\n‸ |  |\n") == "| a | b |\n| - | - |\n| 1 |  |\n| ‸\n")
    #expect(typed("| a | b |\n| - | - |\n| 1\n‸ | 2 |\n") == nil)
  }

  /// A text of one line has no line ending of its own: the typed one tells.
  @Test func theTypedLineEndingStays() {
    #expect(typed("- a␍\n‸") == "- a␍\n- ‸")
    #expect(typed("> a␍\n‸") == "> a␍\n> ‸")
    #expect(typed("1. a␍\n   ‸b") == "1. a␍\n2. ‸b")
    #expect(typed("- a\n‸") == "- a\n- ‸")
    #expect(typed("- ␍\n‸") == "‸")
    #expect(typed("a␍\n- b␍\n‸") == "a␍\n- b␍\n- ‸")
    let edits = OnTypeNewline.edits(in: Document("- a\r\n"), caret: 5)
    #expect(edits == [SourceEdit(range: 5..<5, replacement: Array("- ".utf8))])
  }

  @Test func indentationOfTabs() {
    var options = EditOptions()
    options.indentation = .tabs
    #expect(typed("1.  a\\\n‸", options: options) == "1.  a\\\n→‸")
    #expect(typed("1.  a\\\n\t‸", options: options) == nil)
  }

  @Test func onlyWhatDiffersIsReplaced() {
    let result = EditResult(
      edits: [SourceEdit(range: 3..<3, replacement: Array("\n- ".utf8))], selections: [TextSelection(caret: 6)])
    #expect(
      edits("- a\n", caret: 4, newline: result) == [SourceEdit(range: 4..<4, replacement: Array("- ".utf8))])
    #expect(
      edits("- a\n  ", caret: 6, newline: result) == [SourceEdit(range: 4..<6, replacement: Array("- ".utf8))])
    #expect(
      edits("- a\r\n", caret: 5, newline: result) == [SourceEdit(range: 3..<5, replacement: Array("\n- ".utf8))])
  }

  /// Positions have no name for the place inside a CR LF, or inside a character.
  @Test func editsCutNoCharacter() {
    let line = EditResult(
      edits: [SourceEdit(range: 1..<1, replacement: Array("\r- ".utf8))], selections: [TextSelection(caret: 4)])
    #expect(edits("a\r\n", caret: 3, newline: line)?.first?.range == 1..<3)
    let start = EditResult(
      edits: [SourceEdit(range: 0..<2, replacement: Array("è\n".utf8))], selections: [TextSelection(caret: 3)])
    #expect(edits("é\n", caret: 3, newline: start)?.first?.range == 0..<3)
  }

  @Test func editsBelowAreKept() {
    let result = EditResult(
      edits: [
        SourceEdit(range: 4..<5, replacement: Array("\n2. ".utf8)), SourceEdit(range: 8..<9, replacement: [0x33]),
      ], selections: [TextSelection(caret: 8)])
    // Before Enter: `1. a bc⏎2. d`; the operation drops the space after the caret.
    #expect(
      edits("1. a\n bc\n2. d", caret: 5, newline: result) == [
        SourceEdit(range: 5..<5, replacement: Array("2. ".utf8)), SourceEdit(range: 5..<6, replacement: []),
        SourceEdit(range: 9..<10, replacement: [0x33]),
      ])
  }

  @Test func nothingWhereTheTextIsNotAsExpected() {
    let result = EditResult(
      edits: [SourceEdit(range: 3..<3, replacement: Array("\n- ".utf8))], selections: [TextSelection(caret: 6)])
    for (text, caret) in [("- a", 3), ("- a\nx", 5), ("- a\n- ", 6), ("", 0), ("- a\n", 0), ("- a\n", 2)] {
      #expect(edits(text, caret: caret, newline: result) == nil)
    }
    #expect(edits("- a\n", caret: 4, newline: nil) == nil)
    for selections in [[], [TextSelection(anchor: 5, head: 6)], [TextSelection(caret: 5)], [TextSelection(caret: 9)]] {
      #expect(edits("- a\n", caret: 4, newline: EditResult(edits: result.edits, selections: selections)) == nil)
    }
  }

  @Test func throughTheProtocol() throws {
    let client = try TestClient([:])
    func format(_ line: Int, _ character: Int, _ typed: String = "\n") throws -> JSON {
      let response = try client.request(
        "textDocument/onTypeFormatting",
        [
          "textDocument": TestClient.identifier, "position": position(line, character), "ch": .string(typed),
          "options": ["tabSize": 2, "insertSpaces": true],
        ])
      try #require(response.has("result"))
      return response["result"]
    }
    client.open("é😀\n\n1. a\n   \n2. b\n")
    let edits = try format(3, 3)
    #expect(edits[0] == ["range": range(3, 0, 3, 3), "newText": "2. "])
    #expect(applying(edits, to: "é😀\n\n1. a\n   \n2. b\n") == "é😀\n\n1. a\n2. \n3. b\n")
    #expect(try format(3, 3, "x") == .null)
    #expect(try format(2, 4) == .null)
    #expect(try format(0, 0) == .null)
    #expect(try format(1, 0) == .null)
    #expect(try format(99, 99) == .null)
  }
}
