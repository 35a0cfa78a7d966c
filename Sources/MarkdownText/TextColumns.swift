/// Columns as the block parser counts them: a byte is one, a tab goes on to the next multiple of four (CommonMark 2.2).
package enum TextColumns {
  package static func afterTab(at column: Int) -> Int { column + 4 - column % 4 }

  /// The column after `bytes`, which start at `column`.
  package static func after(_ bytes: ArraySlice<UInt8>, from column: Int = 0) -> Int {
    bytes.reduce(column) { $1 == UInt8(ascii: "\t") ? afterTab(at: $0) : $0 + 1 }
  }

  /// The first column from `column` on that a tab ends at.
  package static func stop(from column: Int) -> Int { column % 4 == 0 ? column : afterTab(at: column) }

  /// White space from one column to another: tabs as far as they reach, then spaces.
  package static func whitespace(from start: Int, to end: Int) -> [UInt8] {
    var column = start
    var result: [UInt8] = []
    while afterTab(at: column) <= end {
      result.append(UInt8(ascii: "\t"))
      column = afterTab(at: column)
    }
    return result + [UInt8](repeating: UInt8(ascii: " "), count: max(end - column, 0))
  }
}

/// A place in a line's prefix that moves over what continues the line's containers. A tab may be consumed in part.
package struct PrefixScan {
  private let bytes: [UInt8]
  private let end: Int
  package private(set) var offset: Int
  /// The column reached; inside the tab at `offset` when only part of it is consumed.
  package private(set) var column = 0

  package init(_ line: SourceLine, in bytes: [UInt8]) {
    self.bytes = bytes
    self.end = line.end
    self.offset = line.start
  }

  /// Moves on to the byte at `target`, whatever stands before it.
  package mutating func skip(to target: Int) {
    while offset < min(target, end) {
      column = bytes[offset] == UInt8(ascii: "\t") ? TextColumns.afterTab(at: column) : column + 1
      offset += 1
    }
  }

  /// Consumes white space up to the column `target`; false, and at the first other byte, where there is less of it.
  package mutating func indent(to target: Int) -> Bool {
    while column < target {
      guard offset < end else { return false }
      switch bytes[offset] {
      case UInt8(ascii: " "):
        offset += 1
        column += 1
      case UInt8(ascii: "\t"):
        let stop = TextColumns.afterTab(at: column)
        if stop <= target { offset += 1 }
        column = min(stop, target)
      default:
        return false
      }
    }
    return true
  }

  /// Consumes a quote marker, its indentation and the one column of white space that belongs to it.
  package mutating func quoteMarker() -> Bool {
    let run = whitespaceRun
    guard run.end < end, bytes[run.end] == UInt8(ascii: ">") else { return false }
    offset = run.end + 1
    column = run.endColumn + 1
    _ = indent(to: column + 1)
    return true
  }

  /// The white space ahead: the first byte after it, and that byte's column.
  package var whitespaceRun: (end: Int, endColumn: Int) {
    var (index, reached) = (offset, column)
    while index < end, bytes[index].isSpaceOrTab {
      reached = bytes[index] == UInt8(ascii: "\t") ? TextColumns.afterTab(at: reached) : reached + 1
      index += 1
    }
    return (index, reached)
  }
}
