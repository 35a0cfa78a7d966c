import GFMSyntax

/// Finds `:smile:` and its like. A name that GitHub has no emoji for stays text there, and here.
enum Shortcodes {
  /// In alphabetical order.
  static let list = ShortcodeNames.text.utf8.split(separator: UInt8(ascii: " ")).map { Array($0) }
  private static let names = Set(list)
  private static let maximalLength = names.lazy.map(\.count).max() ?? 0

  /// In order, without overlap. O(n).
  static func marks(in run: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> [TokenMark] {
    var marks: [TokenMark] = []
    var start: Int?
    for index in run {
      let byte = bytes[index]
      if byte == UInt8(ascii: ":") {
        if let colon = start, names.contains(Array(bytes[colon + 1..<index])) {
          marks.append(TokenMark(colon..<index + 1, .emoji))
          start = nil
        } else {
          start = index
        }
      } else if let colon = start, !byte.isShortcodeByte || index - colon > maximalLength {
        start = nil
      }
    }
    return marks
  }
}

extension UInt8 {
  var isShortcodeByte: Bool {
    switch self {
    case 0x30...0x39, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"): true
    default: false
    }
  }
}
