/// Checks a JSON text (RFC 8259) and finds the ends of its values, without building any.
///
/// A surrogate escape without its partner, which JSON allows and Unicode text cannot hold, is overwritten in place with
/// the escape of U+FFFD: the text stays whole and keeps its length in every encoding's units.
struct JSONScanner {
  /// Deeper nesting than any message has; the decoder that follows gives up a little above it.
  static let depthLimit = 500

  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private(set) var index = 0

  init(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { index == bytes.count }

  /// The byte that comes next.
  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func skipWhitespace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  /// Steps over `byte`, where it is next.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  mutating func expect(_ byte: UInt8) throws(JSONSyntaxError) {
    guard skip(byte) else { throw JSONSyntaxError(offset: index, "expected '\(Unicode.Scalar(byte))'") }
  }

  /// Steps over a value of any kind and gives its bytes. Not recursive, so depth costs no stack.
  mutating func scanValue() throws(JSONSyntaxError) -> Range<Int> {
    skipWhitespace()
    let start = index
    // For each open container: whether it is an object.
    var open: [Bool] = []
    repeat {
      skipWhitespace()
      switch next {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let isObject = next == UInt8(ascii: "{")
        index += 1
        skipWhitespace()
        if skip(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { break }
        guard open.count < Self.depthLimit else { throw JSONSyntaxError(offset: index, "nested too deeply") }
        open.append(isObject)
        if isObject { try scanKey() }
        continue
      case UInt8(ascii: "\""): _ = try scanString()
      case UInt8(ascii: "t"): try scanLiteral("true")
      case UInt8(ascii: "f"): try scanLiteral("false")
      case UInt8(ascii: "n"): try scanLiteral("null")
      default: try scanNumber()
      }
      try scanSeparators(&open)
    } while !open.isEmpty
    return start..<index
  }

  /// After a value: steps over what closes containers, up to the next value.
  private mutating func scanSeparators(_ open: inout [Bool]) throws(JSONSyntaxError) {
    while let isObject = open.last {
      skipWhitespace()
      if skip(UInt8(ascii: ",")) {
        if isObject { try scanKey() }
        return
      }
      try expect(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
      open.removeLast()
    }
  }

  private mutating func scanKey() throws(JSONSyntaxError) {
    skipWhitespace()
    _ = try scanString()
    skipWhitespace()
    try expect(UInt8(ascii: ":"))
  }

  private mutating func scanLiteral(_ literal: StaticString) throws(JSONSyntaxError) {
    for offset in 0..<literal.utf8CodeUnitCount {
      try expect(literal.utf8Start[offset])
    }
  }

  private mutating func scanNumber() throws(JSONSyntaxError) {
    _ = skip(UInt8(ascii: "-"))
    if !skip(UInt8(ascii: "0")) { try scanDigits() }
    if skip(UInt8(ascii: ".")) { try scanDigits() }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      try scanDigits()
    }
  }

  private mutating func scanDigits() throws(JSONSyntaxError) {
    let start = index
    while let byte = next, (0x30...0x39).contains(byte) { index += 1 }
    guard index > start else { throw JSONSyntaxError(offset: index, "expected a value") }
  }
}

// MARK: - Strings

extension JSONScanner {
  /// Steps over a string and gives the bytes between its quotes.
  mutating func scanString() throws(JSONSyntaxError) -> Range<Int> {
    try expect(UInt8(ascii: "\""))
    let start = index
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return start..<index - 1
      case UInt8(ascii: "\\"):
        try scanEscape()
      case ..<0x20:
        throw JSONSyntaxError(offset: index, "a control character in a string")
      case ..<0x80:
        index += 1
      default:
        try scanScalar()
      }
    }
    throw JSONSyntaxError(offset: index, "a string is not closed")
  }

  private mutating func scanEscape() throws(JSONSyntaxError) {
    index += 1
    switch next {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      index += 1
    case UInt8(ascii: "u"):
      index += 1
      try scanCodeUnit()
    default:
      throw JSONSyntaxError(offset: index, "not an escape")
    }
  }

  /// Steps over the four digits of an escape, and over the surrogate's partner, where it is one.
  private mutating func scanCodeUnit() throws(JSONSyntaxError) {
    let start = index
    guard let unit = codeUnit(at: start) else { throw JSONSyntaxError(offset: index, "expected four hex digits") }
    index += 4
    guard (0xD800...0xDFFF).contains(unit) else { return }
    if unit < 0xDC00, index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u"), let low = codeUnit(at: index + 2), (0xDC00...0xDFFF).contains(low)
    {
      index += 6
      return
    }
    for (offset, digit) in "FFFD".utf8.enumerated() { bytes[start + offset] = digit }
  }

  private func codeUnit(at start: Int) -> Int? {
    guard start + 4 <= bytes.count else { return nil }
    var unit = 0
    for byte in bytes[start..<start + 4] {
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      unit = unit << 4 | Int(digit)
    }
    return unit
  }

  /// Steps over a scalar beyond ASCII.
  private mutating func scanScalar() throws(JSONSyntaxError) {
    let width: Int
    let second: ClosedRange<UInt8>
    switch bytes[index] {
    case 0xC2...0xDF: (width, second) = (2, 0x80...0xBF)
    case 0xE0: (width, second) = (3, 0xA0...0xBF)
    case 0xED: (width, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (width, second) = (3, 0x80...0xBF)
    case 0xF0: (width, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (width, second) = (4, 0x80...0xBF)
    case 0xF4: (width, second) = (4, 0x80...0x8F)
    default: throw JSONSyntaxError(offset: index, "invalid UTF-8")
    }
    guard index + width <= bytes.count, second.contains(bytes[index + 1]),
      bytes[(index + 2)..<(index + width)].allSatisfy({ $0 & 0xC0 == 0x80 })
    else { throw JSONSyntaxError(offset: index, "invalid UTF-8") }
    index += width
  }
}

/// Where and why a text is no JSON.
struct JSONSyntaxError: Error, CustomStringConvertible {
  /// In bytes.
  let offset: Int
  let reason: String

  init(offset: Int, _ reason: String) {
    self.offset = offset
    self.reason = reason
  }

  var description: String { "invalid JSON at byte \(offset): \(reason)" }
}
