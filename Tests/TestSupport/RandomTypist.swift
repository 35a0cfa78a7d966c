import Foundation

/// Makes documents and edits as a writer would, and as none would; the same ones for the same seed.
public struct RandomTypist: Sendable {
  private var random: SeededGenerator
  private let seeds: [[UInt8]]
  /// Where the last edit ended.
  private var caret = 0
  /// Edits that take back the ones that were made, the last one last.
  private var inverses: [(Range<Int>, [UInt8])] = []

  /// The specification's examples, and stretches of real documents where they are here.
  public static let corpusSeeds: [[UInt8]] = {
    let documents = Corpus.documents.compactMap { try? Data(contentsOf: $0) }
    return Corpus.examples.map { Array($0.source.utf8) }
      + documents.flatMap { document in
        stride(from: 0, to: document.count, by: max(document.count / 8, 2_000)).map { start in
          Array(document[start..<min(start + 700, document.count)])
        }
      }
  }()

  private static let snippets: [String] = [
    "a", " ", "\n", "\n\n", "*", "**", "`", "```\n", "```", "[a]", "[b]", "[^a]", "[a]: /u\n", "[b]: /v\n",
    "\n[a]: /w\n", "[^a]: note\n", "\n[^b]: x\n\n    more\n", "- ", "\n- x\n", "\n- x\n- y\n  z\n", "1. ", "> ",
    "\n> q\n", "# ", "\n# h\n", "---\n", "===\n", "\n---\n", "| a | b |\n|---|---|\n", "|", "    ", "\t", "<div>\n",
    "<!--", "-->", "<script>\n", "</script>\n", "  ", "\r\n", "\r", "+++\n", "é", "日本", "\u{0}", "\u{FEFF}", "\\",
    "~~", "- [ ] t\n", "$ x\n", "&amp;", "www.a.b ", "<?", "?>", "~~~\n", "|-|\n", "|:-|-:|\n",
    "\n> [!NOTE]\n> n\n", "[!tip]", "[a][b]", "[c][]", "[^c]", "> - [x] t\n", "@a", "#1", "1a2b3c4", ":smile:", "$",
    "$$", "```mermaid\n", "math", "TODO",
  ]

  public init(seed: UInt64, seeds: [[UInt8]]) {
    self.random = SeededGenerator(seed: seed)
    self.seeds = seeds
  }

  private mutating func isOneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  public mutating func document() -> [UInt8] {
    (caret, inverses) = (0, [])
    var text: [UInt8] = []
    if isOneIn(12) { text += Array("---\na: b\n---\n".utf8) }
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      text += seeds.randomElement(using: &random) ?? []
      if Bool.random(using: &random) { text.append(0x0A) }
      if isOneIn(50) { text += longBlock() }
    }
    return text
  }

  /// A block that is kept in parts.
  private mutating func longBlock() -> [UInt8] {
    let blocks: [(opening: String, line: String, closing: String)] = [
      ("", "- item *x* [a]\n", ""), ("", "> quote [b]\n>\n", ""), ("", "1. one\n\n   two [^a]\n", ""),
      ("", "> - a\n> b\n", ""), ("| a | b |\n|:--|--:|\n", "| *x* | [a] |\n", "\n"), ("a|\n-|\n", "`x` y\n", ""),
      ("  ```swift\n", "  let x = 1\n\n", "```\n"), ("~~~~\n", "- x\n```\n", "~~~~\n"),
      ("<!-- a\n", "# x\n\n", "-->\n"),
      ("<div>\n", "*text*\n", "\n"), ("", "    code\n\n", ""), ("<pre>\r\n", "\ta\r\n", "</pre>\r\n"),
      ("> [!NOTE]\n", "> [!NOTE]\n> a\n>\n", ""), ("```mermaid\n", "a --> b\n", "```\n"),
    ]
    let block = blocks[Int.random(in: blocks.indices, using: &random)]
    let lineCount = Int.random(in: 200...6_000, using: &random) / block.line.utf8.count
    return Array((block.opening + String(repeating: block.line, count: lineCount) + block.closing).utf8)
  }

  public mutating func edit(of text: [UInt8]) -> (Range<Int>, [UInt8]) {
    if isOneIn(8), let inverse = inverses.popLast() {
      caret = inverse.0.lowerBound + inverse.1.count
      return inverse
    }
    let (range, replacement) = newEdit(of: text)
    inverses.append((range.lowerBound..<range.lowerBound + replacement.count, Array(text[range])))
    caret = range.lowerBound + replacement.count
    return (range, replacement)
  }

  private mutating func newEdit(of text: [UInt8]) -> (Range<Int>, [UInt8]) {
    caret = min(caret, text.count)
    switch Int.random(in: 0..<16, using: &random) {
    case 0, 1: return (caret..<caret, snippet())
    case 2: return (max(caret - 1, 0)..<caret, [])
    case 3: return movedLine(in: text)
    case 4: return toggledFence(in: text)
    default: return editAnywhere(in: text)
    }
  }

  private mutating func snippet() -> [UInt8] { Array((Self.snippets.randomElement(using: &random) ?? "").utf8) }

  private mutating func editAnywhere(in text: [UInt8]) -> (Range<Int>, [UInt8]) {
    let start = Int.random(in: 0...text.count, using: &random)
    var end = start
    switch Int.random(in: 0..<5, using: &random) {
    case 0: end = min(text.count, start + Int.random(in: 1...4, using: &random))
    case 1: end = min(text.count, start + Int.random(in: 1...60, using: &random))
    default: break
    }
    if end > start, Bool.random(using: &random) { return (start..<end, []) }
    if isOneIn(20) { return (start..<end, Array((seeds.randomElement(using: &random) ?? []).prefix(300))) }
    return (start..<end, snippet())
  }

  /// The line at a random place, without its ending.
  private mutating func line(in text: [UInt8]) -> Range<Int> {
    let place = Int.random(in: 0...text.count, using: &random)
    let start = text[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return start..<(text[place...].firstIndex(of: 0x0A) ?? text.count)
  }

  /// Two neighbouring lines, the other way round.
  private mutating func movedLine(in text: [UInt8]) -> (Range<Int>, [UInt8]) {
    let first = line(in: text)
    guard first.upperBound < text.count else { return (first, []) }
    let end = text[(first.upperBound + 1)...].firstIndex(of: 0x0A) ?? text.count
    return (first.lowerBound..<end, text[(first.upperBound + 1)..<end] + [0x0A] + text[first])
  }

  /// A fence's line less, or one more.
  private mutating func toggledFence(in text: [UInt8]) -> (Range<Int>, [UInt8]) {
    let fence = Array("```".utf8)
    let start = line(in: text).lowerBound
    let next = text[start...].indices.first { text[$0...].starts(with: fence) }
    guard Bool.random(using: &random), let next else { return (start..<start, fence + [0x0A]) }
    return (next..<next + fence.count, [])
  }
}
