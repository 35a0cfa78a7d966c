import GFMSyntax
import MarkdownText

/// Finds alerts: quotes whose first line is `[!NOTE]` or another of GitHub's five, in capitals or not, and nothing else.
///
/// Only a quote that stands in nothing else is one, and no quote in it.
enum Alerts {
  private static let kinds: [(name: String, modifier: SemanticToken.Modifiers)] = [
    ("note", .note), ("tip", .tip), ("important", .important), ("warning", .warning), ("caution", .caution),
  ]

  /// In lower case.
  static var names: [String] { kinds.map(\.name) }

  /// The marker that a paragraph starts with, if it makes an alert of the quote around it.
  static func marker(
    of paragraph: SyntaxTree.Index, in tree: SyntaxTree, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> TokenOverlay? {
    let quote = Int(tree.nodes[paragraph].parent)
    guard quote >= 0, quote + 1 == paragraph, tree.nodes[quote].kind == .blockQuote, tree.nodes[quote].parent < 0 else {
      return nil
    }
    let start = Int(tree.nodes[paragraph].start)
    guard isPlainText(start, in: tree), bytes[start...].starts(with: "[!".utf8) else { return nil }
    for (name, modifier) in kinds {
      let end = start + 2 + name.utf8.count
      guard end < bytes.count, bytes[end] == UInt8(ascii: "]"), isPlainText(end, in: tree),
        bytes[start + 2..<end].elementsEqual(name.utf8, by: { $0 | 0x20 == $1 }),
        bytes[(end + 1)...].first(where: { !$0.isSpaceOrTab })?.isLineEnding ?? true
      else { continue }
      return TokenOverlay(start..<end + 1, .alert, modifier)
    }
    return nil
  }

  private static func isPlainText(_ offset: Int, in tree: SyntaxTree) -> Bool {
    let index = tree.tokenIndex(at: offset)
    return index < tree.tokens.count && tree.tokens[index].kind == .text
  }
}
