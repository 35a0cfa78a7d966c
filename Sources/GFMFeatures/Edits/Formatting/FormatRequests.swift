import GFMSyntax
import MarkdownText

/// The nodes that selections ask to have formatted, by block.
struct FormatRequests {
  private var nodes: [Int: (placed: LocatedBlock, indexes: Set<SyntaxTree.Index>)] = [:]

  /// Of each block that a selection touches, the nodes that `choose` gives. Costs the nodes beside and above those that
  /// are touched.
  init(
    _ selections: [TextSelection], in document: Document,
    choosing choose: (LocatedBlock, TextSelection) -> [SyntaxTree.Index]
  ) {
    for selection in selections {
      for placed in document.formattableBlocks(overlapping: selection.range) {
        let chosen = choose(placed, selection)
        if !chosen.isEmpty { nodes[placed.start, default: (placed, [])].indexes.formUnion(chosen) }
      }
    }
  }

  /// In source order; the nodes in pre-order.
  var blocks: [(placed: LocatedBlock, nodes: [SyntaxTree.Index])] {
    nodes.sorted { $0.key < $1.key }.map { ($0.value.placed, $0.value.indexes.sorted()) }
  }
}

extension SyntaxTree {
  /// The nodes other than inlines that touch `range`, in pre-order; `start` is where the block starts in the document.
  /// Costs the nodes beside and above them.
  func blockNodes(overlapping range: Range<Int>, from start: Int) -> [Index] {
    var found: [Index] = []
    var index = 0
    while index < nodes.count {
      let node = nodes[index]
      let touches = start + Int(node.start) <= range.upperBound && range.lowerBound <= start + Int(node.end)
      if touches, !node.kind.isInline { found.append(index) }
      index = touches && !node.kind.isInline && !node.kind.holdsInlines ? index + 1 : Int(node.subtreeEnd)
    }
    return found
  }
}
