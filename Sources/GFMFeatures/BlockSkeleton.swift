import GFMSyntax

/// What a run of top-level blocks is made of, without its inline content: what toggling a style must leave alone.
struct BlockSkeleton: Sendable {
  struct Entry: Sendable, Hashable {
    var kind: Node.Kind
    /// How many nodes it is in.
    var depth: Int
    /// The source of a leaf without inlines.
    var source: [UInt8]
  }

  private(set) var entries: [Entry] = []
  /// Where each entry's node is.
  private(set) var origins: [(block: PlacedBlock, node: SyntaxTree.Index)] = []

  /// Costs the blocks' nodes.
  init(of blocks: some Sequence<PlacedBlock>) {
    for placed in blocks { add(placed) }
  }

  private mutating func add(_ placed: PlacedBlock) {
    let nodes = placed.block.tree.nodes
    var depths: [Int] = Array(repeating: 0, count: nodes.count)
    var index = 0
    while index < nodes.count {
      let node = nodes[index]
      if node.parent >= 0 { depths[index] = depths[Int(node.parent)] + 1 }
      if node.kind.isInline {
        index = Int(node.subtreeEnd)
        continue
      }
      let source = node.kind.isLiteral ? Array(placed.block.bytes[node.range]) : []
      entries.append(Entry(kind: node.kind, depth: depths[index], source: source))
      origins.append((placed, index))
      index = node.kind.holdsInlines ? Int(node.subtreeEnd) : index + 1
    }
  }
}

extension Node.Kind {
  /// Whether it is a block that holds neither blocks nor inlines.
  fileprivate var isLiteral: Bool {
    switch self {
    case .fencedCode, .indentedCode, .htmlBlock, .tableDelimiterRow, .referenceDefinition, .frontMatter: true
    default: false
    }
  }
}
