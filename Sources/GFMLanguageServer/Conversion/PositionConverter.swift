import GFMFeatures
import GFMSyntax
import JSONRPC
import LanguageServerProtocol
import MarkdownText

// Byte offsets become protocol positions here and in TokenEncoder, and nowhere else.

extension PositionEncoding {
  /// The encoding that the protocol calls `kind`.
  init?(kind: String) {
    switch kind {
    case PositionEncodingKind.utf8: self = .utf8
    case PositionEncodingKind.utf16: self = .utf16
    case PositionEncodingKind.utf32: self = .utf32
    default: return nil
    }
  }

  /// The protocol's name for it.
  var kind: String {
    switch self {
    case .utf8: PositionEncodingKind.utf8
    case .utf16: PositionEncodingKind.utf16
    case .utf32: PositionEncodingKind.utf32
    }
  }
}

/// Converts between a document's byte offsets and a client's positions.
struct PositionConverter {
  let document: Document
  let encoding: PositionEncoding

  func offset(_ position: Position) -> Int {
    document.offset(line: position.line, column: position.character, encoding: encoding)
  }

  /// The bytes between a range's ends, in whichever order they come.
  func range(_ range: PositionRange) -> Range<Int> {
    let start = offset(range.start)
    let end = offset(range.end)
    return min(start, end)..<max(start, end)
  }

  func selection(_ selection: Selection) -> TextSelection {
    TextSelection(anchor: offset(selection.anchor), head: offset(selection.head))
  }

  func position(_ offset: Int) -> Position {
    let (line, column) = document.position(of: offset, encoding: encoding)
    return Position(line: line, character: column)
  }

  func range(_ range: Range<Int>) -> PositionRange {
    PositionRange(start: position(range.lowerBound), end: position(range.upperBound))
  }

  func selection(_ selection: TextSelection) -> Selection {
    Selection(anchor: position(selection.anchor), head: position(selection.head))
  }

  /// Edits as the client applies them. Costs the way from each one to the next, where they are in order.
  func edits(_ edits: [SourceEdit]) -> [TextEdit] {
    zip(ranges(edits.map(\.range)), edits).map { range, edit in
      TextEdit(range: range, newText: String(decoding: edit.replacement, as: UTF8.self))
    }
  }

  /// Many ranges. Costs the way from each one to the next, where they are in order.
  func ranges(_ ranges: [Range<Int>]) -> [PositionRange] {
    var positions = OrderedPositions(document, encoding: encoding)
    return ranges.map { positions.range($0) }
  }
}

/// Converts many byte offsets of a document to a client's positions; quick where they come in order.
struct OrderedPositions {
  private var cursor: PositionCursor

  init(_ document: Document, encoding: PositionEncoding) { cursor = PositionCursor(document, encoding: encoding) }

  mutating func position(_ offset: Int) -> Position {
    let (line, column) = cursor.position(of: offset)
    return Position(line: line, character: column)
  }

  /// Where the line that holds an offset ends, in bytes from the document's start.
  mutating func lineEnd(at offset: Int) -> Int { cursor.lineEnd(at: offset) }

  mutating func range(_ range: Range<Int>) -> PositionRange {
    let start = position(range.lowerBound)
    return PositionRange(start: start, end: position(range.upperBound))
  }
}

extension PositionRange {
  /// Appends the range's JSON.
  func write(to bytes: inout [UInt8]) {
    bytes += #"{"start":"#.utf8
    start.write(to: &bytes)
    bytes += #","end":"#.utf8
    end.write(to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }
}

extension Position {
  fileprivate func write(to bytes: inout [UInt8]) {
    bytes += #"{"line":"#.utf8
    JSONText.append(line, to: &bytes)
    bytes += #","character":"#.utf8
    JSONText.append(character, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }
}
