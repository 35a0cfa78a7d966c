import MarkdownText

/// A guard against a fault of libcmark-gfm 0.29.0.gfm.6: it takes a bracket before a caret that is no plain one for a
/// footnote reference, and then reads its label from beyond the text. Such a caret is an entity (`[&#94;x]`), or is
/// escaped after an image's bracket (`![\^x]`).
enum EntityCaretWorkaround {
  /// Puts `#` for `^` in such places, digit for digit, so that nothing moves.
  static func neutralize(in text: inout [UInt8]) {
    var index = 0
    while let bracket = text.index(of: UInt8(ascii: "["), from: index), bracket + 2 < text.count {
      index = bracket + 1
      switch text[index] {
      case UInt8(ascii: "&"):
        neutralize(entityAt: index, in: &text)
      case UInt8(ascii: "\\") where text[index + 1] == UInt8(ascii: "^") && index > 1:
        if text[index - 2] == UInt8(ascii: "!") { text[index + 1] = UInt8(ascii: "#") }
      default:
        break
      }
    }
  }

  private static func neutralize(entityAt start: Int, in text: inout [UInt8]) {
    let name = text[start + 1..<min(start + 5, text.count)]
    if name.elementsEqual("Hat;".utf8) {
      text.replaceSubrange(start + 1..<start + 5, with: Array("num;".utf8))
      return
    }
    guard start + 4 < text.count, text[start + 1] == UInt8(ascii: "#") else { return }
    let isHexadecimal = text[start + 2] | 0x20 == UInt8(ascii: "x")
    var index = start + (isHexadecimal ? 3 : 2)
    while index < text.count, text[index] == UInt8(ascii: "0") { index += 1 }
    guard index + 2 < text.count, text[index + 2] == UInt8(ascii: ";") else { return }
    if isHexadecimal, text[index] == UInt8(ascii: "5"), text[index + 1] | 0x20 == UInt8(ascii: "e") {
      text.replaceSubrange(index..<index + 2, with: Array("23".utf8))
    } else if !isHexadecimal, text[index] == UInt8(ascii: "9"), text[index + 1] == UInt8(ascii: "4") {
      text.replaceSubrange(index..<index + 2, with: Array("35".utf8))
    }
  }
}
