import GFMSyntax

/// How a node's pieces look: what it hands down to its descendants, and what is its own.
struct NodeTokenStyle {
  /// What text in the node is; `nil` for text that is painted only where it has a style.
  private(set) var text: SemanticToken.Kind?
  /// What the lines of a code block are.
  private(set) var code = SemanticToken.Kind.codeBlock
  /// The styles laid over everything in the node.
  private(set) var modifiers: SemanticToken.Modifiers = []
  /// The modifiers of the node's own marker or label, which its descendants don't share.
  private var ownModifiers: SemanticToken.Modifiers = []

  private static let styles: SemanticToken.Modifiers = [.strong, .emphasis, .strikethrough]

  /// Every node's look, in the tree's order. A parent stands before its children, so that its look is there first.
  static func ofNodes(
    in tree: SyntaxTree, of bytes: [UInt8], behind contextPrefix: [UInt8], options: TokenOptions.GitHub
  ) -> [NodeTokenStyle] {
    var looks: [NodeTokenStyle] = []
    looks.reserveCapacity(tree.nodes.count)
    for node in tree.nodes {
      let parent = Int(node.parent)
      let inherited = looks.indices.contains(parent) ? looks[parent] : NodeTokenStyle()
      var look = inherited.child(of: node.kind)
      if options.math || options.diagrams, case .fencedCode = node.kind {
        look.code = GitHubFence.kind(of: node, in: tree, of: bytes, behind: contextPrefix, options: options)
      }
      looks.append(look)
    }
    return looks
  }

  /// Whether the node's text is that of a link or an image.
  var isInLink: Bool { text == .link || text == .image }

  /// The look of a child of this look's node.
  private func child(of kind: Node.Kind) -> NodeTokenStyle {
    var look = self
    look.ownModifiers = []
    switch kind {
    case .heading(let level, _):
      look.text = .heading
      look.modifiers.insert(.level(level))
    case .tableRow(let isHeader):
      if isHeader { look.modifiers.insert(.header) }
    case .tableCell:
      look.text = .tableCell
    case .item(let item):
      if item.task == .checked { look.ownModifiers = .checked }
    case .footnoteDefinition, .referenceDefinition:
      look.ownModifiers = .definition
    case .strong:
      look.modifiers.insert(.strong)
    case .emphasis:
      look.modifiers.insert(.emphasis)
    case .strikethrough:
      look.modifiers.insert(.strikethrough)
    case .link:
      // A link in an image's alternative text renders as that text alone.
      if look.text != .image { look.text = .link }
    case .image:
      look.text = .image
    case .blockQuote, .list, .paragraph, .thematicBreak, .fencedCode, .indentedCode, .htmlBlock, .table,
      .tableDelimiterRow, .frontMatter, .text, .softBreak, .hardBreak, .codeSpan, .htmlInline, .footnoteReference:
      break
    }
    return look
  }

  /// What a piece of the node is painted as, or `nil` for one that has no token.
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
    // The whole frame of a table looks alike: a header's pipes are not its cells.
    case .tablePipe, .tableDelimiterPipe, .tableAlignment: (.tableDelimiter, [])
    case .frontMatterFence: (.delimiter, modifiers)
    case .frontMatterText: (.frontMatter, modifiers)
    case .text:
      if let text {
        (text, modifiers)
      } else if !modifiers.isDisjoint(with: Self.styles) {
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
  /// `level1` … `level6`; a level outside of 1…6 is none.
  fileprivate static func level(_ level: UInt8) -> Self {
    (1...6).contains(level) ? Self(rawValue: level1.rawValue << UInt32(level - 1)) : []
  }
}
