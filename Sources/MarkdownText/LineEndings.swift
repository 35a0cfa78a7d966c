/// Line endings as LSP and CommonMark know them: LF, CR LF, and CR alone.
package enum LineEndings {
  /// How many line endings `bytes` holds. A CR at its very end counts, so cut no CR LF in two. O(n).
  package static func count(in bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBufferPointer { buffer in
      var count = 0
      var index = 0
      if buffer.next(.carriageReturn, from: 0) == buffer.count {
        for byte in buffer where byte == .lineFeed { count += 1 }
        return count
      }
      while index < buffer.count {
        let byte = buffer[index]
        index += 1
        if byte == .lineFeed {
          count += 1
        } else if byte == .carriageReturn {
          count += 1
          if index < buffer.count, buffer[index] == .lineFeed { index += 1 }
        }
      }
      return count
    }
  }
}

extension LineEndings {
  /// How many lines of `bytes` end at or before `offset`. O(offset).
  package static func count(endingAtOrBefore offset: Int, in bytes: [UInt8]) -> Int {
    var count = self.count(in: bytes[..<offset])
    // A CR that is cut off from its LF ends no line yet.
    if offset > 0, offset < bytes.count, bytes[offset - 1] == .carriageReturn, bytes[offset] == .lineFeed { count -= 1 }
    return count
  }

  /// The content of a line of `bytes`, 0-based. O(n).
  package static func lineRange(_ line: Int, in bytes: [UInt8]) -> Range<Int> {
    bytes.withUnsafeBufferPointer { buffer in
      var start = 0
      for _ in 0..<max(line, 0) { start = next(in: buffer, from: start).next }
      return start..<next(in: buffer, from: start).content
    }
  }

  /// The end of the content of the line that starts at `start`, and where the next one starts.
  package static func next(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> (content: Int, next: Int) {
    var end = start
    while end < bytes.count, bytes[end] != .lineFeed, bytes[end] != .carriageReturn { end += 1 }
    guard end < bytes.count else { return (end, end) }
    let isPair = bytes[end] == .carriageReturn && end + 1 < bytes.count && bytes[end + 1] == .lineFeed
    return (end, end + (isPair ? 2 : 1))
  }
}
