import MarkdownText

/// A set of labels that may hold more than were put in, never fewer. It keeps a few bits of each label's hash.
///
/// Its size goes with the number of labels: a list of what few of them come to, a bit for each value where they are many,
/// nothing at all where so many values are taken that asking would tell little.
struct ApproximateLabelSet: Sendable {
  /// The bits that are kept of a hash.
  typealias Fingerprint = UInt16

  /// How many bits there are in a ``Fingerprint``.
  static let bitCount = 14

  private enum Content: Sendable {
    /// Sorted, each once.
    case few([Fingerprint])
    /// A bit for each value, in words from the lowest up.
    case many([UInt64])
    case all
  }

  private let content: Content

  /// More than this are kept as bits.
  private static let longestList = 512
  private static let wordCount = (1 << bitCount) / 64
  /// With more values than this taken, a filter holds all.
  private static let fullestCount = (1 << bitCount) * 3 / 8

  private init(_ content: Content) { self.content = content }

  /// Holds nothing.
  static let empty = ApproximateLabelSet(.few([]))

  init(_ labels: some Sequence<LabelHash>) { self.init(fingerprints: labels.map(\.fingerprint)) }

  private init(fingerprints: [Fingerprint]) {
    guard fingerprints.count > 1 else {
      content = .few(fingerprints)
      return
    }
    let sorted = fingerprints.sorted()
    var distinct: [Fingerprint] = []
    distinct.reserveCapacity(sorted.count)
    for fingerprint in sorted where fingerprint != distinct.last { distinct.append(fingerprint) }
    content = Self.content(of: distinct)
  }

  private static func content(of sorted: [Fingerprint]) -> Content {
    guard sorted.count > longestList else { return .few(sorted) }
    var words = [UInt64](repeating: 0, count: wordCount)
    insert(sorted, into: &words)
    return bits(words)
  }

  private static func insert(_ fingerprints: [Fingerprint], into words: inout [UInt64]) {
    for fingerprint in fingerprints { words[Int(fingerprint >> 6)] |= 1 << UInt64(fingerprint & 63) }
  }

  private static func bits(_ words: [UInt64]) -> Content {
    words.reduce(0) { $0 + $1.nonzeroBitCount } > fullestCount ? .all : .many(words)
  }

  // MARK: Joining

  /// What any of the filters holds. Costs their sizes.
  static func union(_ filters: some Sequence<ApproximateLabelSet>) -> ApproximateLabelSet {
    var few: [Fingerprint] = []
    for filter in filters {
      guard case .few(let own) = filter.content else { return filters.reduce(empty) { $0.union($1) } }
      few += own
    }
    return few.isEmpty ? empty : ApproximateLabelSet(fingerprints: few)
  }

  func union(_ other: ApproximateLabelSet) -> ApproximateLabelSet {
    switch (content, other.content) {
    case (.all, _), (_, .all): return ApproximateLabelSet(.all)
    case (.few(let own), .few(let others)):
      if own.isEmpty { return other }
      if others.isEmpty { return self }
      return ApproximateLabelSet(Self.content(of: Self.merged(own, others)))
    case (.few(let few), .many(var words)), (.many(var words), .few(let few)):
      if few.isEmpty { return ApproximateLabelSet(.many(words)) }
      Self.insert(few, into: &words)
      return ApproximateLabelSet(Self.bits(words))
    case (.many(var words), .many(let others)):
      for index in 0..<Self.wordCount { words[index] |= others[index] }
      return ApproximateLabelSet(Self.bits(words))
    }
  }

  private static func merged(_ first: [Fingerprint], _ second: [Fingerprint]) -> [Fingerprint] {
    [Fingerprint](unsafeUninitializedCapacity: first.count + second.count) { buffer, count in
      first.withUnsafeBufferPointer { first in
        second.withUnsafeBufferPointer { second in
          var (left, right) = (0, 0)
          while left < first.count, right < second.count {
            let (own, other) = (first[left], second[right])
            buffer.initializeElement(at: count, to: min(own, other))
            count += 1
            left += own <= other ? 1 : 0
            right += other <= own ? 1 : 0
          }
          for index in left..<first.count {
            buffer.initializeElement(at: count, to: first[index])
            count += 1
          }
          for index in right..<second.count {
            buffer.initializeElement(at: count, to: second[index])
            count += 1
          }
        }
      }
    }
  }

  // MARK: Asking

  /// Whether both may hold the same label.
  func mayIntersect(_ other: ApproximateLabelSet) -> Bool {
    switch (content, other.content) {
    case (.all, .few(let few)), (.few(let few), .all): return !few.isEmpty
    case (.all, _), (_, .all): return true
    case (.few(let own), .few(let others)):
      return own.count < others.count
        ? own.contains(where: others.sortedContains) : others.contains(where: own.sortedContains)
    case (.few(let few), .many(let words)), (.many(let words), .few(let few)):
      return few.contains { words[Int($0 >> 6)] & (1 << UInt64($0 & 63)) != 0 }
    case (.many(let own), .many(let others)):
      return (0..<Self.wordCount).contains { own[$0] & others[$0] != 0 }
    }
  }
}
