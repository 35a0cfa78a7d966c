/// Scalars in UTF-8 that may be invalid. A byte that belongs to no valid sequence reads as U+FFFD, one byte wide.
package enum UTF8Scalar {
  private static let replacement: Unicode.Scalar = "\u{FFFD}"

  /// The scalar that starts at `index`, and how many bytes it takes.
  package static func decode(_ bytes: ArraySlice<UInt8>, at index: Int) -> (scalar: Unicode.Scalar, width: Int) {
    let first = bytes[index]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let (width, bits, least): (Int, UInt32, UInt32)
    switch first {
    case 0xC2...0xDF: (width, bits, least) = (2, UInt32(first & 0x1F), 0x80)
    case 0xE0...0xEF: (width, bits, least) = (3, UInt32(first & 0x0F), 0x800)
    case 0xF0...0xF4: (width, bits, least) = (4, UInt32(first & 0x07), 0x10000)
    default: return (replacement, 1)
    }
    guard index + width <= bytes.endIndex else { return (replacement, 1) }
    var value = bits
    for byte in bytes[index + 1..<index + width] {
      guard byte & 0xC0 == 0x80 else { return (replacement, 1) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    guard value >= least, let scalar = Unicode.Scalar(value) else { return (replacement, 1) }
    return (scalar, width)
  }

  /// The scalar that ends before `index`, which is not the slice's start.
  package static func decode(_ bytes: ArraySlice<UInt8>, before index: Int) -> Unicode.Scalar {
    var start = index - 1
    while start > bytes.startIndex, index - start < 4, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    let (scalar, width) = decode(bytes, at: start)
    return start + width == index ? scalar : replacement
  }
}
