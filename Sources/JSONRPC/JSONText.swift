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
  public static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    var rest = number.magnitude
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    guard rest >= 10 else {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest))
      return
    }
    let start = bytes.count
    while rest > 0 {
      let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: remainder))
      rest = quotient
    }
    bytes[start...].reverse()
  }

  public static func append(_ numbers: [UInt32], to bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + 3 * numbers.count)
    bytes.append(UInt8(ascii: "["))
    for (index, number) in numbers.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(number, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Appends `string` with its quotes.
  public static func append(_ string: String, to bytes: inout [UInt8]) {
    let hexDigits = Array("0123456789abcdef".utf8)
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case ..<0x20:
        bytes += "\\u00".utf8
        bytes.append(hexDigits[Int(byte >> 4)])
        bytes.append(hexDigits[Int(byte & 0xF)])
      default:
        bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
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
