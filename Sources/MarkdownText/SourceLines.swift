/// Where the lines of a text start and end. Line numbers are 0-based, offsets bytes.
package struct SourceLines {
  /// Each line's first byte.
  package private(set) var starts: [Int32] = []
  /// The end of each line's content, before its ending.
  package private(set) var contentEnds: [Int32] = []
  private let length: Int32

  /// The lines of `text`; what follows the last line ending is a line if it is not empty. O(n).
  package init(_ text: [UInt8]) {
    length = Int32(text.count)
    text.withUnsafeBufferPointer { buffer in
      var nextCR = buffer.next(.carriageReturn, from: 0)
      var index = 0
      while index < buffer.count {
        starts.append(Int32(index))
        let end = min(buffer.next(.lineFeed, from: index), nextCR)
        contentEnds.append(Int32(end))
        let isPair = end == nextCR && end + 1 < buffer.count && buffer[end + 1] == .lineFeed
        index = end + (isPair ? 2 : 1)
        if end == nextCR { nextCR = buffer.next(.carriageReturn, from: index) }
      }
    }
  }

  package var count: Int { starts.count }

  package func start(_ line: Int) -> Int { line < starts.count ? Int(starts[line]) : Int(length) }

  package func contentEnd(_ line: Int) -> Int { line < contentEnds.count ? Int(contentEnds[line]) : Int(length) }

  /// Whether nothing but spaces and tabs stands on `line` of `text`.
  package func isBlank(_ line: Int, in text: [UInt8]) -> Bool {
    text.isBlank(in: start(line)..<contentEnd(line))
  }

  /// Where the next line starts.
  package func end(_ line: Int) -> Int { start(line + 1) }
}
