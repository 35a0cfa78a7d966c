/// The scanners for what may stand in angle brackets within text: raw HTML (CommonMark 6.10) and autolinks (6.8).
///
/// They are needed only where the library's tree has lost what was there.
enum AngleScanner {
  /// Where the construct whose `<` stands at `start` ends, if there is one.
  static func end(in bytes: [UInt8], from start: Int, end: Int) -> Int? {
    guard start + 1 < end else { return nil }
    switch bytes[start + 1] {
    case UInt8(ascii: "!"):
      if let open = prefixEnd("!--", in: bytes, at: start + 1, end: end) {
        return after("-->", in: bytes, from: open, end: end)
      }
      if let open = prefixEnd("![CDATA[", in: bytes, at: start + 1, end: end) {
        return after("]]>", in: bytes, from: open, end: end)
      }
      return after(">", in: bytes, from: start + 2, end: end)
    case UInt8(ascii: "?"):
      return after("?>", in: bytes, from: start + 2, end: end)
    case UInt8(ascii: "/"):
      return closingTagEnd(in: bytes, from: start, end: end)
    default:
      return openTagEnd(in: bytes, from: start, end: end) ?? autolinkEnd(in: bytes, from: start, end: end)
    }
  }

  private static func prefixEnd(_ prefix: String, in bytes: [UInt8], at start: Int, end: Int) -> Int? {
    let length = prefix.utf8.count
    guard start + length <= end, bytes[start..<start + length].elementsEqual(prefix.utf8) else { return nil }
    return start + length
  }

  private static func after(_ terminator: String, in bytes: [UInt8], from start: Int, end: Int) -> Int? {
    var index = start
    while index < end {
      if let found = prefixEnd(terminator, in: bytes, at: index, end: end) { return found }
      index += 1
    }
    return nil
  }

  private static func nameEnd(in bytes: [UInt8], from start: Int, end: Int) -> Int? {
    guard start < end, bytes[start].isLetter else { return nil }
    var index = start + 1
    while index < end, bytes[index].isLetterOrDigit || bytes[index] == UInt8(ascii: "-") { index += 1 }
    return index
  }

  private static func closingTagEnd(in bytes: [UInt8], from start: Int, end: Int) -> Int? {
    guard let name = nameEnd(in: bytes, from: start + 2, end: end) else { return nil }
    let close = LinkScanner.whitespaceEnd(in: bytes, from: name, end: end)
    return close < end && bytes[close] == UInt8(ascii: ">") ? close + 1 : nil
  }

  private static func openTagEnd(in bytes: [UInt8], from start: Int, end: Int) -> Int? {
    guard var index = nameEnd(in: bytes, from: start + 1, end: end) else { return nil }
    while let attribute = attributeEnd(in: bytes, from: index, end: end) { index = attribute }
    index = LinkScanner.whitespaceEnd(in: bytes, from: index, end: end)
    if index < end, bytes[index] == UInt8(ascii: "/") { index += 1 }
    return index < end && bytes[index] == UInt8(ascii: ">") ? index + 1 : nil
  }

  private static func attributeEnd(in bytes: [UInt8], from start: Int, end: Int) -> Int? {
    var index = LinkScanner.whitespaceEnd(in: bytes, from: start, end: end)
    guard index > start, index < end, isAttributeNameStart(bytes[index]) else { return nil }
    while index < end, isAttributeNameStart(bytes[index]) || bytes[index].isDigit || isDotOrDash(bytes[index]) {
      index += 1
    }
    let equals = LinkScanner.whitespaceEnd(in: bytes, from: index, end: end)
    guard equals < end, bytes[equals] == UInt8(ascii: "=") else { return index }
    let value = LinkScanner.whitespaceEnd(in: bytes, from: equals + 1, end: end)
    return valueEnd(in: bytes, from: value, end: end) ?? index
  }

  private static func isAttributeNameStart(_ byte: UInt8) -> Bool {
    byte.isLetter || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
  }

  private static func isDotOrDash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") }

  private static func valueEnd(in bytes: [UInt8], from start: Int, end: Int) -> Int? {
    guard start < end else { return nil }
    let quote = bytes[start]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      return bytes[start + 1..<end].firstIndex(of: quote).map { $0 + 1 }
    }
    let excluded = Array("\"'=<>`".utf8)
    var index = start
    while index < end, !bytes[index].isSpace, !excluded.contains(bytes[index]) { index += 1 }
    return index > start ? index : nil
  }

  /// An absolute URI or an e-mail address: no white space, no angle bracket, and a colon or an at sign.
  private static func autolinkEnd(in bytes: [UInt8], from start: Int, end: Int) -> Int? {
    var index = start + 1
    var hasMark = false
    while index < end, bytes[index] > 0x20, bytes[index] != UInt8(ascii: "<"), bytes[index] != UInt8(ascii: ">") {
      if bytes[index] == UInt8(ascii: ":") || bytes[index] == UInt8(ascii: "@") { hasMark = index > start + 1 }
      index += 1
    }
    return hasMark && index < end && bytes[index] == UInt8(ascii: ">") ? index + 1 : nil
  }
}
