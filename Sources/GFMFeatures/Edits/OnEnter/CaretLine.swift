import GFMSyntax
import MarkdownText

/// The line that a caret stands in, with the blocks around it. Offsets are bytes from the start of the caret's
/// top-level block.
struct CaretLine {
  let document: Document
  let placed: LocatedBlock
  let caret: Int
  let line: SourceLine
  let prefix: LinePrefix
  /// The quotes, items and footnotes that the line is in, outermost first.
  let containers: [SyntaxTree.Index]
  /// The paragraph, heading, code… that the line belongs to; `nil` where it holds markers only.
  let leaf: SyntaxTree.Index?

  var block: Block { placed.block }
  var tree: SyntaxTree { placed.tree }
  var bytes: [UInt8] { placed.bytes }

  /// `nil` where the line is blank or in no block. `caret` counts from the document's start.
  init?(_ caret: Int, in document: Document) {
    let placed = document.block(at: caret)
    let block = placed.block
    let line = SourceLine(at: caret - placed.start, in: block.bytes)
    let end = block.bytes.trimmedEnd(of: line.range)
    guard end > line.start else { return nil }
    let prefix = LinePrefix(of: line, in: block)
    guard let innermost = Self.innermostBlock(before: end, prefix: prefix, in: block.tree) else { return nil }
    self.document = document
    self.placed = placed
    self.caret = caret - placed.start
    self.line = line
    self.prefix = prefix
    containers = block.tree.containers(around: innermost)
    leaf = block.tree.nodes[innermost].kind.isContainer ? nil : Self.leafBlock(innermost, in: block.tree)
  }

  private static func innermostBlock(before end: Int, prefix: LinePrefix, in tree: SyntaxTree) -> SyntaxTree.Index? {
    let innermost = tree.innermostBlock(at: end)
    guard prefix.contentStart == prefix.line.end, let marker = prefix.markers.last?.container else { return innermost }
    // A line of markers only: a block that touches it from above is not its own, but code goes on.
    if let innermost, tree.isLiteral(innermost), Int(tree.nodes[innermost].start) < prefix.line.start {
      return innermost
    }
    return tree.openFence(in: marker, before: prefix.line.start) ?? marker
  }

  /// The leaf block that a part of it, such as a table's cell, is in.
  private static func leafBlock(_ index: SyntaxTree.Index, in tree: SyntaxTree) -> SyntaxTree.Index {
    var leaf = index
    for ancestor in tree.ancestors(of: index) {
      if tree.nodes[ancestor].kind.isContainer { break }
      leaf = ancestor
    }
    return leaf
  }
}

extension CaretLine {
  /// Whether the caret's line says all of its quotes' markers: a paragraph's line may leave them out.
  var hasAllQuoteMarkers: Bool {
    let marked = Set(prefix.markers.map(\.container))
    return containers.allSatisfy { !tree.isQuote($0) || marked.contains($0) }
  }

  var isInQuote: Bool { containers.contains { tree.isQuote($0) } }

  /// Whether the innermost container starts on the caret's line.
  var startsInnermostContainer: Bool {
    containers.last.map { Int(tree.nodes[$0].start) >= line.start } ?? false
  }

  /// Where the text right of the caret starts.
  var restStart: Int { bytes.firstNonspace(in: caret..<max(caret, line.end)) }

  /// Whether nothing but white space stands between the line's prefix and the caret.
  var isRestWholeContent: Bool { restStart <= bytes.firstNonspace(in: prefix.contentStart..<line.end) }

  var lineEnding: [UInt8] { document.lineEnding(of: line, in: placed) }
}

extension SyntaxTree {
  /// Whether the block's text is taken as it is: code and HTML.
  func isLiteral(_ index: Index) -> Bool {
    switch nodes[index].kind {
    case .fencedCode, .indentedCode, .htmlBlock: true
    default: false
    }
  }
}
