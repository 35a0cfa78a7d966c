import GFMSyntax
import MarkdownText

/// The box of a task as it is written.
struct TaskBox {
  /// `[ ]` or `[x]`; bytes from the block's start.
  let range: Range<Int>
  /// The white space between the box and the item's text; empty where nothing follows on the line.
  let padding: Range<Int>

  /// The box after an item's marker.
  ///
  /// It is also found where cmark-gfm does not look for one, in quotes and in items that start on another item's line,
  /// though GitHub does.
  init?(after marker: ItemMarker, in block: Block, options: SyntaxOptions) {
    let bytes = block.bytes
    let lineEnd = marker.line.end
    let start = bytes.firstNonspace(in: marker.range.upperBound..<lineEnd)
    let end = start + 3
    guard options.taskLists, end <= lineEnd, bytes[start] == UInt8(ascii: "["), bytes[start + 2] == UInt8(ascii: "]"),
      bytes[start + 1] == UInt8(ascii: " ") || bytes[start + 1] | 0x20 == UInt8(ascii: "x"),
      end == lineEnd || bytes[end].isSpaceOrTab
    else { return nil }
    switch block.tree.tokens[block.tree.tokenIndex(at: start)].kind {
    case .taskMarker, .text: break
    default: return nil
    }
    let text = bytes.firstNonspace(in: end..<lineEnd)
    range = start..<end
    padding = end..<(text < lineEnd ? text : end)
  }

  /// Whether `offset` stands behind the box's start and before the text.
  func isSplit(at offset: Int) -> Bool {
    range.lowerBound < offset && offset < max(padding.upperBound, range.upperBound)
  }
}
