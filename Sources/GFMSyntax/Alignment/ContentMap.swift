import MarkdownText

/// A leaf block's inline content: its lines without their container prefixes and indentation, each ended by LF, with the
/// way back from content offsets to source offsets.
struct ContentMap {
  private(set) var bytes: [UInt8] = []
  /// Offsets of the pipes whose backslash was dropped, as tables do before they parse a cell.
  private(set) var escapedPipes: [Int] = []
  /// Source bytes that the library has dropped from lines, in order.
  var dropped: [Range<Int>] = []
  /// Stretches of content that stand together in the source, in order.
  private var segments: [(content: Int, source: Int)] = []

  /// Makes room for some lines.
  init(byteCount: Int = 0, lineCount: Int = 0) {
    bytes.reserveCapacity(byteCount)
    segments.reserveCapacity(2 * lineCount)
  }

  /// Appends `source[range]`; within a table, `\|` becomes `|`.
  mutating func append(_ range: Range<Int>, of source: [UInt8], unescapingPipes: Bool = false) {
    segments.append((bytes.count, range.lowerBound))
    guard unescapingPipes else {
      bytes += source[range]
      return
    }
    var index = range.lowerBound
    while index < range.upperBound {
      if source[index] == UInt8(ascii: "\\"), index + 1 < range.upperBound, source[index + 1] == UInt8(ascii: "|") {
        index += 1
        segments.append((bytes.count, index))
        escapedPipes.append(bytes.count)
      }
      bytes.append(source[index])
      index += 1
    }
  }

  /// Appends the spaces that stand for the rest of a tab which a container's prefix has taken a part of.
  mutating func appendRestOfTab(at sourceOffset: Int, columns: Int) {
    for _ in 0..<columns {
      segments.append((bytes.count, sourceOffset))
      bytes.append(UInt8(ascii: " "))
    }
  }

  /// Ends a line; `sourceOffset` is where its ending stands.
  mutating func appendLineEnding(at sourceOffset: Int) {
    segments.append((bytes.count, sourceOffset))
    bytes.append(.lineFeed)
  }

  /// Where the source of the byte at `offset` starts; for a pipe that was escaped, at its backslash.
  func sourceStart(of offset: Int) -> Int {
    place(of: offset) - (isEscapedPipe(offset) ? 1 : 0)
  }

  func isEscapedPipe(_ offset: Int) -> Bool {
    guard !escapedPipes.isEmpty else { return false }
    var (low, high) = (0, escapedPipes.count)
    while low < high {
      let middle = (low + high) / 2
      if escapedPipes[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low < escapedPipes.count && escapedPipes[low] == offset
  }

  /// Where the source of the bytes before `offset` ends; after a line ending, past the whole of it.
  func sourceEnd(of offset: Int, in source: [UInt8]) -> Int {
    guard offset > 0 else { return sourceStart(of: offset) }
    let last = place(of: offset - 1)
    guard bytes[offset - 1] == .lineFeed else { return last + 1 }
    guard last < source.count else { return last }
    let isPair =
      source[last] == .carriageReturn && last + 1 < source.count
      && source[last + 1] == .lineFeed
    return last + (isPair ? 2 : 1)
  }

  private func place(of offset: Int) -> Int {
    guard !segments.isEmpty else { return 0 }
    var (low, high) = (0, segments.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if segments[middle].content <= offset { low = middle } else { high = middle - 1 }
    }
    return segments[low].source + (offset - segments[low].content)
  }
}
