import MarkdownText

/// One of the changes that an edit is made of, before those that touch are put together.
struct SourceChange: Sendable, Hashable {
  enum Role: UInt8, Sendable, Hashable, Comparable {
    // In the order in which they stand where they meet.
    case removal
    case closing
    case label
    case opening
    case escape
    case content

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Bytes from the document's start, before the edit.
  var range: Range<Int>
  var replacement: [UInt8]
  var role: Role
}

extension SourceChange {
  init(removing range: Range<Int>) { self.init(range: range, replacement: [], role: .removal) }

  /// A backslash.
  init(escapingAt offset: Int) {
    self.init(range: offset..<offset, replacement: [UInt8(ascii: "\\")], role: .escape)
  }
}

/// Changes to a text, and how offsets move with them.
struct SourceChanges: Sendable {
  /// In source order; those at one place in the order of their roles. They don't overlap.
  let changes: [SourceChange]
  /// How far each change's start is moved by those before it.
  private let shifts: [Int]

  init(_ changes: [SourceChange]) {
    // A change of the bytes at a place comes after what is inserted there.
    self.init(
      inOrder: changes.sorted {
        ($0.range.lowerBound, $0.range.isEmpty ? 0 : 1, $0.role)
          < ($1.range.lowerBound, $1.range.isEmpty ? 0 : 1, $1.role)
      })
  }

  /// Changes that are in order already.
  init(inOrder changes: [SourceChange]) {
    self.changes = changes
    var shifts = [0]
    shifts.reserveCapacity(changes.count + 1)
    for (index, change) in changes.enumerated() {
      shifts.append(shifts[index] + change.replacement.count - change.range.count)
    }
    self.shifts = shifts
  }

  /// The least edits that do the same: touching changes are one, and bytes that stay the same are none.
  func edits(of bytes: (Range<Int>) -> [UInt8]) -> [SourceEdit] {
    var edits: [SourceEdit] = []
    for change in changes {
      if let last = edits.last, last.range.upperBound == change.range.lowerBound {
        edits[edits.count - 1].range = last.range.lowerBound..<change.range.upperBound
        edits[edits.count - 1].replacement += change.replacement
      } else {
        edits.append(SourceEdit(range: change.range, replacement: change.replacement))
      }
    }
    return edits.compactMap { $0.trimmed(replacing: bytes($0.range)) }
  }

  /// Where `offset` is afterwards. Of the insertions at the offset itself, those of a role in `counted` come before it.
  /// O(log n).
  func newOffset(_ offset: Int, counting counted: Set<SourceChange.Role> = []) -> Int {
    var next = changes.partitionIndex { $0.range.lowerBound >= offset }
    if next > 0, changes[next - 1].range.upperBound > offset {
      return changes[next - 1].range.lowerBound + shifts[next - 1]
    }
    var result = offset + shifts[next]
    while next < changes.count, changes[next].range == offset..<offset {
      if counted.contains(changes[next].role) { result += changes[next].replacement.count }
      next += 1
    }
    return result
  }

  /// Which byte of the old text the byte at `offset` of the new text is; `nil` for one that is new. O(log n).
  func oldOffset(_ offset: Int) -> Int? {
    let next = changes.indices.partitionIndex { starts(at: $0) > offset }
    if next > 0, offset < starts(at: next - 1) + changes[next - 1].replacement.count { return nil }
    return offset - shifts[next]
  }

  /// Where a change starts in the new text.
  private func starts(at index: Int) -> Int { changes[index].range.lowerBound + shifts[index] }
}

extension SourceEdit {
  /// The edit without the bytes at its ends that it leaves as they are; `nil` if nothing is left.
  fileprivate func trimmed(replacing old: [UInt8]) -> SourceEdit? {
    var start = 0
    let shorter = min(old.count, replacement.count)
    while start < shorter, old[start] == replacement[start] { start += 1 }
    var end = 0
    while end < shorter - start, old[old.count - 1 - end] == replacement[replacement.count - 1 - end] { end += 1 }
    if start + end == old.count, start + end == replacement.count { return nil }
    return SourceEdit(
      range: range.lowerBound + start..<range.upperBound - end,
      replacement: Array(replacement[start..<replacement.count - end]))
  }
}
