import GFMSyntax

/// Where a block is in a document; in source order.
struct LeafPosition: Hashable, Comparable {
  /// The part's index.
  var segment: Int
  var node: SyntaxTree.Index

  init(_ block: LocatedBlock, _ node: SyntaxTree.Index) {
    segment = block.index
    self.node = node
  }

  static func < (left: Self, right: Self) -> Bool { (left.segment, left.node) < (right.segment, right.node) }
}

/// The inline contents of a document's leaf blocks, each read once.
struct LeafCache {
  let document: Document
  private let github: TokenOptions.GitHub
  private let letters: Set<Int>
  private var known: [LeafPosition: InlineModel] = [:]

  /// Where one of `letters` stands, which are for missing text, there is nothing of what `github` takes for one thing.
  init(_ document: Document, github: TokenOptions.GitHub, letters: Set<Int> = []) {
    self.document = document
    self.letters = letters
    self.github = github.within(document.options)
  }

  /// The inlines of the leaf block that a caret stands in, if it stands in one.
  mutating func inlines(at offset: Int) -> InlineModel? {
    guard let (block, leaf) = document.inlineLeaf(at: offset) else { return nil }
    return inlines(of: leaf, in: block)
  }

  mutating func inlines(of leaf: SyntaxTree.Index, in block: LocatedBlock) -> InlineModel {
    let place = LeafPosition(block, leaf)
    if let inlines = known[place] { return inlines }
    let inlines = InlineModel(leaf: leaf, of: block, github: github, letters: letters)
    known[place] = inlines
    return inlines
  }
}

extension Document {
  /// The leaf blocks with inline content that hold a byte of `range`. Costs the nodes beside and above them.
  func inlineLeaves(overlapping range: Range<Int>) -> [(block: LocatedBlock, leaf: SyntaxTree.Index)] {
    var found: [(LocatedBlock, SyntaxTree.Index)] = []
    for placed in segments(in: range) {
      let nodes = placed.tree.nodes
      var index = 0
      while index < nodes.count {
        let node = nodes[index]
        let isDisjoint =
          placed.start + Int(node.end) <= range.lowerBound || placed.start + Int(node.start) >= range.upperBound
        if !isDisjoint, node.kind.holdsInlines { found.append((placed, index)) }
        index = isDisjoint || node.kind.holdsInlines ? Int(node.subtreeEnd) : index + 1
      }
    }
    return found
  }

  /// The leaf block with inline content that a caret stands in, its ends included.
  func inlineLeaf(at offset: Int) -> (block: LocatedBlock, leaf: SyntaxTree.Index)? {
    guard let placed = segments(in: offset..<offset).first,
      let leaf = placed.tree.innermostBlock(at: offset - placed.start),
      placed.tree.nodes[leaf].kind.holdsInlines
    else { return nil }
    return (placed, leaf)
  }
}
