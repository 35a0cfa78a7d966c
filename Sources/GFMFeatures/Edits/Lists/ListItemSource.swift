import GFMSyntax
import MarkdownText

/// An item as it is written, and the edits that give it another marker, another place or none.
///
/// Edits are in the document's bytes.
struct ListItemSource: Sendable {
  let member: SiblingBlocks.Member
  let item: Node.Item
  let marker: ItemMarker
  let box: TaskBox?
  /// The lines of the item's list, in its containers.
  private let text: BlockLines
  private let document: Document

  /// `nil` where `member` is no item. Costs its top-level block's bytes, once.
  init?(_ member: SiblingBlocks.Member, in document: Document) {
    guard let item = member.item, let run = SiblingBlocks([member], in: document), let text = BlockLines(run) else {
      return nil
    }
    self.member = member
    self.item = item
    self.text = text
    self.document = document
    marker = ItemMarker(of: member.node, in: member.placed.block)
    box = TaskBox(after: marker, in: member.placed.block, options: document.options)
  }

  var isOrdered: Bool { !marker.digits.isEmpty }
  var list: SiblingBlocks.Member {
    SiblingBlocks.Member(placed: member.placed, node: Int(member.tree.nodes[member.node].parent))
  }
  /// How far its content is from where its marker may start at the earliest, in columns.
  var contentIndentation: Int { Int(item.contentIndentation) }
  var firstLine: SourceLine { marker.line }

  /// Where the marker starts; bytes from the document's start.
  var sourceStart: Int { marker.range.lowerBound + base }

  private var bytes: [UInt8] { member.placed.bytes }
  private var base: Int { member.placed.start }

  /// After the marker and what separates the content from it; the marker's end where nothing follows.
  private var contentStart: Int {
    if marker.padding.isEmpty { return marker.range.upperBound }
    return marker.hasCodePadding ? marker.range.upperBound + 1 : marker.padding.upperBound
  }

  // MARK: - Markers

  /// A marker: a number and a delimiter, or a bullet.
  struct Sign: Sendable, Hashable {
    var character: UInt8
    var digits: [UInt8] = []

    var isOrdered: Bool { !digits.isEmpty }
    var bytes: [UInt8] { digits + [character] }
  }

  var sign: Sign { Sign(character: item.marker, digits: Array(bytes[marker.digits])) }

  /// How many columns the content of an item with this marker is from the marker's start, where that stands `shift`
  /// columns further in than here.
  func contentWidth(with sign: Sign, movedBy shift: Int) -> Int {
    contentIndentation - marker.indentation + contentShift(to: sign, movedBy: shift)
  }

  /// The column that the content of the containers around the item's list starts at, on the marker's line.
  var outerColumn: Int { marker.column - marker.indentation }

  /// How many spaces after the marker a longer one takes.
  private func droppedPadding(for sign: Sign) -> Int {
    guard !marker.hasCodePadding, bytes[marker.padding].allSatisfy({ $0 == UInt8(ascii: " ") }) else { return 0 }
    return max(min(sign.bytes.count - marker.range.count, marker.padding.count - 1), 0)
  }

  /// How many columns the content moves from the marker's start with another marker, `shift` columns further in.
  private func contentShift(to sign: Sign, movedBy shift: Int = 0) -> Int {
    let growth = sign.bytes.count - marker.range.count
    if marker.padding.isEmpty || marker.hasCodePadding { return growth }
    let oldEnd = marker.column + marker.range.count
    let padding = bytes[marker.padding].dropLast(droppedPadding(for: sign))
    let newContent = TextColumns.after(padding, from: oldEnd + growth + shift) - shift
    return newContent - TextColumns.after(bytes[marker.padding], from: oldEnd)
  }

  /// The edits that give the item another marker where it stands; its other lines move along as its content does.
  func replacingMarker(_ sign: Sign, expandsTabs: Bool) -> [SourceEdit] {
    withMarker(sign)
      + shifting(within: text.containers, by: contentShift(to: sign), with: expandsTabs ? .expandedTabs : .spaces)
  }

  /// The edits that set the item with all it holds `shift` columns further in, as the columns of `containers` count, with
  /// another marker.
  func moving(
    within containers: [SyntaxTree.Index], by shift: Int, sign: Sign, with white: BlockLines.Indentation
  ) -> [SourceEdit] {
    let outer = text.within(containers)
    guard let scan = outer.content(of: firstLine) else { return [] }
    let indentation = scan.whitespaceRun.endColumn - scan.column
    let first = outer.indenting(scan, of: firstLine, to: indentation + shift, with: white)
    return (first.map { [$0] } ?? []) + withMarker(sign)
      + shifting(within: containers, by: shift + contentShift(to: sign, movedBy: shift), with: white)
  }

  private func withMarker(_ sign: Sign) -> [SourceEdit] {
    guard sign != self.sign else { return [] }
    let padding = marker.padding.upperBound - droppedPadding(for: sign)..<marker.padding.upperBound
    return [edit(marker.range, sign.bytes)] + (padding.isEmpty ? [] : [edit(padding, [])])
  }

  // MARK: - Boxes

  /// The edits that set the box, put one in or take it away.
  func settingCheckbox(_ task: Node.Item.Task?) -> [SourceEdit] {
    guard let task else {
      guard let box else { return [] }
      return [edit(box.range.lowerBound..<max(box.range.upperBound, box.padding.upperBound), [])]
    }
    let mark = UInt8(ascii: task == .checked ? "x" : " ")
    if let box {
      guard box.state(in: member.placed.block) != task else { return [] }
      return [edit(box.range.lowerBound + 1..<box.range.lowerBound + 2, [mark])]
    }
    let space: [UInt8] = marker.padding.isEmpty ? [0x20] : []
    return [edit(contentStart..<contentStart, space + [UInt8(ascii: "["), mark, UInt8(ascii: "]"), 0x20])]
  }

  /// A backslash before text that the box keeps from starting a block of another kind: `# a`, `1. a`. `nil` where the
  /// text is the same without the box.
  var escape: SourceEdit? {
    guard let box else { return nil }
    let text = max(box.range.upperBound, box.padding.upperBound)..<firstLine.end
    guard let offset = bytes.blockEscapeOffset(in: text) else { return nil }
    let alone = Document(Array(bytes[text]), options: document.options).block(at: 0).tree.nodes.first
    return alone?.kind == .paragraph ? nil : edit(offset..<offset, [UInt8(ascii: "\\")])
  }

  var task: Node.Item.Task? { box.map { $0.state(in: member.placed.block) } }

  // MARK: - Without a marker

  /// The edits that make the item's content stand where its marker does.
  func unwrapping(expandsTabs: Bool) -> [SourceEdit] {
    guard let scan = text.content(of: firstLine) else { return [] }
    var end = max(contentStart, box.map { max($0.range.upperBound, $0.padding.upperBound) } ?? 0)
    if bytes.firstNonspace(in: end..<firstLine.end) == firstLine.end { end = firstLine.end }
    let startColumn = TextColumns.after(bytes[firstLine.start..<scan.offset])
    let rest = end..<bytes.firstNonspace(in: end..<firstLine.end)
    let hasTab = bytes[rest].contains(UInt8(ascii: "\t"))
    var first = edit(scan.offset..<end, [])
    if expandsTabs && hasTab || scan.column > startColumn {
      // What is indented further is code.
      let columns = TextColumns.after(bytes[firstLine.start..<rest.upperBound]) - contentIndentation - startColumn
      first = edit(scan.offset..<rest.upperBound, [UInt8](repeating: 0x20, count: max(columns, 0)))
    }
    return [first]
      + shifting(within: text.containers, by: -contentIndentation, with: expandsTabs ? .expandedTabs : .spaces)
  }

  /// A blank line before the item, where there is none; in the containers of its list.
  var separator: SourceEdit? {
    guard firstLine.start + base > 0, !text.isBlankLine(before: firstLine) else { return nil }
    return text.separator(before: firstLine)
  }

  // MARK: - Lines

  /// The edits that move the item's lines after its first one; those that go on a paragraph without the item's
  /// indentation stay.
  private func shifting(
    within containers: [SyntaxTree.Index], by shift: Int, with white: BlockLines.Indentation
  ) -> [SourceEdit] {
    guard shift != 0 else { return [] }
    let outer = text.within(containers)
    let inner = text.within(text.containers + [member.node])
    return text.lines.dropFirst().compactMap { line in
      guard inner.content(of: line) != nil, let scan = outer.content(of: line) else { return nil }
      let run = scan.whitespaceRun
      guard run.end < line.end else { return nil }
      return outer.indenting(
        scan, of: line, to: max(run.endColumn - scan.column + shift, 0), with: white)
    }
  }

  private func edit(_ range: Range<Int>, _ replacement: [UInt8]) -> SourceEdit {
    SourceEdit(range: range, replacement: replacement).moved(by: base)
  }
}
