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

/// Changes to a text, and how offsets move with them.
struct SourceChanges: Sendable {
  /// In source order; those at one place in the order of their roles. They don't overlap.
  private(set) var changes: [SourceChange]

  init(_ changes: [SourceChange]) {
    // A change of the bytes at a place comes after what is inserted there.
    self.changes = changes.sorted {
      ($0.range.lowerBound, $0.range.isEmpty ? 0 : 1, $0.role) < (
        $1.range.lowerBound, $1.range.isEmpty ? 0 : 1, $1.role
      )
    }
  }

  /// Changes that are in order already.
  init(inOrder changes: [SourceChange]) { self.changes = changes }

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
  func newOffset(_ offset: Int, counting counted: Set<SourceChange.Role> = []) -> Int {
    var result = offset
    for change in changes {
      guard change.range.lowerBound <= offset else { break }
      if change.range.isEmpty {
        if change.range.lowerBound < offset || counted.contains(change.role) { result += change.replacement.count }
      } else if change.range.upperBound <= offset {
        result += change.replacement.count - change.range.count
      } else {
        result -= offset - change.range.lowerBound
      }
    }
    return result
  }

  /// Which byte of the old text the byte at `offset` of the new text is; `nil` for one that is new.
  func oldOffset(_ offset: Int) -> Int? {
    var shift = 0
    for change in changes {
      let newStart = change.range.lowerBound + shift
      if offset < newStart { break }
      if offset < newStart + change.replacement.count { return nil }
      shift += change.replacement.count - change.range.count
    }
    return offset - shift
  }
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
