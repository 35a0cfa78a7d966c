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
    var index = 0
    text.withUnsafeBufferPointer { buffer in
      while index < buffer.count {
        starts.append(Int32(index))
        while index < buffer.count, buffer[index] != LineEndings.lineFeed, buffer[index] != LineEndings.carriageReturn {
          index += 1
        }
        contentEnds.append(Int32(index))
        guard index < buffer.count else { break }
        let isPair =
          buffer[index] == LineEndings.carriageReturn && index + 1 < buffer.count
          && buffer[index + 1] == LineEndings.lineFeed
        index += isPair ? 2 : 1
      }
    }
  }

  var count: Int { starts.count }

  func start(_ line: Int) -> Int { line < starts.count ? Int(starts[line]) : Int(length) }

  func contentEnd(_ line: Int) -> Int { line < contentEnds.count ? Int(contentEnds[line]) : Int(length) }

  /// Where the next line starts.
  func end(_ line: Int) -> Int { start(line + 1) }
}
