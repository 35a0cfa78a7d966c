import GFMSyntax
import MarkdownText

/// The rewriting of one leaf block: a candidate at a time, until the parser agrees.
struct LeafRewrite: Sendable {
  let inlines: InlineModel
  let style: InlineStyle
  private let request: LeafRequest
  private let options: EditOptions
  private let syntax: SyntaxOptions
  private let before: StyledText

  private var plan: StylePlan
  /// The plans to try after it.
  private var strategies: ArraySlice<StylePlan.Strategy>
  /// Which of the plan's candidates is meant, for each run.
  private var choice: [Int]
  /// The delimiter pairs that the current candidate puts in, in source order.
  private(set) var placements: [StylePlacement] = []
  /// Where a backslash is put before a character that would become markup.
  private var escapes: [Int] = []
  /// Nothing works; the leaf stays as it is.
  private(set) var isAbandoned = false

  /// `nil` where there is nothing to do, or no way to do it.
  init?(_ request: LeafRequest, style: InlineStyle, options: EditOptions, syntax: SyntaxOptions) {
    inlines = request.inlines
    self.style = style
    self.request = request
    self.options = options
    self.syntax = syntax
    before = StyledText(inlines, ignoringAutolinks: style == .code)
    plan = StylePlan()
    strategies = StylePlan.Strategy.allCases[...]
    choice = []
    takeNextPlan()
    if isAbandoned { return nil }
  }

  private mutating func takeNextPlan() {
    while let strategy = strategies.popFirst() {
      guard let next = StylePlan(strategy, for: request, style: style, options: options, syntax: syntax) else {
        continue
      }
      plan = next
      choice = Array(repeating: 0, count: plan.candidates.count)
      choosePlacements()
      return
    }
    abandon()
  }

  private mutating func choosePlacements() {
    placements = zip(plan.candidates, choice).flatMap { $0[$1] }.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  // MARK: - The current candidate

  var changes: [SourceEdit] {
    guard !isAbandoned else { return [] }
    var changes = InlineModel.delimiters(of: plan.removed).map(SourceEdit.init(removing:))
    for placement in placements {
      let (start, end) = (placement.range.lowerBound, placement.range.upperBound)
      changes.append(SourceEdit(inserting: placement.spelling.opening, at: start, role: .opening))
      changes.append(SourceEdit(inserting: placement.spelling.closing, at: end, role: .closing))
      if placement.isCodeSpan { changes += contentChanges(in: placement) }
    }
    changes += escapes.map(SourceEdit.init(escapingAt:))
    if plan.strategy.respellsNeighbours { changes += respellings(beside: changes) }
    return changes + keptLabels(around: changes)
  }

  /// Characters that are written otherwise in code than in text.
  private func contentChanges(in placement: StylePlacement) -> [SourceEdit] {
    inlines.units[placement.units].compactMap { unit in
      guard let code = inlines.codeBytes(of: unit), code != Array(inlines.bytes(unit.range)) else { return nil }
      return SourceEdit(range: unit.range, replacement: code)
    }
  }

  /// Where a link's text is its label too, the label as it was, so that the link still leads where it did.
  private func keptLabels(around changes: [SourceEdit]) -> [SourceEdit] {
    let changes = changes.sorted { $0.range.lowerBound < $1.range.lowerBound }
    return inlines.containers.compactMap { container in
      guard case .link(let form) = container.kind, form == .shortcutReference || form == .collapsedReference else {
        return nil
      }
      let content = container.content
      let first = changes.partitionIndex { $0.range.lowerBound >= content.lowerBound }
      guard first < changes.count, changes[first].range.upperBound <= content.upperBound else { return nil }
      let label = inlines.label(of: container, form)
      if form == .collapsedReference {
        let end = container.range.upperBound - 1
        return SourceEdit(inserting: label, at: end, role: .label)
      }
      return SourceEdit(
        inserting: [UInt8(ascii: "[")] + label + [UInt8(ascii: "]")], at: container.range.upperBound, role: .label)
    }
  }

  /// Asterisks for the underscores of styles that touch a change: underscores do nothing inside of a word, and the change
  /// may have put them there.
  private func respellings(beside changes: [SourceEdit]) -> [SourceEdit] {
    var edges: Set<Int> = []
    for change in changes { edges.formUnion([change.range.lowerBound, change.range.upperBound]) }
    let removed = Set(plan.removed.map(\.range))
    return inlines.containers.flatMap { container -> [SourceEdit] in
      guard !removed.contains(container.range),
        case .delimiter(UInt8(ascii: "_"), let count)? = inlines.spelling(of: container),
        edges.contains(container.range.lowerBound) || edges.contains(container.range.upperBound)
      else { return [] }
      let asterisks = Array(repeating: UInt8(ascii: "*"), count: count)
      return InlineModel.delimiters(of: [container]).map {
        SourceEdit(range: $0, replacement: asterisks)
      }
    }
  }

  /// What the leaf must render to.
  var expected: [StyledText.Element] {
    guard !isAbandoned else { return before.elements }
    return before.restyled(style, covered: placements.map(\.range), cleared: outermostRemoved)
  }

  private var outermostRemoved: [Range<Int>] {
    var ranges: [Range<Int>] = []
    for container in plan.removed where ranges.last.map({ $0.upperBound <= container.range.lowerBound }) ?? true {
      ranges.append(container.range)
    }
    return ranges
  }

  /// Whether all would look as before.
  var changesNothing: Bool { expected == before.elements }

  /// Whether the byte at `offset` of the document before the edit is a character of the text, to be read as itself.
  func isLiteral(_ offset: Int) -> Bool {
    guard let unit = inlines.unit(at: offset) else { return false }
    switch unit.source {
    case .text: break
    case .code where style == .code && plan.removes(offset): break
    default: return false
    }
    let next = placements.partitionIndex { $0.range.upperBound > offset }
    return next == placements.count || !placements[next].isCodeSpan || placements[next].range.lowerBound > offset
  }

  // MARK: - The next candidate

  /// Whether text may be escaped to stay what it is: where markup is taken away that kept it apart.
  var mayEscape: Bool { !plan.removed.isEmpty && !isAbandoned }

  /// Escapes the character at `offset` from now on; `false` if it is already.
  mutating func escape(_ offset: Int) -> Bool {
    guard !escapes.contains(offset), escapes.count < Self.maximumEscapes else { return false }
    escapes.append(offset)
    return true
  }

  /// Enough for anything that one writes in a code span.
  private static let maximumEscapes = 100

  /// Goes on to the next candidate, the current one having rendered as `actual`.
  mutating func advance(after actual: [StyledText.Element]?) {
    escapes = []
    let offset = actual.map(firstDifference) ?? inlines.range.lowerBound
    if let run = runToAdvance(near: offset) {
      choice[run] += 1
      choosePlacements()
    } else {
      takeNextPlan()
    }
  }

  /// Leaves the leaf as it is.
  mutating func abandon() {
    isAbandoned = true
    placements = []
  }

  /// Where the first character stands that renders otherwise than it must.
  private func firstDifference(_ actual: [StyledText.Element]) -> Int {
    let common = zip(expected, actual).prefix { $0 == $1 }.count
    return common < before.origins.count ? before.origins[common].lowerBound : inlines.range.upperBound
  }

  /// The run that holds `offset`, or else the nearest that has candidates left.
  private func runToAdvance(near offset: Int) -> Int? {
    func distance(_ run: Int) -> Int {
      plan.candidates[run][choice[run]].map { $0.range.distance(to: offset) }.min() ?? .max
    }
    return choice.indices.filter { choice[$0] + 1 < plan.candidates[$0].count }.min { distance($0) < distance($1) }
  }
}

extension Range<Int> {
  fileprivate func distance(to offset: Int) -> Int {
    offset < lowerBound ? lowerBound - offset : Swift.max(0, offset - upperBound)
  }
}
