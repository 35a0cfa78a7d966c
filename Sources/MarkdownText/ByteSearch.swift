internal import Glibc

/// Passes over bytes that go faster than one byte at a time.
extension UnsafeBufferPointer<UInt8> {
  /// The first place of `byte` from `start` on; the end where there is none.
  package func next(_ byte: UInt8, from start: Int) -> Int {
    guard let base = baseAddress, start < count, let found = memchr(base + start, CInt(byte), count - start) else {
      return count
    }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// How many bytes from `start` on are ASCII and not NUL, in eights.
  package func plainPrefix(from start: Int) -> Int {
    let raw = UnsafeRawBufferPointer(self)
    var index = start
    while index + 8 <= count {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let hasZero = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
      if word & 0x8080_8080_8080_8080 != 0 || hasZero != 0 { break }
      index += 8
    }
    return index - start
  }
}

extension [UInt8] {
  /// The first index of `byte` from `start` on.
  package func index(of byte: UInt8, from start: Int) -> Int? {
    withUnsafeBufferPointer { buffer in
      let index = buffer.next(byte, from: start)
      return index < buffer.count ? index : nil
    }
  }
}
