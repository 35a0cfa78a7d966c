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
  private(set) var origins: [(block: PlacedBlock, node: SyntaxTree.Index)] = []
  /// The last part's last list or quote, that the next part may go on with.
  private var openContainer: OpenContainer?

  private enum OpenContainer: Hashable {
    case quote
    case list(marker: UInt8)
  }

  /// Costs the parts' nodes.
  init(of parts: some Sequence<PlacedBlock>) {
    for part in parts { add(part) }
  }

  private mutating func add(_ part: PlacedBlock) {
    let nodes = part.block.tree.nodes
    var depths: [Int] = Array(repeating: 0, count: nodes.count)
    var index = 0
    while index < nodes.count {
      let node = nodes[index]
      if node.parent >= 0 { depths[index] = depths[Int(node.parent)] + 1 }
      if node.kind.isInline {
        index = Int(node.subtreeEnd)
        continue
      }
      let container = node.parent < 0 ? openContainer(at: index, in: nodes) : nil
      if index > 0 || container == nil || container != openContainer {
        let source = node.kind.isLiteral ? Array(part.block.bytes[node.range]) : []
        entries.append(
          Entry(kind: container == nil ? node.kind : node.kind.withoutCount, depth: depths[index], source: source))
        origins.append((part, index))
      }
      if node.parent < 0 { openContainer = container }
      index = node.kind.holdsInlines ? Int(node.subtreeEnd) : index + 1
    }
  }

  private func openContainer(at index: Int, in nodes: [Node]) -> OpenContainer? {
    switch nodes[index].kind {
    case .blockQuote:
      return .quote
    case .list:
      guard index + 1 < nodes.count, case .item(let item) = nodes[index + 1].kind else { return nil }
      return .list(marker: item.marker)
    default:
      return nil
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
