import TestSupport
import Testing

@testable import GFMSyntax

/// Changes of a sequence of parts, and what several of them come to.
@Suite struct ChangedSegmentsTests {
  /// A sequence in which no two parts are equal, and random changes of it.
  private struct Sequence {
    var segments: [Int]
    private var next: Int

    init(count: Int) { (segments, next) = (Array(0..<count), count) }

    mutating func change(using random: inout SeededGenerator) -> ChangedSegments {
      var stretches: [ChangedSegments.Stretch] = []
      var (start, shift) = (0, 0)
      for _ in 0..<Int.random(in: 1...3, using: &random) where start <= segments.count - shift {
        let oldStart = Int.random(in: start...segments.count - shift, using: &random)
        let oldEnd = min(oldStart + Int.random(in: 0...3, using: &random), segments.count - shift)
        let added = Int.random(in: 0...3, using: &random)
        let new = oldStart + shift..<oldStart + shift + added
        segments.replaceSubrange(oldStart + shift..<oldEnd + shift, with: next..<next + added)
        next += added
        shift += added - (oldEnd - oldStart)
        stretches.append(.init(old: oldStart..<oldEnd, new: new))
        start = oldEnd
      }
      return ChangedSegments(stretches)
    }
  }

  /// Between the stretches, and outside of them, both sequences hold the same parts.
  @Test func severalEditsAreOneChange() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<3_000 {
      var sequence = Sequence(count: 20)
      let first = sequence.segments
      var changes = ChangedSegments()
      for _ in 0..<Int.random(in: 1...5, using: &random) { changes.append(sequence.change(using: &random)) }
      var rebuilt: [Int] = []
      var (old, new) = (0, 0)
      for stretch in changes.stretches {
        rebuilt += first[old..<stretch.old.lowerBound]
        #expect(rebuilt.count == stretch.new.lowerBound && (stretch.new.lowerBound > new || new == 0))
        rebuilt += sequence.segments[stretch.new]
        (old, new) = (stretch.old.upperBound, stretch.new.upperBound)
      }
      #expect(rebuilt + first[old...] == sequence.segments)
    }
  }

  @Test func distantChangesStayApart() {
    var changes = ChangedSegments(replacing: 4..<5, with: 4..<7, and: [1, 9])
    #expect(
      changes.stretches == [
        .init(old: 1..<2, new: 1..<2), .init(old: 4..<5, new: 4..<7), .init(old: 7..<8, new: 9..<10),
      ])
    changes.append(ChangedSegments([.init(old: 8..<9, new: 8..<8)]))
    #expect(changes.stretches.last == .init(old: 6..<8, new: 8..<9))
  }
}
