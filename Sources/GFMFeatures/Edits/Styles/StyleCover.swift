/// A stretch of a leaf's inlines that one pair of delimiters is to cover: neighbours in one container.
struct StyleRun: Sendable {
  /// In source order; the first and the last can be seen.
  var children: ArraySlice<InlineModel.Child>
  /// Whether it holds text that gains the style, not only text that keeps it.
  var hasNewText: Bool
}

/// Divides what is to have a style into runs that delimiters can go around.
struct StyleCover: Sendable {
  /// The leaf without the containers that the edit removes.
  let inlines: InlineModel
  let style: InlineStyle
  /// For each unit, whether it is to have the style.
  let wanted: [Bool]
  /// For each unit, whether it gains the style.
  let gaining: [Bool]
  /// Source that is covered as a whole: containers in it are wrapped from outside even where they stand alone.
  let spans: [Range<Int>]

  /// How many wanted units come before each.
  private let wantedBefore: [Int]
  /// For each unit, the index of the next that can be seen, itself included; and of the one before, itself included.
  private let nextVisible: [Int]
  private let lastVisible: [Int]

  init(inlines: InlineModel, style: InlineStyle, wanted: [Bool], gaining: [Bool], spans: [Range<Int>]) {
    self.inlines = inlines
    self.style = style
    self.wanted = wanted
    self.gaining = gaining
    self.spans = spans
    let count = inlines.units.count
    var wantedBefore = [0]
    var lastVisible: [Int] = []
    var nextVisible = Array(repeating: count, count: count + 1)
    var last = -1
    for index in 0..<count {
      wantedBefore.append(wantedBefore[index] + (wanted[index] ? 1 : 0))
      if inlines.units[index].isVisible { last = index }
      lastVisible.append(last)
    }
    for index in (0..<count).reversed() {
      nextVisible[index] = inlines.units[index].isVisible ? index : nextVisible[index + 1]
    }
    self.wantedBefore = wantedBefore
    self.nextVisible = nextVisible
    self.lastVisible = lastVisible
  }

  /// The runs, in source order. Linear in the leaf.
  func runs() -> [StyleRun] {
    var runs: [StyleRun] = []
    var work = [0]
    while let container = work.popLast() {
      var current: [InlineModel.Child] = []
      for child in inlines.children(of: container) + [nil] {
        switch child.map(state) {
        case .covered:
          if let child { current.append(child) }
          continue
        case .invisible:
          if let child, !current.isEmpty { current.append(child) }
          continue
        case .divided:
          if case .container(let inner) = child { work.append(inner) }
        case .outside, nil:
          break
        }
        if let run = finish(current, descendingInto: &work) { runs.append(run) }
        current = []
      }
    }
    return runs.sorted { inlines.start(of: $0) < inlines.start(of: $1) }
  }

  private enum State {
    /// All of it is to have the style.
    case covered
    /// Part of it is, or delimiters cannot go around it.
    case divided
    case outside
    /// It can be seen neither with nor without the style.
    case invisible
  }

  private func state(of child: InlineModel.Child) -> State {
    switch child {
    case .unit(let index):
      let unit = inlines.units[index]
      if style == .code {
        switch unit.source {
        case .image, .footnoteReference, .html, .marker, .hardBreak: return .outside
        case .text, .escape, .entity, .code, .layout, .padding, .autolink, .node: break
        }
      }
      if unit.source == .html || unit.source == .marker { return .invisible }
      return wanted[index] ? .covered : .outside
    case .container(let index):
      let units = inlines.containers[index].units
      guard !units.isEmpty else { return style == .code ? .outside : .invisible }
      let first = nextVisible[units.lowerBound]
      let last = lastVisible[units.upperBound - 1]
      guard first <= last, units.contains(first) else { return style == .code ? .outside : .invisible }
      let count = wantedBefore[last + 1] - wantedBefore[first]
      if count == 0 { return .outside }
      return count == last + 1 - first && style != .code ? .covered : .divided
    }
  }

  /// Trims a run; a container that stands alone in it is gone into, where its delimiters were not meant too.
  private func finish(_ children: [InlineModel.Child], descendingInto work: inout [Int]) -> StyleRun? {
    let children = inlines.trimmed(children[...])
    guard let first = children.first else { return nil }
    if children.count == 1, case .container(let index) = first, !inlines.isAtomic(index, for: style),
      !spans.contains(where: { $0.contains(inlines.containers[index].range) })
    {
      work.append(index)
      return nil
    }
    return StyleRun(
      children: children, hasNewText: children.contains { inlines.units(of: $0).contains { gaining[$0] } })
  }
}

extension InlineModel {
  /// The units in a child.
  func units(of child: Child) -> Range<Int> {
    switch child {
    case .unit(let index): index..<index + 1
    case .container(let index): containers[index].units
    }
  }

  func isVisible(_ child: Child) -> Bool { units(of: child).contains { units[$0].isVisible } }

  /// The children without those at the ends that cannot be seen.
  func trimmed(_ children: ArraySlice<Child>) -> ArraySlice<Child> {
    var children = children
    while let first = children.first, !isVisible(first) { children.removeFirst() }
    while let last = children.last, !isVisible(last) { children.removeLast() }
    return children
  }

  /// Where a run starts; runs are not empty.
  func start(of run: StyleRun) -> Int { run.children.first.map { range(of: $0).lowerBound } ?? 0 }
  func end(of run: StyleRun) -> Int { run.children.last.map { range(of: $0).upperBound } ?? 0 }
}
