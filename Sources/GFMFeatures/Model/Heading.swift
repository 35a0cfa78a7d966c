public import GFMSyntax
import MarkdownText

/// A heading of a document. Ranges are bytes from the document's start.
public struct Heading: Sendable, Hashable {
  /// 1 to 6.
  public var level: Int
  /// With its markers.
  public var range: Range<Int>
  /// From its first inline to its last; empty behind the marker where there is none.
  public var text: Range<Int>
  /// What it reads as, without markup; its markers where it has no text.
  public var name: String
}

extension LocatedBlock {
  /// The heading at a node of the block; `nil` where the node is none. Costs the heading's pieces.
  public func heading(at node: SyntaxTree.Index) -> Heading? {
    guard case .heading(let level, _) = block.tree.nodes[node].kind else { return nil }
    let name = block.plainText(of: node)
    return Heading(
      level: Int(level), range: range(of: node), text: headingText(of: node),
      name: name.contains { !$0.isWhitespace } ? name : String(repeating: "#", count: Int(level)))
  }

  /// A node's range in the document.
  public func range(of node: SyntaxTree.Index) -> Range<Int> { block.tree.nodes[node].range.shifted(by: start) }

  private func headingText(of node: SyntaxTree.Index) -> Range<Int> {
    let tree = block.tree
    let range = tree.nodes[node].range
    var start: Int?
    var end = range.lowerBound
    for token in tree.tokens[tree.tokenIndex(at: range.lowerBound)..<tree.tokenIndex(at: range.upperBound)] {
      switch token.kind {
      case .headingMarker: end = Int(token.end)
      case .closingHeadingMarker, .setextUnderline, .whitespace, .lineEnding, .quoteMarker: break
      default:
        if start == nil { start = Int(token.start) }
        end = Int(token.end)
      }
    }
    return (start ?? end) + self.start..<end + self.start
  }
}
