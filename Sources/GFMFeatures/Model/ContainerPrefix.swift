import GFMSyntax
import MarkdownText

extension PrefixScan {
  /// Consumes what continues `containers`, outermost first; false where the line lacks some of it.
  mutating func enter(_ containers: some Sequence<SyntaxTree.Index>, in tree: SyntaxTree) -> Bool {
    containers.allSatisfy { container in
      switch tree.nodes[container].kind {
      case .blockQuote: quoteMarker()
      case .item(let item): indent(to: column + Int(item.contentIndentation))
      default: indent(to: column + 4)
      }
    }
  }
}
