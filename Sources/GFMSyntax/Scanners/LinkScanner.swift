import MarkdownText

/// The scanners for link destinations, titles and labels, as cmark-gfm has them (CommonMark 4.7 and 6.6).
///
/// Each looks at `bytes` from an offset up to `end` and gives where the construct ends, or `nil` where there is none.
enum LinkScanner {
  /// A destination, in angle brackets or bare.
  static func destinationEnd(in bytes: [UInt8], from start: Int, end: Int) -> Int? {
    guard start < end, bytes[start] == UInt8(ascii: "<") else {
      return bareDestinationEnd(in: bytes, from: start, end: end)
    }
    var index = start + 1
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: ">"): return index + 1 < end ? index + 1 : nil
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "<"), .lineFeed: return nil
      default: index += 1
      }
    }
    return nil
  }

  private static func bareDestinationEnd(in bytes: [UInt8], from start: Int, end: Int) -> Int? {
    var index = start
    var depth = 0
    while index < end {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\"), index + 1 < end, bytes[index + 1].isPunctuation {
        index += 2
      } else if byte == UInt8(ascii: "(") {
        depth += 1
        index += 1
        if depth > 32 { return nil }
      } else if byte == UInt8(ascii: ")") {
        if depth == 0 { break }
        depth -= 1
        index += 1
      } else if byte.isTrimmable {
        if index == start { return nil }
        break
      } else {
        index += 1
      }
    }
    return index < end ? index : nil
  }

  /// A title in double quotes, single quotes or parentheses.
  ///
  /// The library's scanner takes the longest match, and lets a backslash stand for itself or for an escape as suits it:
  /// so a quote behind a backslash ends the title if no later one does.
  static func titleEnd(in bytes: [UInt8], from start: Int, end: Int) -> Int? {
    guard start < end else { return nil }
    let opener = bytes[start]
    let closer: UInt8
    switch opener {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): closer = opener
    case UInt8(ascii: "("): closer = UInt8(ascii: ")")
    default: return nil
    }
    var lastCloserEnd: Int?
    for index in start + 1..<max(start + 1, end) where bytes[index] == closer || bytes[index] == opener {
      let isEscapable = index - 1 > start && bytes[index - 1] == UInt8(ascii: "\\")
      if bytes[index] == closer { lastCloserEnd = index + 1 }
      if !isEscapable { break }
    }
    return lastCloserEnd
  }

  /// A label with its brackets, `[…]`: at most 1000 bytes, no bracket inside but escaped ones.
  static func labelEnd(in bytes: [UInt8], from start: Int, end: Int) -> Int? {
    guard start < end, bytes[start] == UInt8(ascii: "[") else { return nil }
    var index = start + 1
    while index < end, bytes[index] != UInt8(ascii: "["), bytes[index] != UInt8(ascii: "]") {
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < end, bytes[index + 1].isPunctuation { index += 1 }
      index += 1
      if index - start - 1 > 1000 { return nil }
    }
    return index < end && bytes[index] == UInt8(ascii: "]") ? index + 1 : nil
  }

  /// Spaces, tabs, vertical tabs, form feeds and line endings.
  static func whitespaceEnd(in bytes: [UInt8], from start: Int, end: Int) -> Int {
    var index = start
    while index < end, bytes[index].isSpace { index += 1 }
    return index
  }

  /// Spaces and tabs.
  static func spacesEnd(in bytes: [UInt8], from start: Int, end: Int) -> Int {
    var index = start
    while index < end, bytes[index].isSpaceOrTab { index += 1 }
    return index
  }

  /// `bytes[range]` without white space at its ends.
  static func trimmed(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start].isTrimmable { start += 1 }
    while end > start, bytes[end - 1].isTrimmable { end -= 1 }
    return start..<end
  }
}

// MARK: - Inline link tails

/// What follows the `]` of an inline link's text: `(destination "title")`.
struct InlineLinkTail {
  /// Angle brackets included; empty where there is no destination.
  var destination: Range<Int>
  /// Quotes included.
  var title: Range<Int>?
  /// After the closing parenthesis.
  var end: Int

  /// The tail whose `(` stands at `start`.
  static func scan(in bytes: [UInt8], from start: Int, end: Int) -> InlineLinkTail? {
    guard start < end, bytes[start] == UInt8(ascii: "(") else { return nil }
    let destinationStart = LinkScanner.whitespaceEnd(in: bytes, from: start + 1, end: end)
    guard let destinationEnd = LinkScanner.destinationEnd(in: bytes, from: destinationStart, end: end) else {
      return nil
    }
    let titleStart = LinkScanner.whitespaceEnd(in: bytes, from: destinationEnd, end: end)
    var title: Range<Int>?
    if titleStart > destinationEnd, let titleEnd = LinkScanner.titleEnd(in: bytes, from: titleStart, end: end) {
      title = titleStart..<titleEnd
    }
    let closer = LinkScanner.whitespaceEnd(in: bytes, from: title?.upperBound ?? titleStart, end: end)
    guard closer < end, bytes[closer] == UInt8(ascii: ")") else { return nil }
    return InlineLinkTail(destination: destinationStart..<destinationEnd, title: title, end: closer + 1)
  }
}

// MARK: - Reference definitions

/// A link reference definition at the start of a paragraph (CommonMark 4.7). Offsets into the paragraph's content.
struct ReferenceDefinitionScan {
  /// Without brackets.
  var label: Range<Int>
  /// Angle brackets included.
  var destination: Range<Int>
  /// Quotes included.
  var title: Range<Int>?
  /// After its line's ending.
  var end: Int

  /// From the opening bracket to the end of the title or, without one, of the destination.
  var range: Range<Int> { label.lowerBound - 1..<(title ?? destination).upperBound }

  static func scan(in bytes: [UInt8], from start: Int, end: Int) -> ReferenceDefinitionScan? {
    guard let labelEnd = LinkScanner.labelEnd(in: bytes, from: start, end: end),
      !LinkScanner.trimmed(start + 1..<labelEnd - 1, in: bytes).isEmpty,
      labelEnd < end, bytes[labelEnd] == UInt8(ascii: ":")
    else { return nil }
    let destinationStart = skipSpacesAndOneLineEnding(in: bytes, from: labelEnd + 1, end: end)
    guard let destinationEnd = LinkScanner.destinationEnd(in: bytes, from: destinationStart, end: end) else {
      return nil
    }
    var scan = ReferenceDefinitionScan(
      label: start + 1..<labelEnd - 1, destination: destinationStart..<destinationEnd, end: destinationEnd)
    let titleStart = skipSpacesAndOneLineEnding(in: bytes, from: destinationEnd, end: end)
    if titleStart > destinationEnd, let titleEnd = LinkScanner.titleEnd(in: bytes, from: titleStart, end: end),
      let lineEnd = endOfBlankLine(in: bytes, from: titleEnd, end: end)
    {
      scan.title = titleStart..<titleEnd
      scan.end = lineEnd
      return scan
    }
    guard let lineEnd = endOfBlankLine(in: bytes, from: destinationEnd, end: end) else { return nil }
    scan.end = lineEnd
    return scan
  }

  private static func skipSpacesAndOneLineEnding(in bytes: [UInt8], from start: Int, end: Int) -> Int {
    let index = LinkScanner.spacesEnd(in: bytes, from: start, end: end)
    guard index < end, bytes[index] == .lineFeed else { return index }
    return LinkScanner.spacesEnd(in: bytes, from: index + 1, end: end)
  }

  /// After the line ending, if nothing but spaces and tabs stands before it.
  private static func endOfBlankLine(in bytes: [UInt8], from start: Int, end: Int) -> Int? {
    let index = LinkScanner.spacesEnd(in: bytes, from: start, end: end)
    if index >= end { return end }
    return bytes[index] == .lineFeed ? index + 1 : nil
  }
}
