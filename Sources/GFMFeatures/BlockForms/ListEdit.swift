import GFMSyntax

/// Makes blocks the items of a list, items those of another kind of list, or takes their markers away.
struct ListEdit: BlockFormEdit {
  enum Form: Sendable, Hashable {
    /// Without boxes.
    case bullet
    /// Without boxes.
    case ordered
    /// With boxes, whatever the markers.
    case task
  }

  let form: Form
  let options: EditOptions
  /// Whether the items lose their markers.
  let takesOff: Bool

  /// Markers go if all that is selected are items of this form.
  init(_ form: Form, at selections: [ExcerptSelection], options: EditOptions) {
    self.form = form
    self.options = options
    let runs = selections.compactMap { Self.run(around: $0.selection.range, in: $0.document) }
    let hasForm = runs.contains { run in run.units.contains { Self.isItem($0, of: form, in: run.document) } }
    takesOff =
      hasForm
      && runs.allSatisfy { run in
        run.units.allSatisfy { unit in
          Self.isItem(unit, of: form, in: run.document) || form == .task && unit.item != nil && !unit.canHaveBox
        }
      }
  }

  private static func isItem(_ member: BlockRun.Member, of form: Form, in document: Document) -> Bool {
    guard let item = ItemText(member, in: document) else { return false }
    switch form {
    case .bullet: return !item.isOrdered && item.box == nil
    case .ordered: return item.isOrdered && item.box == nil
    case .task: return item.box != nil
    }
  }

  /// The blocks or items that a selection stands for; what an item starts with stands for the item.
  private static func run(around range: Range<Int>, in document: Document) -> BlockRun? {
    guard let run = BlockRun(around: range, in: document) else { return nil }
    guard let parent = run.parent, let first = run.members.first, first.tree.item(parent) != nil,
      first.node == parent + 1
    else { return run }
    return run.enclosing
  }

  func scopes(of selection: TextSelection, in document: Document) -> [Range<Int>] {
    guard let run = Self.run(around: selection.range, in: document) else { return [] }
    // A caret stands for all of a list that is to be of another form.
    if !takesOff, selection.isCaret, let first = run.members.first, first.item != nil {
      if Self.isItem(first, of: form, in: document) { return [] }
      return BlockRun(first.siblings, in: document).map { [$0.range] } ?? []
    }
    return [run.unitRange]
  }

  func edits(of scope: Range<Int>, in document: Document) -> [SourceEdit]? {
    guard let run = Self.run(around: scope, in: document) else { return nil }
    let units = run.units
    let verification = BlockVerification(document, touching: run.range)
    return takesOff ? unwrapping(units, run, verification) : listing(units, run, verification)
  }

  // MARK: - Off

  private func unwrapping(
    _ units: [BlockRun.Member], _ run: BlockRun, _ verification: BlockVerification
  ) -> [SourceEdit]? {
    let document = run.document
    var expected = verification.before.entries
    for unit in units.reversed() {
      guard let position = verification.before.position(ofBlock: unit) else { return nil }
      expected.shiftDepth(of: expected.subtree(of: position), by: -1)
      expected.remove(at: position)
    }
    let items = units.compactMap { ItemText($0, in: document) }
    guard items.count == units.count, let first = items.first, let text = RunText(run) else { return nil }
    // Blank lines part the blocks that were items, and those from the items that stay.
    var separators = items.dropFirst().compactMap(\.separator)
    if first.member.node > first.list.node + 1 { separators += first.separator.map { [$0] } ?? [] }
    if let next = items.last?.member.nextSibling, next.item != nil {
      separators += ItemText(next, in: document)?.separator.map { [$0] } ?? []
    }
    let further = text.separators.filter { $0.allSatisfy { !separators.contains($0) } }
    let escapes = items.compactMap(\.escape)
    for expandsTabs in [false, true] {
      let unwrapped = items.flatMap { $0.unwrapping(expandsTabs: expandsTabs) }
      for separator in further {
        let edits = (separators + separator + unwrapped + escapes).inSourceOrder
        if verification.holds(edits, expected) { return edits }
      }
    }
    return nil
  }

  // MARK: - On

  private func listing(
    _ units: [BlockRun.Member], _ run: BlockRun, _ verification: BlockVerification
  ) -> [SourceEdit]? {
    guard form != .task || units.contains(where: \.canHaveBox) else { return nil }
    let signs = signs(for: units, in: run.document)
    var expected = verification.before.entries
    for (unit, sign) in zip(units, signs).reversed() {
      guard let position = verification.before.position(ofBlock: unit) else { return nil }
      let kind = BlockStructure.Kind.item(marker: sign.character, task: newTask(for: unit, in: run.document))
      if unit.item != nil {
        expected[position].kind = kind
      } else {
        let depth = expected[position].depth
        expected.shiftDepth(of: expected.subtree(of: position), by: 1)
        expected.insert(.init(kind: kind, depth: depth), at: position)
      }
    }
    guard let text = RunText(run) else { return nil }
    let escapes = form == .task ? [] : units.compactMap { ItemText($0, in: run.document)?.escape }
    for (expandsTabs, dropsIndentation) in [(false, true), (false, false), (true, true), (true, false)] {
      let listed = zip(units, signs).flatMap { unit, sign in
        listing(
          unit, as: sign, in: run.document, expandsTabs: expandsTabs, dropsIndentation: dropsIndentation)
      }
      for separator in text.separators {
        let edits = (separator + listed + escapes).inSourceOrder
        if verification.holds(edits, expected) { return edits }
      }
    }
    return nil
  }

  private func newTask(for unit: BlockRun.Member, in document: Document) -> Node.Item.Task? {
    form == .task && unit.canHaveBox ? ItemText(unit, in: document)?.task ?? .unchecked : nil
  }

  private func listing(
    _ unit: BlockRun.Member, as sign: ItemText.Sign, in document: Document, expandsTabs: Bool, dropsIndentation: Bool
  ) -> [SourceEdit] {
    if let item = ItemText(unit, in: document) {
      return item.resigning(sign, expandsTabs: expandsTabs) + item.boxing(newTask(for: unit, in: document))
    }
    guard let run = BlockRun([unit], in: document), let text = RunText(run) else { return [] }
    let box = form == .task && unit.canHaveBox ? Array("[ ] ".utf8) : []
    let marker = sign.bytes + [UInt8(ascii: " ")]
    return text.lines.compactMap { line in
      guard let scan = text.content(of: line), scan.whitespaceRun.end < line.end else { return nil }
      if line != text.firstLine {
        let spaces = [UInt8](repeating: UInt8(ascii: " "), count: marker.count)
        return text.inserting(spaces, at: scan, of: line, expandsTabs: expandsTabs)
      }
      guard dropsIndentation, unit.kind != .indentedCode, unit.kind != .htmlBlock else {
        return text.inserting(marker + box, at: scan, of: line, expandsTabs: expandsTabs)
      }
      return text.replacingIndentation(marker + box, at: scan)
    }
  }

  // MARK: Markers

  /// The marker of each unit, those of a list before it counted on from.
  private func signs(for units: [BlockRun.Member], in document: Document) -> [ItemText.Sign] {
    let items = units.map { ItemText($0, in: document) }
    let neighbours = units.first.map { $0.neighbouringLists(in: document) } ?? []
    guard form == .ordered else {
      let kept = items.compactMap { $0 }.first { !$0.isOrdered } ?? neighbours.first { !$0.isOrdered }
      let bullet = kept?.item.marker ?? options.bullet
      return items.map { item in
        guard let item else { return .init(character: bullet) }
        let keepsMarker = form == .task ? item.box != nil || !item.isOrdered : !item.isOrdered
        return keepsMarker ? item.sign : .init(character: bullet)
      }
    }
    let before = units.first?.listBefore(in: document).flatMap { $0.isOrdered ? $0 : nil }
    let delimiter =
      (items.first { $0?.isOrdered == true } ?? nil)?.item.marker
      ?? neighbours.first { $0.isOrdered }?.item.marker ?? UInt8(ascii: ".")
    var number = 1
    var step = options.numbering == .one ? 0 : 1
    if let first = items.first ?? nil, first.isOrdered {
      number = Int(first.item.number)
    } else if let before, before.item.marker == delimiter {
      let numbering = ListNumbering(
        ofItem: before.member.node, in: before.member.placed.block, lone: options.numbering)
      number = numbering?.number(after: before.member.node) ?? number
      if numbering?.repeats == true { step = 0 }
    }
    return items.enumerated().map { index, item in
      if step == 0, let item, item.isOrdered { return item.sign }
      let number = min(number + index * step, ItemMarker.maximalNumber)
      let digits = Array(String(number).utf8)
      let hasSameNumber = item.map { $0.isOrdered && Int($0.item.number) == number } ?? false
      return hasSameNumber ? item?.sign ?? .init(character: delimiter) : .init(character: delimiter, digits: digits)
    }
  }
}

extension EditOptions {
  /// The character that new bullet lists are written with.
  fileprivate var bullet: UInt8 {
    switch bulletMarker {
    case .dash: UInt8(ascii: "-")
    case .asterisk: UInt8(ascii: "*")
    case .plus: UInt8(ascii: "+")
    }
  }
}

extension BlockRun.Member {
  /// Whether it is text, or an item that starts with text: only before text can a box stand (GFM 5.3).
  var canHaveBox: Bool {
    if kind == .paragraph { return true }
    guard item != nil, Int(tree.nodes[node].subtreeEnd) > node + 1 else { return false }
    return tree.nodes[node + 1].kind == .paragraph
  }

  /// The block that comes next in the same container.
  var nextSibling: BlockRun.Member? {
    let next = Int(tree.nodes[node].subtreeEnd)
    guard next < tree.nodes.count, tree.nodes[next].parent == tree.nodes[node].parent else { return nil }
    return BlockRun.Member(placed: placed, node: next)
  }

  /// The block that comes before in the same container.
  var previousSibling: BlockRun.Member? { siblings.last { $0.node < node } }

  /// The block itself; for a list's first or last item, the list.
  private func outermost(isFirst: Bool) -> BlockRun.Member? {
    guard item != nil else { return self }
    guard (isFirst ? previousSibling : nextSibling) == nil else { return nil }
    return BlockRun.Member(placed: placed, node: Int(tree.nodes[node].parent))
  }

  /// The last item of the list that stands right before the block in the same container.
  func listBefore(in document: Document) -> ItemText? {
    guard let block = outermost(isFirst: true) else { return nil }
    var before = block.previousSibling
    if before == nil, tree.nodes[block.node].parent < 0, placed.start > 0 {
      let previous = document.block(at: placed.start - 1)
      before = Array(previous.block.tree.roots).last.map { BlockRun.Member(placed: previous, node: $0) }
    }
    guard let before, case .list = before.kind, let last = Array(before.tree.children(of: before.node)).last else {
      return nil
    }
    return ItemText(BlockRun.Member(placed: before.placed, node: last), in: document)
  }

  /// The first item of the list that stands right after the block in the same container.
  private func listAfter(in document: Document) -> ItemText? {
    guard let block = outermost(isFirst: false) else { return nil }
    var after = block.nextSibling
    if after == nil, tree.nodes[block.node].parent < 0, placed.range.upperBound < document.byteCount {
      let next = document.block(at: placed.range.upperBound)
      after = Array(next.block.tree.roots).first.map { BlockRun.Member(placed: next, node: $0) }
    }
    guard let after, case .list = after.kind else { return nil }
    return ItemText(BlockRun.Member(placed: after.placed, node: after.node + 1), in: document)
  }

  /// An item of each of the lists right before and right after the block in the same container.
  func neighbouringLists(in document: Document) -> [ItemText] {
    [listBefore(in: document), listAfter(in: document)].compactMap { $0 }
  }
}
