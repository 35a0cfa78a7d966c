extension Range<Int> {
  package func shifted(by distance: Int) -> Range<Int> { lowerBound + distance..<upperBound + distance }

  /// Whether an offset is in the range or at its end.
  package func touches(_ offset: Int) -> Bool { lowerBound <= offset && offset <= upperBound }
}

extension [Range<Int>] {
  /// From the first start to the last end; `nil` if there are no ranges.
  package var hull: Range<Int>? {
    guard let start = map(\.lowerBound).min(), let end = map(\.upperBound).max() else { return nil }
    return start..<end
  }

  /// The ranges in source order, those that overlap merged, and with `joiningAdjacent` those that touch.
  package func union(joiningAdjacent: Bool = true) -> [Range<Int>] {
    var union: [Range<Int>] = []
    for range in sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
      if let last = union.last,
        range.lowerBound < last.upperBound || range == last || joiningAdjacent && range.lowerBound == last.upperBound
      {
        union[union.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        union.append(range)
      }
    }
    return union
  }
}

extension RandomAccessCollection where Index == Int, Element: Equatable {
  /// How many elements this collection and `other` share at their starts. The count is lowered until `isBoundary` holds
  /// for the index after them, in both.
  @inlinable package func sharedPrefixCount(with other: Self, isBoundary: (Self, Int) -> Bool = { _, _ in true }) -> Int
  {
    let shorter = Swift.min(count, other.count)
    var shared = 0
    while shared < shorter, self[startIndex + shared] == other[other.startIndex + shared] { shared += 1 }
    while shared > 0, !isBoundary(self, startIndex + shared) || !isBoundary(other, other.startIndex + shared) {
      shared -= 1
    }
    return shared
  }

  /// The smallest stretch that differs from `other`: what to replace, and what with. Both are counted from the start, and
  /// empty where nothing differs. Each starts and ends where `isBoundary` holds.
  ///
  /// - Complexity: O(n).
  @inlinable package func changedRange(
    to other: Self, isBoundary: (Self, Int) -> Bool = { _, _ in true }
  ) -> (old: Range<Int>, new: Range<Int>) {
    let prefix = sharedPrefixCount(with: other, isBoundary: isBoundary)
    let longest = Swift.min(count, other.count) - prefix
    var suffix = 0
    while suffix < longest, self[endIndex - 1 - suffix] == other[other.endIndex - 1 - suffix] { suffix += 1 }
    while suffix > 0, !isBoundary(self, endIndex - suffix) || !isBoundary(other, other.endIndex - suffix) {
      suffix -= 1
    }
    return (prefix..<count - suffix, prefix..<other.count - suffix)
  }
}
