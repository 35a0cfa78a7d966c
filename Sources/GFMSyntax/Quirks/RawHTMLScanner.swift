import MarkdownText

/// The scanners for what may stand in angle brackets within text: raw HTML (CommonMark 6.10) and autolinks (6.8).
///
/// They are needed only where the library's tree has lost what was there.
enum RawHTMLScanner {
  /// Where the construct whose `<` stands at `start` ends, if there is one.
  static func end(in bytes: [UInt8], from start: Int, end: Int) -> Int? {
    guard start + 1 < end else { return nil }
    switch bytes[start + 1] {
    case UInt8(ascii: "!"):
      if let open = prefixEnd("!--", in: bytes, at: start + 1, end: end) {
        return commentEnd(in: bytes, from: open, end: end)
      }
      if let open = prefixEnd("![CDATA[", in: bytes, at: start + 1, end: end) {
        return self.end(behind: UInt8(ascii: "]"), times: 2, in: bytes, from: open, end: end)
      }
      return declarationEnd(in: bytes, from: start + 2, end: end)
    case UInt8(ascii: "?"):
      return self.end(behind: UInt8(ascii: "?"), times: 1, in: bytes, from: start + 2, end: end)
    case UInt8(ascii: "/"):
      return closingTagEnd(in: bytes, from: start, end: end)
    default:
      return openTagEnd(in: bytes, from: start, end: end) ?? autolinkEnd(in: bytes, from: start, end: end)
    }
  }

  private static func prefixEnd(_ prefix: String, in bytes: [UInt8], at start: Int, end: Int) -> Int? {
    let length = prefix.utf8.count
    let found = bytes[start..<end].prefix(length)
    // Letters count in either case, as the library has it.
    return zip(found, prefix.utf8).allSatisfy { $0 == $1 || ($1.isLetter && $0 ^ $1 == 0x20) } && found.count == length
      ? start + length : nil
  }

  /// Behind `-->`. What stands before it does not start with `>` or `->`, and has no two dashes in a row nor one at the end.
  private static func commentEnd(in bytes: [UInt8], from start: Int, end: Int) -> Int? {
    if prefixEnd(">", in: bytes, at: start, end: end) != nil || prefixEnd("->", in: bytes, at: start, end: end) != nil {
      return nil
    }
    var index = start
    while index + 1 < end {
      if bytes[index] == UInt8(ascii: "-"), bytes[index + 1] == UInt8(ascii: "-") {
        return prefixEnd("-->", in: bytes, at: index, end: end)
      }
      index += 1
    }
    return nil
  }

  /// Behind a `>` that follows `count` of a mark. The library takes that many, or fewer, with what follows them at once.
  private static func end(
    behind mark: UInt8, times count: Int, in bytes: [UInt8], from start: Int, end: Int
  ) -> Int? {
    var index = start
    while index < end {
      let marks = bytes[index..<end].prefix(count).prefix { $0 == mark }.count
      index += marks + 1
      if marks == count, index <= end, bytes[index - 1] == UInt8(ascii: ">") { return index }
    }
    return nil
  }

  /// Behind the `>` after a name in capitals and white space.
  private static func declarationEnd(in bytes: [UInt8], from start: Int, end: Int) -> Int? {
    let name = bytes[start..<end].prefix { $0.isLetter && $0 & 0x20 == 0 }
    guard !name.isEmpty, name.endIndex < end, bytes[name.endIndex].isSpace else { return nil }
    return bytes[name.endIndex..<end].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 }
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

  private static func autolinkEnd(in bytes: [UInt8], from start: Int, end: Int) -> Int? {
    uriEnd(in: bytes, from: start + 1, end: end) ?? mailAddressEnd(in: bytes, from: start + 1, end: end)
  }

  /// A scheme of 2 to 32 characters and a colon, and then neither white space nor angle brackets (CommonMark 6.8).
  private static func uriEnd(in bytes: [UInt8], from start: Int, end: Int) -> Int? {
    let scheme = bytes[start..<end].prefix { $0.isLetterOrDigit || "+.-".utf8.contains($0) }
    guard scheme.first?.isLetter == true, (2...32).contains(scheme.count), scheme.endIndex < end,
      bytes[scheme.endIndex] == UInt8(ascii: ":")
    else { return nil }
    let address = bytes[scheme.endIndex..<end].prefix {
      $0 > 0x20 && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">")
    }
    return prefixEnd(">", in: bytes, at: address.endIndex, end: end)
  }

  private static func mailAddressEnd(in bytes: [UInt8], from start: Int, end: Int) -> Int? {
    let name = bytes[start..<end].prefix { $0.isLetterOrDigit || ".!#$%&'*+/=?^_`{|}~-".utf8.contains($0) }
    guard !name.isEmpty, name.endIndex < end, bytes[name.endIndex] == UInt8(ascii: "@") else { return nil }
    var index = name.endIndex
    repeat {
      let label = bytes[index + 1..<end].prefix { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
      guard (1...63).contains(label.count), label.first?.isLetterOrDigit == true, label.last?.isLetterOrDigit == true
      else { return nil }
      index = label.endIndex
    } while index < end && bytes[index] == UInt8(ascii: ".")
    return prefixEnd(">", in: bytes, at: index, end: end)
  }
}
