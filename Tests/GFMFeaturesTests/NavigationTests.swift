import TestSupport
import Testing

@testable import GFMFeatures
@testable import GFMSyntax

/// Going from a caret `‸` to what it leads to and what leads to it.
@Suite struct NavigationTests {
  private func source(_ range: Range<Int>, _ document: Document) -> String {
    String(decoding: document.bytes(in: range), as: UTF8.self)
  }

  /// What a caret leads to: the source of what an editor selects, its line, and what the caret stands on.
  private func definition(_ marked: String) -> String? {
    let text = MarkedText(marked)
    let document = Document(text.text)
    guard let result = document.definition(at: text.selections[0].lowerBound) else { return nil }
    switch result.target {
    case .here(let range, let selection):
      return
        "\(source(selection, document)) \(document.line(at: range.lowerBound)) from \(source(result.origin, document))"
    case .elsewhere(.address(let address)): return String(decoding: address, as: UTF8.self)
    case .elsewhere(.file(let path, let fragment)):
      return String(decoding: path + (fragment.map { [35] + $0 } ?? []), as: UTF8.self)
    case .elsewhere(.fragment): return "?"
    }
  }

  @Test(arguments: [
    ("[a][B‸]\n\n[b]: c\n", "b 2 from [a][B]"), ("[‸b][]\n\n[b]: c\n", "b 2 from [b][]"),
    ("![‸b]\n\n[x]: y\n[b]: c\n[b]: d\n", "b 3 from ![b]"), ("[‸b]: c\n", "b 0 from b"),
    ("[a]: b\n[A‸]: c\n", "a 0 from A"), ("x[^1‸]\n\n[^1]: y\n", "1 2 from [^1]"),
    ("x[^1]\n\n[^‸1]: y\n", "1 2 from 1"),
    ("[x](#b‸)\n\n## B *c*\n\n# B\n", "B 4 from [x](#b)"), ("[x]\n\n[x]: #b‸-c\n\n## B *c*\n", "B *c* 4 from #b-c"),
    ("[x](<#日‸本> 'y')\n\n# 日本\n", "日本 2 from [x](<#日本> 'y')"),
    ("[x](#%E6%97%A5‸)\n\n# 日\n", "日 2 from [x](#%E6%97%A5)"), ("[x](#\\_a‸)\n\n# _a\n", "_a 2 from [x](#\\_a)"),
    ("[x](#q‸)\n\n<a id=\"q\"></a>\n", "q 2 from [x](#q)"), ("# A‸\n", "A 0 from A"),
    ("[‸x](#top)\n\n# a\n", " 0 from [x](#top)"), ("[‸x](#readme)\n\n# a\n", " 0 from [x](#readme)"),
    ("[‸x](#readme)\n\n# Readme\n", "Readme 2 from [x](#readme)"),
    ("[![i](j‸)](k)\n", "j"), ("[![i](j)](k‸)\n", "k"), ("<https://a.b‸>\n", "https://a.b"),
    ("www.a‸.b\n", "http://www.a.b"),
    ("a@b‸.c\n", "mailto:a@b.c"), ("<a@b‸.c>\n", "mailto:a@b.c"), ("[a](b‸.md#c%20d?e)\n", "b.md#c d?e"),
    ("[a](b.md?x‸#c)\n", "b.md#c"), ("|a|\n|-|\n|[x](b\\|c‸)|\n", "b|c"),
  ])
  func leadsTo(_ marked: String, _ expected: String) { #expect(definition(marked) == expected) }

  @Test(arguments: [
    "[a][‸b]\n", "`[‸b]`\n\n[b]: c\n", "[x](#‸no)\n", "x‸\n", "```\n[‸b]\n```\n\n[b]: c\n", "- [‸x] a\n\n[b]: c\n",
    "[^‸1]\n",
  ])
  func leadsNowhere(_ marked: String) { #expect(definition(marked) == nil) }

  /// The places that an editor highlights, marked.
  private func occurrences(_ marked: String) -> String {
    let text = MarkedText(marked)
    let document = Document(text.text)
    let ranges = document.occurrences(at: text.selections[0].lowerBound)
    return MarkedText(text: text.text, selections: ranges.map(\.range)).marked
  }

  @Test(arguments: [
    ("[a][b‸] ![B] [b][]\n\n> [b]: c\n", "[a][⟦b⟧] ![⟦B⟧] [⟦b⟧][]\n\n> [⟦b⟧]: c\n"),
    ("x[^‸n]\n\n[^n]: y [^n]\n", "x[^⟦n⟧]\n\n[^⟦n⟧]: y [^⟦n⟧]\n"),
    ("# A‸\n\n[x](#a) [y](#A) [z](o.md#a)\n\n[w]: #a\n", "# ⟦A⟧\n\n[x](#⟦a⟧) [y](#⟦A⟧) [z](o.md#a)\n\n[w]: #⟦a⟧\n"),
    ("# A\n\n# A\n\n[x](#a-‸1) [y](#a)\n", "# A\n\n# ⟦A⟧\n\n[x](#⟦a-1⟧) [y](#a)\n"),
    ("# A‸\n\n[x](#user-content-a) [y](#a)\n", "# ⟦A⟧\n\n[x](#⟦user-content-a⟧) [y](#⟦a⟧)\n"),
    ("[x](#user-content-a‸) [y](#a)\n\n# A\n", "[x](#⟦user-content-a⟧) [y](#⟦a⟧)\n\n# ⟦A⟧\n"),
    ("# A‸\n\n<a id=\"A\">\n\n[x](#A) [y](#a)\n", "# ⟦A⟧\n\n<a id=\"A\">\n\n[x](#A) [y](#⟦a⟧)\n"),
    ("# A\n\n<a id=\"A\">\n\n[x](#A‸) [y](#a)\n", "# A\n\n<a id=\"⟦A⟧\">\n\n[x](#⟦A⟧) [y](#a)\n"),
    ("<a id=\"a\">\n\n# A‸\n\n[x](#a)\n", "<a id=\"a\">\n\n# ⟦A⟧\n\n[x](#a)\n"),
    ("[x](#no‸) [y](#No) [z](#yes)\n", "[x](#⟦no⟧) [y](#⟦No⟧) [z](#yes)\n"),
    ("a <b‸>*c*</b> <b></b>\n", "a <⟦b⟧>*c*</⟦b⟧> <b></b>\n"),
    (
      "<details‸>\n\n<details>\n\nx\n\n</details>\n\n</details>\n",
      "<⟦details⟧>\n\n<details>\n\nx\n\n</details>\n\n</⟦details⟧>\n"
    ),
    (
      "<details>\n\n<details>\n\nx\n\n</details>\n\n</details‸>\n",
      "<⟦details⟧>\n\n<details>\n\nx\n\n</details>\n\n</⟦details⟧>\n"
    ),
    ("- <div>\n\n  x\n\n  </‸div>\n", "- <⟦div⟧>\n\n  x\n\n  </⟦div⟧>\n"), ("<br‸> x\n", "<br> x\n"),
    ("x‸ y\n", "x y\n"),
    ("[te‸xt][b]\n\n[b]: c\n", "[text][b]\n\n[b]: c\n"),
  ])
  func highlights(_ marked: String, _ expected: String) { #expect(occurrences(marked) == expected) }

  private func linked(_ marked: String) -> String {
    let text = MarkedText(marked)
    let ranges = Document(text.text).linkedRanges(at: text.selections[0].lowerBound)
    return MarkedText(text: text.text, selections: ranges.sorted { $0.lowerBound < $1.lowerBound }).marked
  }

  @Test(arguments: [
    ("[a][b‸]\n\n[b]: c\n", "[a][⟦b⟧]\n\n[⟦b⟧]: c\n"), ("[a][B‸]\n\n[b]: c\n", "[a][B]\n\n[b]: c\n"),
    ("[^a‸]: b [^a]\n", "[^⟦a⟧]: b [^⟦a⟧]\n"), ("<i‸>x</i>\n", "<⟦i⟧>x</⟦i⟧>\n"), ("<i>‸x</i>\n", "<i>x</i>\n"),
    ("<I‸>x</i>\n", "<I>x</i>\n"), ("<i>x</‸i>\n", "<⟦i⟧>x</⟦i⟧>\n"), ("`<i‸>`</i>\n", "`<i>`</i>\n"),
  ])
  func editedTogether(_ marked: String, _ expected: String) { #expect(linked(marked) == expected) }

  private func hover(_ marked: String) -> String? {
    let text = MarkedText(marked)
    let document = Document(text.text)
    guard let hover = document.hover(at: text.selections[0].lowerBound) else { return nil }
    let lines = hover.lines.map { line in
      switch line {
      case .code(let text): "`\(text)`"
      case .source(let text): text
      case .text(let text): text
      }
    }
    return "\(source(hover.range, document)): \(lines.joined(separator: " / "))"
  }

  @Test(arguments: [
    ("[a](b‸ \"t\")\n", "[a](b \"t\"): `b` / t"), ("[‸a](#b)\n\n# *B*\n", "[a](#b): `#b` / B"),
    ("[a‸]\n\n[a]: <b c> 'd\ne'\n", "[a]: `b c` / d\ne"),
    ("x[^1‸]\n\n[^1]: *y*\n    z\n\n    w\n", "[^1]: *y*\nz\n\nw"),
    ("&am‸p;\n", "&amp;: `&` / U+0026"), ("&NotEqualTilde;‸\n", "&NotEqualTilde;: `≂̸` / U+2242 U+0338"),
    ("# A\n# A ‸b\n# A b\n", "A b: `#a-b`"), ("# A\n# A‸\n", "A: `#a-1`"),
    ("<https://a.b/c‸>\n", "<https://a.b/c>: `https://a.b/c`"),
    ("a :ta‸da:\n", ":tada:: `🎉` / U+1F389"), ("# :one:‸ a\n", ":one:: `1️⃣` / U+0031 U+FE0F U+20E3"),
    ("# :one: ‸a\n", ":one: a: `#one-a`"), ("[:+1:‸:heart:](a)\n", ":+1:: `👍` / U+1F44D"),
  ])
  func hovers(_ marked: String, _ expected: String) { #expect(hover(marked) == expected) }

  @Test(arguments: ["a‸b\n", "`&am‸p;`\n", "[a‸]\n", "\n‸\n", ":octo‸cat:\n", "`:ta‸da:`\n", "\\:ta‸da:\n"])
  func nothingToHover(_ marked: String) { #expect(hover(marked) == nil) }

  private func selections(_ marked: String) -> [String] {
    let text = MarkedText(marked)
    let document = Document(text.text)
    return document.selectionRanges(at: text.selections[0].lowerBound).map { source($0, document) }
  }

  @Test func selectionsGrow() {
    #expect(
      selections("# T\n\n- a\n- b **c d‸e** f\n\n  g\n\n# U\n") == [
        "de", "c de", "**c de**", "b **c de** f", "- b **c de** f\n\n  g", "- a\n- b **c de** f\n\n  g",
        "# T\n\n- a\n- b **c de** f\n\n  g", "# T\n\n- a\n- b **c de** f\n\n  g\n\n# U\n",
      ])
    #expect(
      selections("[a b‸](c)\n") == ["b", "a b", "[a b](c)", "[a b](c)\n"])
    #expect(selections("[a](c-d‸ 'e')\n") == ["d", "c-d", "[a](c-d 'e')", "[a](c-d 'e')\n"])
    #expect(selections("```x\na b‸\nc\n```\n") == ["b", "a b", "a b\nc", "```x\na b\nc\n```", "```x\na b\nc\n```\n"])
    #expect(selections("|a|\n|-|\n|b c‸|\n") == ["c", "b c", "|b c|", "|a|\n|-|\n|b c|", "|a|\n|-|\n|b c|\n"])
    #expect(
      selections("# A\n\n## B\n\nx‸\n\n## C\n") == [
        "x", "## B\n\nx", "# A\n\n## B\n\nx\n\n## C", "# A\n\n## B\n\nx\n\n## C\n",
      ])
    #expect(selections("⚠️Warn‸ing x\n") == ["Warning", "⚠️Warning x", "⚠️Warning x\n"])
    #expect(selections("x ‸ y\n") == ["x  y", "x  y\n"])
    #expect(selections("‸") == [""])
  }

  @Test func selectionsInRealDocuments() {
    var random = SeededGenerator(seed: 3)
    for example in Corpus.examples {
      let document = Document(example.source)
      for _ in 0..<4 {
        let offset = Int.random(in: 0...document.byteCount, using: &random)
        let ranges = document.selectionRanges(at: offset)
        #expect(ranges.last == 0..<document.byteCount)
        for (inner, outer) in zip(ranges, ranges.dropFirst()) {
          #expect(outer.lowerBound <= inner.lowerBound && inner.upperBound <= outer.upperBound && inner != outer)
        }
        // None of these may fail, whatever stands there.
        _ = document.definition(at: offset)
        _ = document.hover(at: offset)
        _ = document.linkedRanges(at: offset)
        #expect(document.occurrences(at: offset).allSatisfy { $0.range.upperBound <= document.byteCount })
      }
    }
  }

  @Test func aListInSegmentsIsSelectedAsAWhole() {
    let list = String(repeating: "- item\n", count: 6000)
    let document = Document(list)
    #expect(document.segmentCount > 3)
    #expect(document.selectionRanges(at: list.utf8.count / 2).contains(0..<list.utf8.count - 1))
  }
}
