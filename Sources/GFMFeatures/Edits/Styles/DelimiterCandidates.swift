import GFMSyntax
import MarkdownText

/// A pair of delimiters that an edit puts into a leaf.
struct StylePlacement: Sendable, Hashable {
  /// What goes between them: bytes of the document before the edit.
  var range: Range<Int>
  var spelling: StyleSyntax
  /// The units between them.
  var units: Range<Int>
  /// Whether some of them gain the style.
  var hasNewText: Bool

  var isCodeSpan: Bool { if case .backticks = spelling { true } else { false } }
}

/// Finds delimiters that can go around a run of inlines, the best first.
///
/// It goes by the flanking rules and by what stands around the run; whether a candidate is right is for the parser to say.
struct DelimiterCandidates: Sendable {
  let style: InlineStyle
  let options: EditOptions
  let surroundings: DelimiterSurroundings
  /// How the delimiters are written that the edit removes, by both of their ends. One that comes back there is written
  /// like it.
  private var openings: [Int: [StyleSyntax]] = [:]
  private var closings: [Int: [StyleSyntax]] = [:]
  /// For each unit, whether it gains the style.
  let gaining: [Bool]
  /// The numbers of backticks in a row that stand in the leaf's text; a code span's delimiter would pair with them.
  private let strayBackticks: Set<Int>

  /// The leaf without the removed containers.
  private var inlines: InlineModel { surroundings.inlines }

  init(
    style: InlineStyle, options: EditOptions, surroundings: DelimiterSurroundings, removed: [InlineModel.Container],
    gaining: [Bool]
  ) {
    self.style = style
    self.options = options
    self.surroundings = surroundings
    self.gaining = gaining
    strayBackticks = style == .code ? surroundings.inlines.literalBacktickRuns() : []
    for container in removed {
      // A code span's backticks depend on the code.
      guard let spelling = inlines.spelling(of: container), style != .code || spelling.isElement else { continue }
      for offset in [container.range.lowerBound, container.content.lowerBound] {
        openings[offset, default: []].append(spelling)
      }
      for offset in [container.range.upperBound, container.content.upperBound] {
        closings[offset, default: []].append(spelling)
      }
    }
  }

  /// The ways to cover `run`, each a set of delimiter pairs; with HTML tags only where `allowingElements`.
  func candidates(for run: StyleRun, allowingElements: Bool) -> [[StylePlacement]] {
    var found: [[StylePlacement]] = []
    let spellings = spellings(for: run)
    for spelling in spellings {
      if let fitted = fit(run, spelling, isShrinking: false) { found.append(fitted) }
    }
    if options.fallback == .shrink {
      for spelling in spellings {
        guard let fitted = fit(run, spelling, isShrinking: true), !found.contains(fitted) else { continue }
        // Punctuation that is cut off from the text that it was styled with may lose the style; what is to gain the style
        // may not vanish.
        if !fitted.isEmpty || !run.hasNewText { found.append(fitted) }
      }
    }
    if allowingElements, options.fallback != .none, let name = style.elementNames.first {
      found += fit(run, .element(name), isShrinking: false).map { [$0] } ?? []
    }
    return found
  }

  // MARK: - Spellings

  private func spellings(for run: StyleRun) -> [StyleSyntax] {
    let (start, end) = (inlines.start(of: run), inlines.end(of: run))
    var spellings: [StyleSyntax] = []
    func add(_ spelling: StyleSyntax) { if !spellings.contains(spelling) { spellings.append(spelling) } }
    for spelling in (openings[start] ?? []) + (closings[end] ?? []) { add(spelling) }
    options.delimiters(for: style).forEach(add)
    if style == .code, let code = inlines.code(of: units(of: run.children)) { add(backticks(around: code)) }
    return spellings
  }

  /// The least backticks that can delimit `code`.
  private func backticks(around code: [UInt8]) -> StyleSyntax {
    var longest = 0
    var current = 0
    for byte in code {
      current = byte == StyleSyntax.backtick ? current + 1 : 0
      longest = max(longest, current)
    }
    var count = longest + 1
    while strayBackticks.contains(count) { count += 1 }
    let isPadded = code.first == StyleSyntax.backtick || code.last == StyleSyntax.backtick
    return .backticks(count: count, isPadded: isPadded)
  }

  // MARK: - Fitting

  /// The pairs that cover `run` in one spelling; `nil` where they cannot.
  ///
  /// Where it shrinks, punctuation at an edge that no delimiter could stand before is left outside, and of a container
  /// there its content is covered instead. So there may be several pairs, or none.
  /// Brackets and quotation marks are left out in pairs.
  private func fit(_ run: StyleRun, _ spelling: StyleSyntax, isShrinking: Bool) -> [StylePlacement]? {
    var partners: [Int: Int]?
    var given: Set<Int> = []
    while true {
      var left: Set<Int> = []
      guard let placements = fit(run, spelling, isShrinking: isShrinking, leavingOut: given, &left) else { return nil }
      if left.isEmpty { return placements }
      let pairs = partners ?? BracketPairs(of: inlines.units, in: units(of: run.children)).partners
      partners = pairs
      let lone = left.compactMap { pairs[$0] }.filter { !left.contains($0) }
      if lone.isEmpty { return placements }
      // What cannot be left out stands in the middle.
      guard given.isDisjoint(with: lone) else { return nil }
      given.formUnion(lone)
    }
  }

  /// The same with the units `given` left out where they come to stand at an edge; all that is left out is added to `left`.
  private func fit(
    _ run: StyleRun, _ spelling: StyleSyntax, isShrinking: Bool, leavingOut given: Set<Int>, _ left: inout Set<Int>
  ) -> [StylePlacement]? {
    func isGiven(_ child: InlineModel.Child?) -> Bool {
      if case .unit(let index)? = child { given.contains(index) } else { false }
    }
    func leaveOut(_ child: InlineModel.Child) { if case .unit(let index) = child { left.insert(index) } }
    var placements: [StylePlacement] = []
    var pending = [run.children]
    while let next = pending.popLast() {
      var children = inlines.trimmed(next)
      while let range = range(of: children), isGiven(children.first) || !opens(spelling, around: range) {
        guard isShrinking, let first = children.first, let inner = content(givenUp: first, in: run) else { return nil }
        leaveOut(first)
        if !inner.isEmpty { pending.append(inner) }
        children = inlines.trimmed(children.dropFirst())
      }
      while let range = range(of: children), isGiven(children.last) || !closes(spelling, around: range) {
        guard isShrinking, let last = children.last, let inner = content(givenUp: last, in: run) else { return nil }
        leaveOut(last)
        if !inner.isEmpty { pending.append(inner) }
        children = inlines.trimmed(children.dropLast())
      }
      guard let range = range(of: children) else { continue }
      let units = units(of: children)
      placements.append(
        StylePlacement(
          range: range, spelling: spelling, units: units, hasNewText: units.contains { gaining[$0] }))
    }
    return placements.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// What of a child is still to be covered when delimiters cannot go around it; `nil` if it must not be left out.
  private func content(givenUp child: InlineModel.Child, in run: StyleRun) -> ArraySlice<InlineModel.Child>? {
    switch child {
    case .unit(let index):
      // Beside text that gains the style, nothing loses it.
      inlines.units[index].isPunctuation && (gaining[index] || !run.hasNewText) ? [] : nil
    case .container(let index): inlines.isAtomic(index, for: style) ? nil : inlines.children(of: index)[...]
    }
  }

  private func units(of children: ArraySlice<InlineModel.Child>) -> Range<Int> {
    guard let first = children.first, let last = children.last else { return 0..<0 }
    return inlines.units(of: first).lowerBound..<inlines.units(of: last).upperBound
  }

  /// `nil` if there are none.
  private func range(of children: ArraySlice<InlineModel.Child>) -> Range<Int>? {
    guard let first = children.first, let last = children.last else { return nil }
    return inlines.range(of: first).lowerBound..<inlines.range(of: last).upperBound
  }

  private func opens(_ spelling: StyleSyntax, around range: Range<Int>) -> Bool {
    guard case .delimiter(let character, _) = spelling else { return true }
    return surroundings.opening(of: character, around: range)?.canOpen ?? false
  }

  private func closes(_ spelling: StyleSyntax, around range: Range<Int>) -> Bool {
    guard case .delimiter(let character, _) = spelling else { return true }
    return surroundings.closing(of: character, around: range)?.canClose ?? false
  }
}

extension StyleSyntax {
  var isElement: Bool { if case .element = self { true } else { false } }
}

extension InlineModel {
  /// How a style's container is written; `nil` for other containers.
  func spelling(of container: Container) -> StyleSyntax? {
    guard case .style = container.kind else { return nil }
    let opening = bytes(container.range.lowerBound..<container.content.lowerBound)
    guard let first = opening.first else { return nil }
    switch first {
    case UInt8(ascii: "<"): return RawTag(opening).map { .element($0.name) }
    case StyleSyntax.backtick:
      let count = opening.prefix { $0 == first }.count
      return .backticks(count: count, isPadded: opening.count > count)
    default: return .delimiter(first, count: opening.count)
    }
  }

  /// What a code span that renders as these units do holds; `nil` where none can.
  fileprivate func code(of indexes: Range<Int>) -> [UInt8]? {
    var code: [UInt8] = []
    for unit in units[indexes] {
      guard let bytes = codeBytes(of: unit) else { return nil }
      code += unit.isLayout ? [0x20] : bytes
    }
    return code
  }

  /// How a unit is written in a code span; `nil` if it cannot be.
  func codeBytes(of unit: Unit) -> [UInt8]? {
    switch unit.source {
    case .text, .code, .layout, .padding, .node:
      return Array(bytes(unit.range))
    case .escape, .entity:
      guard let scalar = unit.scalar else { return nil }
      // In a table, a pipe needs its backslash in code too.
      if scalar == "|", isTableCell { return Array("\\|".utf8) + trail(of: unit) }
      return Array(String(scalar).utf8) + trail(of: unit)
    case .autolink:
      return address(of: unit)
    case .hardBreak, .image, .footnoteReference, .html, .marker:
      return nil
    }
  }

  private var isTableCell: Bool {
    if case .tableCell = block.tree.nodes[leaf].kind { true } else { false }
  }

  /// The lengths of the runs of backticks in the leaf's text.
  fileprivate func literalBacktickRuns() -> Set<Int> {
    var lengths: Set<Int> = []
    var length = 0
    var end = -1
    for unit in units where unit.source == .text && unit.scalar == "`" {
      if unit.range.lowerBound != end, length > 0 {
        lengths.insert(length)
        length = 0
      }
      length += 1
      end = unit.range.upperBound
    }
    if length > 0 { lengths.insert(length) }
    return lengths
  }
}
