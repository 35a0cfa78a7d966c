public import GFMSyntax
public import MarkdownText

extension Block {
  /// The edits that make the numbers of an ordered list's items go up by one from its first, which stays; empty for a
  /// bullet list, and where nothing is to be done.
  ///
  /// A list whose items all say `1.`, or all `0.`, stays as it is. Where a marker's width changes, the content keeps
  /// its column if the white space around the marker has room; else the item's other lines move along with it. Numbers
  /// are padded with zeros as the first one is. The list is left alone from where numbers would take more than nine
  /// digits.
  ///
  /// - Parameter list: The list's index in the block's tree.
  /// - Returns: Edits in source order, in bytes from the block's start. Costs the list's items, and the lines of those
  ///   that are moved.
  public func renumbering(of list: SyntaxTree.Index) -> [SourceEdit] {
    guard let numbering = ListNumbering(of: list, in: self), !numbering.repeats else { return [] }
    var edits: [SourceEdit] = []
    var number = numbering.first
    for item in tree.children(of: list) {
      guard let itemEdits = numbering.renumbering(item, to: number) else { break }
      edits += itemEdits
      number += 1
    }
    return edits
  }
}

/// How an ordered list counts.
struct ListNumbering {
  let list: SyntaxTree.Index
  let first: Int
  /// Whether all of its items say `1.`, or all say `0.`; of one item that is known only where it is asked for.
  let repeats: Bool
  /// To how many digits its numbers are padded with zeros; 0 where they are not.
  private let zeroPaddedWidth: Int
  private let block: Block

  /// `nil` where the node at `list` is no ordered list. One with a single item goes on as `lone` says.
  init?(of list: SyntaxTree.Index, in block: Block, lone: EditOptions.Numbering = .increment) {
    guard block.tree.nodes.indices.contains(list), case .list(let kind) = block.tree.nodes[list].kind, kind.isOrdered
    else { return nil }
    self.list = list
    self.block = block
    var items = block.tree.children(of: list)
    guard let firstItem = items.next() else { return nil }
    let firstNumber = Int(block.tree.item(firstItem)?.number ?? 0)
    var others = items
    let isLonger = others.next() != nil
    first = firstNumber
    repeats =
      isLonger
      ? firstNumber <= 1 && items.allSatisfy { Int(block.tree.item($0)?.number ?? 0) == firstNumber }
      : lone == .one && firstNumber == 1
    zeroPaddedWidth = Self.zeroPaddedWidth(of: ItemMarker(of: firstItem, in: block), in: block)
  }

  /// How the list of the item at `item` counts; `nil` for a bullet list.
  init?(ofItem item: SyntaxTree.Index, in block: Block, lone: EditOptions.Numbering = .increment) {
    self.init(of: Int(block.tree.nodes[item].parent), in: block, lone: lone)
  }

  private static func zeroPaddedWidth(of marker: ItemMarker, in block: Block) -> Int {
    guard marker.digits.count > 1, block.bytes[marker.digits.lowerBound] == UInt8(ascii: "0") else { return 0 }
    return marker.digits.count
  }

  /// How many digits a number that takes the place of `marker`'s has at least.
  func minimalDigits(after marker: ItemMarker) -> Int {
    max(zeroPaddedWidth, Self.zeroPaddedWidth(of: marker, in: block))
  }

  /// The number of an item that comes to stand after the item at `index`.
  func number(after index: SyntaxTree.Index) -> Int {
    let number = Int(block.tree.item(index)?.number ?? 0)
    return repeats ? number : number + 1
  }

  /// The edits that add `step` to the numbers of the items after the one at `index`, as far as they count on from it, or
  /// would be no higher than those that come to stand before them.
  ///
  /// No edits where one of them would have more than nine digits.
  func shiftingFollowers(of index: SyntaxTree.Index, by step: Int) -> [SourceEdit] {
    guard !repeats else { return [] }
    var edits: [SourceEdit] = []
    var number = Int(block.tree.item(index)?.number ?? 0)
    var follower = Int(block.tree.nodes[index].subtreeEnd)
    while follower < Int(block.tree.nodes[list].subtreeEnd), let item = block.tree.item(follower) {
      number += 1
      guard Int(item.number) == number || step > 0 && Int(item.number) < number + step else { break }
      guard let itemEdits = renumbering(follower, to: number + step) else { return [] }
      edits += itemEdits
      follower = Int(block.tree.nodes[follower].subtreeEnd)
    }
    return edits
  }

  /// The edits that make the list's first item say `number`, and those after it count on from it as far as they do.
  ///
  /// No edits where all items say the same.
  func starting(with number: Int) -> [SourceEdit] {
    guard !repeats, let edits = renumbering(list + 1, to: number) else { return [] }
    return edits + shiftingFollowers(of: list + 1, by: number - first)
  }

  /// The edits that give the item at `index` a number; `nil` where it would have more than nine digits.
  func renumbering(_ index: SyntaxTree.Index, to number: Int) -> [SourceEdit]? {
    let marker = ItemMarker(of: index, in: block)
    guard number != marker.number else { return [] }
    guard let fit = MarkerFit(number, for: marker, minimalDigits: minimalDigits(after: marker), in: block.bytes)
    else { return nil }
    var edits: [SourceEdit] = []
    if fit.droppedIndentation > 0 {
      let start = marker.range.lowerBound
      edits.append(SourceEdit(range: start - fit.droppedIndentation..<start, replacement: []))
    }
    edits.append(SourceEdit(range: marker.digits, replacement: fit.digits))
    if fit.droppedPadding > 0 {
      let end = marker.padding.upperBound
      edits.append(SourceEdit(range: end - fit.droppedPadding..<end, replacement: []))
    }
    if fit.contentShift != 0 { edits += reindenting(index, after: marker.line, by: fit.contentShift) }
    return edits
  }

  /// The edits that move an item's lines after `line` by `shift` columns, lazy ones excepted.
  func reindenting(_ index: SyntaxTree.Index, after line: SourceLine, by shift: Int) -> [SourceEdit] {
    let containers = block.tree.containers(around: index)
    let end = Int(block.tree.nodes[index].end)
    var edits: [SourceEdit] = []
    var line = line
    while let next = line.following(in: block.bytes), next.start < end {
      line = next
      if let edit = reindenting(next, within: containers, by: shift) { edits.append(edit) }
    }
    return edits
  }

  /// The edit that moves what `line` holds for the innermost of `containers`; `nil` where it holds nothing.
  private func reindenting(
    _ line: SourceLine, within containers: [SyntaxTree.Index], by shift: Int
  ) -> SourceEdit? {
    var start = PrefixScan(line, in: block.bytes)
    guard start.enter(containers.dropLast(), in: block.tree) else { return nil }
    var content = start
    guard content.enter(containers.suffix(1), in: block.tree) else { return nil }
    let run = start.whitespaceRun
    let isSpaces = block.bytes[start.offset..<run.end].allSatisfy { $0 == UInt8(ascii: " ") }
    if isSpaces, shift > 0 {
      return SourceEdit(
        range: start.offset..<start.offset, replacement: [UInt8](repeating: UInt8(ascii: " "), count: shift))
    }
    if isSpaces, -shift <= run.end - start.offset {
      return SourceEdit(range: start.offset..<start.offset - shift, replacement: [])
    }
    let startColumn = TextColumns.after(block.bytes[line.start..<start.offset])
    if shift > 0, shift % 4 == 0, start.column == startColumn, startColumn % 4 == 0 {
      return SourceEdit(
        range: start.offset..<start.offset, replacement: [UInt8](repeating: UInt8(ascii: "\t"), count: shift / 4))
    }
    // A tab does not move by other columns: spaces take its place, those for the part of it that containers outside
    // consumed among them.
    let count = max(run.endColumn + shift - startColumn, 0)
    return SourceEdit(
      range: start.offset..<run.end, replacement: [UInt8](repeating: UInt8(ascii: " "), count: count))
  }
}
