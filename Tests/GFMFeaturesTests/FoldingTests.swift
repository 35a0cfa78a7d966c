import Foundation
import TestSupport
import Testing

@testable import GFMFeatures
@testable import GFMSyntax

@Suite struct FoldingTests {
  private func folds(_ text: String) -> [String] { folds(Document(text)) }

  private func folds(_ document: Document) -> [String] {
    document.folds().map { fold in
      let kind = fold.kind.map { " \($0)" } ?? ""
      return "\(document.line(at: fold.range.lowerBound))-\(document.line(at: fold.range.upperBound))\(kind)"
    }
  }

  @Test func sectionsEndBeforeBlankLines() {
    #expect(folds("# A\n\na\n\n## B\n\nb\n\n\n# C\n") == ["0-6", "4-6"])
  }

  @Test func listsItemsAndQuotes() {
    #expect(folds("- a\n  - b\n    c\n- d\n\n> e\n> f\n") == ["0-2", "1-2", "5-6"])
    #expect(folds("- a\n- b\n  c\n") == ["0-2", "1-2"])
    #expect(folds("- - a\n    b\n  - c\n- d\n") == ["0-2", "0-1"])
    #expect(folds("- a\n") == [])
  }

  @Test func codeTablesHTMLAndFrontMatter() {
    #expect(
      folds("---\na: b\n---\n\n```\nx\n```\n\n    y\n    z\n\n|a|\n|-|\n|b|\n\n<div>\n</div>\n")
        == ["0-2", "4-6", "8-9", "11-13", "15-16"])
  }

  @Test func commentsAndRegions() {
    #expect(
      folds(
        "<!-- a\nb -->\n\n<!-- region x -->\n\nc\n\n<!-- #region -->\n\nd\n\n<!-- #endregion -->\n\n<!--endregion-->\n")
        == ["0-1 comment", "3-13 region", "7-11 region"])
    #expect(folds("<!-- endregion -->\n\n<!-- region -->\n") == [])
  }

  @Test func detailsWithAllTheyHold() {
    #expect(folds("<details>\n<summary>S</summary>\n\na\n\n</details>\n\nb\n") == ["0-5"])
    #expect(folds("<details>\na\n</details>\nb\n") == ["0-2"])
    #expect(folds("<details>\na\n</details>\n") == ["0-2"])
    #expect(folds("<details>\n\n<details>\n\na\n\n</details>\n\n</details>\n") == ["0-8", "2-6"])
    #expect(folds("<details>\n\na\n\n</details>\n<details>\n\nb\n\n</details>\n") == ["0-4", "5-9"])
    #expect(folds("- a\n\n  <details>\n\n  b\n\n  </details>\n- c\n") == ["0-6", "2-6"])
    #expect(folds("<details>\n\n- a\n\n  </details>\n\n<details\n\n</details>\n\n</details>\n") == ["0-8", "2-4"])
  }

  @Test func sectionsEndInTheDetailsThatTheyStartIn() {
    #expect(
      folds("# A\n\n<details>\n\n## B\n\nb\n\n\n</details>\n\nc\n\n## D\n\nd\n") == ["0-15", "2-9", "4-6", "13-15"])
    #expect(folds("<details>\n\n# A\n\n## B\n\n</details>\n\nc\n") == ["0-6", "2-4"])
  }

  @Test func detailsThatASectionEndsInAreLeftOut() {
    #expect(folds("# A\n\na\n\n<details>\n\n# B\n\nb\n\n</details>\n\nc\n") == ["0-4", "6-12"])
  }

  @Test func runsOfDefinitions() {
    #expect(folds("a\n\n[b]: c\n[d]: e\n\n[f]: g\n\n[^h]: i\n    j\n\nk [^h]\n\n[l]: m\n") == ["2-8", "7-8"])
  }

  @Test func aListInSegments() {
    let document = Document("x\n\n- item\n" + String(repeating: "- item\n  more\n", count: 3000) + "\ny\n")
    #expect(document.segmentCount > 3)
    let folds = folds(document)
    #expect(folds.count == 3001)
    #expect(folds.first == "2-6002")
  }

  @Test func leavesInSegments() {
    for (head, line, tail) in [
      ("```\n", "code\n", "```\n"), ("|a|\n|-|\n", "|b|\n", ""), ("<div>\n", "<p>x</p>\n", ""),
    ] {
      let document = Document("x\n\n" + head + String(repeating: line, count: 20000) + tail + "\ny\n")
      #expect(document.segmentCount > 3)
      let last = document.lineCount - 4
      #expect(folds(document) == ["2-\(last)"])
      let entries = document.outline(including: [.tables, .codeBlocks])
      #expect(entries.count == (head == "<div>\n" ? 0 : 1))
      for entry in entries { #expect(document.line(at: entry.range.upperBound) == last) }
      let middle = document.byteCount / 2
      #expect(document.selectionRanges(at: middle).contains(3..<document.byteCount - 4))
    }
  }

  @Test func nestedAndInOrderInRealDocuments() {
    for url in Corpus.documents { check(Document((try? String(contentsOf: url, encoding: .utf8)) ?? "")) }
    for example in Corpus.examples { check(Document(example.source)) }
  }

  private func check(_ document: Document) {
    var open: [Range<Int>] = []
    var last = 0
    for fold in document.folds() where fold.kind != .region {
      #expect(fold.range.lowerBound >= last)
      last = fold.range.lowerBound
      while let outer = open.last, outer.upperBound <= fold.range.lowerBound { open.removeLast() }
      if let outer = open.last { #expect(fold.range.upperBound <= outer.upperBound) }
      open.append(fold.range)
      #expect(document.line(at: fold.range.lowerBound) < document.line(at: fold.range.upperBound))
    }
  }
}
