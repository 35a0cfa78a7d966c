/// Line endings as LSP and CommonMark know them: LF, CR LF, and CR alone.
enum LineEndings {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  /// How many line endings `bytes` holds. A CR at its very end counts, so cut no CR LF in two. O(n).
  static func count(in bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBufferPointer { buffer in
      var count = 0
      var index = 0
      while index < buffer.count {
        let byte = buffer[index]
        index += 1
        if byte == lineFeed {
          count += 1
        } else if byte == carriageReturn {
          count += 1
          if index < buffer.count, buffer[index] == lineFeed { index += 1 }
        }
      }
      return count
    }
  }
}
