import GFMSyntax

extension ListItemSource {
  /// How far in a new list in this item starts, in columns from where the item's own marker may start at the earliest: at
  /// the item's content, or by the same step as the nearest list in an item of the lists here, where that is set in
  /// further than to its item's content.
  ///
  /// `member` is an item of this list or of one beside it. Costs the nodes of both up to the nearest.
  func innerListIndentation(near member: SiblingBlocks.Member) -> Int {
    guard let step = SiblingBlocks.Member.listStep(near: [member, self.member]) else { return contentIndentation }
    let indentation = marker.indentation + step
    // Further in it would be code.
    return contentIndentation..<contentIndentation + 4 ~= indentation ? indentation : contentIndentation
  }
}

extension SiblingBlocks.Member {
  /// The columns between the markers of the nearest item that is in another one and of that; `nil` where it stands at the
  /// other one's content.
  fileprivate static func listStep(near members: [SiblingBlocks.Member]) -> Int? {
    let above = members.lazy.compactMap { member in (0...member.node).reversed().lazy.compactMap(member.inset).first }
    let below = members.lazy.compactMap { member in
      (member.node..<member.tree.nodes.count).lazy.compactMap(member.inset).first
    }
    guard let nearest = above.first ?? below.first, !nearest.isAtContent else { return nil }
    return nearest.step
  }

  /// How far in an item in another one starts on a line of its own; `nil` for any other node.
  private func inset(of node: SyntaxTree.Index) -> (step: Int, isAtContent: Bool)? {
    guard tree.item(node) != nil else { return nil }
    let outer = Int(tree.nodes[Int(tree.nodes[node].parent)].parent)
    guard outer >= 0, tree.item(outer) != nil else { return nil }
    let (marker, outerMarker) = (ItemMarker(of: node, in: placed.block), ItemMarker(of: outer, in: placed.block))
    guard marker.line != outerMarker.line else { return nil }
    return (marker.column - outerMarker.column, marker.indentation == 0)
  }
}
