import MarkdownText

/// Finds the positions of many offsets of a document: each costs the way from the one before, where they are asked for
/// in order.
public struct PositionCursor: Sendable {
  private let document: Document
  private let encoding: PositionEncoding
  private var segments: BlockCursor
  private var placed: LocatedBlock
  /// 0-based.
  private var line = 0
  /// The line's bytes, from the part's start, and where the next one starts.
  private var lineStart = 0
  private var contentEnd = 0
  private var nextLine = 0
  /// The place that was asked for last, from the part's start, and its column.
  private var offset = 0
  private var column = 0

  public init(_ document: Document, encoding: PositionEncoding) {
    self.document = document
    self.encoding = encoding
    segments = BlockCursor(document.tree)
    placed = document.segment(at: 0)
    enter(placed)
  }

  /// The 0-based line and the column, in the encoding's units, of a byte offset (clamped).
  public mutating func position(of offset: Int) -> (line: Int, column: Int) {
    let offset = min(max(offset, 0), document.byteCount)
    let isInSegment = offset < placed.range.upperBound || placed.range.upperBound == document.byteCount
    if !isInSegment || offset < placed.start + lineStart, let place = segments.place(at: offset) {
      enter(LocatedBlock(place))
    }
    let local = offset - placed.start
    while local >= nextLine, nextLine > contentEnd {
      line += 1
      enterLine(from: nextLine)
    }
    let end = min(local, contentEnd)
    if end < self.offset { (self.offset, column) = (lineStart, 0) }
    column += encoding.length(of: placed.bytes[self.offset..<end])
    self.offset = end
    return (line, column)
  }

  /// Where the line that holds an offset ends, its ending left out, in bytes from the document's start.
  public mutating func lineEnd(at offset: Int) -> Int {
    _ = position(of: offset)
    return placed.start + contentEnd
  }

  private mutating func enter(_ placed: LocatedBlock) {
    self.placed = placed
    line = placed.firstLine
    enterLine(from: 0)
  }

  private mutating func enterLine(from start: Int) {
    lineStart = start
    (contentEnd, nextLine) = placed.bytes.withUnsafeBufferPointer { LineEndings.next(in: $0, from: start) }
    (offset, column) = (start, 0)
  }
}
