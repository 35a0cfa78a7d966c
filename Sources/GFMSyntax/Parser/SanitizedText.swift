import MarkdownText

/// Text as cmark-gfm takes it: NUL, and every byte that is not valid UTF-8, replaced by U+FFFD (CommonMark 2.3), with
/// the way back to the original's offsets.
struct SanitizedText {
  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  private(set) var bytes: [UInt8]
  /// Where the replacements end in `bytes`, in order. Each is two bytes longer than what it replaces.
  private var replacementEnds: [Int] = []

  var isChanged: Bool { !replacementEnds.isEmpty }

  init(_ text: [UInt8]) {
    bytes = text
    guard !Self.isClean(text) else { return }
    bytes.removeAll()
    bytes.reserveCapacity(text.count + 64)
    text.withUnsafeBufferPointer { buffer in
      var index = 0
      while index < buffer.count {
        let width = UTF8Width.ofScalar(in: buffer, at: index)
        if buffer[index] == 0 || (width == 1 && buffer[index] >= 0x80) {
          bytes += Self.replacement
          replacementEnds.append(bytes.count)
        } else {
          bytes += buffer[index..<index + width]
        }
        index += width
      }
    }
  }

  private static func isClean(_ text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { buffer in
      var index = 0
      while index < buffer.count {
        index += buffer.plainPrefix(from: index)
        guard index < buffer.count else { break }
        let byte = buffer[index]
        if byte == 0 { return false }
        let width = UTF8Width.ofScalar(in: buffer, at: index)
        if width == 1, byte >= 0x80 { return false }
        index += width
      }
      return true
    }
  }

  /// The original's offset for one in `bytes`. O(log n).
  func originalOffset(of offset: Int) -> Int {
    var (low, high) = (0, replacementEnds.count)
    while low < high {
      let middle = (low + high) / 2
      if replacementEnds[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return offset - 2 * low
  }
}
