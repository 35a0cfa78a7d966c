#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value that writes its JSON itself, where a general encoder would be too slow.
public protocol JSONWritable {
  /// Appends the value's JSON text.
  func write(to bytes: inout [UInt8]) throws(RequestError)
}

/// Appends values to a JSON text that is being built.
public enum JSONText {
  /// No generic one: what is not specialised across modules takes many times as long.
  public static func append(_ number: Int, to bytes: inout [UInt8]) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    append(number.magnitude, to: &bytes)
  }

  public static func append(_ number: UInt32, to bytes: inout [UInt8]) { append(UInt(number), to: &bytes) }

  private static func append(_ number: UInt, to bytes: inout [UInt8]) {
    guard number >= 10 else { return bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)) }
    var divisor: UInt = 10
    while number / divisor >= 10 { divisor *= 10 }
    var rest = number
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / divisor))
      rest %= divisor
      divisor /= 10
    }
  }

  public static func append(_ numbers: [UInt32], to bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + 3 * numbers.count)
    bytes.append(UInt8(ascii: "["))
    for (index, number) in numbers.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(UInt(number), to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Appends `string` with its quotes.
  public static func append(_ string: String, to bytes: inout [UInt8]) {
    var string = string
    bytes.append(UInt8(ascii: "\""))
    string.withUTF8 { text in
      var copied = 0
      for (index, byte) in text.enumerated()
      where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes += text[copied..<index]
        appendEscape(of: byte, to: &bytes)
        copied = index + 1
      }
      bytes += text[copied...]
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    guard byte < 0x20 else {
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
      return
    }
    let hexDigits: StaticString = "0123456789abcdef"
    bytes += "\\u00".utf8
    for digit in [byte >> 4, byte & 0xF] { bytes.append(hexDigits.utf8Start[Int(digit)]) }
  }

  /// Appends `value` as its `Encodable` conformance has it.
  public static func append(encoding value: some Encodable, to bytes: inout [UInt8]) throws(RequestError) {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      bytes += try encoder.encode(value)
    } catch {
      throw .internalError("the answer could not be encoded: \(error)")
    }
  }
}
