import Foundation
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
  private static let newlineCases: [EditCase] = {
    let url = Corpus.packageFolder.appending(path: "Tests/GFMFeaturesTests/Fixtures/edits-newline.txt")
    return ((try? EditCase.load(url)) ?? []).filter { $0.operation == "newline" && $0.before.selections.count == 1 }
  }()

  /// What Enter does by the operation, it does for a client that has typed the newline already, whatever indentation
  /// it put after it.
  @Test(arguments: newlineCases, ["", " ", "    ", "\t"]) func cases(_ edit: EditCase, indentation: String) throws {
    let before = edit.before
    let caret = try #require(before.selections.first)
    guard caret.isEmpty else { return }
    let ending = before.text.contains("\r\n") ? "\r\n" : "\n"
    var bytes = Array(before.text.utf8)
    bytes.insert(contentsOf: Array((ending + indentation).utf8), at: caret.lowerBound)
    let document = Document(bytes)
    let typed = caret.lowerBound + ending.utf8.count + indentation.utf8.count
    let edits = OnTypeNewline.edits(in: document, caret: typed)
    switch edit.expectation {
    case .none:
      #expect(edits == nil)
    case .html:
      break
    case .after(let after):
      let result = apply(edits ?? [], to: document, caret: typed)
      #expect(MarkedText(text: result.text, selections: [result.caret..<result.caret]).marked == after.marked)
      for edit in edits ?? [] { #expect(edit.range.upperBound <= typed || edit.range.lowerBound >= typed) }
    }
  }

  @Test func casesAreThere() { #expect(Self.newlineCases.count > 40) }

  /// `newline` is what the operation is said to do.
  private func edits(_ text: String, caret: Int, newline: EditResult?) -> [SourceEdit]? {
    OnTypeNewline.edits(in: Document(text), caret: caret) { _, _ in newline }
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
    #expect(try format(0, 0) == .null)
    #expect(try format(1, 0) == .null)
    #expect(try format(99, 99) == .null)
  }
}
