import GFMSyntax
import MarkdownText

/// What GitHub takes for one thing in a leaf block's plain text, beyond the specification. Bytes of the document.
struct GitHubSpans {
  enum Kind: Sendable, Hashable {
    /// A mention, a shortcode, an issue, a commit, a formula.
    case node
    /// What makes an alert of a quote, or a task of an item: no part of the text.
    case marker
  }

  private(set) var found: [(range: Range<Int>, kind: Kind)] = []

  /// In order, without overlap. Costs the leaf's pieces; where it starts with a bracket, the part's nodes, and with
  /// formulas its pieces.
  init(of leaf: SyntaxTree.Index, in placed: LocatedBlock, github: TokenOptions.GitHub) {
    let node = placed.tree.nodes[leaf]
    let marks = placed.bytes.withUnsafeBufferPointer { bytes -> [(TokenOverlay, Kind)] in
      let markers = Self.markers(of: leaf, in: placed.tree, of: bytes, github: github)
      var marks: [TokenOverlay] = []
      if github.math {
        marks = Self.formulas(of: node.range, in: placed.tree, of: bytes)
      }
      for run in Self.runs(of: leaf, in: placed.tree)
      where github.commits || bytes[run.range].contains(where: Self.isStart) {
        var inRun: [TokenOverlay] = []
        if !run.isInLink, github.mentions || github.issues || github.commits {
          inRun = GitHubReferences(in: run.range, of: bytes, options: github).marks()
        }
        if github.shortcodes { inRun = inRun.over(Shortcodes.marks(in: run.range, of: bytes)) }
        // Nothing of what is left of one that another lies over.
        marks += inRun.filter { mark in !marks.contains { $0.start < mark.end && mark.start < $0.end } }
      }
      return markers.map { ($0, .marker) } + marks.sorted { $0.start < $1.start }.map { ($0, .node) }
    }
    found = marks.map { (($0.start..<$0.end).shifted(by: placed.start), $1) }
  }

  /// Whether a mention, an issue or a shortcode may start or go on with a byte; a commit may with any.
  private static func isStart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "@") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "-")
  }

  /// The marker that a leaf starts with, if any.
  static func markers(
    of leaf: SyntaxTree.Index, in placed: LocatedBlock, github: TokenOptions.GitHub
  ) -> [Range<Int>] {
    placed.bytes.withUnsafeBufferPointer { bytes in
      markers(of: leaf, in: placed.tree, of: bytes, github: github)
    }.map { ($0.start..<$0.end).shifted(by: placed.start) }
  }

  private static func markers(
    of leaf: SyntaxTree.Index, in tree: SyntaxTree, of bytes: UnsafeBufferPointer<UInt8>, github: TokenOptions.GitHub
  ) -> [TokenOverlay] {
    let start = Int(tree.nodes[leaf].start)
    guard tree.nodes[leaf].kind == .paragraph, start < bytes.count, bytes[start] == UInt8(ascii: "[") else { return [] }
    let marks =
      (github.alerts ? Alerts.marks(in: tree, of: bytes) : [])
      + (github.nestedTasks ? NestedTasks.marks(in: tree, of: bytes) : [])
    return marks.filter { $0.start == start }
  }

  /// Formulas with their dollars, which have marks of their own.
  private static func formulas(
    of leaf: Range<Int>, in tree: SyntaxTree, of bytes: UnsafeBufferPointer<UInt8>
  ) -> [TokenOverlay] {
    var formulas: [TokenOverlay] = []
    var start: Int?
    for segment in MathText.marks(in: tree, of: bytes) where leaf.contains(segment.start) {
      if let opening = start, bytes[segment.start..<segment.end].allSatisfy({ $0 == UInt8(ascii: "$") }) {
        formulas.append(TokenOverlay(opening..<segment.end, .math))
        start = nil
      } else if start == nil {
        start = segment.start
      }
    }
    return formulas
  }

  /// The stretches of plain text with nothing else in between.
  private static func runs(of leaf: SyntaxTree.Index, in tree: SyntaxTree) -> [(range: Range<Int>, isInLink: Bool)] {
    var runs: [(range: Range<Int>, parent: Int32)] = []
    var index = tree.tokenIndex(at: Int(tree.nodes[leaf].start))
    while index < tree.tokens.count, tree.tokens[index].start < tree.nodes[leaf].end {
      let token = tree.tokens[index]
      index += 1
      guard token.kind == .text, token.node >= 0 else { continue }
      let parent = tree.nodes[Int(token.node)].parent
      if let last = runs.last, last.range.upperBound == Int(token.start), last.parent == parent {
        runs[runs.count - 1].range = last.range.lowerBound..<Int(token.end)
      } else {
        runs.append((token.range, parent))
      }
    }
    return runs.map { run in (run.range, run.parent >= 0 && isInLink(Int(run.parent), of: tree)) }
  }

  private static func isInLink(_ node: SyntaxTree.Index, of tree: SyntaxTree) -> Bool {
    ([node] + Array(tree.ancestors(of: node))).prefix { tree.nodes[$0].kind.isInline }.contains {
      if case .link = tree.nodes[$0].kind { true } else { false }
    }
  }
}

extension InlineModel {
  /// Reads a leaf block with what GitHub takes for one thing as one unit. What it renders to is the same.
  init(leaf: SyntaxTree.Index, of block: LocatedBlock, github: TokenOptions.GitHub, letters: Set<Int> = []) {
    self.init(leaf: leaf, of: block)
    let extras = GitHubSpans(of: leaf, in: block, github: github).found
      .filter { !letters.contains(where: $0.range.contains) }
    if !extras.isEmpty { join(extras.map { ($0.range, $0.kind == .node ? .node : .marker) }) }
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
