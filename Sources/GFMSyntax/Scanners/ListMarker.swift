import MarkdownText

/// A list item's marker and the white space after it (CommonMark 5.2).
struct ListMarker {
  /// `-`, `+`, `*`, or the delimiter `.` or `)`.
  var character: UInt8
  /// 0 for a bullet.
  var number: Int32
  /// After the marker itself.
  var end: Int
  /// Columns from the container's content to the item's: indentation, marker and padding.
  var contentIndentation: Int

  /// Reads the marker that `scan` stands before, and moves `scan` to the item's content.
  static func read(_ scan: inout LineScan, in source: [UInt8], lineEnd: Int) -> ListMarker? {
    let (start, indentation) = scan.firstNonspace
    guard start < lineEnd else { return nil }
    var end = start
    var number: Int32 = 0
    while end < lineEnd, source[end].isDigit, end - start < 9 {
      number = number * 10 + Int32(source[end] - UInt8(ascii: "0"))
      end += 1
    }
    guard end < lineEnd else { return nil }
    let character = source[end]
    switch character {
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
      guard end == start else { return nil }
    case UInt8(ascii: "."), UInt8(ascii: ")"):
      guard end > start else { return nil }
    default:
      return nil
    }
    end += 1
    scan.advance(to: end, in: source)
    let padding = readPadding(&scan, in: source, lineEnd: lineEnd)
    return ListMarker(
      character: character, number: number, end: end, contentIndentation: indentation + (end - start) + padding)
  }

  /// Up to four columns of padding belong to the marker; before a blank rest or indented code, one.
  private static func readPadding(_ scan: inout LineScan, in source: [UInt8], lineEnd: Int) -> Int {
    let afterMarker = scan
    let startColumn = scan.column
    while scan.column - startColumn <= 5, scan.isAtSpaceOrTab(in: source) {
      scan.advance(columns: 1, in: source)
    }
    let width = scan.column - startColumn
    if (1..<5).contains(width), scan.offset < lineEnd { return width }
    scan = afterMarker
    if width > 0 { scan.advance(columns: 1, in: source) }
    return 1
  }
}
