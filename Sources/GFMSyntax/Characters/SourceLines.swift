/// Where the lines of a text start and end. Line numbers are 0-based, offsets bytes.
struct SourceLines {
  /// Each line's first byte.
  private(set) var starts: [Int32] = []
  /// The end of each line's content, before its ending.
  private(set) var contentEnds: [Int32] = []
  private let length: Int32

  /// The lines of `text`; what follows the last line ending is a line if it is not empty. O(n).
  init(_ text: [UInt8]) {
    length = Int32(text.count)
    text.withUnsafeBufferPointer { buffer in
      var nextCR = buffer.next(LineEndings.carriageReturn, from: 0)
      var index = 0
      while index < buffer.count {
        starts.append(Int32(index))
        let end = min(buffer.next(LineEndings.lineFeed, from: index), nextCR)
        contentEnds.append(Int32(end))
        let isPair = end == nextCR && end + 1 < buffer.count && buffer[end + 1] == LineEndings.lineFeed
        index = end + (isPair ? 2 : 1)
        if end == nextCR { nextCR = buffer.next(LineEndings.carriageReturn, from: index) }
      }
    }
  }

  var count: Int { starts.count }

  func start(_ line: Int) -> Int { line < starts.count ? Int(starts[line]) : Int(length) }

  func contentEnd(_ line: Int) -> Int { line < contentEnds.count ? Int(contentEnds[line]) : Int(length) }

  /// Whether nothing but spaces and tabs stands on `line` of `text`.
  func isBlank(_ line: Int, in text: [UInt8]) -> Bool {
    LinkScanner.spacesEnd(in: text, from: start(line), end: contentEnd(line)) == contentEnd(line)
  }

  /// Where the next line starts.
  func end(_ line: Int) -> Int { start(line + 1) }
}
