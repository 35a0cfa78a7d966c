import MarkdownText

/// Labels that blocks are looked for by.
struct LabelSearch {
  enum Field {
    /// Blocks that may refer to a label or define it, or whose links name a fragment.
    case mentions
    case definitions
    case anchors
  }

  let field: Field
  let labels: Set<LabelHash>
  private let filter: ApproximateLabelSet

  init(_ field: Field, _ labels: Set<LabelHash>) {
    self.field = field
    self.labels = labels
    filter = ApproximateLabelSet(labels)
  }

  func mayFind(in node: BlockTree.Node) -> Bool {
    switch field {
    case .mentions: node.mentions.mayIntersect(filter)
    case .definitions, .anchors: node.targets.mayIntersect(filter)
    }
  }

  func finds(_ block: Block) -> Bool {
    let single = labels.count == 1 ? labels.first : nil
    switch field {
    case .mentions:
      return single.map(block.mentions) ?? block.mentions.contains(where: labels.contains)
    case .definitions:
      if let single { return block.definitions.contains { $0.hash == single } }
      return block.definitions.contains { labels.contains($0.hash) }
    case .anchors: return block.anchors.contains { labels.contains($0.hash) }
    }
  }
}

extension BlockTree {
  /// Calls `body` with the blocks, from the one at `index` on, that a search finds, in order, until it says `false`.
  ///
  /// Costs O(log n) for each, and a look at every stretch of the tree that holds a few thousand different labels.
  func forEach(from index: Int = 0, in search: LabelSearch, _ body: (Position) -> Bool) {
    guard !search.labels.isEmpty else { return }
    forEach(from: index, inside: search.mayFind, where: { block, _ in search.finds(block) }, body)
  }

  /// The indexes of the blocks that a search finds, in order.
  func indexes(in search: LabelSearch) -> [Int] {
    var found: [Int] = []
    forEach(in: search) { place in
      found.append(place.before.blockCount)
      return true
    }
    return found
  }
}

extension Block {
  /// Whether it may refer to a label or define it, or names a fragment. O(log n) in the number of its labels.
  func mentions(_ label: LabelHash) -> Bool { mentions.sortedContains(label) }
}
