/// A snapshot of a document: its text as a sequence of parsed blocks. An immutable value; an edit gives another.
///
/// Offsets are UTF-8 bytes from the document's start, lines are 0-based.
public struct Document: Sendable {
  public let options: SyntaxOptions
  /// In source order; never empty.
  let blocks: [PlacedBlock]

  public let byteCount: Int
  /// At least 1: the text after the last line ending is a line, though it may be empty.
  public let lineCount: Int

  /// Parses `text`. Linear in its length.
  public init(_ text: [UInt8], options: SyntaxOptions = .github) {
    self.init(blocks: Parser.parse(text, options: options), options: options)
  }

  public init(_ text: String, options: SyntaxOptions = .github) {
    self.init(Array(text.utf8), options: options)
  }

  private init(blocks: [Block], options: SyntaxOptions) {
    var placed: [PlacedBlock] = []
    placed.reserveCapacity(blocks.count)
    var start = 0
    var line = 0
    for block in blocks {
      placed.append(PlacedBlock(block: block, start: start, firstLine: line, index: placed.count))
      start += block.bytes.count
      line += block.lineEndingCount
    }
    self.blocks = placed
    self.options = options
    self.byteCount = start
    self.lineCount = line + 1
  }
}

// MARK: - Text

extension Document {
  /// The whole text. O(n).
  public var text: [UInt8] { bytes(in: 0..<byteCount) }

  /// A copy of the bytes in `range`, clamped to the document.
  public func bytes(in range: Range<Int>) -> [UInt8] {
    let range = range.clamped(to: 0..<byteCount)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    for placed in blocks(overlapping: range) {
      let part = range.clamped(to: placed.range)
      bytes += placed.block.bytes[part.lowerBound - placed.start..<part.upperBound - placed.start]
    }
    return bytes
  }

  /// The document with the bytes in `range` (clamped) replaced.
  public func replacing(_ range: Range<Int>, with replacement: [UInt8]) -> Document {
    let range = range.clamped(to: 0..<byteCount)
    var text = self.text
    text.replaceSubrange(range, with: replacement)
    return Document(text, options: options)
  }
}

// MARK: - Blocks

extension Document {
  /// The blocks that hold a byte of `range`; for an empty range the one that ``block(at:)`` gives.
  public func blocks(overlapping range: Range<Int>) -> ArraySlice<PlacedBlock> {
    let first = blockIndex(at: range.lowerBound)
    guard !range.isEmpty else { return blocks[first...first] }
    var end = first
    while end < blocks.count, blocks[end].start < range.upperBound { end += 1 }
    return blocks[first..<end]
  }

  /// The block that holds the byte at `offset`; at or past the document's end the last one. O(log n).
  public func block(at offset: Int) -> PlacedBlock { blocks[blockIndex(at: offset)] }

  private func blockIndex(at offset: Int) -> Int {
    var low = 0
    var high = blocks.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if blocks[middle].start <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

// MARK: - Lines and positions

extension Document {
  /// The line that holds `offset` (clamped). A line's ending belongs to it.
  public func line(at offset: Int) -> Int {
    let placed = block(at: offset)
    let local = min(max(offset - placed.start, 0), placed.block.bytes.count)
    var line = placed.firstLine
    var index = 0
    while let end = Self.lineEnd(in: placed.block.bytes, from: index), end.next <= local {
      line += 1
      index = end.next
    }
    return line
  }

  /// The bytes of `line` without its ending. A line past the end is empty and at the end.
  public func lineRange(_ line: Int) -> Range<Int> {
    guard line < lineCount else { return byteCount..<byteCount }
    var low = 0
    var high = blocks.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if blocks[middle].firstLine <= line { low = middle } else { high = middle - 1 }
    }
    let placed = blocks[low]
    var index = 0
    for _ in placed.firstLine..<max(placed.firstLine, line) {
      guard let end = Self.lineEnd(in: placed.block.bytes, from: index) else { break }
      index = end.next
    }
    let contentEnd = Self.lineEnd(in: placed.block.bytes, from: index)?.content ?? placed.block.bytes.count
    return placed.start + index..<placed.start + contentEnd
  }

  /// The byte offset of a position: a 0-based line and a column in `encoding`'s units.
  ///
  /// As LSP has it, a column past the line's end is the line's end, and a line past the last is the document's end.
  public func offset(line: Int, column: Int, encoding: PositionEncoding) -> Int {
    guard line >= 0 else { return 0 }
    guard line < lineCount else { return byteCount }
    let range = lineRange(line)
    let placed = block(at: range.lowerBound)
    let local = placed.block.bytes[range.lowerBound - placed.start..<range.upperBound - placed.start]
    return range.lowerBound + encoding.byteOffset(ofColumn: column, in: local)
  }

  /// The position of a byte offset (clamped): its 0-based line and its column in `encoding`'s units.
  public func position(of offset: Int, encoding: PositionEncoding) -> (line: Int, column: Int) {
    let offset = min(max(offset, 0), byteCount)
    let line = line(at: offset)
    let range = lineRange(line)
    let placed = block(at: range.lowerBound)
    let end = min(offset, range.upperBound)
    let local = placed.block.bytes[range.lowerBound - placed.start..<end - placed.start]
    return (line, encoding.length(of: local))
  }

  /// The next line ending in `bytes` from `index`: where the line's content ends, and where the next line starts.
  private static func lineEnd(in bytes: [UInt8], from index: Int) -> (content: Int, next: Int)? {
    bytes.withUnsafeBufferPointer { buffer in
      var end = index
      while end < buffer.count {
        switch buffer[end] {
        case LineEndings.lineFeed:
          return (end, end + 1)
        case LineEndings.carriageReturn:
          let isPair = end + 1 < buffer.count && buffer[end + 1] == LineEndings.lineFeed
          return (end, end + (isPair ? 2 : 1))
        default:
          end += 1
        }
      }
      return nil
    }
  }
}
