import GFMSyntax

/// What a toggle asks of one leaf block.
struct LeafRequest: Sendable {
  let inlines: InlineModel
  /// For each unit, whether it is to gain the style, to lose it, or neither.
  private(set) var demands: [Demand]
  /// The source of what is to gain the style, as it was selected.
  var spans: [Range<Int>] = []

  enum Demand: Sendable, Hashable {
    case keep, gain, lose
  }

  init(_ inlines: InlineModel) {
    self.inlines = inlines
    demands = Array(repeating: .keep, count: inlines.units.count)
  }

  mutating func demand(_ demand: Demand, of units: Range<Int>) {
    for index in units { demands[index] = demand }
  }
}

extension LeafRequest {
  /// The containers of `style` that what is to change stands in or touches; text gained beside styled text joins it.
  func containersToJoin(_ style: InlineStyle) -> Set<Int> {
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
    var end = 0
    for outer in found.sorted() where outer >= end {
      end = inlines.containers[outer].subtreeEnd
      for index in outer + 1..<max(outer + 1, end) where inlines.containers[index].kind == .style(style) {
        found.insert(index)
      }
    }
    return found
  }
}
