/// Edits of one text, in source order and without overlap, which are made at once.
///
/// Ranges count in the text before any of them. Several insertions may stand at one place. The edits are a collection;
/// besides, offsets can be mapped through them in both directions, and later edits composed with them:
///
///     0  3   7            [3..<3: "**"], [7..<7: "**"]
///     a text .   becomes  a **text** .       newOffset(4) == 6, oldOffset(6) == 4, oldOffset(3) == nil
package struct SourceEdits: Sendable, Hashable {
  private let edits: [SourceEdit]
  /// How far each edit's start is moved by the edits before it; and after that, how far the text's end is.
  private let shifts: [Int]

  /// `edits` are in source order, without overlap.
  package init(_ edits: [SourceEdit]) {
    self.edits = edits
    var shifts = [0]
    shifts.reserveCapacity(edits.count + 1)
    for (index, edit) in edits.enumerated() { shifts.append(shifts[index] + edit.growth) }
    self.shifts = shifts
  }

  /// `edits`, which do not overlap, put in order. What is inserted at a place comes before what is replaced there;
  /// insertions come in the order of their roles, and then in the order given.
  package init(sorting edits: [SourceEdit]) {
    let sorted = edits.enumerated().sorted { left, right in
      let (first, second) = (left.element, right.element)
      return (first.range.lowerBound, first.isInsertion ? 0 : 1, first.role.rawValue, left.offset)
        < (second.range.lowerBound, second.isInsertion ? 0 : 1, second.role.rawValue, right.offset)
    }
    self.init(sorted.map(\.element))
  }

  /// By how much the edits make the text longer.
  package var growth: Int { shifts[edits.count] }

  /// Whether no two edits change the same bytes; false where the edits do not form a set.
  package var isDisjoint: Bool {
    zip(edits, edits.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound }
  }

  package func moved(by distance: Int) -> SourceEdits { SourceEdits(edits.map { $0.moved(by: distance) }) }

  // MARK: - Offsets

  /// Where an offset goes at which text is inserted or replaced.
  package enum Affinity {
    /// It stays before that; within replaced text, it goes to the start of what is there instead.
    case before
    /// It goes after that; within replaced text, to the end of what is there instead.
    case after
  }

  /// Where an offset within replaced text goes.
  package enum Displacement {
    /// The start of the replacement.
    case start
    /// Its end.
    case end
    /// As far from its start as before, if it is that long.
    case sameDistance
  }

  /// Where `offset` is afterwards.
  ///
  /// - Complexity: O(log n), and the edits at the offset.
  package func newOffset(_ offset: Int, _ affinity: Affinity = .before) -> Int {
    switch affinity {
    case .before: newOffset(offset, displacement: .start) { _ in false }
    case .after: newOffset(offset, displacement: .end) { _ in true }
    }
  }

  /// Where `offset` is afterwards: behind the insertions at it that have one of `roles`, and before the others.
  package func newOffset(_ offset: Int, after roles: Set<SourceEdit.Role>) -> Int {
    newOffset(offset, displacement: .start) { $0.isInsertion && roles.contains($0.role) }
  }

  /// Where `offset` is afterwards: behind those edits that start at it for which `isPassed` holds.
  package func newOffset(
    _ offset: Int, displacement: Displacement, after isPassed: (SourceEdit) -> Bool
  ) -> Int {
    var next = edits.partitionIndex { $0.range.lowerBound >= offset }
    if next > 0, edits[next - 1].range.upperBound > offset {
      let edit = edits[next - 1]
      switch displacement {
      case .start: return start(at: next - 1)
      case .end: return start(at: next - 1) + edit.replacement.count
      case .sameDistance: return start(at: next - 1) + Swift.min(offset - edit.range.lowerBound, edit.replacement.count)
      }
    }
    var result = offset + shifts[next]
    while next < edits.count, edits[next].range.lowerBound == offset {
      let edit = edits[next]
      if isPassed(edit) {
        result += edit.replacement.count
        if !edit.isInsertion { break }
      }
      next += 1
    }
    return result
  }

  /// Which byte of the old text the byte at `offset` of the new text is; `nil` for one that is new.
  ///
  /// - Complexity: O(log n).
  package func oldOffset(_ offset: Int) -> Int? {
    let next = edits.indices.partitionIndex { start(at: $0) > offset }
    if next > 0, offset < start(at: next - 1) + edits[next - 1].replacement.count { return nil }
    return offset - shifts[next]
  }

  /// Where an edit starts in the new text.
  private func start(at index: Int) -> Int { edits[index].range.lowerBound + shifts[index] }

  // MARK: - Other edits that do the same

  /// One edit that does the same; `nil` if there are no edits. `bytes` reads the old text.
  package func joined(_ bytes: (Range<Int>) -> [UInt8]) -> SourceEdit? {
    guard let first = edits.first, let last = edits.last else { return nil }
    let whole = first.range.lowerBound..<last.range.upperBound
    var replacement: [UInt8] = []
    var offset = whole.lowerBound
    for edit in edits {
      replacement += bytes(offset..<edit.range.lowerBound)
      replacement += edit.replacement
      offset = edit.range.upperBound
    }
    return SourceEdit(range: whole, replacement: replacement)
  }

  /// The least edits that do the same: touching ones are joined, and bytes at their ends that stay the same are left out.
  /// `bytes` reads the old text.
  package func minimized(_ bytes: (Range<Int>) -> [UInt8]) -> SourceEdits {
    var joined = Composition()
    for edit in edits { joined.replace(edit.range, with: edit.replacement) }
    return SourceEdits(joined.finished().compactMap { $0.trimmed(replacing: bytes($0.range)) })
  }

  /// The edits that do the same as these and then `later`, whose ranges count in the text that these leave. Touching
  /// edits are joined.
  ///
  /// - Complexity: O(n) in the number of edits and the length of what they insert.
  package func then(_ later: some Sequence<SourceEdit>) -> SourceEdits {
    var composition = Composition()
    var next = 0
    // Where the text between has been read to, in the old text and in the one that these edits leave.
    var (old, new) = (0, 0)
    var inserted: [UInt8] = []
    func read(to end: Int, isKept: Bool) {
      while new < end {
        if !inserted.isEmpty {
          let count = Swift.min(inserted.count, end - new)
          let isWhole = count == inserted.count
          if isKept { composition.replace(old..<old, with: isWhole ? inserted : Array(inserted.prefix(count))) }
          inserted = isWhole ? [] : Array(inserted.dropFirst(count))
          new += count
        } else if next < edits.count, edits[next].range.lowerBound == old {
          inserted = edits[next].replacement
          composition.replace(edits[next].range, with: [])
          old = edits[next].range.upperBound
          next += 1
        } else {
          let distance = next < edits.count ? Swift.min(edits[next].range.lowerBound - old, end - new) : end - new
          if !isKept { composition.replace(old..<old + distance, with: []) }
          old += distance
          new += distance
        }
      }
    }
    for edit in later {
      read(to: edit.range.lowerBound, isKept: true)
      read(to: edit.range.upperBound, isKept: false)
      composition.replace(old..<old, with: edit.replacement)
    }
    composition.replace(old..<old, with: inserted)
    for edit in edits[next...] { composition.replace(edit.range, with: edit.replacement) }
    return SourceEdits(composition.finished())
  }

  /// Replacements in source order, those that touch joined.
  private struct Composition {
    private var edits: [SourceEdit] = []

    mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
      let last = edits.count - 1
      guard last >= 0, edits[last].range.upperBound == range.lowerBound else {
        edits.append(SourceEdit(range: range, replacement: bytes))
        return
      }
      edits[last].range = edits[last].range.lowerBound..<range.upperBound
      if edits[last].replacement.isEmpty {
        edits[last].replacement = bytes
      } else {
        edits[last].replacement += bytes
      }
    }

    /// Without those that do nothing.
    func finished() -> [SourceEdit] { edits.filter { !$0.range.isEmpty || !$0.replacement.isEmpty } }
  }
}

extension SourceEdits: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { edits.count }
  package subscript(index: Int) -> SourceEdit { edits[index] }
}

extension SourceEdits: ExpressibleByArrayLiteral {
  package init(arrayLiteral edits: SourceEdit...) { self.init(edits) }
}
