import GFMSyntax

/// How the tokens of a node are painted: what the node hands down to its descendants, and what is its own.
struct NodeTokenStyle {
  /// The kind of plain text in the node; `nil` for text that is painted only where it has a style.
  private(set) var text: SemanticToken.Kind?
  /// The kind of a code block's lines.
  private(set) var code = SemanticToken.Kind.codeBlock
  /// The modifiers of all that is in the node.
  private(set) var modifiers: SemanticToken.Modifiers = []
  /// The modifiers of the node's own marker or label, which its descendants do not share.
  private var ownModifiers: SemanticToken.Modifiers = []

  private static let inlineStyles: SemanticToken.Modifiers = [.strong, .emphasis, .strikethrough]

  /// The styles of all nodes, in the tree's order: a parent comes before its children.
  static func ofNodes(
    in tree: SyntaxTree, of bytes: [UInt8], contextPrefix: [UInt8], options: TokenOptions.GitHub
  ) -> [NodeTokenStyle] {
    var styles: [NodeTokenStyle] = []
    styles.reserveCapacity(tree.nodes.count)
    for node in tree.nodes {
      let parent = Int(node.parent)
      let inherited = styles.indices.contains(parent) ? styles[parent] : NodeTokenStyle()
      var style = inherited.child(of: node.kind)
      if options.math || options.diagrams, case .fencedCode = node.kind {
        style.code = GitHubFence.kind(
          of: node, in: tree, of: bytes, contextPrefix: contextPrefix, options: options)
      }
      styles.append(style)
    }
    return styles
  }

  /// Whether the node's text is that of a link or an image.
  var isInLink: Bool { text == .link || text == .image }

  /// The style of a child of the node.
  private func child(of kind: Node.Kind) -> NodeTokenStyle {
    var style = self
    style.ownModifiers = []
    switch kind {
    case .heading(let level, _):
      style.text = .heading
      style.modifiers.insert(.level(level))
    case .tableRow(let isHeader):
      if isHeader { style.modifiers.insert(.header) }
    case .tableCell:
      style.text = .tableCell
    case .item(let item):
      if item.task == .checked { style.ownModifiers = .checked }
    case .footnoteDefinition, .referenceDefinition:
      style.ownModifiers = .definition
    case .strong:
      style.modifiers.insert(.strong)
    case .emphasis:
      style.modifiers.insert(.emphasis)
    case .strikethrough:
      style.modifiers.insert(.strikethrough)
    case .link:
      // A link in an image's alternative text renders as that text alone.
      if style.text != .image { style.text = .link }
    case .image:
      style.text = .image
    case .blockQuote, .list, .paragraph, .thematicBreak, .fencedCode, .indentedCode, .htmlBlock, .table,
      .tableDelimiterRow, .frontMatter, .text, .softBreak, .hardBreak, .codeSpan, .htmlInline, .footnoteReference:
      break
    }
    return style
  }

  /// The kind and modifiers of a token of the node; `nil` for one that is not painted.
  func paint(of token: SyntaxToken.Kind) -> (SemanticToken.Kind, SemanticToken.Modifiers)? {
    switch token {
    case .whitespace, .lineEnding: nil
    case .quoteMarker: (.quoteMarker, modifiers)
    case .listMarker: (.listMarker, modifiers)
    case .taskMarker: (.taskMarker, modifiers.union(ownModifiers))
    case .headingMarker, .closingHeadingMarker, .setextUnderline: (.delimiter, modifiers)
    case .thematicBreak: (.thematicBreak, modifiers)
    case .codeFence: (.codeFence, modifiers)
    case .infoString: (.infoString, modifiers)
    case .codeText: (code, modifiers)
    case .htmlText: (.htmlBlock, modifiers)
    // The whole frame of a table is painted alike: a header's pipes are not its cells.
    case .tablePipe, .tableDelimiterPipe, .tableAlignment: (.tableDelimiter, [])
    case .frontMatterFence: (.delimiter, modifiers)
    case .frontMatterText: (.frontMatter, modifiers)
    case .text:
      if let text {
        (text, modifiers)
      } else if !modifiers.isDisjoint(with: Self.inlineStyles) {
        (.text, modifiers)
      } else {
        nil
      }
    case .escape: (.escape, modifiers)
    case .entity: (.entity, modifiers)
    case .hardBreak: (.hardBreak, modifiers)
    case .delimiter, .codeDelimiter, .bracket: (.delimiter, modifiers)
    case .codeSpanText: (.codeSpan, modifiers)
    case .htmlInline: (.htmlInline, modifiers)
    case .linkDestination: (.linkDestination, modifiers)
    case .linkTitle: (.linkTitle, modifiers)
    case .linkLabel: (.linkLabel, modifiers.union(ownModifiers))
    case .autolink: (.autolink, modifiers)
    case .footnoteLabel: (.footnoteLabel, modifiers.union(ownModifiers))
    }
  }
}

extension SemanticToken.Modifiers {
  /// `level1` to `level6`; empty for other levels.
  fileprivate static func level(_ level: UInt8) -> Self {
    (1...6).contains(level) ? Self(rawValue: level1.rawValue << UInt32(level - 1)) : []
  }
}
