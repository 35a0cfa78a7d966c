import GFMSyntax
import MarkdownText

/// What GitHub reads in text beyond the specification: formulas, markers of alerts and tasks, references and shortcodes.
/// Each list is in order, without overlap. Bytes from the block's start.
struct GitHubSpans {
  /// The dollars of formulas, and what stands between them.
  private(set) var formulas: [TokenOverlay] = []
  /// The markers that make a quote an alert or an item a task.
  private(set) var markers: [TokenOverlay] = []
  /// Mentions, issues, commits and shortcodes.
  private(set) var references: [TokenOverlay] = []

  /// Reads nodes of `tree` whose plain text is `text`, for what starts with one of `triggers`. `isInLink` says whether
  /// the text of a node's children is that of a link, which holds no references.
  ///
  /// - Complexity: O(n) in the nodes and their tokens.
  init(
    _ triggers: GitHubTriggers, in nodes: Range<SyntaxTree.Index>, _ text: PlainText, of tree: SyntaxTree,
    bytes: UnsafeBufferPointer<UInt8>, options: TokenOptions.GitHub, isInLink: (Int32) -> Bool
  ) {
    if triggers.contains(.dollar) { formulas = MathText.marks(in: nodes, of: tree, bytes) }
    if triggers.contains(.bracket) {
      markers = nodes.compactMap { Self.marker(of: $0, in: tree, bytes, options: options) }
    }
    for run in text.runs {
      var found: [TokenOverlay] = []
      if !triggers.isDisjoint(with: .references), !isInLink(run.parent) {
        found = GitHubReferences(in: run.range, of: bytes, options: options).marks()
      }
      if triggers.contains(.colon) { found = found.over(Shortcodes.marks(in: run.range, of: bytes)) }
      references += found
    }
  }

  /// The marker that a paragraph starts with, if any; `nil` for nodes of other kinds.
  static func marker(
    of node: SyntaxTree.Index, in tree: SyntaxTree, _ bytes: UnsafeBufferPointer<UInt8>, options: TokenOptions.GitHub
  ) -> TokenOverlay? {
    guard tree.nodes[node].kind == .paragraph else { return nil }
    if options.alerts, let marker = Alerts.marker(of: node, in: tree, bytes) { return marker }
    return options.nestedTasks ? NestedTasks.marker(of: node, in: tree, bytes) : nil
  }

  /// Reads a leaf block.
  ///
  /// - Complexity: O(n) in the leaf's tokens.
  init(of leaf: SyntaxTree.Index, in block: Block, options: TokenOptions.GitHub) {
    let tree = block.tree
    let node = tree.nodes[leaf]
    let tokens = tree.tokens[tree.tokenIndex(at: Int(node.start))..<tree.tokenIndex(at: Int(node.end))]
    self = block.bytes.withUnsafeBufferPointer { bytes in
      let triggers = GitHubTriggers(options).met(in: tokens, of: bytes)
      return GitHubSpans(
        triggers, in: leaf..<Int(node.subtreeEnd), PlainText(of: triggers.isEmpty ? [] : tokens, in: tree), of: tree,
        bytes: bytes, options: options
      ) { parent in parent >= 0 && Self.isInLink(Int(parent), of: tree) }
    }
  }

  private static func isInLink(_ node: SyntaxTree.Index, of tree: SyntaxTree) -> Bool {
    ([node] + Array(tree.ancestors(of: node))).prefix { tree.nodes[$0].kind.isInline }.contains {
      if case .link = tree.nodes[$0].kind { true } else { false }
    }
  }

  /// Formulas with their dollars, and the references that are in none, in order.
  var nodes: [Range<Int>] {
    var whole: [Range<Int>] = []
    var start: Int?
    for mark in formulas {
      if let opening = start, mark.type == .kind(.delimiter) {
        whole.append(opening..<mark.end)
        start = nil
      } else if start == nil {
        start = mark.start
      }
    }
    let outside = references.map(\.range).filter { range in !whole.contains { $0.overlaps(range) } }
    return (whole + outside).sorted { $0.lowerBound < $1.lowerBound }
  }
}

extension InlineModel {
  /// Reads a leaf block, with each of GitHub's spans as one unit: the rendered text is the same. Spans that hold one of
  /// `letters` are left out.
  init(leaf: SyntaxTree.Index, of block: LocatedBlock, github: TokenOptions.GitHub, letters: Set<Int> = []) {
    self.init(leaf: leaf, of: block)
    let spans = GitHubSpans(of: leaf, in: block.block, options: github)
    let units = spans.markers.map { ($0.range, Unit.Source.marker) } + spans.nodes.map { ($0, Unit.Source.node) }
    let wanted = units.map { ($0.shifted(by: block.start), $1) }
      .filter { range, _ in !letters.contains(where: range.contains) }
    if !wanted.isEmpty { join(wanted) }
  }

  /// Whether a caret is in or at a marker, or on the line of an alert's: text there would make text of it.
  func isAtMarker(_ offset: Int) -> Bool {
    guard let marker = units.first, marker.source == .marker, marker.range.lowerBound <= offset else { return false }
    guard bytes(marker.range).starts(with: Array("[!".utf8)) else { return offset <= marker.range.upperBound }
    return !bytes(marker.range.upperBound..<min(max(offset, marker.range.upperBound), range.upperBound))
      .contains(where: \.isLineEnding)
  }
}

extension TokenOptions.GitHub {
  /// Without what the syntax leaves out.
  func within(_ syntax: SyntaxOptions) -> Self {
    var options = self
    options.nestedTasks = nestedTasks && syntax.taskLists
    return options
  }
}
