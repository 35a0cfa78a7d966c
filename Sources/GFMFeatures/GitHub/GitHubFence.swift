import GFMSyntax
import MarkdownText

/// What GitHub makes of the lines of fenced code blocks.
enum GitHubFence {
  /// The token kind of a fenced code block's lines. Lines that a segment starts with have their opening fence in
  /// `contextPrefix`.
  static func kind(
    of node: Node, in tree: SyntaxTree, of bytes: [UInt8], contextPrefix: [UInt8], options: TokenOptions.GitHub
  ) -> SemanticToken.Kind {
    let hasOwnFence = node.start > 0 || contextPrefix.isEmpty
    let info = hasOwnFence ? infoString(of: node, in: tree, bytes) : infoString(ofOpening: contextPrefix)
    switch RenderedFence(infoString: info) {
    case .math: return options.math ? .math : .codeBlock
    case .diagram: return options.diagrams ? .diagram : .codeBlock
    case nil: return .codeBlock
    }
  }

  private static func infoString(of node: Node, in tree: SyntaxTree, _ bytes: [UInt8]) -> ArraySlice<UInt8> {
    for token in tree.tokens[tree.tokenIndex(at: Int(node.start))...] {
      switch token.kind {
      case .infoString: return bytes[token.range]
      case .codeFence, .whitespace: continue
      default: return []
      }
    }
    return []
  }

  private static func infoString(ofOpening line: [UInt8]) -> ArraySlice<UInt8> {
    line.drop { $0.isSpaceOrTab }.drop { $0 == UInt8(ascii: "`") || $0 == UInt8(ascii: "~") }
  }
}
