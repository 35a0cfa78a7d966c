/// The classes of ASCII characters that cmark-gfm's scanners go by.
extension UInt8 {
  /// Space or tab.
  var isSpaceOrTab: Bool { self == 0x20 || self == 0x09 }

  /// Space, tab, line feed, vertical tab, form feed, carriage return: what separates tokens.
  var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  /// Space, tab, line feed, carriage return: what the library takes off a text's ends, and collapses in labels. Vertical
  /// tabs and form feeds stay.
  var isTrimmable: Bool { isSpaceOrTab || isLineEnd }

  var isLineEnd: Bool { self == 0x0A || self == 0x0D }

  /// ASCII punctuation (CommonMark 2.1).
  var isPunctuation: Bool {
    switch self {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  var isDigit: Bool { (0x30...0x39).contains(self) }

  var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }

  var isLetterOrDigit: Bool { isDigit || isLetter }
}
