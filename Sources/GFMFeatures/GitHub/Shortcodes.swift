import GFMSyntax
import MarkdownText

/// Finds `:smile:` and its like, by the names in GitHub's library gemoji; `Scripts/update-word-lists` makes their list.
/// Any other name stays text.
enum Shortcodes {
  struct Shortcode: Sendable {
    var name: [UInt8]
    /// `nil` for a picture of GitHub's own, such as `octocat`.
    var emoji: String?
  }

  /// In alphabetical order.
  static let all: [Shortcode] = PackageResources.shortcodes_txt.split(separator: .lineFeed).map { line in
    // A line per name: the name, then a space and the emoji, if there is one.
    let fields = line.split(separator: .space)
    return Shortcode(
      name: Array(fields[0]), emoji: fields.count > 1 ? String(decoding: fields[1], as: UTF8.self) : nil)
  }
  private static let emojiByName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.emoji) })
  private static let maximalLength = all.lazy.map(\.name.count).max() ?? 0

  /// The emoji of a name; `nil` for a picture, and for a name that GitHub does not know.
  static func emoji(of name: some Sequence<UInt8>) -> String? { emojiByName[Array(name)] ?? nil }

  /// In order, without overlap. O(n).
  static func marks(in run: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> [TokenOverlay] {
    var marks: [TokenOverlay] = []
    var start: Int?
    for index in run {
      let byte = bytes[index]
      if byte == UInt8(ascii: ":") {
        if let colon = start, emojiByName.keys.contains(Array(bytes[colon + 1..<index])) {
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
