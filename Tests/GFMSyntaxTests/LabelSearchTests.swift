import TestSupport
import Testing

@testable import GFMSyntax

/// What is found by the tree's filters and sums is what a look at every block finds.
@Suite struct LabelSearchTests {
  private static func hash(_ number: Int) -> LabelHash { LabelHash(Array("label \(number)".utf8), in: .link) }

  /// Filters of all sizes hold what was put into any of the filters that they were made of.
  @Test(arguments: [0, 1, 2, 60, 500, 513, 2_000, 9_000]) func filtersHold(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let labels = (0..<count).map(Self.hash)
    var filters = [ApproximateLabelSet.empty]
    var rest = labels[...]
    while !rest.isEmpty {
      filters.append(ApproximateLabelSet(rest.prefix(Int.random(in: 1...max(1, count / 3), using: &random))))
      rest = rest.dropFirst(filters.count * 7)
    }
    filters.append(ApproximateLabelSet(labels))
    let all = ApproximateLabelSet.union(filters)
    let oneByOne = filters.shuffled(using: &random).reduce(ApproximateLabelSet.empty) { $0.union($1) }
    for label in labels {
      #expect(all.mayIntersect(ApproximateLabelSet([label])) && oneByOne.mayIntersect(ApproximateLabelSet([label])))
    }
    #expect(all.mayIntersect(oneByOne) == (count > 0))
    #expect(!all.mayIntersect(.empty))
    // And little else, as long as they are not full.
    let strangers = (count..<count + 1_000).filter { all.mayIntersect(ApproximateLabelSet([Self.hash($0)])) }
    if count <= 2_000 { #expect(strangers.count < 200) }
  }

  /// Labels that differ in their last letters alone are told apart.
  @Test func similarLabels() {
    let labels = (0..<1_000).map { Self.hash($0) }
    #expect(Set(labels.map(\.fingerprint)).count > 900)
  }

  /// A document whose tree has leaves, filters of all sizes and nodes that have none.
  private static func text(sectionCount: Int) -> [UInt8] {
    (0..<sectionCount).flatMap { number in
      Array(
        """
        ## Part \(number)

        Go [on](#part-\(number + 1)), see [label \(number / 2)] and [a][label \(number)].[^\(number)]

        [label \(number)]: /u\(number)

        [^\(number)]: note

        ### Notes


        """.utf8)
    }
  }

  private static func randomEdit(of document: Document, using random: inout SeededGenerator) -> (Range<Int>, [UInt8]) {
    let number = Int.random(in: 0..<4_000, using: &random)
    let snippets = [
      "x", "\n", "\n\n", "[label \(number)]", "\n\n[label \(number)]: /new\n\n", "# Part \(number)\n", "\n### Notes\n",
      "[^\(number)]", "\n[^\(number)]: other\n", "<a name=part-\(number)></a>", "> ", "- ",
    ]
    let start = Int.random(in: 0...document.byteCount, using: &random)
    // Now and then much of it goes, or comes.
    let length = [0, 0, 3, 40, 3_000].randomElement(using: &random) ?? 0
    let isLarge = Int.random(in: 0..<12, using: &random) == 0
    let replacement =
      isLarge ? text(sectionCount: 60) : Array((snippets.randomElement(using: &random) ?? "").utf8)
    return (start..<min(document.byteCount, start + length), replacement)
  }

  /// Where labels stand, found by a look at every part.
  private struct Scan {
    var mentions: [LabelHash: [Int]] = [:]
    var definitions: [LabelHash: [Int]] = [:]
    var anchors: [LabelHash: [Int]] = [:]

    init(_ document: Document) {
      for placed in document.segments(0..<document.segmentCount) {
        for label in placed.block.mentions { mentions[label, default: []].append(placed.index) }
        for label in Set(placed.block.definitions.map(\.hash)) { definitions[label, default: []].append(placed.index) }
        for label in Set(placed.block.anchors.map(\.hash)) { anchors[label, default: []].append(placed.index) }
      }
    }
  }

  @Test(arguments: 0..<2) func indexesAfterRandomEdits(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var document = Document(Self.text(sectionCount: 3_000))
    #expect(
      document.tree.root?.mentions.mayIntersect(ApproximateLabelSet([Self.hash(-1)])) == true,
      "the root's filter is full")
    for _ in 0..<6 {
      let (range, replacement) = Self.randomEdit(of: document, using: &random)
      document = document.replacing(range, with: replacement)
      let scan = Scan(document)
      for _ in 0..<20 {
        let number = Int.random(in: 0..<4_000, using: &random)
        let searched: [(LabelHash.Namespace, String)] = [
          (.link, "label \(number)"), (.footnote, "\(number)"), (.fragment, "part-\(number)"),
          (.anchor, "part-\(number)"),
          (.anchor, "notes"),
        ]
        for (namespace, name) in searched { check(LabelHash(Array(name.utf8), in: namespace), in: document, scan) }
      }
      let several = Set((0..<300).map { Self.hash($0 * 7) })
      let mentioning = Set(several.flatMap { scan.mentions[$0] ?? [] }).sorted()
      let defining = Set(several.flatMap { scan.definitions[$0] ?? [] }).sorted()
      #expect(document.segmentIndexes(mentioning: several) == mentioning)
      #expect(document.segmentIndexes(defining: several) == defining)
    }
  }

  private func check(_ hash: LabelHash, in document: Document, _ scan: Scan) {
    #expect(document.segments(mentioning: hash).map(\.index) == scan.mentions[hash] ?? [])
    #expect(document.segmentIndexes(mentioning: [hash]) == scan.mentions[hash] ?? [])
    #expect(document.segmentIndexes(defining: [hash]) == scan.definitions[hash] ?? [])
    let first = document.firstSegment(defining: hash)
    #expect(first?.index == scan.definitions[hash]?.first)
    #expect(first?.start == first.flatMap { document.segment($0.index)?.start })
    var found: [Int] = []
    document.forEachSegment(withAnchorIn: [hash]) {
      found.append($0.index)
      return true
    }
    #expect(found == scan.anchors[hash] ?? [])
  }

  /// The parts of long leaf blocks, and the parts by offsets in and out of order.
  @Test(arguments: 0..<4) func runsAndCursors(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let code = "```\n" + String(repeating: "some code\n\n", count: 900) + "```\n"
    var document = Document(
      "a\n\n" + code + "\nb\n\n| a |\n|---|\n" + String(repeating: "| b |\n", count: 2_000) + "\n" + code)
    for _ in 0..<25 {
      let (range, replacement) = Self.randomEdit(of: document, using: &random)
      document = document.replacing(range, with: replacement)
      let segments = document.segments(0..<document.segmentCount)
      for index in segments.indices {
        let start = (0...index).last { !segments[$0].block.startsInsideLeaf } ?? 0
        let end = (index + 1..<segments.count).first { !segments[$0].block.startsInsideLeaf } ?? segments.count
        #expect(document.leafRun(ofSegment: index) == start..<end)
      }
      var cursor = BlockCursor(document.tree)
      var segmentCursor = SegmentCursor(document)
      var offset = 0
      for _ in 0..<200 {
        offset = Bool.random(using: &random) ? offset + 30 : Int.random(in: 0...document.byteCount + 2, using: &random)
        #expect(cursor.place(at: offset).map { LocatedBlock($0).start } == document.segment(at: offset).start)
        let index = Bool.random(using: &random) ? offset % 7 : offset % (segments.count + 1)
        var single = SegmentCursor(document)
        #expect(single.segment(index)?.start == document.segment(index)?.start)
        #expect(segmentCursor.segment(index)?.start == document.segment(index)?.start)
      }
    }
  }
}
