import GFMSyntax
import MarkdownText

/// A list item's marker as it is written, with the white space around it.
struct ItemMarker {
  /// No marker has more (CommonMark 5.2).
  static let maximalNumber = 999_999_999

  /// The marker, `-` or `10.`; bytes from the block's start.
  let range: Range<Int>
  /// The marker's number; empty for a bullet.
  let digits: Range<Int>
  let number: Int
  /// The white space between the marker and the item's content; empty where nothing follows on the line.
  let padding: Range<Int>
  /// Whether the padding is wider than a marker's can be, so that indented code follows.
  let hasCodePadding: Bool
  /// The columns of white space before the marker that are the item's own, not its container's.
  let indentation: Int
  /// The column at which the marker starts.
  let column: Int
  let line: SourceLine

  /// Reads the marker of the item at `index`.
  init(of index: SyntaxTree.Index, in block: Block) {
    let bytes = block.bytes
    let node = block.tree.nodes[index]
    let item = block.tree.item(index)
    let start = Int(node.start)
    line = SourceLine(at: start, in: bytes)
    var end = start
    while end < line.end, bytes[end].isDigit { end += 1 }
    digits = start..<end
    number = Int(item?.number ?? 0)
    end = min(end + 1, line.end)
    range = start..<end
    column = TextColumns.after(bytes[line.start..<start])

    let content = bytes.firstNonspace(in: end..<line.end)
    padding = end..<(content < line.end ? content : end)
    let paddingColumns =
      padding.isEmpty ? 1 : TextColumns.after(bytes[padding], from: column + range.count) - column - range.count
    // More than four columns of padding are one, and the rest is indented code's.
    hasCodePadding = paddingColumns > 4
    indentation = max(Int(item?.contentIndentation ?? 0) - range.count - (hasCodePadding ? 1 : paddingColumns), 0)
  }
}

/// How a marker with another number stands in its line so that the content keeps its column where there is room.
struct MarkerFit {
  let digits: [UInt8]
  /// How many spaces before the marker go.
  let droppedIndentation: Int
  /// How many spaces after it go.
  let droppedPadding: Int
  /// By how many columns the content moves all the same.
  let contentShift: Int

  /// Fits `number` into `marker`; `nil` where it would take more than nine digits.
  ///
  /// Room is what white space there is beyond one space after the marker, and then before it.
  init?(_ number: Int, for marker: ItemMarker, minimalDigits: Int, in bytes: [UInt8]) {
    guard (0...ItemMarker.maximalNumber).contains(number) else { return nil }
    let plain = Array(String(number).utf8)
    digits = [UInt8](repeating: UInt8(ascii: "0"), count: max(minimalDigits - plain.count, 0)) + plain
    let padding = bytes[marker.padding]
    let growth = digits.count - marker.digits.count
    let isSpaces = padding.allSatisfy { $0 == UInt8(ascii: " ") }
    let hasRoom = isSpaces && padding.count <= 4
    droppedPadding = hasRoom ? max(min(growth, padding.count - 1), 0) : 0

    let before = bytes[marker.line.start..<marker.range.lowerBound]
    let spacesBefore = before.reversed().prefix { $0 == UInt8(ascii: " ") }.count
    let spareIndentation = min(marker.indentation, spacesBefore)
    droppedIndentation = isSpaces ? max(min(growth - droppedPadding, spareIndentation), 0) : 0

    let oldEnd = marker.column + marker.range.count
    let newEnd = oldEnd + growth - droppedIndentation
    let oldContent = TextColumns.after(padding, from: oldEnd)
    contentShift = TextColumns.after(padding.dropLast(droppedPadding), from: newEnd) - oldContent
  }
}
