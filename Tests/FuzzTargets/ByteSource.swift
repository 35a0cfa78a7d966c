/// A fuzzer's input, read as numbers and texts. At its end everything is zero and empty.
struct ByteSource {
  private var rest: Slice<UnsafeBufferPointer<UInt8>>

  init(_ input: UnsafeBufferPointer<UInt8>) { rest = input[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// A number below `limit`.
  mutating func number(below limit: Int) -> Int {
    guard limit > 1 else { return 0 }
    let value = limit <= 256 ? Int(byte()) : Int(byte()) << 8 | Int(byte())
    return value % limit
  }

  /// At most `limit` bytes.
  mutating func bytes(_ limit: Int) -> [UInt8] {
    let taken = rest.prefix(limit)
    rest = rest.dropFirst(taken.count)
    return Array(taken)
  }

  /// Bytes up to a zero, which is taken too.
  mutating func bytesToZero() -> [UInt8] {
    let taken = rest.prefix { $0 != 0 }
    rest = rest.dropFirst(taken.count + 1)
    return Array(taken)
  }

  mutating func all() -> [UInt8] { bytes(rest.count) }
}
