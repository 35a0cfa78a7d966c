import Foundation
import MarkdownText
import TestSupport
import Testing

@testable import GFMFeatures
@testable import GFMSyntax

@Suite struct RenameTests {
  private func apply(_ edits: [SourceEdit], to document: Document) -> Document {
    document.replacing(edits)
  }

  /// The text after what `‸` stands on got a new name; what went wrong; or `nil` where there is nothing to rename.
  private func rename(_ marked: String, _ newName: String) -> String? {
    let text = MarkedText(marked)
    let document = Document(text.text)
    guard let target = document.renameTarget(at: text.selections[0].lowerBound) else { return nil }
    do throws(RenameError) {
      let result = try document.renaming(target, to: Array(newName.utf8))
      return String(decoding: apply(result.edits, to: document).text, as: UTF8.self)
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    ("[a][b‸] ![B] [b][]\n\n> [b]: c\n", "d e", "[a][d e] ![d e] [d e][]\n\n> [d e]: c\n"),
    ("[a][b]\n\n[b‸]: c\n[b]: d\n", "e", "[a][e]\n\n[e]: c\n[e]: d\n"),
    ("x[^1]\n\n[^1‸]: y [^1]\n", "note", "x[^note]\n\n[^note]: y [^note]\n"),
    ("|a|\n|-|\n|[b‸]|\n\n[b]: c\n", "d", "|a|\n|-|\n|[d]|\n\n[d]: c\n"),
    ("[b‸]\n\n[b]: c\n", "B", "[B]\n\n[B]: c\n"),
    // What a use holds comes before its label.
    ("[![a][b]][b‸] [![b]][b]\n\n[b]: c\n", "de", "[![a][de]][de] [![de]][de]\n\n[de]: c\n"),
  ])
  func labels(_ marked: String, _ newName: String, _ expected: String) { #expect(rename(marked, newName) == expected) }

  @Test(arguments: [
    ("[a][b‸]\n\n[b]: c\n", "x]", "changesMeaning"), ("[a][b‸]\n\n[b]: c\n", " ", "notAName"),
    ("[a][b‸]\n\n[b]: c\n[d]: e\n", "D", "taken"), ("[b‸]\n\n[b]: c\n", "^x", "changesMeaning"),
    ("x[^1‸]\n\n[^1]: y\n", "a b", "changesMeaning"), ("`x [b‸] y\n\n[b]: c\n", "d`", "changesMeaning"),
    ("[b‸]\n\n[b]: c\n", "a\nb", "notAName"), ("|a|\n|-|\n|[b‸]|\n\n[b]: c\n", "d|e", "changesMeaning"),
  ])
  func namesThatAreNone(_ marked: String, _ newName: String, _ error: String) {
    #expect(rename(marked, newName) == error)
  }

  @Test(arguments: [
    ("# A‸\n\n[x](#a)\n\n[y]: #a\n", "B *c*!", "# B *c*!\n\n[x](#b-c)\n\n[y]: #b-c\n"),
    ("# A\n\n# A‸\n\n# A\n\n[x](#a) [y](#a-1) [z](#a-2)\n", "B", "# A\n\n# B\n\n# A\n\n[x](#a) [y](#b) [z](#a-1)\n"),
    ("A‸\n===\n\n[x](<#a> 't')\n", "日 本", "日 本\n===\n\n[x](<#日-本> 't')\n"),
    ("## 日‸ ##\n\n[x](#%E6%97%A5) [y](#日)\n", "月", "## 月 ##\n\n[x](#%E6%9C%88) [y](#月)\n"),
    ("# 日‸\n\n[x](#%e6%97%a5)\n", "月", "# 月\n\n[x](#%e6%9c%88)\n"),
    ("‸# A ##\n", "B", "# B ##\n"), ("[x](#a‸)\n\n> ## *A*\n", "B", "[x](#b)\n\n> ## B\n"),
    ("# A‸\n\n[x](#A) [y](b.md#a)\n", "B", "# B\n\n[x](#b) [y](b.md#a)\n"),
    ("# A‸\n\n<a id=\"A\"></a>\n\n[x](#A) [y](#a)\n", "B", "# B\n\n<a id=\"A\"></a>\n\n[x](#A) [y](#b)\n"),
    ("A\nB‸\n===\n\n[x](#ab)\n", "C", "C\n===\n\n[x](#c)\n"), ("> A‸\n> *B*\n> C\n> ---\n", "D", "> D\n> ---\n"),
    ("> A‸\n>   B\n> ===\n", "A B", "> A\n>   B\n> ===\n"),
    ("<a id=\"q‸\"></a>\n\n[x](#q)\n", "r", "<a id=\"r\"></a>\n\n[x](#r)\n"),
    ("# A‸\n\n<a id=\"a\"></a>\n\n[x](#a)\n", "B", "# B\n\n<a id=\"a\"></a>\n\n[x](#b)\n"),
    ("<a id=\"a\"></a>\n\n# A‸\n\n[x](#a)\n", "B", "<a id=\"a\"></a>\n\n# B\n\n[x](#a)\n"),
    // A link to itself goes with the old text.
    ("# A‸ [b](#a-b)\n\n[x](#a-b)\n", "C", "# C\n\n[x](#c)\n"),
  ])
  func headings(_ marked: String, _ newName: String, _ expected: String) {
    #expect(rename(marked, newName) == expected)
  }

  @Test(arguments: [
    ("# A‸\n", "B #", "changesMeaning"), ("A‸\n===\n", "- B", "changesMeaning"), ("# A‸\n", " ", "notAName"),
    ("# A‸\n\n[x](#a)\n", "!", "noSlug"), ("<a id=q‸>\n", "a b", "notAName"), ("<a id=q‸> <a id=r>\n", "r", "taken"),
    ("# A‸\n", "[x]: y", "# [x]: y\n"), ("A‸\n===\n", "[x]: y", "changesMeaning"),
  ])
  func headingsThatAreNone(_ marked: String, _ newName: String, _ error: String) {
    #expect(rename(marked, newName) == error)
  }

  /// Long lists and quotes are kept in parts by their length: where a longer or shorter name moves the cuts, all is what
  /// it was.
  @Test(arguments: [
    ("- # A‸\n", "- x y\n"), ("> # A‸\n", "> x\n>\n"), ("- # A‸\n", "- ## x\n"), ("> A‸\n> ===\n", "> > x\n>\n"),
  ])
  func headingsNearCuts(_ start: String, _ more: String) {
    var refused: [Int] = []
    var moved = 0
    for count in (2030 / more.utf8.count)...(2070 / more.utf8.count) {
      for (old, new) in [("A", "A long, long name"), ("A long, long name", "A")] {
        let marked = start.replacing("A", with: old) + String(repeating: more, count: count)
        let text = MarkedText(marked).text
        let expected = text.replacing("# \(old)", with: "# \(new)").replacing("> \(old)", with: "> \(new)")
        if Document(text).segmentCount != Document(expected).segmentCount { moved += 1 }
        if rename(marked, new) != expected { refused.append(count) }
      }
    }
    #expect(refused == [] && moved > 0)
  }

  @Test(arguments: [
    "A\n=‸==\n", "‸[b]: c\n", "x‸\n", "[a‸](b)\n", "[te‸xt][b]\n\n[b]: c\n", "#‸\n", "`[b‸]`\n\n[b]: c\n",
  ])
  func nothingToRename(_ marked: String) { #expect(rename(marked, "new") == nil) }

  /// A new name and the old one again give the same bytes; links go on leading where they led.
  @Test func thereAndBackInRealDocuments() {
    var renamed = 0
    for url in Corpus.documents {
      let document = Document((try? String(contentsOf: url, encoding: .utf8)) ?? "")
      for offset in offsets(in: document) where checkThereAndBack(document, offset) { renamed += 1 }
    }
    if !Corpus.documents.isEmpty { #expect(renamed > 150) }
  }

  @Test func thereAndBackInExamples() {
    for example in Corpus.examples {
      let document = Document(example.source)
      for offset in offsets(in: document) { checkThereAndBack(document, offset) }
    }
  }

  /// A few headings, labels and links of each document.
  private func offsets(in document: Document) -> [Int] {
    var offsets: [Int] = []
    document.forEachSegment(holding: [.headings, .referenceDefinitions, .footnoteDefinitions, .links]) { placed in
      for node in placed.tree.nodes.indices {
        if let heading = placed.heading(at: node) { offsets.append(heading.text.lowerBound) }
        if let use = LabelUse(node, in: placed) { offsets.append(use.label.lowerBound) }
        if let range = LocatedLink(node, in: placed)?.fragmentRange { offsets.append(range.lowerBound) }
      }
      return true
    }
    let step = max(1, offsets.count / 12)
    return stride(from: 0, to: offsets.count, by: step).map { offsets[$0] }
  }

  /// The names that change, where headings take each other's numbers, are those that do among all headings.
  @Test func namesThatChange() throws {
    var random = SeededGenerator(seed: 3)
    let words = ["a", "a-1", "a-1-1", "a-2", "b", "B-1", "b 1", "straße", "strasse", "c"]
    func word() -> String { words[Int.random(in: 0..<words.count, using: &random)] }
    for _ in 0..<200 {
      let count = Int.random(in: 1...12, using: &random)
      let document = Document((0..<count).map { _ in "# \(word())\n\n[x](#a-1)\n\n" }.joined())
      let heading = document.anchors()[Int.random(in: 0..<count, using: &random)]
      let target = try #require(document.renameTarget(at: heading.selection.lowerBound))
      let result = try document.renaming(target, to: Array(word().utf8))
      let renamed = apply(result.edits, to: document)
      let changed = zip(document.anchors(), renamed.anchors()).filter { $0.id != $1.id }
      #expect(result.anchors.map(\.anchor.range) == changed.map(\.0.range))
      #expect(result.anchors.map(\.id) == changed.map(\.1.id))
    }
  }

  @discardableResult
  private func checkThereAndBack(_ document: Document, _ offset: Int) -> Bool {
    guard let target = document.renameTarget(at: offset) else { return false }
    // Names that are written in several ways become one, so there is no way back.
    if case .label(let use) = target.subject,
      !document.uses(of: use.hash).allSatisfy({ document.bytes(in: $0.label) == target.name })
    {
      return false
    }
    if case .heading(let anchor) = target.subject,
      document.bytes(in: anchor.selection) != target.name
        || document.links(naming: anchor.id).contains(where: { $0.target?.fragment != anchor.id })
    {
      return false
    }
    let newName = target.name + Array("x".utf8)
    guard let result = try? document.renaming(target, to: newName), !result.edits.isEmpty else { return false }
    let renamed = apply(result.edits, to: document)
    let fresh = Document(renamed.text)
    #expect(renamed.anchors().map(\.id) == fresh.anchors().map(\.id))
    let shift = result.edits.filter { $0.range.upperBound <= target.range.lowerBound }
      .reduce(0) { $0 + $1.replacement.count - $1.range.count }
    guard let back = fresh.renameTarget(at: target.range.lowerBound + shift) else {
      Issue.record("no way back in \(String(decoding: target.name, as: UTF8.self))")
      return false
    }
    #expect(back.name == newName)
    guard let restored = try? fresh.renaming(back, to: target.name) else {
      Issue.record("no way back to \(String(decoding: target.name, as: UTF8.self))")
      return false
    }
    #expect(apply(restored.edits, to: fresh).text == document.text)
    return true
  }
}
