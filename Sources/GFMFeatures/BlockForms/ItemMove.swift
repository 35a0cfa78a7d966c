import GFMSyntax

/// Moves items with all they hold into the item above, or out of the item that their list is in.
struct ItemMove: BlockFormEdit {
  enum Direction: Sendable, Hashable {
    case inward, outward
  }

  let direction: Direction
  let options: EditOptions

  func scopes(of selection: TextSelection, in document: Document) -> [Range<Int>] {
    guard !document.isInCode(selection), var run = BlockRun(around: selection.range, in: document) else { return [] }
    while run.members.first?.item == nil {
      guard let outer = run.enclosing else { return [] }
      run = outer
    }
    return [run.range]
  }

  /// Items that follow each other move as one, so that they stay beside each other. A list's first item cannot move in:
  /// those after it move without it.
  func joining(_ scopes: [Range<Int>], in document: Document) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    var isJoinable = false
    for scope in scopes {
      let previousEnd = endOfItem(before: scope, in: document)
      if isJoinable, let previousEnd, let last = joined.last, last.upperBound == previousEnd {
        joined[joined.count - 1] = last.lowerBound..<scope.upperBound
      } else {
        joined.append(scope)
        isJoinable = direction == .outward || previousEnd != nil
      }
    }
    return joined
  }

  /// Where the item ends that the first one of a scope follows in its list.
  private func endOfItem(before scope: Range<Int>, in document: Document) -> Int? {
    Excerpt.find(around: scope, of: document) { excerpt in
      let run = BlockRun(around: scope.shifted(by: -excerpt.start), in: excerpt.document)
      let previous = run?.members.first.flatMap { $0.item == nil ? nil : $0.previousSibling }
      return (previous.map { $0.range.upperBound + excerpt.start }, nil)
    }
  }

  func edits(of scope: Range<Int>, in document: Document) -> [SourceEdit]? {
    guard let run = BlockRun(around: scope, in: document), run.members.allSatisfy({ $0.item != nil }) else {
      return nil
    }
    let items = run.members.compactMap { ItemText($0, in: document) }
    guard let move = direction == .inward ? inward(items, in: document) : outward(items, in: document) else {
      return nil
    }
    let verification = BlockVerification(document, touching: run.range)
    var expected = verification.before.entries
    for (item, sign) in zip(items, move.signs) {
      guard let position = verification.before.position(ofBlock: item.member) else { return nil }
      expected[position].kind = .item(marker: sign.character, task: item.task)
      expected.shiftDepth(of: verification.before.subtree(of: position), by: direction == .inward ? 1 : -1)
    }
    let prefersTabs = items.first?.member.isInListWithTabs ?? false
    for white in (prefersTabs ? [.tabs] : []) + [RunText.Indentation.spaces, .expandedTabs] {
      let edits = move.edits(white).inSourceOrder
      if verification.holds(edits, expected) { return edits }
    }
    return nil
  }

  private struct Move {
    /// The moved items' markers.
    var signs: [ItemText.Sign]
    var edits: (_ white: RunText.Indentation) -> [SourceEdit]
  }

  // MARK: - In

  private func inward(_ items: [ItemText], in document: Document) -> Move? {
    guard let first = items.first, let last = items.last,
      let above = first.member.siblings.last(where: { $0.node < first.member.node }).flatMap({
        ItemText($0, in: document)
      })
    else { return nil }
    let containers = first.outerContainers
    let landing = above.lastInnerItem(in: document)
    let indentation = above.contentIndentation + (landing?.marker.indentation ?? 0)
    let signs =
      landing.map { self.signs(of: items, following: $0) } ?? Self.signs(ofList: items, startingWith: first)
    let block = first.member.placed
    let followers =
      ListNumbering(ofItem: last.member.node, in: block.block)?
      .shiftingFollowers(of: last.member.node, by: -items.count).map { $0.moved(by: block.start) } ?? []
    return Move(signs: signs) { white in
      followers
        + zip(items, signs).flatMap { item, sign in
          var column = item.outerColumn + indentation
          if white == .tabs, landing == nil { column = TextColumns.stop(from: column) }
          return item.moving(within: containers, by: column - item.marker.column, sign: sign, with: white)
        }
    }
  }

  // MARK: - Out

  private func outward(_ items: [ItemText], in document: Document) -> Move? {
    guard let first = items.first, let last = items.last, let outer = first.outerItem(in: document),
      first.list.nextSibling == nil, first.firstLine.start > outer.firstLine.start
    else { return nil }
    let containers = outer.outerContainers
    let signs = self.signs(of: items, following: outer)
    let block = first.member.placed
    let followers =
      ListNumbering(ofItem: outer.member.node, in: block.block)?
      .shiftingFollowers(of: outer.member.node, by: items.count).map { $0.moved(by: block.start) } ?? []
    let rest = last.member.siblings.filter { $0.node > last.member.node }.compactMap { ItemText($0, in: document) }
    let restSigns =
      last.lastInnerItem(in: document).map { self.signs(of: rest, following: $0, onlyOfSameKind: true) }
      ?? Self.signs(ofList: rest, startingWith: rest.first)
    guard let lastSign = signs.last else { return nil }
    func shift(of item: ItemText) -> Int {
      outer.marker.indentation - outer.contentIndentation - item.marker.indentation
    }
    let restIndentation =
      outer.marker.indentation + last.contentWidth(with: lastSign, movedBy: shift(of: last))
    return Move(signs: signs) { white in
      let moved = zip(items, signs).flatMap { item, sign in
        item.moving(within: containers, by: shift(of: item), sign: sign, with: white)
      }
      let kept = zip(rest, restSigns).flatMap { item, sign in
        var column = item.outerColumn - outer.contentIndentation + restIndentation
        if white == .tabs { column = TextColumns.stop(from: column) }
        return item.moving(within: containers, by: column - item.marker.column, sign: sign, with: white)
      }
      return moved + kept + followers
    }
  }

  // MARK: - Markers

  /// Markers that go on after `item`'s.
  private func signs(
    of items: [ItemText], following item: ItemText, onlyOfSameKind: Bool = false
  ) -> [ItemText.Sign] {
    if onlyOfSameKind, items.first?.item.marker != item.item.marker {
      return Self.signs(ofList: items, startingWith: items.first)
    }
    guard
      let numbering = ListNumbering(
        ofItem: item.member.node, in: item.member.placed.block, lone: options.numbering)
    else {
      return items.map { _ in ItemText.Sign(character: item.item.marker) }
    }
    let next = numbering.number(after: item.member.node)
    return items.indices.map { index in
      let number = numbering.repeats ? next : next + index
      return Self.numbered(number, character: item.item.marker, width: numbering.minimalDigits(after: item.marker))
    }
  }

  /// The markers of items that become a list of their own: numbers start anew.
  private static func signs(ofList items: [ItemText], startingWith first: ItemText?) -> [ItemText.Sign] {
    guard let first,
      let numbering = ListNumbering(ofItem: first.member.node, in: first.member.placed.block), !numbering.repeats
    else { return items.map(\.sign) }
    let width = numbering.minimalDigits(after: first.marker)
    return items.enumerated().map { index, item in
      numbered(index + min(numbering.first, 1), character: item.item.marker, width: width)
    }
  }

  private static func numbered(_ number: Int, character: UInt8, width: Int) -> ItemText.Sign {
    let digits = Array(String(min(number, ItemMarker.maximalNumber)).utf8)
    let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: max(width - digits.count, 0))
    return ItemText.Sign(character: character, digits: zeros + digits)
  }
}

extension Document {
  /// Whether a selection is in the lines of a code or HTML block, where indentation is text. The line of a marker is its
  /// item's, whatever stands in it.
  func isInCode(_ selection: TextSelection) -> Bool {
    let range = trimmed(selection.range)
    guard let part = parts(overlapping: range.lowerBound..<range.lowerBound).first else { return false }
    let tree = part.block.tree
    guard let leaf = tree.innermostBlock(at: range.lowerBound - part.start), tree.isLiteral(leaf),
      range.upperBound <= part.range(of: leaf).upperBound
    else { return false }
    let line = lineRange(line(at: range.lowerBound))
    return !tree.ancestors(of: leaf).contains {
      tree.item($0) != nil && line.contains(part.start + Int(tree.nodes[$0].start))
    }
  }
}

extension ItemText {
  /// The quotes, items and footnotes around the item's list.
  var outerContainers: [SyntaxTree.Index] {
    let list = Int(member.tree.nodes[member.node].parent)
    let parent = Int(member.tree.nodes[list].parent)
    return parent >= 0 ? member.tree.containers(around: parent) : []
  }

  /// The item that the item's list is in.
  func outerItem(in document: Document) -> ItemText? {
    let parent = Int(member.tree.nodes[list.node].parent)
    guard parent >= 0 else { return nil }
    return ItemText(BlockRun.Member(placed: member.placed, node: parent), in: document)
  }

  /// The last item of the list that the item ends with.
  func lastInnerItem(in document: Document) -> ItemText? {
    guard let last = Array(member.tree.children(of: member.node)).last, case .list = member.tree.nodes[last].kind,
      let item = Array(member.tree.children(of: last)).last
    else { return nil }
    return ItemText(BlockRun.Member(placed: member.placed, node: item), in: document)
  }
}
