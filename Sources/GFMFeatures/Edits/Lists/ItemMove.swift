import GFMSyntax
import MarkdownText

/// Moves items with all they hold into the item above, or out of the item that their list is in.
struct ItemMove: BlockOperation {
  enum Direction: Sendable, Hashable {
    case inward, outward
  }

  let direction: Direction
  let options: EditOptions

  /// Items that follow each other move as one, so that they stay beside each other.
  func joining(_ scopes: [Range<Int>], in document: Document) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for scope in scopes {
      if let last = joined.last, let previous = itemBefore(scope, in: document),
        last.lowerBound <= previous.lowerBound, last.upperBound == previous.upperBound
      {
        joined[joined.count - 1] = last.lowerBound..<scope.upperBound
      } else {
        joined.append(scope)
      }
    }
    return joined
  }

  /// The item that the first one of a scope follows; moving in, one of another list, too.
  private func itemBefore(_ scope: Range<Int>, in document: Document) -> Range<Int>? {
    DocumentWindow.find(around: scope, of: document) { excerpt in
      let run = SiblingBlocks(around: scope.shifted(by: -excerpt.start), in: excerpt.document)
      let first = run?.units.first { $0.item != nil }
      let previous =
        direction == .inward ? first?.itemAbove(in: excerpt.document) : first?.previousSibling
      return (previous?.range.shifted(by: excerpt.start), nil)
    }
  }

  func edits(of scope: Range<Int>, in document: Document) -> [SourceEdit]? {
    guard let run = SiblingBlocks(around: scope, in: document), run.units.allSatisfy({ $0.item != nil }) else {
      return nil
    }
    let items = run.units.compactMap { ListItemSource($0, in: document) }
    guard let move = direction == .inward ? inward(items, in: document) : outward(items, in: document) else {
      return nil
    }
    let verification = BlockVerification(document, touching: run.range, and: move.followers)
    var expected = verification.before.entries
    for (item, sign) in zip(items, move.signs) {
      guard let position = verification.before.position(ofBlock: item.member) else { return nil }
      expected[position].kind = .item(marker: sign.character, task: item.task)
      expected.shiftDepth(of: verification.before.subtree(of: position), by: direction == .inward ? 1 : -1)
    }
    let usesTabs = items.first.map { prefersTabs($0.member, in: document) } ?? false
    for keepsPlaces in direction == .outward ? [true, false] : [false] {
      for white in (usesTabs ? [.tabs] : []) + [BlockLines.Indentation.spaces, .expandedTabs] {
        let edits = (move.edits(white, keepsPlaces) + move.followers).inSourceOrder
        if verification.holds(edits, expected) { return edits }
      }
    }
    return nil
  }

  /// Whether lists are set in with tabs around an item; those of a list of another kind that it goes into, if it does.
  private func prefersTabs(_ item: SiblingBlocks.Member, in document: Document) -> Bool {
    guard direction == .inward, item.previousSibling == nil else { return item.isInListWithTabs }
    return (item.lastItemOfListBefore(in: document) ?? item).isInListWithTabs
  }

  private struct Move {
    /// The moved items' markers.
    var signs: [ListItemSource.Sign]
    /// Those that give the items after them other numbers.
    var followers: [SourceEdit]
    /// `keepsPlaces`: whether items that come into another one without moving stay where they are written.
    var edits: (_ white: BlockLines.Indentation, _ keepsPlaces: Bool) -> [SourceEdit]
  }

  // MARK: - In

  private func inward(_ items: [ListItemSource], in document: Document) -> Move? {
    guard let first = items.first, let last = items.last,
      let above = first.member.itemAbove(in: document).flatMap({ ListItemSource($0, in: document) })
    else { return nil }
    let containers = first.outerContainers
    let destinationItem = above.lastInnerItem(in: document)
    let indentation =
      destinationItem.map { above.contentIndentation + $0.marker.indentation }
      ?? above.innerListIndentation(near: first.member)
    let signs =
      destinationItem.map { self.signs(of: items, following: $0) } ?? Self.signs(ofList: items, startingWith: first)
    let block = last.member.placed
    let movedCount = items.count { $0.list == last.list }
    let followers =
      last.member.nextSibling == nil
      ? above.countingOn(last.member.listAfter(in: document), options)
      : ListNumbering(ofItem: last.member.node, in: block.block)?
        .shiftingFollowers(of: last.member.node, by: -movedCount).map { $0.moved(by: block.start) } ?? []
    return Move(signs: signs, followers: followers) { white, _ in
      zip(items, signs).flatMap { item, sign in
        var column = item.outerColumn + indentation
        if white == .tabs, destinationItem == nil {
          column = TextColumns.stop(from: item.outerColumn + above.contentIndentation)
        }
        return item.moving(within: containers, by: column - item.marker.column, sign: sign, with: white)
      }
    }
  }

  // MARK: - Out

  private func outward(_ items: [ListItemSource], in document: Document) -> Move? {
    guard let first = items.first, let last = items.last, let outer = first.outerItem(in: document),
      first.list.nextSibling == nil, first.firstLine.start > outer.firstLine.start
    else { return nil }
    let containers = outer.outerContainers
    let signs = self.signs(of: items, following: outer)
    let block = first.member.placed
    let followers =
      ListNumbering(ofItem: outer.member.node, in: block.block)?
      .shiftingFollowers(of: outer.member.node, by: items.count).map { $0.moved(by: block.start) } ?? []
    let rest = last.member.siblings.filter { $0.node > last.member.node }.compactMap {
      ListItemSource($0, in: document)
    }
    let restSigns =
      last.lastInnerItem(in: document).map { self.signs(of: rest, following: $0, onlyOfSameKind: true) }
      ?? Self.signs(ofList: rest, startingWith: rest.first)
    guard let lastSign = signs.last else { return nil }
    func shift(of item: ListItemSource) -> Int {
      outer.marker.indentation - outer.contentIndentation - item.marker.indentation
    }
    let restIndentation =
      outer.marker.indentation + last.contentWidth(with: lastSign, movedBy: shift(of: last))
    return Move(signs: signs, followers: followers) { white, keepsPlaces in
      let moved = zip(items, signs).flatMap { item, sign in
        item.moving(within: containers, by: shift(of: item), sign: sign, with: white)
      }
      let kept = zip(rest, restSigns).flatMap { item, sign in
        var column = item.outerColumn - outer.contentIndentation + restIndentation
        if white == .tabs { column = TextColumns.stop(from: column) }
        if keepsPlaces { column = item.marker.column }
        return item.moving(within: containers, by: column - item.marker.column, sign: sign, with: white)
      }
      return moved + kept
    }
  }

  // MARK: - Markers

  /// Markers that go on after `item`'s.
  private func signs(
    of items: [ListItemSource], following item: ListItemSource, onlyOfSameKind: Bool = false
  ) -> [ListItemSource.Sign] {
    if onlyOfSameKind, items.first?.item.marker != item.item.marker {
      return Self.signs(ofList: items, startingWith: items.first)
    }
    guard
      let numbering = ListNumbering(
        ofItem: item.member.node, in: item.member.placed.block, lone: options.numbering)
    else {
      return items.map { _ in ListItemSource.Sign(character: item.item.marker) }
    }
    let next = numbering.number(after: item.member.node)
    return items.indices.map { index in
      let number = numbering.repeats ? next : next + index
      return Self.numbered(number, character: item.item.marker, width: numbering.minimalDigits(after: item.marker))
    }
  }

  /// The markers of items that become a list of their own: numbers start anew. Those of a list beside that keep theirs.
  private static func signs(ofList items: [ListItemSource], startingWith first: ListItemSource?) -> [ListItemSource
    .Sign]
  {
    guard let first,
      let numbering = ListNumbering(ofItem: first.member.node, in: first.member.placed.block), !numbering.repeats
    else { return items.map(\.sign) }
    let width = numbering.minimalDigits(after: first.marker)
    return items.enumerated().map { index, item in
      guard item.list == first.list else { return item.sign }
      return numbered(index + min(numbering.first, 1), character: item.item.marker, width: width)
    }
  }

  private static func numbered(_ number: Int, character: UInt8, width: Int) -> ListItemSource.Sign {
    let digits = Array(String(min(number, ItemMarker.maximalNumber)).utf8)
    let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: max(width - digits.count, 0))
    return ListItemSource.Sign(character: character, digits: zeros + digits)
  }
}

extension ListItemSource {
  /// The quotes, items and footnotes around the item's list.
  var outerContainers: [SyntaxTree.Index] {
    let list = Int(member.tree.nodes[member.node].parent)
    let parent = Int(member.tree.nodes[list].parent)
    return parent >= 0 ? member.tree.containers(around: parent) : []
  }

  /// The item that the item's list is in.
  func outerItem(in document: Document) -> ListItemSource? {
    let parent = Int(member.tree.nodes[list.node].parent)
    guard parent >= 0 else { return nil }
    return ListItemSource(SiblingBlocks.Member(placed: member.placed, node: parent), in: document)
  }

  /// The edits that make a list that comes to stand right after the item, `next` its first item, go on as the item's.
  func countingOn(_ next: ListItemSource?, _ options: EditOptions) -> [SourceEdit] {
    guard let next, next.isOrdered, next.item.marker == item.marker,
      let own = ListNumbering(ofItem: member.node, in: member.placed.block, lone: options.numbering), !own.repeats
    else { return [] }
    return next.startingList(with: own.number(after: member.node), options)
  }

  /// The edits that make the list that the item is the first of start with `number`.
  func startingList(with number: Int, _ options: EditOptions) -> [SourceEdit] {
    ListNumbering(ofItem: member.node, in: member.placed.block, lone: options.numbering)?
      .starting(with: number).map { $0.moved(by: member.placed.start) } ?? []
  }

  /// The last item of the list that the item ends with.
  func lastInnerItem(in document: Document) -> ListItemSource? {
    guard let last = Array(member.tree.children(of: member.node)).last, case .list = member.tree.nodes[last].kind,
      let item = Array(member.tree.children(of: last)).last
    else { return nil }
    return ListItemSource(SiblingBlocks.Member(placed: member.placed, node: item), in: document)
  }
}
