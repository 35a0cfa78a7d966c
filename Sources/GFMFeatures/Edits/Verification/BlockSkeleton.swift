import GFMSyntax

/// What neighbouring parts of a document are made of, without their inline content: what toggling a style must leave alone.
///
/// Where a long list or quote is cut into parts makes no difference.
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
  private(set) var origins: [(block: LocatedBlock, node: SyntaxTree.Index)] = []

  /// Costs the parts' nodes.
  init(of segments: some Sequence<LocatedBlock>) {
    var previous: LocatedBlock?
    for segment in segments {
      let continued = previous.flatMap { segment.block.isContinuation(of: $0.block) ? $0 : nil }
      add(segment, isContinuation: continued != nil)
      if let continued { goOn(with: segment.block, after: continued.block) }
      previous = segment
    }
  }

  /// A literal leaf goes on from one part to the next.
  private mutating func goOn(with next: Block, after previous: Block) {
    guard let node = next.tree.nodes.first, node.kind.isLiteral, let last = previous.tree.roots.last,
      let entry = entries.indices.last(where: { entries[$0].depth == 0 })
    else { return }
    let rest = previous.bytes[Int(previous.tree.nodes[last].end)...]
    entries[entry].kind = node.kind
    entries[entry].source += rest + next.bytes[..<Int(node.end)]
  }

  /// In a continuation the first node is that of the block that the part before it is of.
  private mutating func add(_ segment: LocatedBlock, isContinuation: Bool) {
    let nodes = segment.tree.nodes
    var depths: [Int] = Array(repeating: 0, count: nodes.count)
    var index = 0
    while index < nodes.count {
      let node = nodes[index]
      if node.parent >= 0 { depths[index] = depths[Int(node.parent)] + 1 }
      if node.kind.isInline {
        index = Int(node.subtreeEnd)
        continue
      }
      if index > 0 || !isContinuation {
        let source = node.kind.isLiteral ? Array(segment.bytes[node.range]) : []
        entries.append(
          Entry(kind: node.parent < 0 ? node.kind.withoutCount : node.kind, depth: depths[index], source: source))
        origins.append((segment, index))
      }
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

  /// Without what a part of a list cannot tell of the whole.
  fileprivate var withoutCount: Node.Kind {
    guard case .list(var list) = self else { return self }
    list.isTight = true
    list.start = 0
    return .list(list)
  }
}
