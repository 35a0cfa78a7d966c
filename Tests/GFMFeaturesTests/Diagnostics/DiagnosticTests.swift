import Foundation
import GFMFeatures
import GFMSyntax
import TestSupport
import Testing

func corpusDocuments() throws -> [Document] {
  try Corpus.documents.map { Document(Array(try Data(contentsOf: $0))) }
}

@Suite struct DiagnosticTests {
  @Test func undefinedReferences() {
    check(
      .undefinedReference, "⟦[a][b]⟧ ⟦[c][]⟧ ⟦![d][e]⟧ [x] [ ] [word] [[wiki]] `[a][b]` \\[a][b] [ok][]\n\n[ok]: /u\n")
    check(.undefinedReference, "a[i][j], x()[0][1], [1][2][3], [x][ ], [ ][ ] \n\n- [ ] [x]\n")
  }

  @Test func undefinedFootnotes() {
    check(.undefinedFootnote, "a⟦[^x]⟧ b[^y] [^ z] `[^c]` [^a-z]+ [^abc]* [[^q]] [^/]\n\n[^y]: note\n")
  }

  @Test func duplicateDefinitions() {
    check(.duplicateDefinition, "[a] [^n]\n\n[a]: /1\n⟦[A]: /2⟧\n\n[^n]: x\n\n⟦[^n]: y⟧\n\n[//]: # (a)\n[//]: # (b)\n")
    let document = Document("[a]\n\n[a]: /1\n\nb\n\n[a]: /2\n")
    let found = document.diagnostics()
    #expect(found.map(\.code) == [.duplicateDefinition])
    #expect(found.first?.related?.range == 6..<7)
  }

  @Test func unusedDefinitions() {
    check(.unusedDefinition, "[a] ![x][i]\n\n[a]: /1\n⟦[b]: /2⟧\n[i]: /3\n[//]: # (comment)\n[comment]: <>\n")
    check(.unusedFootnote, "a[^1]\n\n[^1]: x\n\n⟦[^2]: y⟧\n\nend\n")
  }

  @Test func unknownFragments() {
    check(
      .unknownFragment,
      "# A heading\n\n[a](#a-heading) [b](#⟦nowhere⟧) [c](#) [d](#top) [d](#readme) [e](#A-Heading) [f](#fn-1) <a id=\"x\"></a> [g](#x)\n"
        + "\n[l]\n\n[l]: #⟦other⟧\n")
    check(
      .unknownFragment, "[a](⟦b.md#x⟧) [c](d.md)",
      checkingFiles: { _, fragment in fragment == nil ? nil : .unknownFragment })
  }

  /// Of the real documents' fragments no other is told of than these, none of which leads anywhere on GitHub: names that
  /// another program reads in `# Title {#name}`, headings that are gone, and typing errors.
  @Test(.enabled(if: !Corpus.documents.isEmpty)) func unknownFragmentsInRealDocuments() throws {
    let found = try corpusDocuments().flatMap { document in
      document.diagnostics().filter { $0.code == .unknownFragment }
        .map { String(decoding: document.bytes(in: $0.range), as: UTF8.self) }
    }
    let expected: Set<String> = [
      "app-runwithcontext", "app-config-throwunhandlederrorinproduction", "potential-dangers",
      "in-dom-template-parsing-caveats", "ide-support", "note-on-vue-cli-and-ts-loader", "tailwindcss", "http", "https",
      "roq-prover", "web_development",
    ]
    #expect(Set(found) == expected && found.count == expected.count)
  }

  @Test func missingFiles() {
    check(
      .missingFile, "[a](⟦b.md⟧) ![c](⟦d.png⟧ \"t\") [e](https://x.y/z) [f](#top) <https://a.b> www.x.y\n",
      checkingFiles: { _, _ in .missingFile })
    check(
      .missingFile,
      "<p>\n<img src=\"⟦a.png⟧\"> <a href='⟦b.md⟧'>\n</p>\n\nc <a href=⟦d⟧>e</a> <!-- <a href=f> --> <a href=\"mailto:g\">\n",
      checkingFiles: { _, _ in .missingFile })
  }

  @Test func fragmentsInHTML() {
    check(.unknownFragment, "<a href=\"#⟦b⟧\">\n\nc <a href='#a'>d</a> <a href=#⟦e⟧>f</a>\n\n# A\n")
    checkFix(.unknownFragment, "<a href=\"#A!\">b</a>\n\n# A\n", "<a href=\"#a\">b</a>\n\n# A\n")
  }

  @Test func headingLevels() {
    check(.skippedHeadingLevel, "## a\n\n### b\n\n# c\n\n⟦### d⟧\n\n> ##### e\n\n#### f\n\n⟦###### g⟧\n\n# h\n")
  }

  @Test func listNumbers() {
    check(.listNumbering, "1. a\n1. b\n⟦2.⟧ c\n3. d\n   1. x\n   ⟦3.⟧ y\n\n0) a\n0) b\n\n- 1. x\n  2. y\n")
    let items = (1...2_000).map { "\($0). item\n" }.joined()
    check(.listNumbering, items + "2001. a\n⟦2003.⟧ b\n")
    check(.listNumbering, String(repeating: "1. item\n", count: 3_000))
    check(.listNumbering, "> 1. a\n> 2. b\n> ⟦4.⟧ c\n>\n> > 1. d\n> > ⟦3.⟧ e\n\n> 7. f\n>    1. g\n>    ⟦3.⟧ h\n")
    // Long enough for the quote to be cut into parts, but only between its children: a list in it stays whole.
    let quoted = (1...2_000).map { "> \($0). item\n" }.joined()
    check(.listNumbering, "> a\n\n" + quoted + "> 2001. a\n> ⟦2003.⟧ b\n>\n> c\n" + quoted)
    check(.listNumbering, "1. a\n2. b\n⟦4.⟧ c\n5. d\n\n---\n\n1. a\n1. b\n1. c\n\n---\n\n3. a\n4. b\n")
  }

  @Test func tableCells() {
    check(.extraTableCells, "| a | b |\n|---|---|\n| 1 | 2 | ⟦3 | 4⟧ |\n| 1 | 2 |\n")
    check(.missingTableCells, "| a | b |\n|---|---|\n⟦| 1 |⟧\n| 1 | 2 |\n")
    let row = "| 1 | 2 |\n"
    let long = "| a | b |\n|---|---|\n" + String(repeating: row, count: 3_000)
    check(.missingTableCells, long + "⟦| 1 |⟧\n" + row)
  }

  @Test func unclosedFences() {
    check(.unclosedFence, "```\na\n```\n\n⟦```swift⟧\nb\n")
    check(.unclosedFence, "- ⟦~~~⟧\n  a\n\nb\n\n> ```\n> a\n> ```\n")
    let lines = String(repeating: "let x = 1\n", count: 3_000)
    check(.unclosedFence, "⟦```⟧\n" + lines)
    check(.unclosedFence, "```\n" + lines + "```\n\na\n")
  }

  @Test func frontMatter() {
    check(.invalidFrontMatter, "---\ntitle: 日本\na: b⟦: c⟧\n---\n\n# x\n")
    check(.invalidFrontMatter, "---\r\na: 1\r\nb: c⟦: d⟧\r\n---\r\n")
    check(.invalidFrontMatter, "---\na: ⟦*none⟧\n---\n")
    check(.invalidFrontMatter, "---\ntitle: x\ntags: [a, b]\n---\n\n---\na: b: c\n---\n")
    check(.invalidFrontMatter, "+++\na = [1\n+++\n")
    check(.invalidFrontMatter, "---\n---\n")
  }

  @Test func bareURLs() {
    check(.bareURL, "⟦https://a.b⟧ <https://a.b> [t](https://a.b)\n")
  }

  @Test func fixes() {
    checkFix(.unusedDefinition, "a\n\n[b]: /2\n\nc\n", "a\n\nc\n")
    checkFix(.unusedDefinition, "[a]\n\n[a]: /1\n[b]: /2\n", "[a]\n\n[a]: /1\n")
    checkFix(.duplicateDefinition, "[a]\n\n[a]: /1\n[a]: /2\nb\n", "[a]\n\n[a]: /1\nb\n")
    checkFix(.unusedFootnote, "a\n\n[^1]: x\n\n    more\n\nb\n", "a\n\nb\n")
    checkFix(.unusedDefinition, "- [b]: /2\n", nil)
    checkFix(.unknownFragment, "# A heading\n\n[a](#A%20Heading!)\n", "# A heading\n\n[a](#a-heading)\n")
    checkFix(.unknownFragment, "# A\n\n[a](#b)\n", nil)
    checkFix(.unclosedFence, "> ```\n> a\n\nb\n", "> ```\n> a\n> ```\n\nb\n")
    checkFix(.unclosedFence, "- ~~~~ x\r\n  a\r\n\r\nb\r\n", "- ~~~~ x\r\n  a\r\n  ~~~~\r\n\r\nb\r\n")
    checkFix(.unclosedFence, "```\na", "```\na\n```")
    checkFix(.missingTableCells, "| a | b | c |\n|---|---|---|\n| 1 |\n", "| a | b | c |\n|---|---|---|\n| 1 |  |  |\n")
    checkFix(.missingTableCells, "a|b\n-|-\n1\n", "a|b\n-|-\n1 |  |\n")
    checkFix(.listNumbering, "1. a\n3. b\n", "1. a\n2. b\n")
    checkFix(.listNumbering, "> 1. a\n> 3. b\n", "> 1. a\n> 2. b\n")
    checkFix(.skippedHeadingLevel, "# a\n\n### b\n", "# a\n\n## b\n")
    checkFix(.bareURL, "a https://a.b c\n", "a <https://a.b> c\n")
  }

  /// What is kept from snapshot to snapshot is what a document that is read anew has.
  @Test(arguments: 0..<24) func incremental(seed: UInt64) {
    var typist = RandomTypist(seed: seed, seeds: Self.seeds)
    for _ in 0..<4 {
      var text = typist.document()
      var document = Document(text)
      var kept = DocumentDiagnostics(document, options: DiagnosticOptions()) { _, _ in nil }
      var change = DocumentChange.none
      for step in 0..<40 {
        let (range, replacement) = typist.edit(of: text)
        text.replaceSubrange(range, with: replacement)
        document = document.replacing(range, with: replacement)
        change.append(document.change)
        guard step % 3 != 0 else { continue }
        kept.update(to: document, after: change) { _, _ in nil }
        change = .none
        let fresh = Document(text).diagnostics()
        let difference = zip(kept.all(), fresh).first { $0 != $1 }
        #expect(
          kept.all() == fresh,
          "kept \(kept.all().count), fresh \(fresh.count): \(String(describing: difference)) in \(String(decoding: text.prefix(2000), as: UTF8.self))"
        )
        if kept.all() != fresh { return }
      }
    }
  }

  private static let seeds: [[UInt8]] =
    Array(RandomTypist.corpusSeeds.prefix(700))
    + [
      "これは**「重要」**です\n\n", "[a][b] [c][] [^d]\n\n", "[a]: /x\n\n[^d]: y\n\n", "# A\n\n[x](#a)\n\n", "### B\n\n# A\n\n",
      "1. a\n3. b\n\n", "| a | b |\n|---|---|\n| 1 |\n\n", "```\ncode\n\n", "[a]: /y\n\n", "[z](#a-1)\n\n",
    ].map { Array($0.utf8) }

  /// A keystroke costs its block, whatever else there is.
  @Test func costOfAKeystroke() {
    let section = "# A\n\nSome **text** with [a link](#a) and [a reference][r].\n\n- one\n- two\n\n"
    var document = Document(String(repeating: section, count: 2_000) + "[r]: /u\n")
    var kept = DocumentDiagnostics(document, options: DiagnosticOptions()) { _, _ in nil }
    #expect(kept.cost.readSegmentCount == document.segmentCount)
    let offset = section.utf8.count * 1_000 + 8
    document = document.replacing(offset..<offset, with: Array("x".utf8))
    kept.update(to: document, after: document.change) { _, _ in nil }
    #expect(kept.cost.readSegmentCount <= 3)
    #expect(kept.cost.joinedSegmentCount <= 6)
    // A part that the edit gave back is known.
    document = document.replacing(offset..<offset + 1, with: [])
    kept.update(to: document, after: document.change) { _, _ in nil }
    #expect(kept.cost.readSegmentCount <= 3)
  }

  // MARK: What edits far from what they change cost

  /// Goes on to the document with `old` replaced where it first stands; what was looked at again.
  private func edited(
    _ document: inout Document, _ kept: inout DocumentDiagnostics, _ old: String, _ new: String
  ) throws -> DocumentDiagnostics.Cost {
    let text = String(decoding: document.text, as: UTF8.self)
    let start = try #require(text.range(of: old)).lowerBound.utf16Offset(in: text)
    document = document.replacing(start..<start + old.utf8.count, with: Array(new.utf8))
    kept.update(to: document, after: document.change) { _, _ in nil }
    #expect(kept.all() == Document(document.text).diagnostics())
    return kept.cost
  }

  /// Sections with links to each other; each has a label of its own, and all have headings that are the same.
  private static let sections = (0..<1_500).map {
    "## Part \($0)\n\nGo [on](#part-\($0 + 1)), see [r \($0)] and [more](#notes-\($0 + 1)).\n\n### Notes\n\n[r \($0)]: /u\n\n"
  }.joined()

  /// A heading that gets another slug has those parts looked at that link to the old one or the new one.
  @Test func costOfAnotherSlug() throws {
    var document = Document(Self.sections)
    var kept = DocumentDiagnostics(document, options: DiagnosticOptions()) { _, _ in nil }
    #expect(kept.all().map(\.code) == [.unknownFragment, .unknownFragment])
    for (old, new) in [("## Part 750\n", "## Part 750x\n"), ("## Part 750x\n", "## Part 750\n")] {
      let cost = try edited(&document, &kept, old, new)
      #expect(cost.readSegmentCount <= 2)
      #expect(cost.joinedSegmentCount <= 8)
    }
    // One heading more of those that are the same makes one name more, whichever it is.
    let cost = try edited(&document, &kept, "### Notes\n", "### Notes\n\n### Notes\n")
    #expect(cost.readSegmentCount <= 3)
    #expect(cost.joinedSegmentCount <= 8)
    #expect(kept.all().map(\.code) == [.unknownFragment])
    // And where headings have taken each other's numbers, it is still the links to names that came or went.
    let last = try edited(&document, &kept, "### Notes\n\n[r 3]", "### Notes 7\n\n[r 3]")
    #expect(last.readSegmentCount <= 3)
    #expect(last.joinedSegmentCount <= 10)
  }

  /// A label that is defined now, or no longer, or used no longer, has those parts looked at that have to do with it.
  @Test func costOfALabelUsedFarAway() throws {
    var document = Document("a [far][] b\n\n" + Self.sections + "end\n")
    var kept = DocumentDiagnostics(document, options: DiagnosticOptions()) { _, _ in nil }
    #expect(kept.all().first?.code == .undefinedReference)
    let edits = [
      ("end\n", "end\n\n[far]: /x\n"), ("[far][]", "far"), ("a far b", "a [far][] b"), ("[far]: /x\n", ""),
      ("see [r 700]", "see"),
    ]
    for (old, new) in edits {
      let cost = try edited(&document, &kept, old, new)
      #expect(cost.readSegmentCount <= 4)
      #expect(cost.joinedSegmentCount <= 10)
    }
    #expect(kept.all().contains { $0.code == .unusedDefinition })
  }

  /// A letter in a long code block, whose end its beginning hangs on.
  @Test func costInALongCodeBlock() throws {
    var document = Document(
      "a\n\n```\n" + String(repeating: "some code\n\n", count: 20_000) + "middle\n"
        + String(repeating: "more\n\n", count: 9_000))
    var kept = DocumentDiagnostics(document, options: DiagnosticOptions()) { _, _ in nil }
    #expect(kept.all().map(\.code) == [.unclosedFence])
    #expect(document.segmentCount > 100)
    let cost = try edited(&document, &kept, "middle", "midxdle")
    #expect(cost.readSegmentCount <= 2)
    #expect(cost.joinedSegmentCount <= 8)
    _ = try edited(&document, &kept, "midxdle", "```")
    #expect(kept.all().isEmpty)
  }

  /// In steps, each of a few parts, it comes to the same.
  @Test func readingInSteps() {
    let text = (0..<300).map { "# a\n\n[b](#a-\($0 * 2)) これは**「重要」**です [c\($0)][]\n\n[c\($0 + 1)]: /u\n\n" }.joined()
    let document = Document(text)
    var reading = DiagnosticScan(document, options: DiagnosticOptions())
    var rounds = 1
    while !reading.advance(limit: 1_000, checkingFiles: { _, _ in nil }) { rounds += 1 }
    #expect(rounds > 20)
    #expect(reading.diagnostics.all() == document.diagnostics())
    #expect(reading.diagnostics.cost.readSegmentCount == document.segmentCount)
    // What parts find by themselves is kept with them.
    #expect(DocumentDiagnostics(document, options: DiagnosticOptions()) { _, _ in nil }.cost.readSegmentCount == 0)
  }

  @Test func corpus() throws {
    for document in try corpusDocuments() {
      let found = document.diagnostics(checkingFiles: { _, _ in .missingFile })
      for diagnostic in found {
        #expect(diagnostic.range.lowerBound >= 0 && diagnostic.range.upperBound <= document.byteCount)
        #expect(!diagnostic.range.isEmpty)
      }
      for code in DiagnosticCode.allCases {
        for diagnostic in found.filter({ $0.code == code }).prefix(3) { _ = document.quickFix(for: diagnostic) }
      }
      #expect(zip(found, found.dropFirst()).allSatisfy { $0.range.lowerBound <= $1.range.lowerBound })
    }
  }
}
