import GFMSyntax
import MarkdownText

/// Finds the boxes of tasks that cmark-gfm does not look for, though GitHub does: in quotes, and in items that start on
/// another item's line.
enum NestedTasks {
  /// In order.
  static func marks(in tree: SyntaxTree, of bytes: UnsafeBufferPointer<UInt8>) -> [TokenOverlay] {
    var marks: [TokenOverlay] = []
    for (index, node) in tree.nodes.enumerated() {
      guard case .item(let item) = node.kind, item.task == nil, index + 1 < tree.nodes.count,
        tree.nodes[index + 1].kind == .paragraph, tree.nodes[index + 1].parent == Int32(index)
      else { continue }
      let start = Int(tree.nodes[index + 1].start)
      let end = start + 3
      guard end < bytes.count, bytes[start] == UInt8(ascii: "["), bytes[start + 2] == UInt8(ascii: "]"),
        bytes[start + 1] == UInt8(ascii: " ") || bytes[start + 1] | 0x20 == UInt8(ascii: "x"),
        bytes[end].isSpaceOrTab,
        !bytes[Int(node.start)..<start].contains(where: \.isLineEnding),
        tree.tokens[tree.tokenIndex(at: start)].kind == .text
      else { continue }
      let isChecked = bytes[start + 1] != UInt8(ascii: " ")
      marks.append(TokenOverlay(start..<end, .taskMarker, isChecked ? .checked : []))
    }
    return marks
  }
}
