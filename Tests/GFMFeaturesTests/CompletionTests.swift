import Foundation
import TestSupport
import Testing

@testable import GFMFeatures
@testable import GFMSyntax

@Suite struct CompletionTests {
  /// The labels that are proposed at `‸`.
  private func labels(_ marked: String) -> [String] {
    let text = MarkedText(marked)
    let document = Document(text.text)
    guard let place = document.completionContext(at: text.selections[0].lowerBound) else { return [] }
    return document.completions(at: place).items.map(\.label)
  }

  /// The text after the proposal with this label is taken, what goes on behind the caret being replaced or not.
  private func accept(_ label: String, _ marked: String, replacing: Bool = true) -> String? {
    let text = MarkedText(marked)
    let document = Document(text.text)
    guard let place = document.completionContext(at: text.selections[0].lowerBound),
      let item = document.completions(at: place).items.first(where: { $0.label == label })
    else { return nil }
    let result = document.replacing(
      replacing ? place.whole : place.typed, with: Array((item.text ?? item.label).utf8))
    return String(decoding: result.text, as: UTF8.self)
  }

  private static let headings = "# A *b*\n\n## A b\n\nSet\n===\n\n<a id=\"x y\"></a>\n\n"

  @Test(arguments: [
    "[a](#‸", "[a](#‸)", "[a](#a‸b) c", "[a](<#‸", "[a\nb](#‸", "> - [a](#‸", "![a](#‸)", "[a]: #‸", "> [a b]: <#‸",
    "| x |\n|-|\n| [a](#‸ |", "[![a](b)](#‸", "[`a`](#‸", "*x [a](#‸*",
  ])
  func fragments(_ marked: String) {
    #expect(labels(Self.headings + marked) == ["a-b", "a-b-1", "set", "x y"])
  }

  @Test(arguments: [
    ("a-b-1", "[t](#a‸)", "[t](#a-b-1)"), ("set", "[t](#a‸-b \"c\")", "[t](#set \"c\")"),
    ("set", "[t](#‸ more", "[t](#set more"), ("x y", "[t](#‸)", "[t](#x%20y)"), ("set", "[t](<#se‸a>)", "[t](<#set>)"),
    ("#set", "[t](‸)", "[t](#set)"),
  ])
  func acceptedFragments(_ label: String, _ marked: String, _ expected: String) {
    #expect(accept(label, Self.headings + marked) == Self.headings + expected)
  }

  @Test func insertingLeavesWhatGoesOn() {
    #expect(accept("set", Self.headings + "[t](#‸x)", replacing: false) == Self.headings + "[t](#setx)")
  }

  private static let definitions = "\n\n[One]: a.md\n[one]: b.md\n[t\\]wo]: <c d>\n\nx[^n] y\n\n[^n]: note\n    more\n"

  @Test(arguments: [
    ("[text][‸", ["One", "t\\]wo"]), ("[text][o‸]", ["One", "t\\]wo"]), ("![text][‸] x", ["One", "t\\]wo"]),
    ("[‸", ["One", "t\\]wo", "^n"]), ("x[^‸", ["n"]), ("x[^‸]", ["n"]),
    ("- [‸", ["[ ]", "[x]", "One", "t\\]wo", "^n"]),
    ("> [‸", ["[!NOTE]", "[!TIP]", "[!IMPORTANT]", "[!WARNING]", "[!CAUTION]", "One", "t\\]wo", "^n"]),
    ("> a\n> [‸", ["One", "t\\]wo", "^n"]),
    ("> > [‸", ["One", "t\\]wo", "^n"]),
    ("[[‸", []), ("\\[‸", []), ("`x` [te‸", ["One", "t\\]wo", "^n"]), ("[a] ‸", []),
    ("- [‸ ] x", ["One", "t\\]wo", "^n"]),
  ])
  func labelsAndMarks(_ marked: String, _ expected: [String]) {
    #expect(labels(marked + Self.definitions) == expected)
  }

  @Test(arguments: [
    ("One", "[text][‸ more", "[text][One] more"), ("One", "[text][‸]", "[text][One]"), ("One", "[te‸xt]", "[One]"),
    ("n", "x[^‸", "x[^n]"), ("^n", "x[‸", "x[^n]"), ("[x]", "- [‸", "- [x] "), ("[ ]", "1. [‸]", "1. [ ]"),
    ("[!TIP]", "> [!‸", "> [!TIP]"), ("[!TIP]", "> [!no‸]", "> [!TIP]"), ("[ ]", "- ‸", "- [ ] "),
    ("[!NOTE]", "> ‸", "> [!NOTE]"),
  ])
  func acceptedLabels(_ label: String, _ marked: String, _ expected: String) {
    #expect(accept(label, marked + Self.definitions) == expected + Self.definitions)
  }

  @Test(arguments: [
    ("```‸", "swift", "```swift"), ("> ~~~ sw‸ift x", "swift", "> ~~~ swift x"),
    ("- ```c‸\n  x\n  ```", "c++", "- ```c++\n  x\n  ```"),
    ("```‸", "mermaid", "```mermaid"), (":sm‸", "smile", ":smile:"), ("a :‸:", "+1", "a :+1:"),
    ("(:tad‸a:)", "tada", "(:tada:)"), ("すごい:tad‸", "tada", "すごい:tada:"), ("「:tad‸", "tada", "「:tada:"),
    ("a <‸", "kbd", "a <kbd"), ("a <b‸ x>", "br", "a <br x>"), ("<di‸", "div", "<div"),
    ("<details>\n<‸", "/details", "<details>\n</details>"),
    ("<details>\n\n*x* <b>c</‸", "b", "<details>\n\n*x* <b>c</b>"),
    ("<details>\n\n- x\n\n</‸", "details", "<details>\n\n- x\n\n</details>"),
    ("<details>\n\n<p></p>\n\n</d‸>", "details", "<details>\n\n<p></p>\n\n</details>"),
    ("a <im‸", "img", "a <img src=\"\" alt=\"\">"),
  ])
  func words(_ marked: String, _ label: String, _ expected: String) { #expect(accept(label, marked) == expected) }

  @Test(arguments: [
    "```\n[a](#‸\n```", "    [a](#‸", "`[a](#‸`", "<!-- [a](#‸ -->", "<!-- <‸ -->", "---\na: [‸\n---\n", "```\nx\n```‸",
    "[a](#b \"c‸\")", "[a](#b)‸", "(#‸", "#‸", "issue #‸1", "x ‸", "a: ‸", "12:30‸", "Note:‸", "Größe:‸", "::‸",
    "|:‸\n|",
    "<script>\n<‸\n</script>",
    "<https://a.b/#‸>", "[a](https://b.c/#‸", "[a](//b/#‸", "a < ‸", "```a b‸", "`<‸`", "``‸", "[a] (#‸", "[^a]: #‸",
    "\\<‸",
    "$$\nx <‸", "x!‸", "(‸", "- a\n  ‸", "> a\n> ‸", "| a |\n|:‸|\n",
  ])
  func nothing(_ marked: String) {
    let found = labels("# h\n\n" + marked)
    // A `<` in text may start a tag, whatever else is there.
    #expect(marked.hasPrefix("$$") ? found.first == "details" : found.isEmpty, "\(found.prefix(3))")
  }

  @Test func frontMatterHasNoProposals() { #expect(labels("---\na: [‸\n---\n\n[b]: c\n").isEmpty) }

  @Test func moreThanAListTakes() {
    let many = (0..<700).map { "# h\($0 % 7 == 0 ? "x" : "") \($0)\n" }.joined()
    func found(_ typed: String) -> CompletionItems {
      let document = Document(many + "\n[a](#\(typed)")
      return document.completionContext(at: document.byteCount).map { document.completions(at: $0) }
        ?? CompletionItems()
    }
    #expect(found("").items.count == CompletionItems.limit)
    #expect(found("").isIncomplete)
    #expect(found("hx-").items.count == 100)
    #expect(found("hx-").isIncomplete)
    #expect(found("X69").items.map(\.label) == ["hx-469", "hx-609", "hx-679", "hx-693"])
  }

  /// A list's names are those that the document's own index has, numbers included.
  @Test func filteredSlugsHaveTheirNumbers() {
    let text = (0..<300).map { _ in "# a 1\n# a\n" }.joined() + "\n[a](#a-1"
    let document = Document(text)
    let place = document.completionContext(at: document.byteCount)
    let found = place.map { document.completions(at: $0).items.map(\.label) } ?? []
    let known = Set(document.anchors().map { String(decoding: $0.id, as: UTF8.self) })
    #expect(found.count > 100)
    #expect(found.allSatisfy { known.contains($0) && $0.hasPrefix("a-") && $0.contains("1") })
  }

  @Test func documentation() {
    let document = Document(Self.headings + "[One]: a.md 't'\n\nx[^n]\n\n[^n]: note\n")
    #expect(document.completionDocumentation(.anchor(Array("a-b-1".utf8))) == "## A b")
    #expect(document.completionDocumentation(.link(Array("oNE".utf8))) == "[One]: a.md 't'")
    #expect(document.completionDocumentation(.footnote(Array("n".utf8))) == "note")
    #expect(document.completionDocumentation(.anchor(Array("no".utf8))) == nil)
  }

  /// At any caret of real documents: ranges hold the caret, within its line, and nothing is proposed in code.
  @Test func realDocuments() {
    var places = 0
    for url in Corpus.documents {
      let document = Document((try? String(contentsOf: url, encoding: .utf8)) ?? "")
      var generator = SeededGenerator(seed: UInt64(document.byteCount))
      for _ in 0..<150 {
        let caret = Int.random(in: 0...document.byteCount, using: &generator)
        guard let place = document.completionContext(at: caret) else { continue }
        places += 1
        let line = document.lineRange(document.line(at: caret))
        #expect(place.typed.upperBound == caret && place.whole.lowerBound == place.typed.lowerBound)
        #expect(line.lowerBound <= place.whole.lowerBound && place.whole.upperBound <= line.upperBound)
        _ = document.completions(at: place)
      }
    }
    if !Corpus.documents.isEmpty { #expect(places > 200) }
  }

  @Test func examples() {
    for example in Corpus.examples {
      let document = Document(example.source)
      for caret in 0...document.byteCount {
        guard let place = document.completionContext(at: caret) else { continue }
        let token = document.segment(at: caret - 1).tree.tokens.first { token in
          token.range.contains(caret - 1 - document.segment(at: caret - 1).start)
        }
        #expect(token?.kind != .codeText && token?.kind != .codeSpanText)
        _ = document.completions(at: place)
      }
    }
  }
}
