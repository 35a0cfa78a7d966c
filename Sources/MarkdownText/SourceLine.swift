/// A line of a text: where it starts, where its content ends, and where the next one starts. Byte offsets.
package struct SourceLine: Hashable {
  package let start: Int
  /// Before the line's ending.
  package let end: Int
  /// After it; equal to `end` where the text ends without one.
  package let next: Int

  package var range: Range<Int> { start..<end }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The line of `bytes` that holds `offset`, which must not stand within a CR LF. Costs the line's length.
  package init(at offset: Int, in bytes: [UInt8]) {
    var start = min(max(offset, 0), bytes.count)
    while start > 0, !bytes[start - 1].isLineEnding { start -= 1 }
    self.init(startingAt: start, in: bytes)
  }

  /// The line that starts at `start`. A byte order mark is left out of it.
  package init(startingAt start: Int, in bytes: [UInt8]) {
    let start = start == 0 && bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : start
    var end = start
    while end < bytes.count, !bytes[end].isLineEnding { end += 1 }
    self.start = start
    self.end = end
    next = end + Self.endingLength(at: end, in: bytes)
  }

  /// The line before this one.
  package func previous(in bytes: [UInt8]) -> SourceLine? {
    guard start > 0 else { return nil }
    let isPair = start > 1 && bytes[start - 1] == .lineFeed && bytes[start - 2] == .carriageReturn
    return SourceLine(at: start - (isPair ? 2 : 1), in: bytes)
  }

  /// The line after this one.
  package func following(in bytes: [UInt8]) -> SourceLine? {
    next > end ? SourceLine(startingAt: next, in: bytes) : nil
  }

  private static func endingLength(at offset: Int, in bytes: [UInt8]) -> Int {
    guard offset < bytes.count else { return 0 }
    let isPair =
      bytes[offset] == .carriageReturn && offset + 1 < bytes.count && bytes[offset + 1] == .lineFeed
    return isPair ? 2 : 1
  }
}

extension [UInt8] {
  /// The first byte in `range` that is neither space nor tab; the range's end where there is none.
  package func firstNonspace(in range: Range<Int>) -> Int {
    self[range].firstIndex { !$0.isSpaceOrTab } ?? range.upperBound
  }

  /// Where `range` ends when its trailing spaces and tabs are left out.
  package func trimmedEnd(of range: Range<Int>) -> Int {
    self[range].lastIndex { !$0.isSpaceOrTab }.map { $0 + 1 } ?? range.lowerBound
  }

  package func isBlank(in range: Range<Int>) -> Bool { firstNonspace(in: range) == range.upperBound }

  /// Where a backslash keeps the text in `range` from starting a block of another kind; `nil` where none can.
  package func blockEscapeOffset(in range: Range<Int>) -> Int? {
    let offset = range.lowerBound + self[range].prefix(while: \.isDigit).count
    guard offset < range.upperBound, self[offset].isPunctuation, self[offset] != .backslash else {
      return nil
    }
    return offset
  }
}
