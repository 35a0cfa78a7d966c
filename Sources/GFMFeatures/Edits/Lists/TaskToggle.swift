import GFMSyntax
import MarkdownText

/// Checks and unchecks the boxes of items, and gives a box to those that have none.
struct TaskToggle: BlockOperation {
  private let newState: Node.Item.Task

  /// Unchecks if all of the selected items are checked; checks where some are; gives boxes where none has one.
  init(at selections: [WindowSelection]) {
    let tasks = selections.flatMap { Self.items(at: $0.selection, in: $0.document) }.map(\.task)
    let isAllChecked = tasks.allSatisfy { $0 == .checked }
    let hasBox = tasks.contains { $0 != nil }
    newState = isAllChecked || !hasBox ? .unchecked : .checked
  }

  /// The items whose markers or first lines are selected; for a caret, the innermost around it.
  private static func items(at selection: TextSelection, in document: Document) -> [ListItemSource] {
    let range = document.trimmed(selection.range)
    let line = document.lineRange(document.line(at: range.lowerBound)).lowerBound
    let found = document.blocks(in: line..<max(range.upperBound, line)).flatMap { placed in
      placed.tree.itemsStarting(in: line - placed.start..<max(range.upperBound, line + 1) - placed.start)
        .map { SiblingBlocks.Member(placed: placed, node: $0) }
    }
    let selected = found.filter { member in
      let marker = ItemMarker(of: member.node, in: member.placed.block)
      return range.lowerBound <= marker.line.end + member.placed.start
    }
    // A caret in an item that starts on another item's line.
    let innermost = document.block(at: range.lowerBound).item(around: range.lowerBound)
    if range.isEmpty || selected.isEmpty {
      return (innermost.map { [$0] } ?? []).compactMap { ListItemSource($0, in: document) }
    }
    return selected.compactMap { ListItemSource($0, in: document) }
  }

  func scopes(of selection: TextSelection, in document: Document) -> [Range<Int>] {
    let items = Self.items(at: selection, in: document)
    guard let first = items.first, let last = items.last else { return [] }
    return [first.sourceStart..<last.sourceStart + last.marker.range.count]
  }

  func edits(of scope: Range<Int>, in document: Document) -> [SourceEdit]? {
    let members = document.blocks(in: scope).flatMap { placed in
      placed.tree.itemsStarting(in: scope.shifted(by: -placed.start))
        .map { SiblingBlocks.Member(placed: placed, node: $0) }
    }
    let verification = BlockVerification(document, touching: scope)
    var expected = verification.before.entries
    var edits: [SourceEdit] = []
    for member in members where member.canHaveBox {
      guard let item = ListItemSource(member, in: document),
        let position = verification.before.position(of: member.node, in: member.placed)
      else { continue }
      expected[position].kind = .item(marker: item.item.marker, task: newState)
      edits += item.settingCheckbox(newState)
    }
    return verification.holds(edits, expected) ? edits : nil
  }
}

extension SyntaxTree {
  /// The items that start in `range`, in source order. Costs the nodes beside and above them.
  func itemsStarting(in range: Range<Int>) -> [Index] {
    var found: [Index] = []
    var index = 0
    while index < nodes.count, nodes[index].start < range.upperBound {
      let node = nodes[index]
      if item(index) != nil, range.contains(Int(node.start)) { found.append(index) }
      index = node.kind.isContainer && node.end >= range.lowerBound ? index + 1 : Int(node.subtreeEnd)
    }
    return found
  }
}

extension LocatedBlock {
  /// The innermost item that a caret is in.
  func item(around offset: Int) -> SiblingBlocks.Member? {
    guard let innermost = block.tree.innermostBlock(at: offset - start) else { return nil }
    return ([innermost] + Array(block.tree.ancestors(of: innermost))).first { block.tree.item($0) != nil }
      .map { SiblingBlocks.Member(placed: self, node: $0) }
  }
}
