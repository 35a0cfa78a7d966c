import GFMSyntax
import MarkdownText

/// What the selections ask of each leaf block.
struct StyleRequests {
  let document: Document
  let style: InlineStyle
  let direction: Direction

  enum Direction: Sendable {
    /// Off where all of a selection has the style, else on.
    case toggle
    case on
    /// Off even where there is other text.
    case off
  }

  /// In any order; one for each leaf that a selection reaches.
  private var requests: [LeafPosition: LeafRequest] = [:]
  private var leaves: LeafCache

  init(document: Document, style: InlineStyle, _ direction: Direction, github: TokenOptions.GitHub, letters: Set<Int>) {
    self.document = document
    self.style = style
    self.direction = direction
    leaves = LeafCache(document, github: github, letters: letters)
  }

  /// A selection with the characters whole that it cuts into; with the autolinks, too, that cease to be as they turn into
  /// code.
  mutating func widened(_ selection: TextSelection) -> TextSelection {
    guard !selection.isCaret else { return selection }
    var range = selection.range
    for (block, leaf) in document.inlineLeaves(overlapping: range) {
      let inlines = leaves.inlines(of: leaf, in: block)
      for index in inlines.units(overlapping: range) {
        let unit = inlines.units[index]
        guard unit.isCharacter || style == .code && unit.source == .autolink else { continue }
        range = min(range.lowerBound, unit.range.lowerBound)..<max(range.upperBound, unit.range.upperBound)
      }
    }
    return selection.anchor <= selection.head
      ? TextSelection(anchor: range.lowerBound, head: range.upperBound)
      : TextSelection(anchor: range.upperBound, head: range.lowerBound)
  }

  /// Asks for what a selection stands for.
  mutating func add(_ selection: TextSelection) {
    if selection.isCaret {
      guard let (block, leaf) = document.inlineLeaf(at: selection.head) else { return }
      let place = prepare(leaf, of: block)
      guard let target = requests[place]?.inlines.target(ofCaret: selection.head, for: style) else { return }
      apply(target, to: place, isStyled: removes(target.isStyled))
    } else {
      let places = document.inlineLeaves(overlapping: selection.range).map { prepare($0.leaf, of: $0.block) }
      let targets = places.compactMap { place in
        requests[place]?.inlines.target(of: selection.range, for: style).map { (place, $0) }
      }
      let isStyled = removes(targets.allSatisfy(\.1.isStyled))
      for (place, target) in targets where isStyled || !target.isStyled { apply(target, to: place, isStyled: isStyled) }
    }
  }

  /// Asks for the letter that stands for an empty pair.
  mutating func add(letterAt offset: Int, isStyled: Bool) {
    guard let (block, leaf) = document.inlineLeaves(overlapping: offset..<offset + 1).first else { return }
    let place = prepare(leaf, of: block)
    guard let inlines = requests[place]?.inlines, let unit = inlines.units(overlapping: offset..<offset + 1).first
    else { return }
    let target = StyleTarget(units: unit..<unit + 1, span: inlines.units[unit].range, isStyled: isStyled)
    apply(target, to: place, isStyled: isStyled)
  }

  private func removes(_ isStyled: Bool) -> Bool {
    switch direction {
    case .toggle: isStyled
    case .on: false
    case .off: true
    }
  }

  /// What is asked of each leaf, in source order.
  func rewrites(options: EditOptions) -> [LeafRewrite] {
    requests.sorted { $0.key < $1.key }.compactMap {
      LeafRewrite($0.value, style: style, options: options, syntax: document.options)
    }
  }

  private mutating func prepare(_ leaf: SyntaxTree.Index, of block: LocatedBlock) -> LeafPosition {
    let place = LeafPosition(block, leaf)
    if requests[place] == nil { requests[place] = LeafRequest(leaves.inlines(of: leaf, in: block)) }
    return place
  }

  private mutating func apply(_ target: StyleTarget, to place: LeafPosition, isStyled: Bool) {
    requests[place]?.demand(isStyled ? .lose : .gain, of: target.units)
    if !isStyled { requests[place]?.spans.append(target.span) }
  }
}
