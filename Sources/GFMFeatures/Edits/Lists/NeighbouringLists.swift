import GFMSyntax

/// The blocks beside a block in its container, and the lists that an item or a block that becomes one may join there.
extension SiblingBlocks.Member {
  /// The block that comes next in the same container.
  var nextSibling: SiblingBlocks.Member? {
    let next = Int(tree.nodes[node].subtreeEnd)
    guard next < tree.nodes.count, tree.nodes[next].parent == tree.nodes[node].parent else { return nil }
    return SiblingBlocks.Member(placed: placed, node: next)
  }

  /// The block that comes before in the same container.
  var previousSibling: SiblingBlocks.Member? { siblings.last { $0.node < node } }

  /// The block itself; for a list's first or last item, the list.
  private func outermost(isFirst: Bool) -> SiblingBlocks.Member? {
    guard item != nil else { return self }
    guard (isFirst ? previousSibling : nextSibling) == nil else { return nil }
    return SiblingBlocks.Member(placed: placed, node: Int(tree.nodes[node].parent))
  }

  /// The last item of the list that stands right before the block in the same container.
  func lastItemOfListBefore(in document: Document) -> SiblingBlocks.Member? {
    guard let block = outermost(isFirst: true) else { return nil }
    var before = block.previousSibling
    if before == nil, tree.nodes[block.node].parent < 0, placed.start > 0 {
      let previous = document.block(at: placed.start - 1)
      before = Array(previous.tree.roots).last.map { SiblingBlocks.Member(placed: previous, node: $0) }
    }
    guard let before, case .list = before.kind else { return nil }
    return Array(before.tree.children(of: before.node)).last.map {
      SiblingBlocks.Member(placed: before.placed, node: $0)
    }
  }

  func listBefore(in document: Document) -> ListItemSource? {
    lastItemOfListBefore(in: document).flatMap { ListItemSource($0, in: document) }
  }

  /// The item that stands before the item in its list, or at the end of a list of another kind right before that.
  func itemAbove(in document: Document) -> SiblingBlocks.Member? {
    previousSibling ?? lastItemOfListBefore(in: document)
  }

  /// The first item of the list that stands right after the block in the same container.
  func listAfter(in document: Document) -> ListItemSource? {
    guard let block = outermost(isFirst: false) else { return nil }
    var after = block.nextSibling
    if after == nil, tree.nodes[block.node].parent < 0, placed.range.upperBound < document.byteCount {
      let next = document.block(at: placed.range.upperBound)
      after = Array(next.tree.roots).first.map { SiblingBlocks.Member(placed: next, node: $0) }
    }
    guard let after, case .list = after.kind else { return nil }
    return ListItemSource(SiblingBlocks.Member(placed: after.placed, node: after.node + 1), in: document)
  }

  /// An item of each of the lists right before and right after the block in the same container.
  func neighbouringLists(in document: Document) -> [ListItemSource] {
    [listBefore(in: document), listAfter(in: document)].compactMap { $0 }
  }
}
