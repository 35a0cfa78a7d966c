/// Addresses, and how they are written as a link's destination (GFM 6.6).
enum LinkDestination {
  /// How `url` is written; `nil` if it has a line ending.
  static func spelling(of url: [UInt8]) -> [UInt8]? {
    guard !url.contains(where: { $0.isLineEnding || $0 == 0 }) else { return nil }
    let isPlain =
      !url.isEmpty && url.first != UInt8(ascii: "<") && url.allSatisfy { $0 > 0x20 && $0 != 0x7F }
      && hasBalancedParentheses(url)
    if isPlain { return escaping(url, #"\&|"#) }
    return url.isEmpty ? [] : [UInt8(ascii: "<")] + escaping(url, #"\&|<>"#) + [UInt8(ascii: ">")]
  }

  /// A backslash or an ampersand that the parser would take for more than itself gets a backslash.
  private static func escaping(_ url: [UInt8], _ characters: String) -> [UInt8] {
    var result: [UInt8] = []
    let lastSemicolon = url.lastIndex(of: UInt8(ascii: ";")) ?? 0
    for (index, byte) in url.enumerated() {
      let isSpecial: Bool
      switch byte {
      case UInt8(ascii: "\\"):
        isSpecial = index + 1 == url.count || url[index + 1].isASCIIPunctuation
      case UInt8(ascii: "&"):
        // An entity has a semicolon.
        isSpecial = index < lastSemicolon
      default:
        isSpecial = characters.utf8.contains(byte)
      }
      if isSpecial { result.append(UInt8(ascii: "\\")) }
      result.append(byte)
    }
    return result
  }

  private static func hasBalancedParentheses(_ url: [UInt8]) -> Bool {
    var depth = 0
    for byte in url {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      // The parser counts up to 32 levels.
      if depth < 0 || depth > 30 { return false }
    }
    return depth == 0
  }

  /// Whether a text is an address and nothing else: it has a scheme and `//`, or starts with `mailto:` or `www.`.
  static func isAddress(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }) else { return false }
    if startsWithHost(text) || text.starts(with: Array("mailto:".utf8)) { return text.count > 7 }
    let scheme = text.prefix { $0 != UInt8(ascii: ":") }
    let rest = text.dropFirst(scheme.count)
    return scheme.count > 1 && scheme.first?.isASCIILetter == true
      && scheme.allSatisfy { $0.isASCIILetter || $0.isDecimalDigit || Array("+.-".utf8).contains($0) }
      && rest.starts(with: Array("://".utf8)) && rest.count > 3
  }

  /// Whether an address has no scheme; GitHub reads `http://` before it (GFM 6.9).
  static func startsWithHost(_ text: ArraySlice<UInt8>) -> Bool { text.starts(with: Array("www.".utf8)) }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
