import Foundation
import MarkdownText
import TestSupport
import Testing

@testable import GFMFeatures
@testable import GFMSyntax

/// The text after an operation at `‸` or `⟦⟧`; `nil` where it makes no sense.
private func edited(_ operation: EditOperation, _ marked: String, _ options: EditOptions = EditOptions()) -> String? {
  let text = MarkedText(marked)
  let document = Document(text.text)
  let selections = text.selections.map { TextSelection(anchor: $0.lowerBound, head: $0.upperBound) }
  guard let result = document.edit(operation, selections: selections, options: options) else { return nil }
  return String(decoding: document.replacing(result.edits).text, as: UTF8.self)
}

/// Links become references, references links; definitions are put in order.
@Suite struct LinkFormTests {
  @Test(arguments: [
    ("[a‸b](c.md) d\n", "[ab][] d\n\n[ab]: c.md\n"),
    ("[a](c‸.md \"t\") d", "[a][] d\n\n[a]: c.md \"t\""),
    ("[*a* b‸](c) d\n\n[x]: y\n", "[*a* b][a b] d\n\n[x]: y\n[a b]: c\n"),
    ("[a‸](c) d\n\n[x]: c\n", "[a][x] d\n\n[x]: c\n"),
    ("[a‸](c)\n\n[a]: d\n", "[a][a-1]\n\n[a]: d\n[a-1]: c\n"),
    ("[a‸](c) [a]\n", "[a][a-1] [a]\n\n[a-1]: c\n"),
    ("> - [a‸](c)\n", "> - [a][]\n\n[a]: c\n"),
    ("![‸](p/i.png)\n", "![][i.png]\n\n[i.png]: p/i.png\n"),
    ("[![x‸](i)](j)\n", "[![x][]](j)\n\n[x]: i\n"),
    ("⟦[a](c) and [b](d)⟧ [e](f)\n", "[a][] and [b][] [e](f)\n\n[a]: c\n[b]: d\n"),
    ("⟦[a](c) and [b](c)⟧\n", "[a][] and [b][a]\n\n[a]: c\n"),
    ("[a‸](<c d>)\r\n", "[a][]\r\n\r\n[a]: <c d>\r\n"),
    ("[a‸]()\n", "[a][]\n\n[a]: <>\n"),
    ("|x|\n|-|\n|[a‸](c\\|d)|\n", "|x|\n|-|\n|[a][]|\n\n[a]: c\\|d\n"),
    ("[^a‸](c)\n", "[^a][a]\n\n[a]: c\n"),
    ("⟦[a](b) [a](c) [a](d) [a](c)⟧\n", "[a][] [a][a-1] [a][a-2] [a][a-1]\n\n[a]: b\n[a-1]: c\n[a-2]: d\n"),
    ("⟦[a](b) [a-1](c) [a](d)⟧\n", "[a][] [a-1][] [a][a-2]\n\n[a]: b\n[a-1]: c\n[a-2]: d\n"),
    ("![<http://a.b/c>](d‸)\n", "![<http://a.b/c>][http://a.b/c]\n\n[http://a.b/c]: d\n"),
    ("![![![x](a‸)](b)](c)\n", "![![![x][]](b)](c)\n\n[x]: a\n"),
    ("⟦![![x](b)](c)⟧ [x]\n", "![![x][x-1]][x-2] [x]\n\n[x-1]: b\n[x-2]: c\n"),
  ])
  func toReference(_ marked: String, _ expected: String) { #expect(edited(.linkToReference, marked) == expected) }

  /// A text that is longer than a label can be is none.
  @Test func longTextIsNoLabel() {
    let text = String(repeating: "a ", count: 600) + "b"
    let label = String(repeating: "a ", count: 30)
    #expect(edited(.linkToReference, "[\(text)](c‸)\n") == "[\(text)][\(label)]\n\n[\(label)]: c\n")
  }

  /// The carets too.
  @Test(
    arguments: [
      (EditOperation.linkToReference, "see [text](http://x.y)‸", "see [text][]‸\n\n[text]: http://x.y"),
      (.linkToReference, "see [text](http://x.y)‸ x", "see [text][]‸ x\n\n[text]: http://x.y"),
      (.linkToReference, "‸[text](http://x.y) x", "‸[text][] x\n\n[text]: http://x.y"),
      (.linkToReference, "# [text](u)‸ x", "# [text][]‸ x\n\n[text]: u"),
      (.linkToReference, "*[text](u)*‸ [b](c)", nil),
      (.linkToInline, "[a][b]‸ x\n\n[b]: u", "[a](u)‸ x\n\n[b]: u"),
      (.linkToInline, "[a]‸x\n\n[a]: u", "[a](u)‸x\n\n[a]: u"),
      (.extractLinkDefinition, "[a](u)‸ [b](u)", "[a][]‸ [b][a]\n\n[a]: u"),
      (.extractLinkDefinition, "[a](u) [b](u)‸", "[a][b] [b][]‸\n\n[b]: u"),
      (.extractLinkDefinition, "http://a.b http://a.b‸", "[http://a.b][a.b] [http://a.b][a.b]‸\n\n[a.b]: http://a.b"),
      (.sortDefinitions, "[b]: x\n[a‸]: y", "[a‸]: y\n[b]: x"),
      (.sortDefinitions, "[c]: ‸x\n[bb]: xx\n[a⟦]: y⟧", "[a⟦]: y⟧\n[bb]: xx\n[c]: ‸x"),
      (.sortDefinitions, "[b]: x\n[a]: y\n\nt‸", "[a]: y\n[b]: x\n\nt‸"),
      (.removeUnusedDefinitions, "[b]: x\n[a‸]: y\n\n[b]", "[b]: x\n‸\n[b]"),
    ] as [(EditOperation, String, String?)])
  func carets(_ operation: EditOperation, _ marked: String, _ expected: String?) {
    #expect(MarkedText(marked).editing(operation)?.marked == expected)
  }

  /// What stands between a link and a definition far below stays as it is.
  @Test func whatStandsBetweenIsNotParsed() {
    let document = Document("[a](b)\n\n" + String(repeating: "text\n\n", count: 3_000))
    let end = document.byteCount
    let edits = [
      SourceEdit(range: 3..<6, replacement: Array("[]".utf8)),
      SourceEdit(range: 12..<12, replacement: Array(" [a]".utf8)),
      SourceEdit(range: end..<end, replacement: Array("[a]: b\n".utf8)),
    ]
    let after = document.replacing(edits)
    #expect(after.text == edits.reversed().reduce(document) { $0.replacing($1.range, with: $1.replacement) }.text)
    #expect(after.incrementalViolation == nil)
    #expect(after.segment(1_500)?.block === document.segment(1_500)?.block)
  }

  @Test func toReferenceInSection() {
    var options = EditOptions()
    options.definitionPlace = .section
    #expect(
      edited(.linkToReference, "# A\n\n[a‸](c)\n\n# B\n\nx\n", options) == "# A\n\n[a][]\n\n[a]: c\n\n# B\n\nx\n")
  }

  @Test(arguments: ["a‸b", "[a‸]\n\n[a]: b\n", "`[a‸](b)`", "<https://a‸.b>", "[a‸](b)\n\n```\nx\n"])
  func noReference(_ marked: String) { #expect(edited(.linkToReference, marked) == nil) }

  @Test(arguments: [
    ("[a‸]\n\n[a]: b 't'\n", "[a](b \"t\")\n\n[a]: b 't'\n"), ("[x‸][a]\n\n[a]: <b c>\n", "[x](<b c>)\n\n[a]: <b c>\n"),
    ("![a‸][] y\n\n[a]: b\n", "![a](b) y\n\n[a]: b\n"),
    ("|x|\n|-|\n|[a‸]|\n\n[a]: b|c\n", "|x|\n|-|\n|[a](b\\|c)|\n\n[a]: b|c\n"),
    ("[a‸]\n\n[a]: <> '\"'\n", "[a](<> \"\\\"\")\n\n[a]: <> '\"'\n"),
    ("⟦[a] [b][a]⟧\n\n[a]: c\n", "[a](c) [b](c)\n\n[a]: c\n"),
  ])
  func toInline(_ marked: String, _ expected: String) { #expect(edited(.linkToInline, marked) == expected) }

  @Test(arguments: ["[a‸](b)", "[a‸]", "x[^1‸]\n\n[^1]: y\n", "[a]: b‸\n", "[a‸]\n\n[a]: b 'c\nd'\n"])
  func noInline(_ marked: String) { #expect(edited(.linkToInline, marked) == nil) }

  @Test(arguments: [
    ("[a‸](c) b [d](c)\n", "[a][] b [d][a]\n\n[a]: c\n"),
    ("[a](c)\n\n# [a‸](c)\n\nx\n", "[a][]\n\n# [a][]\n\nx\n\n[a]: c\n"),
    ("[a‸](c) [b](c#d) [e](<c>) ![f](c)\n", "[a][] [b](c#d) [e][a] ![f][a]\n\n[a]: c\n"),
    ("[a‸](c 't') [b](c) [d](c \"t\")\n", "[a][] [b](c) [d][a]\n\n[a]: c \"t\"\n"),
    ("[a‸](c) [b](c)\n\n[x]: c\n", "[a][x] [b][x]\n\n[x]: c\n"),
    ("[a‸](c) [b](c)\n\n[a]: d\n", "[a][a-1] [b][a-1]\n\n[a]: d\n[a-1]: c\n"),
    ("[a‸](c) [b](c) [a]\n", "[a][a-1] [b][a-1] [a]\n\n[a-1]: c\n"),
    ("[![x](i)](i‸) [y](i)\n", "[![x][]][x] [y][x]\n\n[x]: i\n"),
    ("[![x](i‸)](j) ![y](i)\n", "[![x][]](j) ![y][x]\n\n[x]: i\n"),
    ("- [a‸](c)\n\n> [b](c)\n", "- [a][]\n\n> [b][a]\n\n[a]: c\n"),
    ("|x|y|\n|-|-|\n|[a‸](c\\|d)|[b](c\\|d)|\n", "|x|y|\n|-|-|\n|[a][]|[b][a]|\n\n[a]: c\\|d\n"),
    ("⟦[a](c) [b](d)⟧ [e](c) [f](d) [g](h)\n", "[a][] [b][] [e][a] [f][b] [g](h)\n\n[a]: c\n[b]: d\n"),
    // Autolinks keep their text.
    ("<http://a‸.b/c> [d](http://a.b/c)\n", "[http://a.b/c][d] [d][]\n\n[d]: http://a.b/c\n"),
    ("http://a.b/‸c <http://a.b/c>", "[http://a.b/c][c] [http://a.b/c][c]\n\n[c]: http://a.b/c"),
    ("<http://a.b/c> http://a‸.b/c", "[http://a.b/c][c] [http://a.b/c][c]\n\n[c]: http://a.b/c"),
    ("www.a‸.b [c](http://www.a.b)\n", "[www.a.b][c] [c][]\n\n[c]: http://www.a.b\n"),
    ("[c‸](http://www.a.b) www.a.b\n", "[c][] [www.a.b][c]\n\n[c]: http://www.a.b\n"),
    ("me‸@a.b <me@a.b>\n", "[me@a.b][] [me@a.b][]\n\n[me@a.b]: mailto:me@a.b\n"),
    (
      "<http://a.b/‸*c*> <http://a.b/*c*>\n",
      "[http://a.b/\\*c\\*][c] [http://a.b/\\*c\\*][c]\n\n[c]: http://a.b/*c*\n"
    ),
    ("*http://a‸.b* [c](http://a.b)\r\n", "*[http://a.b][c]* [c][]\r\n\r\n[c]: http://a.b\r\n"),
  ])
  func extracting(_ marked: String, _ expected: String) { #expect(edited(.extractLinkDefinition, marked) == expected) }

  @Test func extractingInSection() {
    var options = EditOptions()
    options.definitionPlace = .section
    #expect(
      edited(.extractLinkDefinition, "# A\n\n[a](c)\n\n# B\n\n[b‸](c)\n\n# D\n", options)
        == "# A\n\n[a][b]\n\n# B\n\n[b][]\n\n[b]: c\n\n# D\n")
  }

  @Test(arguments: [
    "[a‸](c)\n", "[a‸](c) [b](d)\n", "[a‸](c) `[b](c)`\n", "x‸ [a](c) [b](c)\n", "[a‸] [a]\n\n[a]: c\n",
    "[a‸](c)\n\n[x]: c\n", "[a‸](c 't') [b](c)\n", "[a‸]() [b]()\n", "<http://a.b?c‸&amp;d> <http://a.b?c&amp;d>\n",
    "[a‸](C) [b](c)\n",
  ])
  func nothingToExtract(_ marked: String) { #expect(edited(.extractLinkDefinition, marked) == nil) }

  /// What is offered can be done, and the other way round.
  @Test(arguments: [
    ("[a‸](c) b [d](c)\n", true), ("[a](c) b [d‸](c)\n", true), ("www.a.b [c‸](http://www.a.b)\n", true),
    ("[a‸](c) [b](d)\n", false), ("[a‸](c)\n\n[x]: c\n", false), ("[a‸](c 't') [b](c)\n", false),
    ("[a‸](C) [b](c)\n", false), ("x‸\n", false),
    ("[a‸](c)\n\n# B\n\n> ![b](c)\n", true), ("[![a](c)](c‸)\n", true), ("[a‸](c) <a href=\"c\">\n", false),
    ("⟦x [a](c) y⟧ [b](c)\n", true), ("⟦x⟧ [a](c) [b](c)\n", false), ("⟦[a](c)\n\n<a href=\"c\">⟧\n", false),
    ("<http://a.b?c‸&amp;d> [x](http://a.b?c&d)\n", false),
  ])
  func whereExtractingIsOffered(_ marked: String, _ isOffered: Bool) {
    let text = MarkedText(marked)
    let selections = text.selections.map { TextSelection(anchor: $0.lowerBound, head: $0.upperBound) }
    #expect(Document(text.text).isApplicable(.extractLinkDefinition, at: selections[0]) == isOffered)
  }

  @Test(arguments: [
    ("‸[b]: c\n[a]: d\n", "[a]: d\n[b]: c\n"), ("[10]: a\n[9]: b\n\n[1]: c‸\n", "[1]: c\n[9]: b\n\n[10]: a\n"),
    ("‸[b]: c\n[a]: d\n\nx\n\n[f]: g\n[e]: h\n", "[a]: d\n[b]: c\n\nx\n\n[e]: h\n[f]: g\n"),
    ("‸[b]: c\n'x\ny'\n[A]: d", "[A]: d\n[b]: c\n'x\ny'"),
    ("‸[b]: 1\n[a]: 2\n[b]: 3\n\n[b]\n", "[a]: 2\n[b]: 1\n[b]: 3\n\n[b]\n"),
  ])
  func sorting(_ marked: String, _ expected: String) { #expect(edited(.sortDefinitions, marked) == expected) }

  @Test(arguments: ["‸[a]: b\n[c]: d\n", "‸x\n", "> [b]: c‸\n> [a]: d\n"])
  func nothingToSort(_ marked: String) { #expect(edited(.sortDefinitions, marked) == nil) }

  @Test(arguments: [
    ("‸[a]\n\n[b]: c\n[a]: d\n", "[a]\n\n[a]: d\n"), ("‸x\n\n[b]: c\n\ny\n", "x\n\ny\n"), ("‸x\n\n[b]: c\n", "x\n"),
    ("‸[b]: c\n\nx\n", "x\n"), ("‸x\n\n[b]: c\ny\n", "x\n\ny\n"),
    ("‸![a][]\n\n[a]: b\n[c]: d 'x\ny'\n[//]: # (z)\n[e]: f\n", "![a][]\n\n[a]: b\n[//]: # (z)\n"),
  ])
  func removing(_ marked: String, _ expected: String) { #expect(edited(.removeUnusedDefinitions, marked) == expected) }

  @Test(arguments: ["‸[a]\n\n[a]: b\n", "‸x\n\n[//]: # (c)\n", "‸- x\n\n[a]: b\n\n      code\n"])
  func nothingToRemove(_ marked: String) { #expect(edited(.removeUnusedDefinitions, marked) == nil) }

  /// In real documents, a link there and back leads where it led, and sorting and clearing change nothing on the page.
  @Test func realDocuments() {
    var changed = 0
    var extracted = 0
    for url in Corpus.documents {
      let document = Document((try? String(contentsOf: url, encoding: .utf8)) ?? "")
      var links: [LocatedLink] = []
      document.forEachSegment(holding: .links) { placed in
        links += placed.links().filter { $0.kind == .link(.inline) }
        return links.count < 6
      }
      for link in links.prefix(3) {
        let selection = TextSelection(caret: link.range.upperBound - 1)
        guard let there = document.edit(.linkToReference, selections: [selection]) else { continue }
        let middle = document.replacing(there.edits)
        guard let back = middle.edit(.linkToInline, selections: there.selections) else {
          Issue.record("no way back: \(url.lastPathComponent) \(link.range)")
          continue
        }
        changed += 1
        let end = middle.replacing(back.edits)
        let found = end.segment(at: link.range.lowerBound).links().first {
          $0.range.lowerBound == link.range.lowerBound
        }
        #expect(found?.destination == link.destination && found?.title == link.title, "\(url.lastPathComponent)")
      }
      if extractRepeated(in: document, url.lastPathComponent) { extracted += 1 }
      for operation in [EditOperation.sortDefinitions, .removeUnusedDefinitions, .tableOfContents] {
        if document.edit(operation, selections: [TextSelection(caret: 0)]) != nil { changed += 1 }
      }
    }
    if !Corpus.documents.isEmpty { #expect(changed > 50 && extracted > 10) }
  }

  /// Extracts the first links that say the same; whether there were any. All links lead where they led, and those say it
  /// no more.
  private func extractRepeated(in document: Document, _ name: String) -> Bool {
    let links = allLinks(of: document)
    let repeated = links.first { $0.link.kind == .link(.inline) && document.hasRepeatedLink(at: caret(on: $0.link)) }
    guard let repeated,
      let result = document.edit(.extractLinkDefinition, selections: [caret(on: repeated.link)])
    else { return false }
    let after = allLinks(of: document.replacing(result.edits))
    #expect(after.map(\.destination) == links.map(\.destination), "\(name)")
    let isLeft = after.contains {
      $0.destination == repeated.destination && $0.link.title == repeated.link.title && $0.link.kind == .link(.inline)
    }
    #expect(!isLeft, "\(name)")
    return true
  }

  private func caret(on link: LocatedLink) -> TextSelection { TextSelection(caret: link.range.upperBound - 1) }

  private func allLinks(of document: Document) -> [(link: LocatedLink, destination: [UInt8]?)] {
    var found: [(link: LocatedLink, destination: [UInt8]?)] = []
    document.forEachSegment(holding: .links) { placed in
      found += placed.links().filter { $0.kind != .referenceDefinition }.map { ($0, document.destination(of: $0)) }
      return true
    }
    return found
  }
}

@Suite struct TableOfContentsTests {
  private func edit(
    _ marked: String, _ operation: EditOperation = .tableOfContents, _ options: EditOptions = EditOptions()
  ) -> String? {
    edited(operation, marked, options)
  }

  private static func table(_ lines: String) -> String { "<!-- toc -->\n\n\(lines)\n\n<!-- /toc -->\n" }

  @Test(arguments: [
    (
      "# T\n\n‸\n\n## A\n\n#### B\n\n## A\n", "- [A](#a)\n  - [B](#b)\n- [A](#a-1)", "# T\n\n",
      "\n## A\n\n#### B\n\n## A\n"
    ),
    ("‸\n# *A* `b`\n", "- [*A* `b`](#a-b)", "", "\n# *A* `b`\n"),
    ("‸\n# [A](b) <b>x</b>\n", "- [A x](#a-x)", "", "\n# [A](b) <b>x</b>\n"),
    ("x\n‸\n# a] *b\n", "- [a\\] \\*b](#a-b)", "x\n\n", "\n# a] *b\n"),
    ("‸\nÄ b\n===\n", "- [Ä b](#ä-b)", "", "\nÄ b\n===\n"),
    ("x‸y\n\n# A\n> # B\n", "- [A](#a)", "", "\nxy\n\n# A\n> # B\n"),
  ])
  func created(_ marked: String, _ lines: String, _ before: String, _ after: String) {
    #expect(edit(marked) == before + Self.table(lines) + after)
  }

  @Test func updated() {
    let text = "# T\n\n<!-- TOC -->\n- [x](#y)\n<!-- tocstop -->\n# A\n# B‸\n"
    let expected = "# T\n\n<!-- TOC -->\n\n- [A](#a)\n- [B](#b)\n\n<!-- tocstop -->\n# A\n# B\n"
    #expect(edit(text, .updateTableOfContents) == expected)
    #expect(edit(text) == expected)
    #expect(edit(expected + "‸", .updateTableOfContents) == nil)
    #expect(edit("<!-- toc -->\nx\n<!-- /toc -->‸\n", .updateTableOfContents) == "<!-- toc -->\n\n<!-- /toc -->\n")
  }

  @Test(arguments: [
    ("# T\n\n<!-- toc -->‸\n\n## A\n", "# T\n\n<!-- toc -->\n\n- [A](#a)\n\n<!-- /toc -->\n\n## A\n"),
    ("<!-- TOC -->\r\n# A‸", "<!-- TOC -->\r\n\r\n- [A](#a)\r\n\r\n<!-- /toc -->\r\n# A"),
    (
      "<!-- toc -->\n\nx\n\n‸<!-- toc -->\ny\n\n# A\n",
      "<!-- toc -->\n\nx\n\n<!-- toc -->\n\n- [A](#a)\n\n<!-- /toc -->\ny\n\n# A\n"
    ),
  ])
  func completed(_ marked: String, _ expected: String) {
    #expect(edit(marked) == expected)
    #expect(edit(marked, .updateTableOfContents) == nil)
  }

  @Test(arguments: [
    ("<!-- toc -->‸\n\n# A\n", true), ("<!-- toc -->‸\n\nx\n", false), ("<!-- x -->‸\n\n# A\n", false),
    ("<!-- toc -->‸\n\n- [A](#a)\n\n<!-- /toc -->\n\n# A\n", false),
  ])
  func whereCompletingIsOffered(_ marked: String, _ isOffered: Bool) {
    let text = MarkedText(marked)
    let caret = TextSelection(caret: text.selections[0].lowerBound)
    #expect(Document(text.text).isApplicable(.tableOfContents, at: caret) == isOffered)
  }

  /// What doctoc writes above the list stays.
  @Test func doctoc() {
    let start = "<!-- START doctoc generated TOC please keep comment here to allow auto update -->\n"
    let comment = "<!-- DON'T EDIT THIS SECTION, INSTEAD RE-RUN doctoc TO UPDATE -->\n"
    let title = "**Contents**  *generated with [DocToc](https://github.com/thlorenz/doctoc)*\n"
    let end = "<!-- END doctoc generated TOC please keep comment here to allow auto update -->\n"
    for head in [start, start + comment, start + comment + title, start + comment + "\n" + title] {
      let done = "\(head)\n- [A](#a)\n  - [B](#b)\n\n\(end)\n# A\n\n## B\n"
      #expect(edit("‸\(head)\n- [X](#x)\n\n\(end)\n# A\n\n## B\n", .updateTableOfContents) == done)
      #expect(edit("‸\(head)\(end)\n# A\n\n## B\n", .updateTableOfContents) == done)
      #expect(edit("‸" + done, .updateTableOfContents) == nil)
      #expect(edit("‸" + done, .tableOfContents) == nil)
    }
    #expect(edit("‸\(start)\n<!-- /toc -->\n\n# A\n", .updateTableOfContents) == nil)
  }

  @Test func lineEndings() {
    #expect(
      edit("<!-- toc -->\r\n<!-- /toc -->\r\n\r\n# A‸\r\n")
        == "<!-- toc -->\r\n\r\n- [A](#a)\r\n\r\n<!-- /toc -->\r\n\r\n# A\r\n")
  }

  @Test func levelsAndBullets() {
    var options = EditOptions()
    options.firstContentsLevel = .two
    options.lastContentsLevel = .three
    options.bulletMarker = .asterisk
    #expect(
      edit("‸\n# A\n## B\n### C\n#### D\n", .tableOfContents, options)
        == Self.table("* [B](#b)\n  * [C](#c)") + "\n# A\n## B\n### C\n#### D\n")
  }

  @Test(arguments: [
    "# A\n\n‸\n", "```\n‸\n\n# A\n", "---\na: b‸\n---\n\n# A\n",
    "<!-- toc -->\n\n- [A](#a)\n\n<!-- /toc -->\n\n‸\n\n# A\n",
    "<!-- toc -->\n\n‸\n",
  ])
  func nothing(_ marked: String) { #expect(edit(marked) == nil) }

  @Test(arguments: [
    "```\n<!-- toc -->\n<!-- /toc -->\n```\n# A‸\n", "<!-- toc -->\n# A‸\n",
    "> <!-- toc -->\n> <!-- /toc -->\n\n# A‸\n",
  ])
  func noTable(_ marked: String) { #expect(edit(marked, .updateTableOfContents) == nil) }

  /// In real documents: made wherever there are headings, with nothing left to do, every entry leading to its heading,
  /// and taken out again the document is what it was.
  @Test func realDocuments() {
    var made = 0
    for url in Corpus.documents {
      let document = Document((try? String(contentsOf: url, encoding: .utf8)) ?? "")
      let options = EditOptions()
      let start = document.segment(1)?.start ?? 0
      let list = TableOfContentsList(document, from: start, isPlain: false, options: options)
      guard !list.entries.isEmpty else { continue }
      guard let result = document.edit(.tableOfContents, selections: [TextSelection(caret: start)]) else {
        Issue.record("none for \(url.lastPathComponent)")
        continue
      }
      made += 1
      let after = document.replacing(result.edits)
      #expect(after.edit(.updateTableOfContents, selections: [TextSelection(caret: 0)]) == nil)
      #expect(TableOfContents(in: after).map { list.isWritten(in: after, $0.range) } == true)
      guard let edit = result.edits.first, result.edits.count == 1 else { continue }
      let inserted = edit.range.lowerBound..<edit.range.lowerBound + edit.replacement.count
      var bytes = after.text
      bytes.removeSubrange(inserted)
      #expect(bytes == document.text)
      #expect(after.anchors().map(\.id) == document.anchors().map(\.id))
    }
    if !Corpus.documents.isEmpty { #expect(made > 30) }
  }
}
