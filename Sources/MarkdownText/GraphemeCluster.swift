/// Grapheme clusters (UAX #29) in UTF-8: what one sees as a character, such as an emoji with its variation selector.
/// No edit parts one.
package enum GraphemeCluster {
  /// Where the cluster ends that starts at `start`. O(n) in the cluster.
  package static func end(from start: Int, in bytes: ArraySlice<UInt8>) -> Int {
    let (scalar, width) = UTF8Scalar.decode(bytes, at: start)
    let end = start + width
    guard end < bytes.endIndex else { return end }
    if scalar.standsAlone, bytes[end] < 0x80 || UTF8Scalar.decode(bytes, at: end).scalar.standsAlone { return end }
    return Self.end(from: end, in: bytes, after: CollectionOfOne(scalar))
  }

  /// Where what goes on with the cluster of `scalars` ends; `start` where nothing does.
  package static func end(
    from start: Int, in bytes: ArraySlice<UInt8>, after scalars: some Collection<Unicode.Scalar>
  ) -> Int {
    var window = 8
    while true {
      var text = String.UnicodeScalarView(scalars)
      var ends = [start]
      while let end = ends.last, end < bytes.endIndex, ends.count <= window {
        let (scalar, width) = UTF8Scalar.decode(bytes, at: end)
        text.append(scalar)
        ends.append(end + width)
      }
      var count = -scalars.count
      for character in String(text) where count < 0 { count += character.unicodeScalars.count }
      // What goes to the end of what was looked at may go on behind it.
      if count < ends.count - 1 || ends.last == bytes.endIndex { return ends[max(0, count)] }
      window *= 4
    }
  }

  /// Whether `index` is in no cluster's middle. Looks back to the last ASCII character, about 64 bytes at most.
  package static func starts(at index: Int, in bytes: ArraySlice<UInt8>) -> Bool {
    guard index > bytes.startIndex, index < bytes.endIndex, max(bytes[index - 1], bytes[index]) >= 0x80 else {
      return true
    }
    var start = index - 1
    while start > bytes.startIndex, bytes[start] >= 0x80, index - start < 64 || bytes[start] & 0xC0 == 0x80 {
      start -= 1
    }
    while start < index { start = end(from: start, in: bytes) }
    return start == index
  }
}

extension Unicode.Scalar {
  /// Whether it makes one character with no other of its kind: most of what is written, but for line endings.
  fileprivate var standsAlone: Bool {
    switch value {
    case 0..<0x300, 0x3001...0x3029, 0x3041...0x3096, 0x30A0...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xFF01...0xFF9D:
      true
    default: false
    }
  }
}
