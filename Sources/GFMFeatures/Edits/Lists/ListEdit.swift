import GFMSyntax
import MarkdownText

/// Makes blocks the items of a list, items those of another kind of list, or takes their markers away.
struct ListEdit: BlockOperation {
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
  let removes: Bool

  /// Markers go if all that is selected are items of this form.
  init(_ form: Form, at selections: [WindowSelection], options: EditOptions) {
    self.form = form
    self.options = options
    let runs = selections.compactMap { Self.run(around: $0.selection.range, in: $0.document) }
    let hasForm = runs.contains { run in run.units.contains { Self.isItem($0, of: form, in: run.document) } }
    removes =
      hasForm
      && runs.allSatisfy { run in
        run.units.allSatisfy { unit in
          Self.isItem(unit, of: form, in: run.document) || form == .task && unit.item != nil && !unit.canHaveBox
        }
      }
  }

  private static func isItem(_ member: SiblingBlocks.Member, of form: Form, in document: Document) -> Bool {
    guard let item = ListItemSource(member, in: document) else { return false }
    switch form {
    case .bullet: return !item.isOrdered && item.box == nil
    case .ordered: return item.isOrdered && item.box == nil
    case .task: return item.box != nil
    }
  }

  /// The blocks or items that a selection stands for; what an item starts with stands for the item.
  private static func run(around range: Range<Int>, in document: Document) -> SiblingBlocks? {
    guard let run = SiblingBlocks(around: range, in: document) else { return nil }
    guard let parent = run.parent, let first = run.members.first, first.tree.item(parent) != nil,
      first.node == parent + 1
    else { return run }
    return run.enclosing
  }

  func scopes(of selection: TextSelection, in document: Document) -> [Range<Int>] {
    guard let run = Self.run(around: selection.range, in: document) else { return [] }
    // A caret stands for all of a list that is to be of another form.
    if !removes, selection.isCaret, let first = run.members.first, first.item != nil {
      if Self.isItem(first, of: form, in: document) { return [] }
      return SiblingBlocks(first.siblings, in: document).map { [$0.range] } ?? []
    }
    return [run.unitRange]
  }

  func edits(of scope: Range<Int>, in document: Document) -> [SourceEdit]? {
    guard let run = Self.run(around: scope, in: document) else { return nil }
    let units = run.units
    return removes ? unwrapping(units, run) : listing(units, run)
  }

  // MARK: - Off

  private func unwrapping(_ units: [SiblingBlocks.Member], _ run: SiblingBlocks) -> [SourceEdit]? {
    let document = run.document
    let verification = BlockVerification(document, touching: run.range)
    var expected = verification.before.entries
    for unit in units.reversed() {
      guard let position = verification.before.position(ofBlock: unit) else { return nil }
      expected.shiftDepth(of: expected.subtree(of: position), by: -1)
      expected.remove(at: position)
    }
    let items = units.compactMap { ListItemSource($0, in: document) }
    guard items.count == units.count, let first = items.first, let text = BlockLines(run) else { return nil }
    // Blank lines part the blocks that were items, and those from the items that stay.
    var separators = items.dropFirst().compactMap(\.separator)
    if first.member.node > first.list.node + 1 { separators += first.separator.map { [$0] } ?? [] }
    // One that comes to stand right after a list of its kind goes on that.
    if let last = items.last, let next = last.member.nextSibling.flatMap({ ListItemSource($0, in: document) }),
      last.lastInnerItem(in: document)?.item.marker != next.item.marker
    {
      separators += next.separator.map { [$0] } ?? []
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

  private func listing(_ units: [SiblingBlocks.Member], _ run: SiblingBlocks) -> [SourceEdit]? {
    guard form != .task || units.contains(where: \.canHaveBox) else { return nil }
    let signs = signs(for: units, in: run.document)
    let followers = countingOn(units, signs, in: run.document)
    let verification = BlockVerification(run.document, touching: run.range, and: followers)
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
    guard let text = BlockLines(run) else { return nil }
    let escapes = form == .task ? [] : units.compactMap { ListItemSource($0, in: run.document)?.escape }
    for (expandsTabs, dropsIndentation) in [(false, true), (false, false), (true, true), (true, false)] {
      let listed = zip(units, signs).flatMap { unit, sign in
        listing(
          unit, as: sign, in: run.document, expandsTabs: expandsTabs, dropsIndentation: dropsIndentation)
      }
      for separator in text.separators {
        let edits = (separator + listed + escapes + followers).inSourceOrder
        if verification.holds(edits, expected) { return edits }
      }
    }
    return nil
  }

  private func newTask(for unit: SiblingBlocks.Member, in document: Document) -> Node.Item.Task? {
    form == .task && unit.canHaveBox ? ListItemSource(unit, in: document)?.task ?? .unchecked : nil
  }

  private func listing(
    _ unit: SiblingBlocks.Member, as sign: ListItemSource.Sign, in document: Document, expandsTabs: Bool,
    dropsIndentation: Bool
  ) -> [SourceEdit] {
    if let item = ListItemSource(unit, in: document) {
      return item.replacingMarker(sign, expandsTabs: expandsTabs)
        + item.settingCheckbox(newTask(for: unit, in: document))
    }
    guard let run = SiblingBlocks([unit], in: document), let text = BlockLines(run) else { return [] }
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
  private func signs(for units: [SiblingBlocks.Member], in document: Document) -> [ListItemSource.Sign] {
    let items = units.map { ListItemSource($0, in: document) }
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
    let delimiter =
      (items.first { $0?.isOrdered == true } ?? nil)?.item.marker
      ?? neighbours.first { $0.isOrdered }?.item.marker ?? UInt8(ascii: ".")
    let (first, repeats) = start(of: units, as: delimiter, in: document)
    return items.enumerated().map { index, item in
      if repeats, let item, item.isOrdered { return item.sign }
      let number = min(repeats ? first : first + index, ItemMarker.maximalNumber)
      let digits = Array(String(number).utf8)
      let hasSameNumber = item.map { $0.isOrdered && Int($0.item.number) == number } ?? false
      return hasSameNumber ? item?.sign ?? .init(character: delimiter) : .init(character: delimiter, digits: digits)
    }
  }

  /// The number of the first unit, and whether all of them say the same: as the list goes on that it is in or joins.
  private func start(
    of units: [SiblingBlocks.Member], as delimiter: UInt8, in document: Document
  ) -> (number: Int, repeats: Bool) {
    func numbering(of item: ListItemSource) -> ListNumbering? {
      guard item.item.marker == delimiter else { return nil }
      return ListNumbering(ofItem: item.member.node, in: item.member.placed.block, lone: options.numbering)
    }
    if let item = units.first.flatMap({ ListItemSource($0, in: document) }), let own = numbering(of: item) {
      return (Int(item.item.number), own.repeats)
    }
    if let before = units.first?.listBefore(in: document), let own = numbering(of: before) {
      return (own.number(after: before.member.node), own.repeats)
    }
    if let after = units.last?.listAfter(in: document), let own = numbering(of: after), own.repeats {
      return (own.first, true)
    }
    return (1, options.numbering == .one)
  }

  /// The edits that make a list right after the units count on from them, if it comes to be one with them.
  private func countingOn(
    _ units: [SiblingBlocks.Member], _ signs: [ListItemSource.Sign], in document: Document
  ) -> [SourceEdit] {
    guard form == .ordered, let last = signs.last, let number = Int(String(decoding: last.digits, as: UTF8.self)),
      !start(of: units, as: last.character, in: document).repeats,
      let after = units.last?.listAfter(in: document), after.isOrdered, after.item.marker == last.character
    else { return [] }
    return after.startingList(with: number + 1, options)
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

extension SiblingBlocks.Member {
  /// Whether it is text, or an item that starts with text: only before text can a box stand (GFM 5.3).
  var canHaveBox: Bool {
    if kind == .paragraph { return true }
    guard item != nil, Int(tree.nodes[node].subtreeEnd) > node + 1 else { return false }
    return tree.nodes[node + 1].kind == .paragraph
  }
}
