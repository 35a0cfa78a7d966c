import MarkdownText

/// The label of a footnote definition, `[^label]:`, or reference.
enum FootnoteLabel {
  /// The label in the definition that starts at `start`, without brackets.
  static func scan(in bytes: [UInt8], from start: Int, end: Int) -> Range<Int>? {
    guard start + 1 < end, bytes[start] == UInt8(ascii: "["), bytes[start + 1] == UInt8(ascii: "^") else { return nil }
    let labelEnd = self.end(in: bytes, from: start + 2, end: end)
    guard labelEnd > start + 2, labelEnd + 1 < end, bytes[labelEnd] == UInt8(ascii: "]"),
      bytes[labelEnd + 1] == UInt8(ascii: ":")
    else { return nil }
    return start + 2..<labelEnd
  }

  /// Where what may be a label that starts at `start` ends, whatever follows it.
  static func end(in bytes: [UInt8], from start: Int, end: Int) -> Int {
    var index = start
    while index < end, bytes[index] != UInt8(ascii: "]"), !bytes[index].isSpaceOrTab, !bytes[index].isLineEnding {
      index += 1
    }
    return index
  }

  /// The next `[^`.
  static func nextBracket(in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while let bracket = bytes.index(of: UInt8(ascii: "["), from: index), bracket + 1 < bytes.count {
      if bytes[bracket + 1] == UInt8(ascii: "^") { return bracket }
      index = bracket + 1
    }
    return nil
  }

  /// Where the label of a reference starts whose bracket is at `bracket`; `nil` where no caret follows that. The library
  /// takes an escaped caret for one, too.
  static func referenceStart(in bytes: [UInt8], after bracket: Int, end: Int) -> Int? {
    let caret = bracket + (bracket + 1 < end && bytes[bracket + 1] == UInt8(ascii: "\\") ? 2 : 1)
    return caret < end && bytes[caret] == UInt8(ascii: "^") ? caret + 1 : nil
  }
}
