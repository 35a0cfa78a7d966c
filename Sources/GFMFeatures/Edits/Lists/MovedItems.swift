import GFMSyntax
import MarkdownText

/// Which items a selection moves.
extension ItemMove {
  /// All that is selected as one, if the first of it can move; else those of the items that start on the selected lines
  /// which can. Moving in, what is in an item that cannot move stays with it.
  func scopes(of selection: TextSelection, in document: Document) -> [Range<Int>] {
    guard !document.isInCode(selection), let run = SiblingBlocks(around: selection.range, in: document) else {
      return []
    }
    let start = document.lineRange(document.line(at: document.trimmed(selection.range).lowerBound)).lowerBound
    if let items = run.innermostItems, let first = items.members.first, canMove(first, in: document),
      items.members.count == 1 || first.range.lowerBound >= start
    {
      return [items.range]
    }
    return selection.isCaret ? [] : movableItems(from: start, to: selection.range.upperBound, in: document)
  }

  private func movableItems(from start: Int, to end: Int, in document: Document) -> [Range<Int>] {
    let lines = start..<max(start, end)
    var movable: [Range<Int>] = []
    var last: SiblingBlocks.Member?
    var passedEnd = start
    for placed in document.blocks(in: lines) {
      for node in placed.tree.itemsStarting(in: lines.shifted(by: -placed.start)) {
        let item = SiblingBlocks.Member(placed: placed, node: node)
        guard item.range.lowerBound >= passedEnd else { continue }
        guard canMove(item, in: document) else {
          if direction == .inward { passedEnd = item.range.upperBound }
          continue
        }
        passedEnd = item.range.upperBound
        if let range = movable.last, last?.nextSibling == item {
          movable[movable.count - 1] = range.lowerBound..<item.range.upperBound
        } else {
          movable.append(item.range)
        }
        last = item
      }
    }
    return movable
  }

  /// Whether there is an item for `item` to move into, or one that it can move out of: it starts on a line of its own
  /// there, and nothing follows its list. Costs the blocks beside the item's list.
  private func canMove(_ item: SiblingBlocks.Member, in document: Document) -> Bool {
    let nodes = item.tree.nodes
    let list = SiblingBlocks.Member(placed: item.placed, node: Int(nodes[item.node].parent))
    switch direction {
    case .inward:
      return item.node > list.node + 1 || item.lastItemOfListBefore(in: document) != nil
    case .outward:
      let outer = Int(nodes[list.node].parent)
      guard outer >= 0, item.tree.item(outer) != nil, list.nextSibling == nil else { return false }
      return document.line(at: item.range.lowerBound) > document.line(at: item.placed.start + Int(nodes[outer].start))
    }
  }
}

extension SiblingBlocks {
  /// The run itself, if it is of items; else the innermost item around it.
  fileprivate var innermostItems: SiblingBlocks? {
    var run = self
    while run.members.first?.item == nil {
      guard let outer = run.enclosing else { return nil }
      run = outer
    }
    return run
  }
}

extension Document {
  /// Whether a selection is in the lines of a code or HTML block, where indentation is text. The line of a marker is its
  /// item's, whatever stands in it.
  func isInCode(_ selection: TextSelection) -> Bool {
    let range = trimmed(selection.range)
    guard let segment = segments(in: range.lowerBound..<range.lowerBound).first else { return false }
    let tree = segment.tree
    guard let leaf = tree.innermostBlock(at: range.lowerBound - segment.start), tree.isLiteral(leaf),
      range.upperBound <= segment.range(of: leaf).upperBound
    else { return false }
    let line = lineRange(line(at: range.lowerBound))
    return !tree.ancestors(of: leaf).contains {
      tree.item($0) != nil && line.contains(segment.start + Int(tree.nodes[$0].start))
    }
  }
}
