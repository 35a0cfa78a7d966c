/// How a position's column counts: bytes, UTF-16 units or Unicode scalars (LSP 3.17, `PositionEncodingKind`).
public enum PositionEncoding: Sendable, Hashable, CaseIterable {
  case utf8, utf16, utf32

  /// The length of `bytes` in this encoding's units.
  ///
  /// `bytes` is UTF-8; each byte of an invalid sequence counts as U+FFFD would, one unit. O(n).
  public func length(of bytes: ArraySlice<UInt8>) -> Int {
    switch self {
    case .utf8:
      return bytes.count
    case .utf16, .utf32:
      return bytes.withUnsafeBufferPointer { buffer in
        var count = 0
        var index = 0
        while index < buffer.count {
          let width = UTF8Width.ofScalar(in: buffer, at: index)
          count += self == .utf16 && width == 4 ? 2 : 1
          index += width
        }
        return count
      }
    }
  }

  /// The byte offset in `bytes` of the column `column`, in this encoding's units.
  ///
  /// A column inside a scalar is that scalar's start; one past the end is the end. O(n).
  public func byteOffset(ofColumn column: Int, in bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBufferPointer { buffer in
      var units = 0
      var index = 0
      while index < buffer.count, units < column {
        let width = UTF8Width.ofScalar(in: buffer, at: index)
        switch self {
        case .utf8: units += width
        case .utf16: units += width == 4 ? 2 : 1
        case .utf32: units += 1
        }
        if units > column { break }
        index += width
      }
      return index
    }
  }
}

/// The widths of scalars in UTF-8 that may be invalid.
enum UTF8Width {
  /// How many bytes the scalar at `index` takes; 1 for a byte that starts no valid sequence.
  @inline(__always)
  static func ofScalar(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let first = bytes[index]
    if first < 0x80 { return 1 }
    let width: Int
    let secondRange: ClosedRange<UInt8>
    switch first {
    case 0xC2...0xDF: (width, secondRange) = (2, 0x80...0xBF)
    case 0xE0: (width, secondRange) = (3, 0xA0...0xBF)
    case 0xED: (width, secondRange) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (width, secondRange) = (3, 0x80...0xBF)
    case 0xF0: (width, secondRange) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (width, secondRange) = (4, 0x80...0xBF)
    case 0xF4: (width, secondRange) = (4, 0x80...0x8F)
    default: return 1
    }
    guard index + width <= bytes.count, secondRange.contains(bytes[index + 1]) else { return 1 }
    for next in (index + 2)..<max(index + 2, index + width) where bytes[next] & 0xC0 != 0x80 { return 1 }
    return width
  }
}
