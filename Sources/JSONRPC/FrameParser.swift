/// Cuts a stream of bytes into message bodies.
///
/// A frame is header lines that end in CR LF (LF alone is taken too), an empty line, and as many bytes as the header
/// `Content-Length` says. Header names count in any case and order; unknown ones are ignored. Bytes may come in any
/// portions.
///
/// A frame that cannot be read is reported once, and reading goes on: an oversized body is skipped by its length; after
/// a broken header everything up to the next `Content-Length` is dropped.
public struct FrameParser: Sendable {
  public enum Output: Sendable, Hashable {
    case body([UInt8])
    case failure(FrameError)
  }

  /// 256 MiB: far more than any document that an editor sends, far less than would exhaust memory.
  public static let defaultBodyLimit = 256 << 20

  private enum State {
    case header
    /// Bytes of the body that are still to come.
    case body(remaining: Int)
    /// Bytes of an oversized body that are still to be dropped.
    case skipping(remaining: Int)
  }

  /// 1 TiB: who announces more means something else, and waiting for its end would be waiting for ever.
  private static let lengthLimit = 1 << 40

  /// Bytes of a header line that are kept; of a longer one only its end matters.
  private static let lineLimit = 8192

  /// No header's name is as long.
  private static let nameLimit = 128

  /// The longest body that is read, in bytes.
  private let bodyLimit: Int
  private var state = State.header
  /// The header line that is being read.
  private var line: [UInt8] = []
  private var body: [UInt8] = []
  private var contentLength: Int?
  /// Whether the current header has had a line.
  private var hasHeader = false
  /// Whether a failure was reported since the last good header; what follows is not reported again.
  private var isResynchronizing = false

  public init(bodyLimit: Int = FrameParser.defaultBodyLimit) {
    self.bodyLimit = bodyLimit
  }

  /// Whether everything so far was whole frames.
  public var isBetweenFrames: Bool {
    if case .header = state { return line.isEmpty && !hasHeader }
    return false
  }

  /// Reads on with `input` and gives what becomes complete, in order.
  public mutating func consume(_ input: UnsafeRawBufferPointer, _ receive: (Output) -> Void) {
    var rest = input[...]
    while !rest.isEmpty {
      switch state {
      case .header:
        rest = consumeLine(rest, receive)
      case .body(let remaining):
        let segment = rest.prefix(remaining)
        body.append(contentsOf: segment)
        rest = rest.dropFirst(segment.count)
        continueBody(remaining: remaining - segment.count, receive)
      case .skipping(let remaining):
        let count = min(remaining, rest.count)
        rest = rest.dropFirst(count)
        state = count == remaining ? .header : .skipping(remaining: remaining - count)
      }
    }
  }

  private mutating func continueBody(remaining: Int, _ receive: (Output) -> Void) {
    guard remaining == 0 else {
      state = .body(remaining: remaining)
      return
    }
    state = .header
    let complete = body
    body = []
    receive(.body(complete))
  }
}

// MARK: - Header

extension FrameParser {
  private mutating func consumeLine(
    _ input: Slice<UnsafeRawBufferPointer>, _ receive: (Output) -> Void
  ) -> Slice<UnsafeRawBufferPointer> {
    guard let end = input.firstIndex(of: UInt8(ascii: "\n")) else {
      append(input)
      return input.suffix(0)
    }
    append(input[..<end])
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    let complete = line
    line.removeAll(keepingCapacity: true)
    if complete.isEmpty {
      endHeader(receive)
    } else {
      readHeaderLine(complete[...], receive)
    }
    return input[(end + 1)...]
  }

  private mutating func append(_ input: Slice<UnsafeRawBufferPointer>) {
    line.append(contentsOf: input.suffix(Self.lineLimit))
    if line.count > Self.lineLimit { line.removeFirst(line.count - Self.lineLimit) }
  }

  private mutating func endHeader(_ receive: (Output) -> Void) {
    defer {
      contentLength = nil
      hasHeader = false
    }
    guard let length = contentLength else {
      // Empty lines between frames do no harm.
      if hasHeader { fail(.missingContentLength, receive) }
      return
    }
    isResynchronizing = false
    guard length <= bodyLimit else {
      receive(.failure(.bodyTooLarge(byteCount: length, limit: bodyLimit)))
      state = .skipping(remaining: length)
      return
    }
    // What a header promises may never come, so memory follows what does.
    body.reserveCapacity(min(length, 1 << 20))
    continueBody(remaining: length, receive)
  }

  private mutating func readHeaderLine(_ line: ArraySlice<UInt8>, _ receive: (Output) -> Void) {
    hasHeader = true
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), line[..<colon].count <= Self.nameLimit,
      line[..<colon].allSatisfy(Self.isNameByte)
    else {
      fail(.malformedHeader, receive)
      // A body whose header was lost runs straight into the next frame's header.
      if let start = Self.lastContentLengthName(in: line) {
        readHeaderLine(line[start...], receive)
      }
      return
    }
    guard Self.isContentLength(line[..<colon]) else { return }
    let digits = Self.trimmingBlanks(line[(colon + 1)...])
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let length = Int(String(decoding: digits, as: UTF8.self)), length <= Self.lengthLimit
    else {
      contentLength = nil
      fail(.invalidContentLength, receive)
      return
    }
    contentLength = length
  }

  private mutating func fail(_ error: FrameError, _ receive: (Output) -> Void) {
    guard !isResynchronizing else { return }
    isResynchronizing = true
    receive(.failure(error))
  }

  private static let contentLengthName = Array("content-length".utf8)

  private static func isContentLength(_ name: ArraySlice<UInt8>) -> Bool {
    trimmingBlanks(name).elementsEqual(contentLengthName) { lowercased($0) == $1 }
  }

  /// Where the last `Content-Length:` in `line` starts.
  private static func lastContentLengthName(in line: ArraySlice<UInt8>) -> Int? {
    let count = contentLengthName.count
    guard line.count > count else { return nil }
    return (line.startIndex...line.endIndex - count - 1).last { start in
      line[start + count] == UInt8(ascii: ":") && isContentLength(line[start..<start + count])
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: " "):
      true
    default:
      false
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  private static func trimmingBlanks(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard let first = bytes.firstIndex(where: { !isBlank($0) }),
      let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return [] }
    return bytes[first...last]
  }
}

/// Why a frame could not be read.
public enum FrameError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A line that is no `Name: value`.
  case malformedHeader
  case missingContentLength
  case invalidContentLength
  case bodyTooLarge(byteCount: Int, limit: Int)

  public var description: String {
    switch self {
    case .malformedHeader: "a header line is not of the form 'Name: value'"
    case .missingContentLength: "a header has no Content-Length"
    case .invalidContentLength: "Content-Length is not a number of bytes"
    case .bodyTooLarge(let byteCount, let limit):
      "a message of \(byteCount) bytes is over the limit of \(limit) bytes; it was skipped"
    }
  }
}
