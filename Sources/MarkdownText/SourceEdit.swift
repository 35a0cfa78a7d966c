/// The replacement of a document's bytes.
public struct SourceEdit: Sendable, Hashable {
  /// Bytes from the document's start, before the edit.
  public var range: Range<Int>
  /// UTF-8.
  public var replacement: [UInt8]
  /// What it is to the text beside it.
  package var role = Role.content

  /// The roles of edits, in the order in which ``SourceEdits`` sorts those that start at the same place.
  package enum Role: UInt8, Sendable, Hashable {
    case removal
    case closing
    case label
    case opening
    case escape
    case content
  }

  public init(range: Range<Int>, replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }

  package init(range: Range<Int>, replacement: [UInt8], role: Role) {
    self.init(range: range, replacement: replacement)
    self.role = role
  }

  /// The insertion of `text` at `offset`.
  package init(inserting text: [UInt8], at offset: Int, role: Role = .content) {
    self.init(range: offset..<offset, replacement: text, role: role)
  }

  package init(removing range: Range<Int>) { self.init(range: range, replacement: [], role: .removal) }

  /// The insertion of a backslash.
  package init(escapingAt offset: Int) {
    self.init(inserting: [.backslash], at: offset, role: .escape)
  }

  package var isInsertion: Bool { range.isEmpty }

  /// By how many bytes the edit makes the text longer; negative where it makes it shorter.
  package var growth: Int { replacement.count - range.count }

  /// The edit with its range moved by `distance`.
  package func moved(by distance: Int) -> SourceEdit {
    var edit = self
    edit.range = range.shifted(by: distance)
    return edit
  }

  /// The edit without the bytes at its ends that it leaves as they are; `nil` if nothing is left.
  package func trimmed(replacing old: [UInt8]) -> SourceEdit? {
    let changed = old.changedRange(to: replacement)
    if changed.old.isEmpty, changed.new.isEmpty { return nil }
    return SourceEdit(range: changed.old.shifted(by: range.lowerBound), replacement: Array(replacement[changed.new]))
  }
}
