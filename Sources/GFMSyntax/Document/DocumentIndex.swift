// What a document holds of something, found by the sums of its tree: costs what is found, and O(log n) for each.

extension Document {
  /// Calls `body` with each part, from the one at `index` on, that holds one of `contents`, in order, until it says
  /// `false`.
  public func forEachSegment(
    from index: Int = 0, holding contents: BlockContents, _ body: (LocatedBlock) -> Bool
  ) {
    tree.forEach(from: index, where: { !$0.contents.isDisjoint(with: contents) }) { body(LocatedBlock($0)) }
  }

  /// The last part before the one at `index` that holds one of `contents`.
  public func lastSegment(before index: Int, holding contents: BlockContents) -> LocatedBlock? {
    tree.last(before: index) { !$0.contents.isDisjoint(with: contents) }.map(LocatedBlock.init)
  }

  /// The first part, from the one at `index` on, with a heading of `level` or a lesser one in no container.
  public func firstSegment(from index: Int, withTopHeadingOf level: Int) -> LocatedBlock? {
    var found: LocatedBlock?
    tree.forEach(from: index, where: { $0.topHeadingLevel <= level }) {
      found = LocatedBlock($0)
      return false
    }
    return found
  }

  /// The last part before the one at `index` with a heading of `level` or a lesser one in no container.
  public func lastSegment(before index: Int, withTopHeadingOf level: Int) -> LocatedBlock? {
    tree.last(before: index) { $0.topHeadingLevel <= level }.map(LocatedBlock.init)
  }

  /// The parts of the long block that the part at `index` belongs to; the part alone where it is kept whole. Costs the
  /// block's parts.
  public func run(ofSegment index: Int) -> Range<Int> {
    guard let placed = segment(index) else { return index..<index }
    var start = index
    var first = placed.block
    while let previous = segment(start - 1)?.block, first.isContinuation(of: previous) {
      (first, start) = (previous, start - 1)
    }
    var end = index + 1
    var last = placed.block
    tree.forEach(from: end) { place in
      guard place.block.isContinuation(of: last) else { return false }
      last = place.block
      end += 1
      return true
    }
    return start..<end
  }

  /// The parts of the long leaf block that the part at `index` starts in, or begins; without what stands before the block
  /// in its first part. O(log n).
  public func leafRun(ofSegment index: Int) -> Range<Int> {
    let start = tree.last(before: index + 1) { $0.startsOutsideLeaf }?.before.blockCount ?? 0
    var end = segmentCount
    tree.forEach(from: index + 1, where: { $0.startsOutsideLeaf }) {
      end = $0.before.blockCount
      return false
    }
    return start..<end
  }

  /// Whether the part at `index` goes on with the block of the one before it. O(log n).
  public func isContinuation(segment index: Int) -> Bool {
    guard let placed = segment(index), let previous = segment(index - 1) else { return false }
    return placed.block.isContinuation(of: previous.block)
  }

  /// Where the last construct before the part at `index` ends, blank lines left out; 0 where there is none.
  public func contentEnd(beforePart index: Int) -> Int {
    var index = index - 1
    while let placed = segment(index) {
      if let last = placed.tree.roots.last { return placed.start + Int(placed.tree.nodes[last].end) }
      index -= 1
    }
    return 0
  }

  // MARK: Labels

  /// Calls `body` with each part that may refer to one of the labels or define it, or whose links may lead there, in
  /// order, until it says `false`.
  public func forEachSegment(mentioning labels: Set<LabelHash>, _ body: (LocatedBlock) -> Bool) {
    tree.forEach(in: LabelSearch(.mentions, labels)) { body(LocatedBlock($0)) }
  }

  /// The parts that may refer to a label or define it, or whose links may name a fragment, in order.
  public func segments(mentioning label: LabelHash) -> [LocatedBlock] {
    var found: [LocatedBlock] = []
    forEachSegment(mentioning: [label]) {
      found.append($0)
      return true
    }
    return found
  }

  /// The indexes of the parts that may refer to one of the labels or define it, in order.
  public func segmentIndexes(mentioning labels: Set<LabelHash>) -> [Int] {
    tree.indexes(in: LabelSearch(.mentions, labels))
  }

  /// The indexes of the parts that define one of the labels, in order.
  public func segmentIndexes(defining labels: Set<LabelHash>) -> [Int] {
    tree.indexes(in: LabelSearch(.definitions, labels))
  }

  /// The first part that defines a label.
  public func firstSegment(defining label: LabelHash) -> LocatedBlock? {
    var found: LocatedBlock?
    tree.forEach(in: LabelSearch(.definitions, [label])) { place in
      found = LocatedBlock(place)
      return false
    }
    return found
  }

  /// How many definitions of a link's or footnote's label there are. O(log n).
  public func definitionCount(of label: LabelHash) -> Int { definitions.count(of: label) }

  // MARK: Anchors

  /// Calls `body` with the parts that have an anchor of one of these hashes, in order, until it says `false`.
  public func forEachSegment(withAnchorIn hashes: Set<LabelHash>, _ body: (LocatedBlock) -> Bool) {
    tree.forEach(in: LabelSearch(.anchors, hashes)) { body(LocatedBlock($0)) }
  }

  /// How many anchors of this hash there are. O(log n).
  public func anchorCount(of hash: LabelHash) -> Int { anchors.count(of: hash) }

  /// How many headings have a slug, before those that are the same are numbered. O(log n).
  public func headingCount(ofSlug slug: [UInt8]) -> Int {
    anchors.count(of: LabelDefinition(hash: LabelHash(slug, in: .anchor), namespace: .anchor, label: slug))
  }

  /// How many headings have a slug that is another one and a number. O(log n).
  public func headingCount(ofSlugsNumbering stem: [UInt8]) -> Int { anchors.count(of: LabelHash(stem, in: .numbered)) }
}
