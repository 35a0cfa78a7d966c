public import GFMSyntax
public import MarkdownText

extension Document {
  /// Whether an operation may have something to do at a selection: what can be told without working it out.
  ///
  /// Costs the nodes beside and above the selection in the part of the document that it is in; about links, the nodes of
  /// the parts that are selected, and of those with links that lead to the same, up to the first.
  public func isApplicable(_ operation: EditOperation, at selection: TextSelection) -> Bool {
    switch operation {
    case .strong, .emphasis, .strikethrough, .code, .newline:
      true
    case .nextCell, .previousCell, .formatTable:
      touches(selection) { $0 == .table }
    case .renumberList:
      touches(selection) { $0.isOrderedList }
    case .link:
      hasOneLeaf(at: selection) { $0.holdsInlines } && staysInLeaf(selection) && !isAtMarker(selection)
    case .heading:
      hasOneLeaf(at: selection) { $0 == .paragraph || $0.headingLevel != nil } && !startsWithMarker(at: selection)
    case .promote:
      hasLeaf(at: selection) { ($0.headingLevel ?? 0) > 1 }
    case .demote:
      hasLeaf(at: selection) { ($0.headingLevel ?? 6) < 6 }
    case .quote, .bulletList, .orderedList:
      !isFrontMatter(at: selection.range.lowerBound) && preservesAlerts(operation, selection) && touchesBlock(selection)
    case .taskList:
      !isFrontMatter(at: selection.range.lowerBound) && preservesAlerts(operation, selection)
        && hasTaskText(at: selection)
    case .toggleTask:
      hasItemForBox(at: selection)
    case .indent:
      hasItemToMove(.inward, at: selection)
    case .outdent:
      hasItemToMove(.outward, at: selection)
    case .linkToReference:
      hasLink(at: selection) { $0 == .link(.inline) || $0 == .image(.inline) }
    case .linkToInline:
      hasLink(at: selection) { $0.isReference }
    case .extractLinkDefinition:
      hasRepeatedLink(at: selection)
    case .sortDefinitions, .removeUnusedDefinitions:
      holds(.referenceDefinitions)
    case .tableOfContents:
      (isBetweenBlocks(selection) || TableOfContents.isAtLoneOpening(selection.head, in: self))
        && firstSegment(from: segment(at: selection.head).index, withTopHeadingOf: 6) != nil
    case .updateTableOfContents:
      holds(.html)
    }
  }

  /// Whether an operation has so much to go through that it had better be worked out when it is chosen: a long
  /// selection, table or list, the definitions of a long document. O(log n).
  public func isExpensive(_ operation: EditOperation, at selection: TextSelection) -> Bool {
    if selection.range.clamped(to: 0..<byteCount).count > 1 << 16 { return true }
    return switch operation {
    case .formatTable, .renumberList: isLongBlock(at: selection.head)
    case .sortDefinitions, .removeUnusedDefinitions: byteCount > 1 << 20
    default: false
    }
  }

  /// Whether the block that holds an offset is kept in so many parts that it has more than 64 KB.
  private func isLongBlock(at offset: Int) -> Bool {
    let placed = segment(at: offset)
    var length = placed.range.count
    for step in [-1, 1] {
      var last = placed
      while length <= 1 << 16, let next = segment(last.index + step),
        step > 0 ? next.block.isContinuation(of: last.block) : last.block.isContinuation(of: next.block)
      {
        length += next.range.count
        last = next
      }
    }
    return length > 1 << 16
  }

  /// The level of the heading that a selection is in; 0 in a paragraph; `nil` elsewhere, and where it reaches out of it.
  public func headingLevel(at selection: TextSelection) -> Int? {
    let leaves = leaves(at: selection)
    guard leaves.count == 1, let (block, leaf) = leaves.first else { return nil }
    let kind = block.tree.nodes[leaf].kind
    return kind == .paragraph ? 0 : kind.headingLevel
  }

  /// Whether a caret or a selection is what an operation on the whole document is about.
  public func isDirectTarget(of operation: EditOperation, at selection: TextSelection) -> Bool {
    switch operation {
    case .sortDefinitions, .removeUnusedDefinitions: isDefinition(at: selection.head)
    case .updateTableOfContents: TableOfContents.mayHold(selection.head, in: self)
    default: true
    }
  }

  private func holds(_ contents: BlockContents) -> Bool {
    var isFound = false
    forEachSegment(holding: contents) { _ in
      isFound = true
      return false
    }
    return isFound
  }

  /// Whether a caret stands on a blank line, in no block.
  private func isBetweenBlocks(_ selection: TextSelection) -> Bool {
    let placed = segment(at: selection.head)
    return selection.isCaret && bytes(in: lineRange(line(at: selection.head))).allSatisfy(\.isSpaceOrTab)
      && !placed.tree.roots.contains { placed.range(of: $0).touches(selection.head) }
  }

  private func touches(_ selection: TextSelection, where isWanted: (Node.Kind) -> Bool) -> Bool {
    segments(in: selection.range).contains { segment in
      let nodes = segment.tree.blockNodes(overlapping: selection.range, from: segment.start)
      return nodes.contains { isWanted(segment.tree.nodes[$0].kind) }
    }
  }

  func leaves(at selection: TextSelection) -> [(block: LocatedBlock, leaf: SyntaxTree.Index)] {
    selection.isCaret
      ? inlineLeaf(at: selection.head).map { [$0] } ?? [] : inlineLeaves(overlapping: selection.range)
  }

  private func hasOneLeaf(at selection: TextSelection, where isWanted: (Node.Kind) -> Bool) -> Bool {
    let leaves = leaves(at: selection)
    return leaves.count == 1 && leaves.allSatisfy { isWanted($0.block.tree.nodes[$0.leaf].kind) }
  }

  private func hasLeaf(at selection: TextSelection, where isWanted: (Node.Kind) -> Bool) -> Bool {
    leaves(at: selection).contains { isWanted($0.block.tree.nodes[$0.leaf].kind) }
  }

  /// The items around a selection's start, innermost first, each in its part.
  private func items(around selection: TextSelection) -> [(segment: LocatedBlock, item: SyntaxTree.Index)] {
    let offset = trimmed(selection.range).lowerBound
    guard let segment = segments(in: offset..<offset).first,
      let innermost = segment.tree.innermostBlock(at: offset - segment.start)
    else { return [] }
    let tree = segment.tree
    return ([innermost] + Array(tree.ancestors(of: innermost))).filter { tree.item($0) != nil }.map { (segment, $0) }
  }

  /// Whether a selection has an item that can be moved. In a long one the first few mostly say so.
  private func hasItemToMove(_ direction: ItemMove.Direction, at selection: TextSelection) -> Bool {
    let move = ItemMove(direction: direction, options: EditOptions())
    let range = selection.range
    let start = TextSelection(anchor: range.lowerBound, head: min(range.lowerBound + 1 << 12, range.upperBound))
    return hasScope(of: move, at: start) || start.range != range && hasScope(of: move, at: selection)
  }

  /// Whether a block is selected, or a caret set, which may start one.
  private func touchesBlock(_ selection: TextSelection) -> Bool {
    let range = trimmed(selection.range)
    return selection.isCaret || !range.isEmpty || !isBetweenBlocks(TextSelection(caret: range.lowerBound))
  }

  /// Whether a selection but for white space lies in the leaf that it begins in.
  private func staysInLeaf(_ selection: TextSelection) -> Bool {
    selection.isCaret
      || leaves(at: selection).contains { placed, leaf in placed.range(of: leaf).contains(trimmed(selection.range)) }
  }

  /// Whether a paragraph is at a selection, or a caret where one could begin: nothing else is a task's text.
  private func hasTaskText(at selection: TextSelection) -> Bool {
    let leaves = leaves(at: selection)
    return leaves.contains { $0.block.tree.nodes[$0.leaf].kind == .paragraph }
      || selection.isCaret && leaves.isEmpty
  }

  /// Whether an item at a selection starts with a paragraph, and so may have a box.
  private func hasItemForBox(at selection: TextSelection) -> Bool {
    let around = items(around: selection).prefix(1).map { SiblingBlocks.Member(placed: $0.segment, node: $0.item) }
    if around.contains(where: \.canHaveBox) { return true }
    return !selection.isCaret
      && segments(in: selection.range).contains { placed in
        placed.tree.itemsStarting(in: selection.range.shifted(by: -placed.start))
          .contains { SiblingBlocks.Member(placed: placed, node: $0).canHaveBox }
      }
  }

  private func isFrontMatter(at offset: Int) -> Bool {
    let root = segments(in: offset..<offset).first?.tree.nodes.first
    guard case .frontMatter? = root?.kind else { return false }
    return true
  }
}

extension Node.Kind {
  fileprivate var headingLevel: Int? { if case .heading(let level, _) = self { Int(level) } else { nil } }
}
