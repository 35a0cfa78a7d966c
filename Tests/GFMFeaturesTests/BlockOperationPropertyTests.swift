import Foundation
import GFMFeatures
import GFMSyntax
import MarkdownText
import TestSupport
import Testing

/// What must hold of every operation on blocks, at random selections in the specification's examples and in texts made
/// of fragments.
///
/// cmark-gfm's own rendering is the judge. How many are tried is set as ``RandomOperations`` says.
@Suite struct BlockOperationPropertyTests {
  private static let toggles: [EditOperation] = [.quote, .bulletList, .orderedList, .taskList]
  private static let operations: [EditOperation] =
    toggles + [.heading, .promote, .demote, .toggleTask, .indent, .outdent, .link]

  private static let fragments = [
    "- ", "* ", "1. ", "10) ", "> ", ">", "# ", "## ", "a", "b c", "[x] ", "[ ] ", "    ", "  ", "   ", "\t", " ", "\n",
    "\n", "\n", "\n\n", "\n\n", "\n- ", "\n  - ", "\n2. ", "\n   ", "\n> ", "\n>\n> ", "\n```\n", "\n~~~\n", "\n---\n",
    "\n===\n", "#", " #", "[a]: b\n", "[a]", "<div>", "| x | y |\n|---|---|\n| z |", "*a*", "**", "`c`", "\\",
    "https://a.b", "<https://a.b>", "[c](d)", "字", "⚠️", "@us", ":tada:", "\n> [!NOTE]\n> ",
  ]

  @Test(.enabled(if: CommandLineRendering.isAvailable), arguments: [1, 2] as [UInt64])
  func fragments(_ seed: UInt64) throws {
    try RandomOperations.forEach(seed: seed) { generator in
      let text = RandomOperations.text(of: Self.fragments, upTo: 16, using: &generator)
      try Self.check(text, using: &generator)
    }
  }

  @Test(.enabled(if: CommandLineRendering.isAvailable && !Corpus.examples.isEmpty))
  func examples() throws {
    try RandomOperations.forEach(seed: 3) { generator in
      guard let example = Corpus.examples.randomElement(using: &generator) else { return }
      try Self.check(example.source, using: &generator)
    }
  }

  // MARK: Lists

  /// Lists as one writes them: items of one kind of marker in a row, nested to their content or by four spaces, with text
  /// on further lines, further paragraphs and fences.
  private static func randomList(using generator: inout SeededGenerator) -> String {
    let markers = ["-", "*", "1.", "9.", "1)"]
    let step = [0, 0, 4].randomElement(using: &generator) ?? 0
    var lines: [String] = []
    var open: [(indentation: String, marker: String, number: Int)] = []
    for index in 0..<Int.random(in: 2...9, using: &generator) {
      // Now and then a list of another kind right below.
      if !open.isEmpty, Int.random(in: 0..<6, using: &generator) == 0 { open.removeLast() }
      let depth = Int.random(in: 0...min(open.count, 3), using: &generator)
      if depth < open.count {
        open.removeSubrange((depth + 1)...)
        open[depth].number += 1
      } else {
        let above =
          open.last.map { $0.indentation + String(repeating: " ", count: max(Self.marker($0).count + 1, step)) } ?? ""
        let marker = markers.randomElement(using: &generator) ?? "-"
        open.append((above, marker, Int(marker.dropLast()) ?? 0))
      }
      guard let item = open.last else { continue }
      let content = item.indentation + String(repeating: " ", count: Self.marker(item).count + 1)
      let box = ["", "", "[ ] ", "[x] "].randomElement(using: &generator) ?? ""
      lines.append(item.indentation + Self.marker(item) + " " + box + "item \(index)")
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: lines.append(content + "more")
      case 1: lines += ["", content + "paragraph"]
      case 2: lines += ["", content + "```", content + "  code", "", content + "```"]
      case 3: lines.append("lazy")
      case 4: lines.append("")
      default: break
      }
    }
    let isQuoted = Int.random(in: 0..<4, using: &generator) == 0
    return lines.map { (isQuoted ? $0.isEmpty ? ">" : "> " : "") + $0 + "\n" }.joined()
  }

  private static func marker(_ item: (indentation: String, marker: String, number: Int)) -> String {
    item.marker.count == 1 ? item.marker : "\(item.number)" + item.marker.suffix(1)
  }

  @Test(.enabled(if: CommandLineRendering.isAvailable)) func lists() throws {
    let operations: [EditOperation] = [.indent, .outdent, .toggleTask, .bulletList, .orderedList, .taskList, .quote]
    try RandomOperations.forEach(seed: 5) { generator in
      let text = Self.randomList(using: &generator)
      let caret = Int.random(in: 0...text.utf8.count, using: &generator)
      let end = Bool.random(using: &generator) ? caret : Int.random(in: caret...text.utf8.count, using: &generator)
      let operation = operations.randomElement(using: &generator) ?? .indent
      // Now and then a second caret.
      let second = Int.random(in: end...text.utf8.count, using: &generator)
      let isSecond = second > end && Int.random(in: 0..<3, using: &generator) == 0
      let marked = MarkedText(text: text, selections: [caret..<end] + (isSecond ? [second..<second] : []))
      try Self.check(operation, marked, arguments: EditArguments())
      let selection = TextSelection(anchor: caret, head: end)
      if [.indent, .outdent].contains(operation), Document(text).isApplicable(operation, at: selection) {
        #expect(marked.editing(operation) != nil, "\(operation) is offered at \(marked.marked.debugDescription)")
      }
    }
  }

  private static func check(_ text: String, using generator: inout SeededGenerator) throws {
    let boundaries = RandomOperations.boundaries(of: text)
    let selection = RandomOperations.selection(in: boundaries, caretShare: 3, using: &generator)
    let operation = operations.randomElement(using: &generator) ?? .quote
    let arguments = EditArguments(level: Int.random(in: 0...6, using: &generator))
    // Now and then a second selection after the first.
    var selections = [selection]
    let starts = boundaries.filter { $0 > selection.upperBound }
    if Int.random(in: 0..<4, using: &generator) == 0, let start = starts.randomElement(using: &generator) {
      let second = RandomOperations.selection(in: starts.filter { $0 >= start }, caretShare: 3, using: &generator)
      selections.append(second)
    }
    try check(operation, MarkedText(text: text, selections: selections), arguments: arguments)
  }

  static func check(_ operation: EditOperation, _ marked: MarkedText, arguments: EditArguments) throws {
    let text = marked.text
    let level = operation == .heading ? " \(arguments.level ?? 0)" : ""
    let name: Comment = "\(operation.rawValue)\(level) \(marked.marked.debugDescription)"
    let selections = marked.selections.map { TextSelection(anchor: $0.lowerBound, head: $0.upperBound) }
    let result = Document(text, options: RandomOperations.syntax).edit(
      operation, selections: selections, arguments: arguments)
    if !text.utf8.contains(0x0D) {
      #expect(RandomOperations.answerWithCRLF(operation, marked, arguments) == result?.applied(to: text), name)
    }
    guard let result else { return }
    let after = result.applied(to: text)
    let comment: Comment = "\(name) → \(after.debugDescription)"
    #expect(after != text, comment)
    for selection in result.selections {
      #expect(
        (0...after.utf8.count).contains(selection.anchor) && (0...after.utf8.count).contains(selection.head), comment)
    }
    let isCaretOnEmptyLine = selections.contains { $0.isCaret && Self.isEmptyLine($0.head, of: text) }
    guard operation != .link, !isCaretOnEmptyLine, let before = try CommandLineRendering.html(of: text),
      let page = try CommandLineRendering.html(of: after)
    else { return }
    #expect(Self.text(of: page) == Self.text(of: before), comment)
    #expect(Self.code(in: page) == Self.code(in: before), comment)
    guard toggles.contains(operation) else { return }
    // Items that were converted along with blocks do not come back; nor do quotes that were left as they are.
    guard selections.count == 1,
      operation == .quote ? !holdsQuote(text, in: selections[0].range) : !before.contains("<li")
    else { return }
    try checkReturn(operation, from: before, in: after, result.selections, comment)
  }

  /// Toggling again gives back a document that renders the same, if the first time put on and did not convert.
  private static func checkReturn(
    _ operation: EditOperation, from before: String, in after: String, _ selections: [TextSelection],
    _ comment: Comment
  ) throws {
    let marker = operation == .quote ? "<blockquote>" : "<li"
    guard let page = try CommandLineRendering.html(of: after), count(marker, page) > count(marker, before) else {
      return
    }
    guard let result = Document(after, options: RandomOperations.syntax).edit(operation, selections: selections) else {
      Issue.record("\(comment) has no way back")
      return
    }
    let last = result.applied(to: after)
    let html = try CommandLineRendering.html(of: last) ?? ""
    #expect(Self.joiningQuotes(html) == Self.joiningQuotes(before), "\(comment) → \(last.debugDescription)")
  }

  /// Whether a byte of `range` is in a quote.
  private static func holdsQuote(_ text: String, in range: Range<Int>) -> Bool {
    Document(text, options: RandomOperations.syntax).segments(in: range).contains { segment in
      segment.tree.nodes.contains { node in
        node.kind == .blockQuote && segment.start + Int(node.start) < range.upperBound
          && range.lowerBound < segment.start + Int(node.end)
      }
    }
  }

  private static func count(_ marker: String, _ html: String) -> Int { html.components(separatedBy: marker).count - 1 }

  private static func joiningQuotes(_ html: String) -> String {
    ("\n" + html).replacing("</blockquote>\n<blockquote>\n", with: "").replacing(/\n[ \t]+</, with: "\n<")
  }

  /// The page's text without tags, boxes and white space.
  private static func text(of html: String) -> String {
    html.replacing(
      /<\/?(p|ul|ol|li|blockquote|h\d|pre|code|em|strong|del|a|img|input|table|t\w+|hr|br)\b[^>]*>/, with: ""
    ).replacing("[ ]", with: "").replacing("[x]", with: "").replacing("[X]", with: "")
      .filter { !$0.isWhitespace }
  }

  /// What the page's code blocks hold.
  private static func code(in html: String) -> [String] {
    html.matches(of: /<pre><code(?s:.*?)<\/pre>/).map { String($0.output).replacing(/\s*<\/code>/, with: "") }
  }

  private static func isEmptyLine(_ offset: Int, of text: String) -> Bool {
    let bytes = Array(text.utf8)
    let start = bytes[..<offset].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
    let end = bytes[offset...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    return bytes[start..<end].allSatisfy { Array(" \t>-+*.)0123456789[]x".utf8).contains($0) }
  }
}
