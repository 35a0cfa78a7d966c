public import GFMSyntax
public import MarkdownText

extension Document {
  /// The edits that align the tables' columns and make the lists' numbers go up by one, and do nothing else; those that
  /// touch `range` (`nil`: all), whole.
  ///
  /// - Returns: The least edits, in source order and without overlap; bytes from the document's start. Costs a look at
  ///   the range's parts, the blocks that hold tables and numbered lists, and the parse of those in which something
  ///   changes. Blocks of more than 16 MB stay as they are.
  public func formatting(in range: Range<Int>? = nil) -> [SourceEdit] {
    let range = range ?? 0..<byteCount
    let formats = formattableBlocks(overlapping: range).map { placed in
      let tree = placed.tree
      let nodes = tree.blockNodes(overlapping: range, from: placed.start)
      return BlockFormat(
        placed, tables: nodes.filter { tree.nodes[$0].kind == .table },
        lists: nodes.filter { tree.nodes[$0].kind.isOrderedList })
    }
    return verified(formats).flatMap(\.edits)
  }

  /// The blocks with tables and numbered lists, but for those that are too long.
  func formattableBlocks(overlapping range: Range<Int>) -> [LocatedBlock] {
    blocks(in: range, longest: Self.longestWholeBlock, where: \.mayBeFormatted)
  }

  /// Those of `formats`, which are in source order, that change something and leave what the text means: all, by one
  /// parse of what they stretch over, or else each by its own.
  func verified(_ formats: [BlockFormat]) -> [BlockFormat] {
    let formats = formats.filter { !$0.edits.isEmpty }
    guard let first = formats.first, let last = formats.last else { return [] }
    let range = first.placed.range.lowerBound..<last.placed.range.upperBound
    // What is between them may be longer than what is formatted.
    if range.count <= Self.longestWholeBlock, keepsMeaning(formats.flatMap(\.edits), in: range) { return formats }
    return formats.filter { keepsMeaning($0.edits, in: $0.placed.range) }
  }
}

extension Block {
  /// Whether it holds something that may not be as formatting has it.
  fileprivate var mayBeFormatted: Bool {
    !contents.isDisjoint(with: [.tables, .containers])
      && tree.nodes.contains { $0.kind == .table || $0.kind.isOrderedList }
  }
}

/// What formatting does to a block.
struct BlockFormat {
  let placed: LocatedBlock
  let tables: [TableWriter]
  /// In source order, without overlap; bytes from the document's start. Of two lists whose edits meet, the inner one
  /// stays as it is.
  let edits: [SourceEdit]

  /// Of the nodes at `tables` and `lists`, each in pre-order.
  init(_ placed: LocatedBlock, tables: [SyntaxTree.Index] = [], lists: [SyntaxTree.Index] = []) {
    self.placed = placed
    self.tables = tables.compactMap { TableWriter(of: $0, in: placed.block) }
    let segments =
      self.tables.map { $0.edits(in: placed.block) } + lists.map { placed.block.renumbering(of: $0) }
    edits = Self.joined(segments).map { $0.moved(by: placed.start) }
  }

  private static func joined(_ segments: [[SourceEdit]]) -> [SourceEdit] {
    var tagged = segments.enumerated().flatMap { segment, edits in edits.map { (segment: segment, edit: $0) } }
    tagged.sort {
      ($0.edit.range.lowerBound, $0.edit.range.upperBound, $0.segment)
        < ($1.edit.range.lowerBound, $1.edit.range.upperBound, $1.segment)
    }
    var dropped: Set<Int>
    repeat {
      let meetings = zip(tagged, tagged.dropFirst()).filter { $0.edit.meets($1.edit) }
      dropped = Set(meetings.map { max($0.segment, $1.segment) })
      tagged.removeAll { dropped.contains($0.segment) }
    } while !dropped.isEmpty
    return tagged.map(\.edit)
  }
}

extension SourceEdit {
  /// Whether this edit and the one after it change the same bytes, or put something in at the same place.
  fileprivate func meets(_ next: SourceEdit) -> Bool {
    next.range.lowerBound < range.upperBound || next.range.lowerBound == range.lowerBound
  }
}
