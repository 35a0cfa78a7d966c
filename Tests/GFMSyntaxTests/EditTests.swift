import GFMSyntax
import TestSupport
import Testing

/// Single edits: what they give, and what they cost.
@Suite struct EditTests {
  /// Replaces the selection in `marked` (or inserts at its caret).
  private func edit(_ marked: String, with replacement: String) -> (before: Document, after: Document) {
    let text = MarkedText(marked)
    let before = Document(text.text)
    return (before, before.replacing(text.selections.first ?? 0..<0, with: Array(replacement.utf8)))
  }

  /// Edits that once gave something else than a fresh parse.
  @Test(arguments: [
    ("[^b]␍ \n[^b‸]:x", "\t"),
    ("‸[ref]\n\n[ref]:i\na|||\n--|-|-", "> "),
    ("‸[a]\n\n[a]:w\n|-", "[b]"),
    ("__foo_\n\n- x\n- y\n  z\n\n‸- x\n", "<script>\n"),
    ("---\na\n‸\nb", "---\n"),
    ("x\n\n⟦y\n\n⟧z", ""),
    ("⟦a\n\n⟧    code\n", ""),
    ("a␍⟦x⟧\nb", ""),
    ("⟦    foo\n⟧\u{FEFF}x", ""),
    ("‸a\n- b\n\n  [f]:/\n```", "\n- x\n"),
    ("- x\n⟦-⟧--\n- v\n<![CDATA[", ""),
    ("- @\n‸---\n- b\n\n  [r]:/\n#", "**"),
    // A label that the library cuts where its footnote reference closes on a later line
    ("[^ab: \nY^b]\n\n‸", "[^a]: x\n"),
    ("> [^\n> ab\n> Y^bc]\n\n‸", "[^a]: x\n"),
    ("[^ab`]` \nY^b]\n\n⟦[^a]: x⟧\n", ""),
    // A label like that of the line which is put behind a block to see where it ends
    ("‸l\n[^a]:", "[^\u{1}]"),
    ("‸l [^\u{1}\u{1}]\n[^a]:", "[^\u{1}]"),
    // A label that only a cut one mentions, and that a definition there twice might get for a moment
    ("[^0b\nabc]\n\n[^x]: y\n‸", "[^x]: z\n"),
  ])
  func editsEqualFreshParses(_ marked: String, _ replacement: String) {
    let (_, after) = edit(marked, with: replacement)
    #expect(after.incrementalViolation == nil)
  }

  /// A label that is no UTF-8 is defined for the references that are read with it.
  @Test func invalidLabel() {
    var document = Document(">\t\tfoo\n")
    for (range, replacement) in [
      (7..<7, Array("[^e".utf8) + [0xF9] + Array("]: x\n".utf8)),
      (2..<4, Array("[a]\u{1F}\u{5}[^e".utf8) + [0xF9] + Array("]: x\n".utf8)),
      (12..<14, Array("[a]: /u\n".utf8) + [0xA9]),
    ] {
      document = document.replacing(range, with: replacement)
      #expect(document.incrementalViolation == nil)
    }
  }

  /// A list that is kept in parts, below a byte order mark.
  @Test func segmentsAtTheStart() {
    let items = String(repeating: "- item with *words*\n", count: 500)
    let document = Document("\n" + items).replacing(0..<0, with: Array("\u{FEFF}".utf8))
    #expect(document.segmentCount > 1)
    #expect(document.incrementalViolation == nil)
  }

  private static let longText = (0..<2_000).map { "Paragraph \($0) with *words*.\n\n" }.joined()

  @Test func letterCostsItsParagraph() {
    let (before, after) = edit("# Title\n\nSome te‸xt\n\n" + Self.longText, with: "x")
    #expect(after.change.parsedSegmentCount == 1)
    #expect(after.change.segments == ChangedSegments([.init(old: 1..<2, new: 1..<2)]))
    #expect(after.change.parsedByteCount < 100)
    let old = before.segments(2..<before.segmentCount)
    let new = after.segments(2..<after.segmentCount)
    #expect(zip(old, new).allSatisfy { $0.block === $1.block })
  }

  @Test func letterInTenMegabytesCostsItsParagraph() {
    let text = Array(
      String(repeating: "Some text.\n\n" + String(repeating: "x", count: 9_986) + "\n\n", count: 1_000).utf8)
    let edited = Document(text).replacing(5_000_003..<5_000_003, with: Array("x".utf8))
    #expect(edited.byteCount == 10_000_001)
    #expect(edited.change.parsedSegmentCount == 1)
    #expect(edited.change.segments.hull?.new.count == 1)
  }

  @Test func letterInALongListCostsAFewItems() {
    let items = (0..<5_000).map { "- item \($0) with *words*\n" }
    let (before, after) = edit(items[..<2500].joined() + "- it‸em\n" + items[2500...].joined(), with: "x")
    #expect(before.blocks(in: 0..<before.byteCount).count == 1)
    #expect(after.blocks(in: 0..<after.byteCount).count == 1)
    #expect(after.change.parsedSegmentCount <= 2)
    #expect(after.change.parsedByteCount < 10_000)
    #expect(after.incrementalViolation == nil)
  }

  /// A block of thousands of lines, and a letter in one of them.
  @Test(arguments: [
    ("| a | b |\n|:--|--:|\n", "| *one* | two |\n", "| o‸ne | two |\n", "\nText\n"),
    ("```swift\n", "let one = 2\n\n", "let o‸ne = 2\n", "```\n\nText\n"),
    ("<!-- one\n", "# two\n\n", "# t‸wo\n", "-->\n\nText\n"),
    ("> one\n", ">\n> two\n", "> t‸wo\n", "\nText\n"),
  ])
  func letterInALongBlockCostsAFewLines(_ start: String, _ line: String, _ edited: String, _ end: String) {
    let lines = String(repeating: line, count: 1_000)
    let (before, after) = edit(start + lines + edited + lines + end, with: "x")
    #expect(after.blocks(in: 0..<after.byteCount).count == 2)
    #expect(before.segmentCount > 6)
    #expect(after.change.parsedSegmentCount <= 2)
    #expect(after.change.parsedByteCount < 5_000)
    #expect(after.incrementalViolation == nil)
  }

  /// What the rows of a table hang on is its columns, not its header's text.
  @Test func tablesHeaderCostsItsRowsOnlyWhereColumnsChange() {
    let rows = String(repeating: "| one | two |\n", count: 1_000)
    let (_, renamed) = edit("| a‸ | b |\n|---|---|\n" + rows, with: "x")
    #expect(renamed.change.parsedSegmentCount <= 2)
    #expect(renamed.incrementalViolation == nil)
    let (before, aligned) = edit("| a | b |\n|---|--⟦-⟧|\n" + rows, with: ":")
    #expect(aligned.change.parsedSegmentCount >= before.segmentCount)
    #expect(aligned.incrementalViolation == nil)
  }

  @Test func fenceAtTheTopSwallowsAllAndItsEndGivesItBack() {
    let (before, opened) = edit("‸\n\n" + Self.longText, with: "```")
    #expect(opened.blocks(in: 0..<opened.byteCount).count == 1)
    let closed = opened.replacing(3..<3, with: Array("\n```".utf8))
    #expect(closed.incrementalViolation == nil)
    #expect(closed.change.parsedSegmentCount <= 2)
    #expect(closed.segmentCount == before.segmentCount + 1)
    let unchanged = zip(before.segments(1..<before.segmentCount), closed.segments(2..<closed.segmentCount))
    #expect(unchanged.allSatisfy { $0.block === $1.block })
  }

  @Test func definitionCostsTheBlocksThatMentionIt() {
    let mentions = (0..<3_000).map { "See [label] in \($0).\n\n" }.joined()
    let (_, after) = edit(Self.longText + mentions + "‸", with: "[label]: /url\n")
    #expect((3_000...3_002).contains(after.change.parsedSegmentCount))
    #expect(after.incrementalViolation == nil)
    let changed = after.replacing(after.byteCount - 3..<after.byteCount - 3, with: Array("x".utf8))
    #expect(changed.change.parsedSegmentCount == 1)
  }
}
