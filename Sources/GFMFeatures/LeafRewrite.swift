import GFMSyntax

/// What a toggle asks of one leaf block.
struct LeafRequest: Sendable {
  let inlines: LeafInlines
  /// For each unit, whether it is to gain the style, to lose it, or neither.
  private(set) var demands: [Demand]
  /// The source of what is to gain the style, as it was selected.
  var spans: [Range<Int>] = []

  enum Demand: Sendable, Hashable {
    case keep, gain, lose
  }

  init(_ inlines: LeafInlines) {
    self.inlines = inlines
    demands = Array(repeating: .keep, count: inlines.units.count)
  }

  mutating func demand(_ demand: Demand, of units: Range<Int>) {
    for index in units { demands[index] = demand }
  }
}

/// The rewriting of one leaf block: a candidate at a time, until the parser agrees.
struct LeafRewrite: Sendable {
  let inlines: LeafInlines
  let style: InlineStyle
  /// The containers that go.
  private let removed: [LeafInlines.Container]
  /// For each run, the ways to cover it.
  private let candidates: [[[StylePlacement]]]
  private var choice: [Int]
  /// Where a backslash is put before a character that would become markup.
  private var escapes: [Int] = []
  /// Whether neighbours that are written with underscores are written with asterisks instead.
  private var respellsNeighbours = false
  /// Nothing works; the leaf stays as it is.
  private(set) var isAbandoned = false

  private let before: StyledText

  /// `nil` where there is nothing to do.
  init?(_ request: LeafRequest, style: InlineStyle, options: EditOptions, syntax: SyntaxOptions) {
    inlines = request.inlines
    self.style = style
    before = StyledText(inlines, ignoringAutolinks: style == .code)
    let removedIndexes = request.containersToRemove(style)
    removed = removedIndexes.sorted().map { request.inlines.containers[$0] }
    let reduced = inlines.removing(removedIndexes)

    var wanted = Array(repeating: false, count: inlines.units.count)
    for container in removed {
      for index in container.units { wanted[index] = true }
    }
    for (index, demand) in request.demands.enumerated() where demand != .keep { wanted[index] = demand == .gain }
    let cover = StyleCover(
      inlines: reduced, style: style, wanted: wanted, gaining: request.demands.map { $0 == .gain },
      spans: request.spans + removed.map(\.content))
    let surroundings = DelimiterSurroundings(
      inlines: reduced, removed: LeafRewrite.delimiters(of: removed), skipsTildes: syntax.strikethrough != .off)
    let fitting = StyleFitting(style: style, options: options, surroundings: surroundings, removed: removed)
    let runs = cover.runs()
    candidates = runs.map { fitting.candidates(for: $0) }
    choice = Array(repeating: 0, count: candidates.count)
    if runs.isEmpty && removed.isEmpty || candidates.contains(where: \.isEmpty) { return nil }
  }

  private static func delimiters(of containers: [LeafInlines.Container]) -> [Range<Int>] {
    containers.flatMap {
      [$0.range.lowerBound..<$0.content.lowerBound, $0.content.upperBound..<$0.range.upperBound]
    }.sorted { $0.lowerBound < $1.lowerBound }
  }

  // MARK: - The current candidate

  /// The delimiter pairs that it puts in, in source order.
  var placements: [StylePlacement] {
    isAbandoned ? [] : zip(candidates, choice).flatMap { $0[$1] }.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  var changes: [SourceChange] {
    guard !isAbandoned else { return [] }
    var changes = Self.delimiters(of: removed).map { SourceChange(range: $0, replacement: [], role: .removal) }
    for placement in placements {
      let (start, end) = (placement.range.lowerBound, placement.range.upperBound)
      changes.append(SourceChange(range: start..<start, replacement: placement.spelling.opening, role: .opening))
      changes.append(SourceChange(range: end..<end, replacement: placement.spelling.closing, role: .closing))
      if placement.isCodeSpan { changes += contentChanges(in: placement) }
    }
    changes += escapes.map { SourceChange(range: $0..<$0, replacement: [UInt8(ascii: "\\")], role: .escape) }
    if respellsNeighbours { changes += respellings(beside: changes) }
    return changes + keptLabels(around: changes)
  }

  /// Characters that are written otherwise in code than in text.
  private func contentChanges(in placement: StylePlacement) -> [SourceChange] {
    inlines.units[placement.units].compactMap { unit in
      guard let code = inlines.codeBytes(of: unit), code != Array(inlines.bytes(unit.range)) else { return nil }
      return SourceChange(range: unit.range, replacement: code, role: .content)
    }
  }

  /// Where a link's text is its label too, the label as it was, so that the link still leads where it did.
  private func keptLabels(around changes: [SourceChange]) -> [SourceChange] {
    inlines.containers.compactMap { container in
      guard case .link(let form) = container.kind, form == .shortcutReference || form == .collapsedReference else {
        return nil
      }
      let content = container.content
      let isChanged = changes.contains {
        content.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= content.upperBound
      }
      guard isChanged else { return nil }
      let label = inlines.label(of: container, form)
      if form == .collapsedReference {
        let end = container.range.upperBound - 1
        return SourceChange(range: end..<end, replacement: label, role: .label)
      }
      let end = container.range.upperBound
      return SourceChange(
        range: end..<end, replacement: [UInt8(ascii: "[")] + label + [UInt8(ascii: "]")], role: .label)
    }
  }

  /// Asterisks for the underscores of styles that touch a change: underscores do nothing inside of a word, and the change
  /// may have put them there.
  private func respellings(beside changes: [SourceChange]) -> [SourceChange] {
    var edges: Set<Int> = []
    for change in changes { edges.formUnion([change.range.lowerBound, change.range.upperBound]) }
    return inlines.containers.flatMap { container -> [SourceChange] in
      guard !removed.contains(container),
        case .delimiter(UInt8(ascii: "_"), let count)? = inlines.spelling(of: container),
        edges.contains(container.range.lowerBound) || edges.contains(container.range.upperBound)
      else { return [] }
      let asterisks = Array(repeating: UInt8(ascii: "*"), count: count)
      return Self.delimiters(of: [container]).map { SourceChange(range: $0, replacement: asterisks, role: .content) }
    }
  }

  /// What the leaf must render to.
  var expected: [StyledText.Element] {
    guard !isAbandoned else { return before.elements }
    return before.restyled(style, covered: placements.map(\.range), cleared: outermostRemoved)
  }

  private var outermostRemoved: [Range<Int>] {
    var ranges: [Range<Int>] = []
    for container in removed where ranges.last.map({ $0.upperBound <= container.range.lowerBound }) ?? true {
      ranges.append(container.range)
    }
    return ranges
  }

  /// Whether the byte at `offset` of the document before the edit is a character of the text, to be read as itself.
  func isLiteral(_ offset: Int) -> Bool {
    guard let unit = inlines.unit(at: offset) else { return false }
    switch unit.source {
    case .text: break
    case .code:
      if !removed.contains(where: { $0.kind == .style(.code) && $0.content.contains(offset) }) { return false }
    default: return false
    }
    return !placements.contains { $0.isCodeSpan && $0.range.contains(offset) }
  }

  // MARK: - The next candidate

  /// Whether text may be escaped to stay what it is: where markup is taken away that kept it apart.
  var mayEscape: Bool { !removed.isEmpty && !isAbandoned }

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
    } else if !respellsNeighbours, !removed.isEmpty || !choice.isEmpty {
      respellsNeighbours = true
      choice = Array(repeating: 0, count: choice.count)
    } else {
      isAbandoned = true
    }
  }

  /// Leaves the leaf as it is.
  mutating func abandon() { isAbandoned = true }

  /// Where the first character stands that renders otherwise than it must.
  private func firstDifference(_ actual: [StyledText.Element]) -> Int {
    let common = zip(expected, actual).prefix { $0 == $1 }.count
    return common < before.origins.count ? before.origins[common].lowerBound : inlines.range.upperBound
  }

  /// The run that holds `offset`, or else the nearest that has candidates left.
  private func runToAdvance(near offset: Int) -> Int? {
    func distance(_ run: Int) -> Int {
      candidates[run][choice[run]].map { $0.range.distance(to: offset) }.min() ?? .max
    }
    return choice.indices.filter { choice[$0] + 1 < candidates[$0].count }.min { distance($0) < distance($1) }
  }
}

extension LeafRequest {
  /// The containers of `style` that what is to change stands in or touches; text gained beside styled text joins it.
  fileprivate func containersToRemove(_ style: InlineStyle) -> Set<Int> {
    var changing: [Int] = []
    for (index, demand) in demands.enumerated() where demand != .keep {
      guard demand == .gain, inlines.units[index].isVisible else {
        if demand == .lose { changing.append(index) }
        continue
      }
      changing.append(contentsOf: [index - 1, index, index + 1].filter(inlines.units.indices.contains))
    }
    var found = inlines.containers(of: style, around: changing)
    // What is nested in them would be styled twice.
    for outer in found {
      for index in outer + 1..<max(outer + 1, inlines.containers[outer].subtreeEnd)
      where inlines.containers[index].kind == .style(style) { found.insert(index) }
    }
    return found
  }
}

extension Range<Int> {
  fileprivate func distance(to offset: Int) -> Int {
    offset < lowerBound ? lowerBound - offset : Swift.max(0, offset - upperBound)
  }
}
