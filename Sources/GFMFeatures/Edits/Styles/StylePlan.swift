import GFMSyntax
import MarkdownText

/// One way to go about what a toggle asks of a leaf block: which delimiters go, and which may come for each run of text.
struct StylePlan: Sendable {
  /// In the order in which they are tried.
  enum Strategy: Sendable, Hashable, CaseIterable {
    /// Text joins the styled text that it touches.
    case joined
    /// Styled text stays as it is, and new text gets delimiters of its own.
    case apart
    /// As joined, and styles beside a change are written with asterisks, which work where underscores do not.
    case respelled
    /// As joined, with HTML tags where no delimiter works.
    case joinedWithElements
    case respelledWithElements

    var respellsNeighbours: Bool { self == .respelled || self == .respelledWithElements }

    fileprivate var allowsElements: Bool {
      switch self {
      case .joined, .apart, .respelled: false
      case .joinedWithElements, .respelledWithElements: true
      }
    }
  }

  let strategy: Strategy
  /// The containers whose delimiters go.
  let removed: [InlineModel.Container]
  /// For each run of text that is to have delimiters, the ways to give it some; none is empty.
  let candidates: [[[StylePlacement]]]

  /// A plan that does nothing.
  init() {
    strategy = .joined
    removed = []
    candidates = []
  }

  /// `nil` where the strategy has nothing to do here, or cannot do it.
  init?(
    _ strategy: Strategy, for request: LeafRequest, style: InlineStyle, options: EditOptions, syntax: SyntaxOptions
  ) {
    let inlines = request.inlines
    let joined = request.containersToJoin(style)
    if strategy.respellsNeighbours, !inlines.hasUnderscores { return nil }
    if strategy == .apart, joined.isEmpty || request.demands.contains(.lose) { return nil }
    let removedIndexes = strategy == .apart ? [] : joined
    removed = removedIndexes.sorted().map { inlines.containers[$0] }

    var wanted = Array(repeating: false, count: inlines.units.count)
    for container in removed {
      for index in container.units { wanted[index] = true }
    }
    let gaining = inlines.units.indices.map {
      request.demands[$0] == .gain
        && !inlines.containers[inlines.units[$0].container].styles.contains(InlineStyles(style))
    }
    for (index, demand) in request.demands.enumerated() where demand != .keep {
      wanted[index] = strategy == .apart ? gaining[index] : demand == .gain
    }
    let reduced = inlines.removing(removedIndexes)
    let cover = StyleCover(
      inlines: reduced, style: style, wanted: wanted, gaining: gaining, spans: request.spans + removed.map(\.content))
    let surroundings = DelimiterSurroundings(
      inlines: reduced, removed: InlineModel.delimiters(of: removed), skipsTildes: syntax.strikethrough != .off)
    let fitting = DelimiterCandidates(
      style: style, options: options, surroundings: surroundings, removed: removed, gaining: gaining)
    candidates = cover.runs().map { fitting.candidates(for: $0, allowingElements: strategy.allowsElements) }
    self.strategy = strategy
    if candidates.isEmpty && removed.isEmpty || candidates.contains(where: \.isEmpty) { return nil }
  }
}

extension StylePlan {
  /// Whether the byte at `offset` is in a container that goes.
  func removes(_ offset: Int) -> Bool {
    // The containers are in pre-order, and of one style: nested ones lie within the one before.
    let next = removed.partitionIndex { $0.range.lowerBound > offset }
    return next > 0 && removed[next - 1].range.contains(offset)
  }
}

extension InlineModel {
  /// Whether a style is written with underscores.
  fileprivate var hasUnderscores: Bool {
    containers.contains { bytes($0.range.lowerBound..<$0.content.lowerBound).first == UInt8(ascii: "_") }
  }

  /// The delimiters of containers, in source order.
  static func delimiters(of containers: [Container]) -> [Range<Int>] {
    containers.flatMap {
      [$0.range.lowerBound..<$0.content.lowerBound, $0.content.upperBound..<$0.range.upperBound]
    }.sorted { $0.lowerBound < $1.lowerBound }
  }
}
