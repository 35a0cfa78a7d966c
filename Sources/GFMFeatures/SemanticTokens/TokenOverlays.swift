import GFMSyntax
import MarkdownText

/// Gathers what is painted otherwise than the tokens of the tree say: by the user's rules, and what GitHub reads beyond
/// the specification.
enum TokenOverlays {
  /// All overlays in a block, in order, without overlap. Where two would overlap, rules count before the rest, and the
  /// first rule first.
  ///
  /// - Complexity: O(n) in the block's tokens and plain text.
  static func all(
    in tree: SyntaxTree, of bytes: [UInt8], styles: [NodeTokenStyle], options: TokenOptions
  ) -> [TokenOverlay] {
    let met = bytes.withUnsafeBufferPointer { GitHubTriggers(options.github).met(in: tree.tokens[...], of: $0) }
    guard !met.isEmpty || !options.rules.isEmpty else { return [] }
    return bytes.withUnsafeBufferPointer { bytes in
      let needsText = !options.rules.isEmpty || !met.isDisjoint(with: GitHubTriggers.references.union(.colon))
      let text = PlainText(of: needsText ? tree.tokens[...] : [], in: tree)
      var overlays: [TokenOverlay] = []
      for rule in options.rules { overlays = overlays.over(rule.marks(in: text, of: bytes)) }
      return overlays.over(gitHubOverlays(met, in: tree, text, of: bytes, styles: styles, options: options))
    }
  }

  private static func gitHubOverlays(
    _ met: GitHubTriggers, in tree: SyntaxTree, _ text: PlainText, of bytes: UnsafeBufferPointer<UInt8>,
    styles: [NodeTokenStyle], options: TokenOptions
  ) -> [TokenOverlay] {
    var github = options.github
    github.nestedTasks = github.nestedTasks && options.taskLists
    let spans = GitHubSpans(met, in: tree.nodes.indices, text, of: tree, bytes: bytes, options: github) { parent in
      styles.indices.contains(Int(parent)) && styles[Int(parent)].isInLink
    }
    let overlays = spans.formulas.over(spans.markers).over(spans.references)
    guard met.contains(.bracket) else { return overlays }
    return overlays.over(UnresolvedReferences.marks(in: tree, of: bytes, findsFootnotes: options.footnotes))
  }
}
