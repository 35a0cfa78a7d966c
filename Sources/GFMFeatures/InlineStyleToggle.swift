import GFMSyntax

extension Document {
  /// Toggles `style` at each of the selections; `nil` where there is nothing that could have it.
  ///
  /// A caret stands for the styled range it is in, else for the construct or the word; else it gets an empty pair of
  /// delimiters. Text that has the style throughout loses it, other text gains it. Nothing else changes in what the
  /// document renders to: every edit has been parsed. Costs the blocks that are touched.
  func toggle(_ style: InlineStyle, selections: [TextSelection], options: EditOptions) -> EditResult? {
    let selections = selections.map { $0.clamped(to: byteCount) }
    let pairs = selections.map { emptyPair(at: $0, style: style) }
    var filled = FilledDocument(self, gaps: pairs.compactMap { $0?.offset })
    let places = selections.map { filled.selection($0) }
    var requests = StyleRequests(document: filled.document, style: style)
    for (place, pair) in zip(places, pairs) {
      if let pair {
        requests.add(letterAt: place.range.lowerBound, isStyled: pair.isThere)
      } else {
        requests.add(place)
      }
    }
    let rewrites = requests.rewrites(options: options)
    guard !rewrites.isEmpty else { return nil }
    let settled = Self.settle(rewrites, in: filled.document)
    let changes = SourceChanges(settled.flatMap(\.changes))
    let edits = filled.originalEdits(changes)
    guard !edits.isEmpty else { return nil }
    filled.follow(changes)
    let placements = settled.flatMap { rewrite in rewrite.placements.map { (rewrite.inlines.content, $0.range) } }
    return EditResult(
      edits: edits,
      selections: places.map { filled.resultSelection($0, changes: changes, placements: placements) })
  }

  /// The empty pair that a caret asks for; `nil` for selections, and for carets that stand for something.
  private func emptyPair(at selection: TextSelection, style: InlineStyle) -> EmptyPair? {
    guard selection.isCaret else { return nil }
    let offset = selection.head
    if let pair = EmptyPair.around(offset, in: self, style: style) { return pair }
    if let (block, leaf) = inlineLeaf(at: offset),
      LeafInlines(leaf: leaf, of: block).target(ofCaret: offset, for: style) != nil
    {
      return nil
    }
    return EmptyPair.possible(at: offset, in: self)
  }

  /// Settles the candidates of rewrites in source order, each run of neighbouring blocks for itself.
  private static func settle(_ rewrites: [LeafRewrite], in document: Document) -> [LeafRewrite] {
    var settled: [LeafRewrite] = []
    var start = 0
    while start < rewrites.count {
      var end = start + 1
      while end < rewrites.count, rewrites[end].inlines.block.index <= rewrites[end - 1].inlines.block.index + 1 {
        end += 1
      }
      if var verification = StyleVerification(Array(rewrites[start..<end]), of: document) {
        verification.run()
        settled += verification.rewrites
      }
      start = end
    }
    return settled
  }
}

/// What the selections ask of each leaf block.
private struct StyleRequests {
  let document: Document
  let style: InlineStyle
  private var requests: [Place: LeafRequest] = [:]

  private struct Place: Hashable, Comparable {
    var block: Int
    var leaf: SyntaxTree.Index

    static func < (left: Self, right: Self) -> Bool { (left.block, left.leaf) < (right.block, right.leaf) }
  }

  init(document: Document, style: InlineStyle) {
    self.document = document
    self.style = style
  }

  mutating func add(_ selection: TextSelection) {
    if selection.isCaret {
      guard let (block, leaf) = document.inlineLeaf(at: selection.head) else { return }
      let place = prepare(leaf, of: block)
      guard let target = requests[place]?.inlines.target(ofCaret: selection.head, for: style) else { return }
      apply(target, to: place, isStyled: target.isStyled)
    } else {
      let places = document.inlineLeaves(overlapping: selection.range).map { prepare($0.leaf, of: $0.block) }
      let targets = places.compactMap { place in
        requests[place]?.inlines.target(of: selection.range, for: style).map { (place, $0) }
      }
      let isStyled = targets.allSatisfy(\.1.isStyled)
      for (place, target) in targets where isStyled || !target.isStyled { apply(target, to: place, isStyled: isStyled) }
    }
  }

  /// Asks for the letter that stands for an empty pair.
  mutating func add(letterAt offset: Int, isStyled: Bool) {
    guard let (inlines, unit) = EmptyPair.letter(at: offset, in: document) else { return }
    let place = prepare(inlines.leaf, of: inlines.block)
    let target = StyleTarget(units: unit..<unit + 1, span: inlines.units[unit].range, isStyled: isStyled)
    apply(target, to: place, isStyled: isStyled)
  }

  func rewrites(options: EditOptions) -> [LeafRewrite] {
    requests.sorted { $0.key < $1.key }.compactMap {
      LeafRewrite($0.value, style: style, options: options, syntax: document.options)
    }
  }

  private mutating func prepare(_ leaf: SyntaxTree.Index, of block: PlacedBlock) -> Place {
    let place = Place(block: block.index, leaf: leaf)
    if requests[place] == nil { requests[place] = LeafRequest(LeafInlines(leaf: leaf, of: block)) }
    return place
  }

  private mutating func apply(_ target: StyleTarget, to place: Place, isStyled: Bool) {
    requests[place]?.demand(isStyled ? .lose : .gain, of: target.units)
    if !isStyled { requests[place]?.spans.append(target.span) }
  }
}

extension TextSelection {
  fileprivate func clamped(to count: Int) -> TextSelection {
    TextSelection(anchor: min(max(anchor, 0), count), head: min(max(head, 0), count))
  }
}
