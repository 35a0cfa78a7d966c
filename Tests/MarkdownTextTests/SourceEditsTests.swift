import MarkdownText
import TestSupport
import Testing

struct SourceEditsTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func edit(_ range: Range<Int>, _ text: String) -> SourceEdit {
    SourceEdit(range: range, replacement: bytes(text))
  }

  private static func applied(_ edits: SourceEdits, to text: [UInt8]) -> [UInt8] {
    guard let joined = edits.joined({ Array(text[$0]) }) else { return text }
    return text[..<joined.range.lowerBound] + joined.replacement + text[joined.range.upperBound...]
  }

  @Test func affinity() {
    let edits: SourceEdits = [Self.edit(1..<1, "ab"), Self.edit(3..<5, "cde"), Self.edit(6..<7, "")]
    #expect((0...8).map { edits.newOffset($0) } == [0, 1, 4, 5, 5, 8, 9, 9, 10])
    #expect((0...8).map { edits.newOffset($0, .after) } == [0, 3, 4, 8, 8, 8, 9, 9, 10])
    #expect(
      (0...8).map { edits.newOffset($0, displacement: .sameDistance) { _ in false } }
        == [0, 1, 4, 5, 6, 8, 9, 9, 10])
    #expect((0...10).map { edits.oldOffset($0) } == [0, nil, nil, 1, 2, nil, nil, nil, 5, 7, 8])
    #expect(edits.growth == 2)
  }

  @Test func rolesAtOnePlace() {
    let edits = SourceEdits(sorting: [
      SourceEdit(range: 2..<3, replacement: [], role: .removal),
      SourceEdit(escapingAt: 2),
      SourceEdit(inserting: Self.bytes("**"), at: 2, role: .opening),
      SourceEdit(inserting: Self.bytes("~~"), at: 2, role: .closing),
    ])
    #expect(String(decoding: Self.applied(edits, to: Self.bytes("abcd")), as: UTF8.self) == #"ab~~**\d"#)
    #expect(edits.newOffset(2) == 2)
    #expect(edits.newOffset(2, after: [.closing]) == 4)
    #expect(edits.newOffset(2, after: [.opening, .closing, .escape]) == 7)
    #expect(edits.newOffset(3) == 7)
  }

  @Test func disjoint() {
    #expect(SourceEdits(sorting: [Self.edit(2..<4, "x"), Self.edit(2..<2, "y"), Self.edit(4..<4, "z")]).isDisjoint)
    #expect(!SourceEdits(sorting: [Self.edit(2..<4, "x"), Self.edit(3..<3, "y")]).isDisjoint)
  }

  @Test func minimized() {
    let text = Self.bytes("one two three")
    let edits: SourceEdits = [
      Self.edit(0..<3, "ones"), Self.edit(3..<4, " "), Self.edit(8..<8, ""), Self.edit(9..<13, "hree"),
    ]
    #expect(edits.minimized { Array(text[$0]) } == [Self.edit(3..<3, "s")])
  }

  @Test func changedRange() {
    func change(_ old: String, _ new: String) -> [Range<Int>] {
      let changed = Self.bytes(old).changedRange(to: Self.bytes(new))
      return [changed.old, changed.new]
    }
    #expect(change("", "") == [0..<0, 0..<0])
    #expect(change("abc", "abc") == [3..<3, 3..<3])
    #expect(change("aa", "aaa") == [2..<2, 2..<3])
    #expect(change("axc", "ayyc") == [1..<2, 1..<3])
    let whole = Self.bytes("é").changedRange(to: Self.bytes("è")) { $1 == $0.count || $0[$1] & 0xC0 != 0x80 }
    #expect(whole.old == 0..<2 && whole.new == 0..<2)
  }

  @Test func union() {
    let ranges = [4..<6, 0..<2, 2..<3, 5..<8, 9..<9, 9..<9]
    #expect(ranges.union() == [0..<3, 4..<8, 9..<9])
    #expect(ranges.union(joiningAdjacent: false) == [0..<2, 2..<3, 4..<8, 9..<9])
    #expect(ranges.hull == 0..<9)
    #expect([Range<Int>]().hull == nil)
  }

  // MARK: - Random edits

  /// A text of which each byte is known: those of the first text by their places, others by negative numbers.
  private struct Model {
    var origins: [Int]

    mutating func apply(_ edits: SourceEdits) {
      for edit in edits.reversed() {
        origins.replaceSubrange(edit.range, with: edit.replacement.map { _ in -1 })
      }
    }
  }

  private static func randomEdits(of length: Int, using random: inout SeededGenerator) -> SourceEdits {
    let ends = (0..<Int.random(in: 0...5, using: &random) * 2).map { _ in Int.random(in: 0...length, using: &random) }
    let sorted = ends.sorted()
    return SourceEdits(
      sorting: stride(from: 0, to: sorted.count, by: 2).map { index in
        let text = (0..<Int.random(in: 0...3, using: &random)).map { _ in UInt8.random(in: 97...99, using: &random) }
        return SourceEdit(range: sorted[index]..<sorted[index + 1], replacement: text)
      })
  }

  /// Composed, joined and minimized edits give the text that making the edits one after another gives; offsets map as the
  /// bytes move.
  @Test(arguments: 0..<40) func randomEdits(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let text = (0..<Int.random(in: 0...20, using: &random)).map { _ in UInt8.random(in: 97...99, using: &random) }
      var current = text
      var model = Model(origins: Array(text.indices))
      var composed: SourceEdits = []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let edits = Self.randomEdits(of: current.count, using: &random)
        #expect(edits.isDisjoint)
        current = Self.applied(edits, to: current)
        model.apply(edits)
        composed = composed.then(edits)
      }
      #expect(Self.applied(composed, to: text) == current)
      #expect(composed.isDisjoint && composed.growth == current.count - text.count)
      #expect(zip(composed, composed.dropFirst()).allSatisfy { $0.range.upperBound < $1.range.lowerBound })
      #expect(composed.then([]) == composed)
      #expect(Self.applied(composed.minimized { Array(text[$0]) }, to: text) == current)
      #expect(model.origins.indices.map { composed.oldOffset($0) ?? -1 } == model.origins)
      for old in text.indices {
        let (before, after) = (composed.newOffset(old), composed.newOffset(old, .after))
        #expect(before <= after)
        if let new = model.origins.firstIndex(of: old) {
          #expect(after == new && composed.newOffset(old + 1) == new + 1)
        }
      }
      let changed = text.changedRange(to: current)
      #expect(text[..<changed.old.lowerBound] + current[changed.new] + text[changed.old.upperBound...] == current[...])
    }
  }
}
