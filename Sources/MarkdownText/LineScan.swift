/// A place in a line as the block parser sees it: tabs are stops at every fourth column, and a marker may take only part
/// of one (CommonMark 2.2). Mirrors how cmark-gfm walks a line's prefix.
package struct LineScan {
  /// Bytes from the text's start.
  package private(set) var offset: Int
  /// The column that corresponds to `offset`, in the tab-expanded line; inside a tab when only part of it is consumed.
  package private(set) var column = 0
  /// Whether part of the tab at `offset` is consumed.
  package private(set) var isInsideTab = false
  private let end: Int
  /// The first byte from `offset` on that is neither space nor tab, and its column. Kept, since every container asks.
  private var nonspace: Int
  private var nonspaceColumn = 0

  /// A scan of `source` from `start` to the end of the line's content.
  package init(_ source: [UInt8], from start: Int, to end: Int) {
    self.offset = start
    self.end = end
    self.nonspace = start
    skipSpace(in: source)
  }

  private mutating func skipSpace(in source: [UInt8]) {
    while nonspace < end {
      if source[nonspace] == UInt8(ascii: " ") {
        nonspaceColumn += 1
      } else if source[nonspace] == UInt8(ascii: "\t") {
        nonspaceColumn += 4 - nonspaceColumn % 4
      } else {
        break
      }
      nonspace += 1
    }
  }

  private mutating func updateNonspace(in source: [UInt8]) {
    guard offset > nonspace else { return }
    (nonspace, nonspaceColumn) = (offset, column)
    skipSpace(in: source)
  }

  /// The first byte that is neither space nor tab, and how many columns it stands from here.
  package var firstNonspace: (offset: Int, indentation: Int) { (nonspace, nonspaceColumn - column) }

  package var isBlank: Bool { nonspace >= end }

  package func isAtSpaceOrTab(in source: [UInt8]) -> Bool { offset < end && source[offset].isSpaceOrTab }

  /// Moves on by columns; a tab may be left partly consumed.
  package mutating func advance(columns: Int, in source: [UInt8]) {
    var rest = columns
    while rest > 0, offset < end {
      if source[offset] == UInt8(ascii: "\t") {
        let toStop = 4 - column % 4
        let step = min(rest, toStop)
        column += step
        isInsideTab = toStop > rest
        if !isInsideTab { offset += 1 }
        rest -= step
      } else {
        isInsideTab = false
        offset += 1
        column += 1
        rest -= 1
      }
    }
    updateNonspace(in: source)
  }

  /// Moves on to a byte further on in the line.
  package mutating func advance(to target: Int, in source: [UInt8]) {
    while offset < min(target, end) {
      isInsideTab = false
      column += source[offset] == UInt8(ascii: "\t") ? 4 - column % 4 : 1
      offset += 1
    }
    updateNonspace(in: source)
  }
}
