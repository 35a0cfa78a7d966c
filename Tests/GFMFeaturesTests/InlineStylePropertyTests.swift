import Foundation
import GFMFeatures
import GFMSyntax
import MarkdownText
import TestSupport
import Testing

/// What must hold of every toggle, on random selections in the specification's examples and in texts made of fragments.
///
/// cmark-gfm's own rendering is the judge. How many are tried is set as ``RandomOperations`` says.
@Suite struct InlineStylePropertyTests {
  private static let operations: [EditOperation] = [.strong, .emphasis, .strikethrough, .code]

  private static let fragments = [
    "*", "**", "_", "__", "***", "~", "~~", "`", "``", "[", "](u)", "[r]", "]", "![", " <b>a</b>", " <em>字</em>",
    " <code>b</code>",
    "<https://a.b>", " https://a.b/c", "\\*", "\\", "&amp;", "&", "<br>", "<span>", "</span>", "a", "b", "c d", " e ",
    "f", "g h",
    "字", "か", "「", "」", "。", "é", "😀", "⚠", "\u{FE0F}", "@us", ":tada:", "\n> [!NOTE]\n> ", "\u{20E3}", "\u{200D}",
    "\u{3000}", "\u{A0}", "-", "!", "(", ")", "'", " ", " ", "\n", "\n\n", "  \n",
    "\n- ", "\n> ", "\n# ", "1. ", "\n\n| x | y |\n|---|---|\n| z | ", "\n===\n", "#", "+ ", "```\n", "|",
  ]

  private static func randomText(using generator: inout SeededGenerator) -> String {
    let text = RandomOperations.text(of: fragments, upTo: 14, using: &generator)
    return Int.random(in: 0..<4, using: &generator) == 0 ? text + "\n\n[r]: /u\n" : text
  }

  @Test(.enabled(if: CommandLineRendering.isAvailable), arguments: [1, 2] as [UInt64])
  func fragments(_ seed: UInt64) throws {
    try RandomOperations.forEach(seed: seed) { generator in
      try Self.check(Self.randomText(using: &generator), using: &generator)
    }
  }

  @Test(.enabled(if: CommandLineRendering.isAvailable && !Corpus.examples.isEmpty))
  func examples() throws {
    try RandomOperations.forEach(seed: 3) { generator in
      guard let example = Corpus.examples.randomElement(using: &generator) else { return }
      try Self.check(example.source, using: &generator)
    }
  }

  private static func check(_ text: String, using generator: inout SeededGenerator) throws {
    let boundaries = RandomOperations.boundaries(of: text)
    var selections = [RandomOperations.selection(in: boundaries, caretShare: 4, using: &generator)]
    let operation = operations.randomElement(using: &generator) ?? .strong
    // Now and then a second selection after the first.
    let rest = boundaries.filter { $0 >= selections[0].upperBound }
    if !selections[0].isEmpty, Int.random(in: 0..<4, using: &generator) == 0,
      let start = rest.randomElement(using: &generator),
      let end = rest.filter({ $0 > start }).randomElement(using: &generator)
    {
      selections.append(start..<end)
    }
    try check(operation, MarkedText(text: text, selections: selections))
  }

  static func check(_ operation: EditOperation, _ marked: MarkedText) throws {
    let text = marked.text
    let comment: Comment = "\(operation.rawValue) \(marked.marked.debugDescription)"
    let document = Document(text, options: RandomOperations.syntax)
    let selections = marked.selections.map { TextSelection(anchor: $0.lowerBound, head: $0.upperBound) }
    let result = document.edit(operation, selections: selections)
    if !text.utf8.contains(0x0D) {
      #expect(RandomOperations.answerWithCRLF(operation, marked) == result?.applied(to: text), comment)
    }
    guard let result else { return }
    let after = result.applied(to: text)
    #expect(lineEndings(after) == lineEndings(text), comment)
    if try operation != .code && mends(operation, document, selections, text, after, comment) { return }
    // An empty pair is nothing but text as long as it is empty.
    if selections[0].isCaret, isInEmptyPair(selections[0].head, text) || isInEmptyPair(result.selections[0].head, after)
    {
      return
    }
    guard let before = try page(text, operation), let page = try page(after, operation) else { return }
    guard let changes = before.restyled(in: page) else {
      Issue.record("\(comment) → \(after.debugDescription) renders otherwise")
      return
    }
    // A code span may hold nothing but white space.
    if before.hasBlankCode { return }
    // Through a style that raw HTML leaves open, or opens in a block of its own, no other can be seen.
    if before.leavesStyleOpen || text.contains("<del>\n") { return }
    let gains = changes.map { $0.after.contains(operation.rawValue) }
    #expect(!gains.isEmpty, "\(comment) → \(after.debugDescription) changes nothing")
    #expect(Set(gains).count <= selections.count, "\(comment) → \(after.debugDescription) gives and takes")
    if selections.count == 1, !selections[0].isCaret, !bytes(of: text, in: selections[0]).contains(0x0A) {
      try checkReturn(operation, from: before, over: page, in: after, result.selections, comment)
    }
    for change in changes {
      #expect(
        change.after.symmetricDifference(change.before) == [operation.rawValue],
        "\(comment) → \(after.debugDescription) changes another style")
    }
  }

  /// Whether there are delimiters at the selections that do not work out; there are fewer of them afterwards, and all text
  /// but delimiters is the same.
  private static func mends(
    _ operation: EditOperation, _ document: Document, _ selections: [TextSelection], _ text: String, _ after: String,
    _ comment: Comment
  ) throws -> Bool {
    let found = document.diagnostics().filter { $0.code == .emphasisNotRendered }
    let isAt = found.contains { found in
      selections.contains {
        found.range.lowerBound <= $0.range.upperBound && $0.range.lowerBound <= found.range.upperBound
      }
    }
    guard isAt else { return false }
    let left = Document(after, options: RandomOperations.syntax).diagnostics().filter {
      $0.code == .emphasisNotRendered
    }
    #expect(left.count <= found.count, comment)
    func letters(_ text: String) throws -> [RenderedPage.Item]? {
      try page(text, operation)?.items.filter { item in
        if case .character(let scalar) = item { !"*_~ ".unicodeScalars.contains(scalar) } else { true }
      }
    }
    #expect(try letters(text) == letters(after), "\(comment) → \(after.debugDescription)")
    return true
  }

  /// Toggling again takes back what was given, and gives back what was taken.
  ///
  /// Not so for carets, which stand for a whole range the first time and for a word of it the second; nor over several
  /// blocks, where punctuation stays selected that could not be styled.
  private static func checkReturn(
    _ operation: EditOperation, from before: RenderedPage, over page: RenderedPage, in text: String,
    _ selections: [TextSelection], _ comment: Comment
  ) throws {
    let comment: Comment = "\(comment) → \(text.debugDescription)"
    let document = Document(text, options: RandomOperations.syntax)
    guard let result = document.edit(operation, selections: selections) else {
      // Code that looks like markup cannot always be made text, nor an e-mail address be kept from being a link.
      if operation != .code, !text.contains("@") { Issue.record("\(comment) has no way back") }
      return
    }
    let after = result.applied(to: text)
    guard let last = try self.page(after, operation) else { return }
    guard last.items == before.items else {
      Issue.record("\(comment) → \(after.debugDescription) renders otherwise")
      return
    }
    // Where punctuation was left out, there may be a way to give it the style now.
    let gained = before.items.indices.filter { last.itemStyles[$0].count > page.itemStyles[$0].count }
    if !gained.isEmpty, gained.allSatisfy({ before.items[$0].isPunctuation }) { return }
    // Punctuation is the exception: it may be left out where no delimiter can stand before it.
    let lost = before.items.indices.filter {
      before.itemStyles[$0] != page.itemStyles[$0] && before.itemStyles[$0] != last.itemStyles[$0]
        && !before.items[$0].isPunctuation
    }
    #expect(lost.isEmpty, "\(comment) → \(after.debugDescription) does not come back")
  }

  /// Whether a caret stands between two delimiters of a kind.
  private static func isInEmptyPair(_ offset: Int, _ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.indices.contains(offset - 1), bytes.indices.contains(offset) else { return false }
    return bytes[offset - 1] == bytes[offset] && "*_~`".utf8.contains(bytes[offset])
      || bytes[offset - 1...offset] == Array("><".utf8)[...]
  }

  private static func page(_ text: String, _ operation: EditOperation) throws -> RenderedPage? {
    try CommandLineRendering.html(of: text).map { RenderedPage(html: $0, ignoringLinks: operation == .code) }
  }

  private static func bytes(of text: String, in selection: TextSelection) -> [UInt8] {
    Array(Array(text.utf8)[selection.range])
  }

  private static func lineEndings(_ text: String) -> [UInt8] { text.utf8.filter { $0 == 0x0A || $0 == 0x0D } }
}
