// What a document holds of something, found by the sums of its tree: costs what is found, and O(log n) for each.

extension Document {
  /// Calls `body` with each part, from the one at `index` on, that holds one of `contents`, in order, until it says
  /// `false`.
  public func forEachPart(
    from index: Int = 0, holding contents: BlockContents, _ body: (PlacedBlock) -> Bool
  ) {
    tree.forEach(from: index, where: { !$0.contents.isDisjoint(with: contents) }) { body(PlacedBlock($0)) }
  }

  /// The last part before the one at `index` that holds one of `contents`.
  public func lastPart(before index: Int, holding contents: BlockContents) -> PlacedBlock? {
    tree.last(before: index) { !$0.contents.isDisjoint(with: contents) }.map(PlacedBlock.init)
  }

  /// The first part, from the one at `index` on, with a heading of `level` or a lesser one in no container.
  public func firstPart(from index: Int, withTopHeadingOf level: Int) -> PlacedBlock? {
    var found: PlacedBlock?
    tree.forEach(from: index, where: { $0.topHeadingLevel <= level }) {
      found = PlacedBlock($0)
      return false
    }
    return found
  }

  /// The last part before the one at `index` with a heading of `level` or a lesser one in no container.
  public func lastPart(before index: Int, withTopHeadingOf level: Int) -> PlacedBlock? {
    tree.last(before: index) { $0.topHeadingLevel <= level }.map(PlacedBlock.init)
  }

  /// The parts of the long block that the part at `index` belongs to; the part alone where it is kept whole. Costs the
  /// block's parts.
  public func run(ofPart index: Int) -> Range<Int> {
    guard let placed = part(index) else { return index..<index }
    var start = index
    var first = placed.block
    while let previous = part(start - 1)?.block, first.continues(previous) { (first, start) = (previous, start - 1) }
    var end = index + 1
    var last = placed.block
    tree.forEach(from: end) { place in
      guard place.block.continues(last) else { return false }
      last = place.block
      end += 1
      return true
    }
    return start..<end
  }

  /// Whether the part at `index` goes on with the block of the one before it. O(log n).
  public func isContinuation(part index: Int) -> Bool {
    guard let placed = part(index), let previous = part(index - 1) else { return false }
    return placed.block.continues(previous.block)
  }

  /// Where the last construct before the part at `index` ends, blank lines left out; 0 where there is none.
  public func contentEnd(beforePart index: Int) -> Int {
    var index = index - 1
    while let placed = part(index) {
      if let last = placed.block.tree.roots.last { return placed.start + Int(placed.block.tree.nodes[last].end) }
      index -= 1
    }
    return 0
  }

  // MARK: Labels

  /// Calls `body` with each part that may refer to one of the labels or define it, or whose links may lead there, in
  /// order, until it says `false`.
  public func forEachPart(mentioning labels: Set<LabelHash>, _ body: (PlacedBlock) -> Bool) {
    let filter = LabelFilter(labels)
    tree.forEach(from: 0, where: { $0.mentionFilter.mayIntersect(filter) }) { place in
      place.block.mentions.contains(where: labels.contains) ? body(PlacedBlock(place)) : true
    }
  }

  /// The parts that may refer to a label or define it, or whose links may name a fragment, in order.
  public func parts(mentioning label: LabelHash) -> [PlacedBlock] {
    tree.indexes(mentioning: [label]).compactMap { part($0) }
  }

  /// The indexes of the parts that may refer to one of the labels or define it, in order.
  public func partIndexes(mentioning labels: Set<LabelHash>) -> [Int] {
    labels.isEmpty ? [] : tree.indexes(mentioning: labels)
  }

  /// The first part that defines a label.
  public func firstPart(defining label: LabelHash) -> PlacedBlock? {
    let filter = LabelFilter([label])
    var found: PlacedBlock?
    let contents: BlockContents = [.referenceDefinitions, .footnoteDefinitions]
    tree.forEach(
      from: 0, where: { $0.mentionFilter.mayIntersect(filter) && !$0.contents.isDisjoint(with: contents) }
    ) { place in
      guard place.block.definitions.contains(where: { $0.hash == label }) else { return true }
      found = PlacedBlock(place)
      return false
    }
    return found
  }

  /// How many definitions of a link's or footnote's label there are. O(log n).
  public func definitionCount(of label: LabelHash) -> Int { definitions.count(of: label) }

  // MARK: Anchors

  /// The parts with an anchor of this hash, in order.
  public func parts(withAnchor hash: LabelHash) -> [PlacedBlock] {
    let filter = LabelFilter([hash])
    var found: [PlacedBlock] = []
    tree.forEach(from: 0, where: { $0.anchorFilter.mayIntersect(filter) }) { place in
      if place.block.anchors.contains(where: { $0.hash == hash }) { found.append(PlacedBlock(place)) }
      return true
    }
    return found
  }

  /// How many anchors of this hash there are. O(log n).
  public func anchorCount(of hash: LabelHash) -> Int { anchors.count(of: hash) }
}
