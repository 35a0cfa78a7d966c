import GFMFeatures
import GFMSyntax

/// Turns blocks' tokens, in bytes, into the protocol's five numbers each, in an encoding's columns.
///
/// One pass over a block's bytes, whatever the number of tokens.
struct TokenEncoder {
  private let encoding: PositionEncoding
  private let legend: TokenLegend
  private(set) var data: [UInt32] = []
  /// Where the last token stands; the next one's place is given relative to it.
  private(set) var lastLine = 0
  private var lastColumn = 0

  init(encoding: PositionEncoding, legend: TokenLegend = .gfm) {
    self.encoding = encoding
    self.legend = legend
  }

  /// Forgets the numbers so far, but not where the last token stands.
  mutating func removeNumbers() { data.removeAll(keepingCapacity: true) }

  /// Appends the tokens of `block`, whose first line is `firstLine`: all, or those with a byte in `range`, which counts
  /// from the block's start.
  mutating func append(
    _ block: Block, firstLine: Int, options: TokenOptions, touching range: Range<Int>? = nil
  ) {
    append(block.semanticTokens(options), in: block.bytes, firstLine: firstLine, touching: range)
  }

  /// Appends `tokens`, whose offsets count from the start of `bytes`.
  mutating func append(
    _ tokens: [SemanticToken], in bytes: [UInt8], firstLine: Int, touching range: Range<Int>? = nil
  ) {
    var cursor = ColumnCursor(line: firstLine)
    for token in tokens {
      let start = Int(token.start)
      let end = Int(token.end)
      guard cursor.offset <= start, start < end, end <= bytes.count else { continue }
      if let range {
        if end <= range.lowerBound { continue }
        if start >= range.upperBound { break }
      }
      cursor.advance(to: start, in: bytes, encoding: encoding)
      let (line, column) = (cursor.line, cursor.column)
      cursor.advance(to: end, in: bytes, encoding: encoding)
      data.append(UInt32(clamping: line - lastLine))
      data.append(UInt32(clamping: line == lastLine ? column - lastColumn : column))
      data.append(UInt32(clamping: cursor.column - column))
      let look = legend.numbers(of: token)
      data.append(look.type)
      data.append(look.modifiers)
      (lastLine, lastColumn) = (line, column)
    }
  }
}

/// A place in a block's bytes that only moves forward, with its line and column.
private struct ColumnCursor {
  private(set) var offset = 0
  private(set) var line: Int
  private(set) var column = 0

  init(line: Int) { self.line = line }

  mutating func advance(to target: Int, in bytes: [UInt8], encoding: PositionEncoding) {
    var lineStart = offset
    var isNewLine = false
    bytes.withUnsafeBufferPointer { bytes in
      for index in offset..<target {
        let byte = bytes[index]
        guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else { continue }
        // In CR LF the LF ends the line.
        if byte == UInt8(ascii: "\r"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\n") { continue }
        line += 1
        lineStart = index + 1
        isNewLine = true
      }
    }
    let length = encoding.length(of: bytes[lineStart..<target])
    column = isNewLine ? length : column + length
    offset = target
  }
}
