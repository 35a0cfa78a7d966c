import GFMFeatures
import MarkdownText
import TestSupport
import Testing

@testable import GFMSyntax

/// Operations on blocks so long that they are kept in parts: they cost where they edit, and do what
/// they do in a document that is one piece.
@Suite struct DocumentWindowTests {
  private static let filler = String(repeating: "lorem ipsum ", count: 25)

  /// The document of `text` with each block in one piece.
  private static func inOnePiece(_ text: String) -> Document {
    let context = ParseContext(options: RandomOperations.syntax, splitsLongBlocks: false)
    let blocks = Parser.parse(Array(text.utf8), in: context)
    return Document(
      tree: BlockTree(blocks), definitions: DefinitionTable(blocks.flatMap(\.definitions)),
      anchors: DefinitionTable(blocks.anchorDefinitions), options: RandomOperations.syntax,
      measure: nil,
      change: DocumentChange(
        segments: ChangedSegments(), parsedSegmentCount: blocks.count, parsedByteCount: text.utf8.count))
  }

  /// A list or quote of a few parts, with other blocks around it.
  private static func randomText(using generator: inout SeededGenerator) -> String {
    if Int.random(in: 0..<4, using: &generator) == 0 { return randomLeaf(using: &generator) }
    let form = ["- ", "1.", "1)", "> ", "- [ ] "].randomElement(using: &generator) ?? "- "
    let isOrdered = form == "1." || form == "1)"
    let indentation = form == "> " ? "> " : isOrdered ? "    " : "  "
    var lines: [String] = []
    for number in 1...Int.random(in: 20...40, using: &generator) {
      let marker = isOrdered ? "\(number)\(form.suffix(1))" + (number < 10 ? "  " : " ") : form
      lines.append(marker + "item \(number) " + filler)
      switch Int.random(in: 0..<7, using: &generator) {
      case 0: lines.append(indentation + "- nested\n" + indentation + "- other")
      case 1: lines.append(indentation + "1. nested\n" + indentation + "2. other\n" + indentation + "   - inner")
      case 2: lines.append((form == "> " ? ">" : "") + "\n" + indentation + "paragraph")
      case 3: lines.append(indentation + "> quoted")
      case 4: lines.append(form == "> " ? ">" : "")
      default: break
      }
    }
    let before = ["", "# heading\n\n", "text\n\n", "* other\n\n"].randomElement(using: &generator) ?? ""
    let after = ["", "\ntext\n", "***\n", "\n[a]: /b\n"].randomElement(using: &generator) ?? ""
    return before + lines.joined(separator: "\n") + "\n" + after
  }

  /// A table, fenced code or HTML block of a few parts, with other blocks around it.
  private static func randomLeaf(using generator: inout SeededGenerator) -> String {
    let (opening, line, closing) =
      [
        ("| a | b |\n|:-:|---|\n", "| *item* \(filler) | b |\n", "\n"),
        ("```text\n", "- item \(filler)\n\n", "```\n"), ("<div>\n", "item \(filler)\n", "</div>\n\n"),
      ].randomElement(using: &generator) ?? ("", "", "")
    let lineCount = Int.random(in: 20...40, using: &generator)
    return "# heading\n\n" + opening + String(repeating: line, count: lineCount) + closing + "text\n"
  }

  private static let operations: [EditOperation] = [
    .strong, .emphasis, .code,
    .indent, .outdent, .toggleTask, .bulletList, .orderedList, .taskList, .quote, .heading, .promote, .demote, .link,
    .newline,
  ]

  @Test func sameAsInOnePiece() {
    RandomOperations.forEach(seed: 11, oneIn: 6) { generator in
      let text = Self.randomText(using: &generator)
      let boundaries = RandomOperations.boundaries(of: text)
      let start = boundaries.randomElement(using: &generator) ?? 0
      let length = [0, 0, 30, 400, 3000].randomElement(using: &generator) ?? 0
      let end = min(start + length, text.utf8.count)
      let operation = Self.operations.randomElement(using: &generator) ?? .quote
      let arguments = EditArguments(level: Int.random(in: 0...6, using: &generator))
      let selections = [TextSelection(anchor: start, head: end)]
      let options = RandomOperations.syntax
      let result = Document(text, options: options).edit(operation, selections: selections, arguments: arguments)
      let expected = Self.inOnePiece(text).edit(operation, selections: selections, arguments: arguments)
      let marked = MarkedText(text: text, selections: [start..<end]).marked
      #expect(
        result == expected, "\(operation) \(marked.replacing(Self.filler, with: "…").debugDescription) \(arguments)")
    }
  }

  /// An edit in the middle of a long block does not parse all of it, however long it is.
  @Test(arguments: ["- item\n", "> item\n>\n", "1. item\n\n   more\n"]) func costsWhereItEdits(_ item: String) throws {
    let document = Document(String(repeating: item, count: 5_000))
    let caret = 2_500 * item.utf8.count + 5
    for operation in [EditOperation.strong, .toggleTask, .indent, .quote, .link, .newline] {
      _ = document.edit(operation, selections: [TextSelection(caret: caret)])
      #expect(document.wholeBlockCount == 0, "\(operation)")
    }
  }
}

/// Formatting is for tables and numbered lists.
@Suite struct FormattedBlocksTests {
  @Test func longBlocksWithoutEitherAreNotGoneThrough() {
    let document = Document(String(repeating: "- item\n", count: 5_000) + "\n1. a\n3. b\n")
    #expect(document.formatting().map { String(decoding: $0.replacement, as: UTF8.self) } == ["2"])
    #expect(document.wholeBlockCount == 0)
  }
}

/// Each operation parses a part again, so parts that nobody writes are left alone.
@Suite struct EditLimitsTests {
  @Test(arguments: [("a", 2_000_000), ("*a* ", 60_000)])
  func noOperationInAParagraphOfMegabytesOrBesideIt(_ words: String, _ count: Int) {
    let document = Document("*one*\n\n*two*\n\n\(String(repeating: words, count: count))\n")
    #expect(document.edit(.strong, selections: [TextSelection(caret: 2)]) != nil)
    for caret in [9, 1_000] {
      #expect(document.edit(.strong, selections: [TextSelection(caret: caret)]) == nil)
    }
  }

  @Test func noOperationOnMegabytesAtOnce() {
    let document = Document(String(repeating: "one two\n\n", count: 150_000))
    #expect(document.edit(.strong, selections: [TextSelection(anchor: 0, head: 1_200_000)]) == nil)
    #expect(document.edit(.strong, selections: [TextSelection(anchor: 0, head: 1_000)]) != nil)
    let lines = Document(String(repeating: "\n", count: 150_000) + "a\n")
    #expect(lines.edit(.quote, selections: [TextSelection(anchor: 0, head: 150_001)]) == nil)
    #expect(lines.edit(.quote, selections: [TextSelection(anchor: 149_000, head: 150_001)]) != nil)
  }

  /// A list of megabytes is not made another one at a stroke; its items are edited as ever.
  @Test func aListOfMegabytesKeepsItsForm() {
    let document = Document(String(repeating: "- item\n", count: 400_000))
    let caret = TextSelection(caret: 1_000_004)
    #expect(document.edit(.orderedList, selections: [caret]) == nil)
    #expect(document.edit(.strong, selections: [caret]) != nil)
  }

  /// In a list of tens of megabytes nothing is done that would parse all of it, beside it everything.
  @Test func aListOfTensOfMegabytesIsNotParsedAsAWhole() {
    let table = "\n|a|\n|-|\n|bb|\n\n"
    let item = "- [item](u) \(String(repeating: "x", count: 2_000))\n"
    let document = Document("\(table)\(String(repeating: item, count: 9_000))\n  |a|\n  |-|\n\nb\(table)")
    let end = document.byteCount
    for (operation, caret) in [(EditOperation.linkToReference, end / 2), (.nextCell, end / 2), (.nextCell, end - 27)] {
      #expect(document.edit(operation, selections: [TextSelection(caret: caret)]) == nil)
    }
    #expect(document.edit(.nextCell, selections: [TextSelection(caret: 2)]) != nil)
    #expect(document.formatting().count > 4)
    #expect(document.wholeBlockCount == 0)
  }
}
