import Foundation
import GFMSyntax
import TestSupport
import Testing

/// Texts that cmark-gfm takes seconds, minutes or gigabytes for.
@Suite struct PathologicalInputTests {
  struct Hostile: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var testDescription: String { name }

    init(_ name: String, _ segment: String, _ count: Int, after head: String = "") {
      self.name = name
      self.text = head + String(repeating: segment, count: count) + "\n"
    }
  }

  static let hostile = [
    Hostile("delimiter rows of another width", "|x|\n|--|--|\n", 40_000),
    Hostile("links in images", "![[]()", 40_000),
    Hostile("processing instructions without an end", "a<?", 40_000),
    Hostile("declarations without an end", "a<!A x", 40_000),
    Hostile("CDATA without an end", "a<![CDATA[", 40_000),
    Hostile("closing parentheses behind an address", ")", 100_000, after: "http://a.b"),
    Hostile("addresses without an end", "<http://a", 40_000),
    Hostile("mail addresses in a row", "a.b-c_d@", 40_000),
    Hostile("emphasis and links", "*a* [b](c) **d** ", 20_000),
    Hostile(
      "short rows under a wide header", "a\n", 20_000,
      after: String(repeating: "|a", count: 2_000) + "\n" + String(repeating: "|-", count: 2_000) + "\n"),
    Hostile(
      "a long destination, often referred to", "[a]", 60_000,
      after: "[a]: " + String(repeating: "u", count: 60_000) + "\n\n"),
  ]

  @Test(arguments: hostile)
  func hostileTextIsPlainTextAndTheRestIsNot(_ hostile: Hostile) {
    let text = "# *before*\n\n" + hostile.text + "\n# *after*\n"
    let document = Document(text)
    let blocks = document.blocks(in: 0..<document.byteCount)
    #expect(blocks.contains { $0.block.isNeutralized })
    #expect(TreeInvariants.violation(in: document, of: Array(text.utf8)) == nil)
    for block in [blocks.first, blocks.last] {
      #expect(block?.tree.nodes.contains { $0.kind == .emphasis } == true)
    }
  }

  @Test func typingInHostileTextAndMakingItSane() {
    let hostile = Self.hostile[1].text
    var document = Document("*a*\n\n" + hostile)
    document = document.replacing(10..<10, with: Array("x".utf8))
    #expect(document.segments(in: 5..<document.byteCount).contains { $0.block.isNeutralized })
    document = document.replacing(40..<document.byteCount, with: Array("*b*\n".utf8))
    #expect(!document.segments(in: 0..<document.byteCount).contains { $0.block.isNeutralized })
    #expect(document.incrementalViolation == nil)
  }

  @Test(arguments: [
    "- *item* **with** [much](url) ~~in it~~\n", "1. *item* **with** [much](url) ~~in it~~\n",
    "> - *item* **with** [much](url) ~~in it~~\n", "## *heading* **with** [much](url) ~~in it~~\n",
  ])
  func longListsAreNotHostile(_ line: String) {
    let document = Document(String(repeating: line, count: 20_000))
    #expect(!document.segments(in: 0..<document.byteCount).contains { $0.block.isNeutralized })
  }

  @Test func longTablesAreNotHostile() {
    let rows = String(repeating: "| *cell* **with** | [much](url) ~~in it~~ |\n", count: 10_000)
    let document = Document("| a | b |\n|---|---|\n" + rows)
    #expect(!document.segments(in: 0..<document.byteCount).contains { $0.block.isNeutralized })
  }

  /// What is in a fence may be anything, such as a script without a blank; what its first line says, too.
  @Test(
    arguments: ["", "> ", "  "],
    ["```js", "para\n```js", "- ```js", "1. > ```js", "~~~ts [a.ts]", "```js:app.js title='x' _(y)_"])
  func codeIsNotHostile(_ prefix: String, _ opening: String) {
    let code = String(repeating: "function(a){return(b(c(a)))};", count: 4_000)
    let indent = opening.hasPrefix("- ") ? "  " : opening.hasPrefix("1. ") ? "   > " : ""
    let lines = [indent + code, indent + (opening.contains("~") ? "~~~" : "```"), "", "*b*"]
    let document = Document(
      (opening.split(separator: "\n").map(String.init) + lines).map { prefix + $0 + "\n" }.joined())
    let kinds = document.blocks(in: 0..<document.byteCount).flatMap { $0.tree.nodes.map(\.kind) }
    #expect(kinds.count { $0 == .fencedCode(isClosed: true) } == 1)
    #expect(!kinds.contains(.fencedCode(isClosed: false)))
    #expect(kinds.contains(.emphasis))
  }

  /// Lines that only look like fences do not make pieces of a paragraph, each of which would be harmless.
  @Test func fencesThatAreNoneDoNotHideHostileText() {
    let line = String(repeating: "![[]()", count: 400) + "\n    ```\n"
    let document = Document("a\n" + String(repeating: line, count: 100) + "\n*b*\n")
    #expect(document.segments(in: 0..<document.byteCount).contains { $0.block.isNeutralized })
  }

  @Test(.enabled(if: !Corpus.documents.isEmpty, "the corpus is not here"))
  func realTextIsNeverTakenForHostile() throws {
    for url in Corpus.documents {
      let document = Document(Array(try Data(contentsOf: url)))
      #expect(!document.segments(in: 0..<document.byteCount).contains { $0.block.isNeutralized }, "\(url.path)")
    }
  }

  @Test(arguments: [
    ("> ", "a"), (">", "a"), ("- ", "a"), ("1. ", "a"), ("[", "a"), ("*a ", "b"), ("_*", "a"), ("~~a ", "b"),
  ])
  func deepNestingIsSafe(_ segment: String, _ end: String) {
    let text = String(repeating: segment, count: 20_000) + end + "\n"
    #expect(TreeInvariants.violation(in: Document(text), of: Array(text.utf8)) == nil)
  }
}
