import GFMSyntax

/// Finds numbers of list items that do not go on from the ones before them.
///
/// Each item is held against the two before it, so that it makes no difference where a long list is cut into parts.
enum ListSequence {
  /// Those that a part decides alone: of lists in quotes all, for only a list that stands in nothing else is cut into
  /// parts.
  static func diagnostics(in block: Block) -> [LocalDiagnostic] {
    guard block.contents.contains(.containers) else { return [] }
    let lists = block.tree.nodes.indices.filter { block.tree.nodes[$0].kind.isOrderedList }
    return lists.flatMap { diagnostics(of: block.tree.children(of: $0), after: [], in: block) }
  }

  /// Those at the start of a part that goes on with a list. Costs the items that the parts before hold.
  static func diagnostics(atStartOf placed: LocatedBlock, in document: Document) -> [LocalDiagnostic] {
    let tree = placed.tree
    guard tree.nodes.first?.kind.isOrderedList == true else { return [] }
    var before: [Int] = []
    var segment = placed
    while before.count < 2, let previous = document.segment(segment.index - 1),
      segment.block.isContinuation(of: previous.block),
      let list = previous.tree.roots.last
    {
      before = numbers(ofList: list, in: previous.block).suffix(2) + before
      segment = previous
    }
    guard !before.isEmpty else { return [] }
    let own = Set(diagnostics(of: tree.children(of: 0).prefix(2), after: [], in: placed.block))
    return diagnostics(of: tree.children(of: 0).prefix(2), after: before, in: placed.block).filter { !own.contains($0) }
  }

  private static func numbers(ofList list: SyntaxTree.Index, in block: Block) -> [Int] {
    block.tree.children(of: list).map { Int(block.tree.item($0)?.number ?? 0) }
  }

  private static func diagnostics(
    of items: some Sequence<SyntaxTree.Index>, after before: [Int], in block: Block
  ) -> [LocalDiagnostic] {
    var (second, first) = (before.dropLast().last, before.last)
    var found: [LocalDiagnostic] = []
    for item in items {
      let number = Int(block.tree.item(item)?.number ?? 0)
      if let previous = first, !goesOn(number, after: previous, second) {
        found.append(
          LocalDiagnostic(
            .listNumbering, ItemMarker(of: item, in: block).range,
            "GitHub counts up by one from the list's first number: it shows another number here."))
      }
      (second, first) = (first, number)
    }
    return found
  }

  /// Lists may say `1.` or `0.` throughout.
  private static func goesOn(_ number: Int, after previous: Int, _ second: Int?) -> Bool {
    if number == previous { return number <= 1 && (second ?? previous) == previous }
    return number == previous + 1 && second != previous
  }
}
