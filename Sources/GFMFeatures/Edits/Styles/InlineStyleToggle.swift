import GFMSyntax
import MarkdownText

extension Document {
  /// Toggles `style` at each of the selections; `nil` where there is nothing that could have it.
  ///
  /// A caret stands for the styled range it is in, else for the construct or the word; else it gets an empty pair of
  /// delimiters. Text that has the style throughout loses it, other text gains it. Nothing else changes in what the
  /// document renders to: every edit has been parsed. Costs the blocks that are touched.
  func toggle(_ style: InlineStyle, selections: [TextSelection], options: EditOptions) -> EditResult? {
    let selections = selections.map { $0.clamped(to: byteCount) }
    if let meant = EmphasisRepair(style, in: self, selections: selections) {
      return meant.result(selections: selections, options: options)
    }
    let toggle = InlineStyleToggle(style, in: self, selections: selections, options: options)
    // Where nothing more can gain the style, what has it is meant.
    return toggle.result(.toggle) ?? toggle.result(.off)
  }

  /// Gives `style` to what of the selections lacks it; `nil` where there is nothing, or where it cannot be.
  func adding(_ style: InlineStyle, selections: [TextSelection], options: EditOptions) -> EditResult? {
    InlineStyleToggle(style, in: self, selections: selections, options: options).result(.on)
  }
}

/// A style to be toggled at some selections of a document.
private struct InlineStyleToggle {
  let style: InlineStyle
  let options: EditOptions
  let selections: [TextSelection]
  /// For each selection, the empty pair that it asks for, if any.
  private let pairs: [EmptyPair?]
  private let filled: PlaceholderDocument

  init(_ style: InlineStyle, in document: Document, selections: [TextSelection], options: EditOptions) {
    self.style = style
    self.options = options
    self.selections = selections
    var leaves = LeafCache(document, github: options.github)
    // A pair at a selection's end would run together with the delimiters there.
    let ends = Set(selections.filter { !$0.isCaret }.flatMap { [$0.anchor, $0.head] })
    pairs = selections.map {
      ends.contains($0.head) ? nil : Self.emptyPair(at: $0, in: document, style: style, leaves: &leaves)
    }
    filled = PlaceholderDocument(document, gaps: pairs.compactMap { $0?.offset })
  }

  /// The empty pair that a caret asks for; `nil` for selections, and for carets that stand for something.
  private static func emptyPair(
    at selection: TextSelection, in document: Document, style: InlineStyle, leaves: inout LeafCache
  ) -> EmptyPair? {
    guard selection.isCaret else { return nil }
    let offset = selection.head
    if let pair = EmptyPair.around(offset, in: document, style: style) { return pair }
    if let inlines = leaves.inlines(at: offset),
      inlines.isAtMarker(offset) || inlines.target(ofCaret: offset, for: style) != nil
    {
      return nil
    }
    return EmptyPair.possible(at: offset, in: document)
  }

  /// The edits; `nil` if there are none.
  func result(_ direction: StyleRequests.Direction) -> EditResult? {
    let letters = zip(selections, pairs).filter { $1 != nil }.map { filled.selection($0.0).head }
    var requests = StyleRequests(
      document: filled.document, style: style, direction, github: options.github, letters: Set(letters))
    let places = selections.map { requests.widened(filled.selection($0)) }
    for (place, pair) in zip(places, pairs) {
      if let pair {
        requests.add(letterAt: place.range.lowerBound, isStyled: pair.isThere)
      } else {
        requests.add(place)
      }
    }
    let rewrites = settled(requests.rewrites(options: options))
    let changes = SourceEdits(sorting: rewrites.flatMap(\.changes))
    let edits = filled.originalEdits(changes)
    guard !edits.isEmpty else { return nil }
    let newText = rewrites.flatMap { rewrite in
      let leaf = rewrite.inlines.content
      return rewrite.placements.filter(\.hasNewText).map { StyledStretch(leaf: leaf, range: $0.range) }
    }
    return EditResult(
      edits: Array(edits),
      selections: places.map { filled.resultSelection($0, changes: changes, newText: newText) })
  }

  /// Settles the candidates of rewrites in source order, each run of neighbouring parts for itself.
  private func settled(_ rewrites: [LeafRewrite]) -> [LeafRewrite] {
    var settled: [LeafRewrite] = []
    var start = 0
    while start < rewrites.count {
      var end = start + 1
      while end < rewrites.count, rewrites[end].inlines.block.index <= rewrites[end - 1].inlines.block.index + 1 {
        end += 1
      }
      var verification = StyleVerification(document: filled.document, rewrites: Array(rewrites[start..<end]))
      verification.run()
      settled += verification.rewrites
      start = end
    }
    return settled
  }
}

extension TextSelection {
  fileprivate func clamped(to count: Int) -> TextSelection {
    TextSelection(anchor: min(max(anchor, 0), count), head: min(max(head, 0), count))
  }
}
