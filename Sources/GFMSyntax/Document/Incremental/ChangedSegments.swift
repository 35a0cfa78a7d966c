/// Which of a sequence of parts others took the place of: stretches in order, with at least one part between each two
/// that stayed.
///
/// What led from one snapshot to another by several edits is one of these, too (``append(_:)``).
public struct ChangedSegments: Sendable, Hashable {
  /// Neighbouring parts that were replaced.
  public struct Stretch: Sendable, Hashable {
    /// Their indexes before.
    public var old: Range<Int>
    /// The indexes of what took their place, after.
    public var new: Range<Int>

    public init(old: Range<Int>, new: Range<Int>) { (self.old, self.new) = (old, new) }
  }

  public private(set) var stretches: [Stretch]

  /// `stretches` in order, without overlap; those that touch become one.
  public init(_ stretches: [Stretch] = []) {
    self.stretches = []
    for stretch in stretches { add(stretch) }
  }

  /// `old` replaced with `new`, and beside them single parts with others, whose indexes are those after the change.
  init(replacing old: Range<Int>, with new: Range<Int>, and others: Set<Int>) {
    let shift = new.count - old.count
    let single = { (index: Int) in
      let before = index < new.lowerBound ? index : index - shift
      return Stretch(old: before..<before + 1, new: index..<index + 1)
    }
    let outside = others.filter { !new.contains($0) }.sorted()
    self.init(
      outside.filter { $0 < new.lowerBound }.map(single) + [Stretch(old: old, new: new)]
        + outside.filter { $0 >= new.upperBound }.map(single))
  }

  /// From the first changed part to the last one, in both sequences; `nil` where nothing changed.
  public var hull: Stretch? {
    guard let first = stretches.first, let last = stretches.last else { return nil }
    return Stretch(
      old: first.old.lowerBound..<last.old.upperBound, new: first.new.lowerBound..<last.new.upperBound)
  }

  /// Goes on with changes of what these led to. Costs the number of stretches.
  public mutating func append(_ later: ChangedSegments) {
    var merged = ChangedSegments()
    var (own, other) = (stretches[...], later.stretches[...])
    // How far a part has moved from the first sequence to the middle one, and from there to the last.
    var (ownShift, otherShift) = (0, 0)
    while let middle = Self.nextMiddle(own.first, other.first) {
      // All stretches of both that overlap or touch this one in the middle sequence are one stretch.
      var end = middle
      let (startShift, startOtherShift) = (ownShift, otherShift)
      while true {
        if let next = own.first, next.new.lowerBound <= end {
          end = max(end, next.new.upperBound)
          ownShift += next.new.count - next.old.count
          own.removeFirst()
        } else if let next = other.first, next.old.lowerBound <= end {
          end = max(end, next.old.upperBound)
          otherShift += next.new.count - next.old.count
          other.removeFirst()
        } else {
          break
        }
      }
      merged.add(
        Stretch(
          old: middle - startShift..<end - ownShift, new: middle + startOtherShift..<end + otherShift))
    }
    self = merged
  }

  private static func nextMiddle(_ own: Stretch?, _ other: Stretch?) -> Int? {
    guard let own else { return other?.old.lowerBound }
    return min(own.new.lowerBound, other?.old.lowerBound ?? .max)
  }

  private mutating func add(_ stretch: Stretch) {
    if let last = stretches.last, last.new.upperBound == stretch.new.lowerBound {
      stretches[stretches.count - 1] = Stretch(
        old: last.old.lowerBound..<stretch.old.upperBound, new: last.new.lowerBound..<stretch.new.upperBound)
    } else {
      stretches.append(stretch)
    }
  }
}
