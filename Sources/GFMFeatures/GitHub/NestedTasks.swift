import GFMSyntax
import MarkdownText

/// Finds the boxes of tasks that cmark-gfm does not look for, though GitHub does: in quotes, and in items that start on
/// another item's line.
enum NestedTasks {
  /// The box that a paragraph starts with, if it makes a task of the item around it.
  static func marker(
    of paragraph: SyntaxTree.Index, in tree: SyntaxTree, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> TokenOverlay? {
    let node = Int(tree.nodes[paragraph].parent)
    guard node >= 0, node + 1 == paragraph, case .item(let item) = tree.nodes[node].kind, item.task == nil else {
      return nil
    }
    let start = Int(tree.nodes[paragraph].start)
    let end = start + 3
    guard end < bytes.count, bytes[start] == UInt8(ascii: "["), bytes[start + 2] == UInt8(ascii: "]"),
      bytes[start + 1] == .space || bytes[start + 1] | 0x20 == UInt8(ascii: "x"),
      bytes[end].isSpaceOrTab,
      !bytes[Int(tree.nodes[node].start)..<start].contains(where: \.isLineEnding),
      tree.tokens[tree.tokenIndex(at: start)].kind == .text
    else { return nil }
    return TokenOverlay(start..<end, .taskMarker, bytes[start + 1] == .space ? [] : .checked)
  }
}
