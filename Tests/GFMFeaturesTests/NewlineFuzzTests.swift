import GFMFeatures
import GFMSyntax
import MarkdownText
import TestSupport
import Testing

/// Enter anywhere in random texts.
@Suite struct NewlineFuzzTests {
  private static let fragments = [
    "- ", "- a", "* b", "1. c", "2. d", "10) e", "> ", ">", "> f", "  ", "    ", "\t", "", "", "g", "# h", "```", "~~~",
    "---", "===",
    "[^1]: ", "[^1]", "[x]: /u", "- [ ] ", "- [x] i", "| a | b |", "| - | - |", "<div>", "<!--", "-->", "\\", "  ", "`",
    "字", "é", "   ", "-\t", "9.  ", "*", "_",
  ]

  private static func randomText(using generator: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 1...8, using: &generator) {
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        text += fragments.randomElement(using: &generator) ?? ""
      }
      if Int.random(in: 0..<12, using: &generator) > 0 { text += "\n" }
    }
    return text
  }

  @Test(arguments: [1, 2, 3, 4]) func answersAreSound(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<1500 {
      let text = Self.randomText(using: &generator)
      let boundaries =
        text.unicodeScalars.indices.map { text.utf8.distance(from: text.startIndex, to: $0) } + [text.utf8.count]
      let selections = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        let anchor = boundaries.randomElement(using: &generator) ?? 0
        let isCaret = Int.random(in: 0..<4, using: &generator) > 0
        return TextSelection(anchor: anchor, head: isCaret ? anchor : boundaries.randomElement(using: &generator) ?? 0)
      }
      Self.check(text, selections)
    }
  }

  private static func check(_ text: String, _ selections: [TextSelection]) {
    guard let result = Document(text).edit(.newline, selections: selections) else {
      #expect(crlfAnswer(to: text, selections) == nil, "\(text.debugDescription) \(selections)")
      return
    }
    var end = 0
    for edit in result.edits {
      #expect(edit.range.lowerBound >= end && edit.range.upperBound <= text.utf8.count, "\(text.debugDescription)")
      end = edit.range.upperBound
    }
    let after = result.applied(to: text)
    #expect(String(validating: after.utf8, as: UTF8.self) != nil)
    #expect(result.selections.count == selections.count)
    #expect(
      result.selections.allSatisfy { $0.isCaret && (0...after.utf8.count).contains($0.head) },
      "\(text.debugDescription)")
    let lineEndings = { (text: String) in text.utf8.count { $0 == UInt8(ascii: "\n") } }
    #expect(lineEndings(after) <= lineEndings(text) + 2 * selections.count)
    let crlf = crlfAnswer(to: text, selections)
    #expect(crlf == after, "\(text.debugDescription) \(selections)")
  }

  /// The answer to the same text with CR LF, with LF again.
  private static func crlfAnswer(to text: String, _ selections: [TextSelection]) -> String? {
    let crlf = text.unicodeScalars.map { $0 == "\n" ? "\r\n" : String($0) }.joined()
    let bytes = Array(text.utf8)
    let moved = { (offset: Int) in offset + bytes[..<offset].count { $0 == UInt8(ascii: "\n") } }
    let result = Document(crlf).edit(
      .newline, selections: selections.map { TextSelection(anchor: moved($0.anchor), head: moved($0.head)) })
    return result.map { result in
      String(String.UnicodeScalarView(result.applied(to: crlf).unicodeScalars.filter { $0 != "\r" }))
    }
  }
}
