import Foundation
import TestSupport
import Testing

@testable import GFMFeatures
@testable import GFMSyntax

@Suite struct OutlineTests {
  /// An entry a line: indented by depth, its name, what its selection holds, its first and its last line.
  private func outline(_ text: String, _ contents: OutlineContents = []) -> String {
    let document = Document(text)
    return document.outline(including: contents).map { entry in
      let selection = String(decoding: document.bytes(in: entry.selection), as: UTF8.self)
      let lines = document.line(at: entry.range.lowerBound)...document.line(at: entry.range.upperBound)
      let detail = entry.detail.isEmpty ? "" : " (\(entry.detail))"
      return String(repeating: "  ", count: entry.depth)
        + "\(entry.name)\(detail) |\(selection)| \(lines.lowerBound)-\(lines.upperBound)"
    }.joined(separator: "\n")
  }

  @Test func sectionsAreNestedByLevel() {
    #expect(
      outline("# A\n\ntext\n\n### B ##\n\n## C\n\nD\nE\n===\nlast\n\n\n") == """
        A |A| 0-6
          B |B| 4-4
          C |C| 6-6
        D E |D
        E| 8-11
        """)
  }

  @Test func namesAreWhatOneReads() {
    #expect(
      outline("## A *b* `` `c` `` [d](e) ![f](g) &amp; \\* <b>h</b> ##\n#\n# ![](x)\n") == """
        A b `c` d f & * h |A *b* `` `c` `` [d](e) ![f](g) &amp; \\* <b>h</b>| 0-0
        # || 1-1
        # |![](x)| 2-2
        """)
  }

  @Test func whatIsNoHeadingIsNotThere() {
    #expect(outline("---\ntitle: x\n---\n\n```\n# no\n```\n\n    # no\n\n\\# no\n\n<!--\n# no\n-->\n") == "")
  }

  @Test func headingsInContainersStandBelowTheSectionAroundThem() {
    #expect(
      outline("# A\n\n> # B\n> x\n>\n> ## C\n\n- # D\n  y\n- ## E\n\n## F\n") == """
        A |A| 0-11
          B |B| 2-5
            C |C| 5-5
          D |D| 7-8
          E |E| 9-9
          F |F| 11-11
        """)
  }

  @Test func aQuoteInSegments() {
    let filler = String(repeating: "> filler\n>\n", count: 3000)
    let document = Document("> # A\n>\n\(filler)> ## B\n>\n\(filler)> # C\n")
    #expect(document.segmentCount > 3)
    let lines = document.outline().map {
      document.line(at: $0.range.lowerBound)...document.line(at: $0.range.upperBound)
    }
    #expect(lines == [0...12002, 6002...12002, 12004...12004])
    #expect(document.outline().map(\.depth) == [0, 1, 0])
  }

  @Test func definitionsTablesAndCodeAreAChoice() {
    let text =
      "# A\n\n[b]: <c d> \"t\"\n\n[^e]: f\n\n| g | h |\n|---|---|\n| i | j |\n\n```swift x\n```\n\n~~~\n~~~\n\n[^e]\n"
    #expect(outline(text) == "A |A| 0-16")
    #expect(
      outline(text, [.definitions, .tables, .codeBlocks]) == """
        A |A| 0-16
          [b] (c d) |b| 2-2
          [^e] |e| 4-4
          g | h || g | h || 6-8
          swift x |```swift x| 10-11
          code |~~~| 13-14
        """)
  }

  @Test func rangesAreNestedAndInOrder() {
    for url in Corpus.documents { check(Document((try? String(contentsOf: url, encoding: .utf8)) ?? "")) }
    for example in Corpus.examples { check(Document(example.source)) }
  }

  private func check(_ document: Document) {
    var open: [OutlineEntry] = []
    var last = 0
    for entry in document.outline(including: [.definitions, .tables, .codeBlocks]) {
      #expect(entry.depth <= open.count)
      open.removeSubrange(min(entry.depth, open.count)...)
      #expect(entry.range.lowerBound >= last)
      last = entry.range.lowerBound
      #expect(entry.range.lowerBound <= entry.selection.lowerBound)
      #expect(entry.selection.upperBound <= entry.range.upperBound)
      #expect(!entry.name.isEmpty)
      if let parent = open.last {
        #expect(parent.range.lowerBound <= entry.range.lowerBound)
        #expect(entry.range.upperBound <= parent.range.upperBound)
      }
      open.append(entry)
    }
  }
}
