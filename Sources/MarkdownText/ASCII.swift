/// The bytes that Markdown's syntax is made of, by their names.
extension UInt8 {
  @inlinable package static var tab: UInt8 { 0x09 }
  @inlinable package static var lineFeed: UInt8 { 0x0A }
  @inlinable package static var carriageReturn: UInt8 { 0x0D }
  @inlinable package static var space: UInt8 { 0x20 }
  @inlinable package static var backslash: UInt8 { 0x5C }
  @inlinable package static var backtick: UInt8 { 0x60 }
}

/// The classes of ASCII characters that cmark-gfm's scanners use.
extension UInt8 {
  @inlinable package var isSpaceOrTab: Bool { self == .space || self == .tab }

  /// Space, tab, line feed, vertical tab, form feed or carriage return: separates tokens.
  @inlinable package var isSpace: Bool { self == .space || (0x09...0x0D).contains(self) }

  /// Space, tab, line feed or carriage return: the library trims these from a text's ends and collapses them in labels.
  /// Vertical tabs and form feeds stay.
  @inlinable package var isTrimmable: Bool { isSpaceOrTab || isLineEnding }

  @inlinable package var isLineEnding: Bool { self == .lineFeed || self == .carriageReturn }

  /// ASCII punctuation (CommonMark 2.1).
  @inlinable package var isPunctuation: Bool {
    switch self {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  @inlinable package var isDigit: Bool { (0x30...0x39).contains(self) }

  @inlinable package var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }

  @inlinable package var isLetterOrDigit: Bool { isDigit || isLetter }
}
