import MarkdownText

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
        isSpecial = index + 1 == url.count || url[index + 1].isPunctuation
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
    if startsWithHost(text) || text.starts(with: mailto) { return text.count > 7 }
    let scheme = text.prefix { $0 != UInt8(ascii: ":") }
    let rest = text.dropFirst(scheme.count)
    return scheme.count > 1 && hasScheme(text) && rest.starts(with: Array("://".utf8)) && rest.count > 3
  }

  private static func startsWithHost(_ text: ArraySlice<UInt8>) -> Bool { text.starts(with: Array("www.".utf8)) }

  // MARK: - Schemes

  /// Where an autolink leads that has this text (GFM 6.8, 6.9).
  static func ofAutolink(_ text: [UInt8]) -> [UInt8] { missingScheme(of: text[...]) + text }

  /// What the parser reads before an autolink's text: `http://` where it starts with a host, `mailto:` where it is an
  /// e-mail address; nothing where it has a scheme.
  static func missingScheme(of text: ArraySlice<UInt8>) -> [UInt8] {
    if startsWithHost(text) { return Array("http://".utf8) }
    return !hasScheme(text) && text.contains(UInt8(ascii: "@")) ? mailto : []
  }

  static let mailto = Array("mailto:".utf8)

  /// Whether an address starts with a scheme and a colon.
  static func hasScheme(_ address: ArraySlice<UInt8>) -> Bool {
    guard let colon = address.firstIndex(of: UInt8(ascii: ":")), let first = address.first,
      first.isASCIILetter
    else { return false }
    return address[..<colon].allSatisfy(\.isSchemeCharacter)
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  fileprivate var isSchemeCharacter: Bool { isASCIILetter || isDigit || "+.-".utf8.contains(self) }
}
