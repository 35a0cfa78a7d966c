import GFMSyntax
import MarkdownText

/// Finds `:smile:` and its like. A name that GitHub has no emoji for stays text there, and here.
enum Shortcodes {
  struct Shortcode: Sendable {
    var name: [UInt8]
    /// `nil` where GitHub has a picture of its own.
    var emoji: String?
  }

  /// By name, in alphabetical order.
  static let all: [Shortcode] = ShortcodeNames.text.utf8.split(separator: UInt8(ascii: " ")).map { entry in
    let segments = entry.split(separator: UInt8(ascii: "="))
    return Shortcode(
      name: Array(segments[0]), emoji: segments.count > 1 ? String(decoding: segments[1], as: UTF8.self) : nil)
  }
  static let list = all.map(\.name)
  private static let names = Set(list)
  private static let maximalLength = list.lazy.map(\.count).max() ?? 0

  /// The emoji of a name; `nil` where there is none of that name, or a picture.
  static func emoji(of name: some Sequence<UInt8>) -> String? {
    let name = Array(name)
    let index = list.partitionIndex { !$0.lexicographicallyPrecedes(name) }
    return index < all.count && list[index] == name ? all[index].emoji : nil
  }

  /// In order, without overlap. O(n).
  static func marks(in run: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> [TokenOverlay] {
    var marks: [TokenOverlay] = []
    var start: Int?
    for index in run {
      let byte = bytes[index]
      if byte == UInt8(ascii: ":") {
        if let colon = start, names.contains(Array(bytes[colon + 1..<index])) {
          marks.append(TokenOverlay(colon..<index + 1, .emoji))
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
