/// The names that GitHub gives headings, for `#fragments` to lead to.
public enum Slug {
  /// The slug of a heading's text, before those that are the same are numbered: in lower case, spaces as `-`, without all
  /// that is no letter, mark, number, connecting punctuation or `-`.
  public static func base(of text: [UInt8]) -> [UInt8] {
    if text.allSatisfy({ $0 < 0x80 }) { return text.compactMap(asciiByte) }
    var slug: [UInt8] = []
    for scalar in String(decoding: text, as: UTF8.self).lowercased().unicodeScalars {
      if scalar.isASCII {
        if let byte = asciiByte(UInt8(truncatingIfNeeded: scalar.value)) { slug.append(byte) }
      } else if isKept(scalar) {
        slug += Array(String(scalar).utf8)
      }
    }
    return slug
  }

  /// A slug without the number at its end, and the `-` before that; `nil` where it has none.
  public static func stem(of slug: [UInt8]) -> [UInt8]? {
    let digits = slug.reversed().prefix { (0x30...0x39).contains($0) }.count
    let dash = slug.count - digits - 1
    guard digits > 0, dash >= 0, slug[dash] == UInt8(ascii: "-") else { return nil }
    return Array(slug[..<dash])
  }

  private static func asciiByte(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x20: UInt8(ascii: "-")
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
      UInt8(ascii: "_"):
      byte
    default: nil
    }
  }

  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .connectorPunctuation:
      true
    default:
      scalar.properties.isAlphabetic
    }
  }
}
