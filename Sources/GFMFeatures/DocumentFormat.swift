public import GFMSyntax

extension Document {
  /// The edits that align the tables' columns and make the lists' numbers go up by one, and do nothing else; those that
  /// touch `range` (`nil`: all), whole.
  ///
  /// - Returns: The least edits, in source order and without overlap; bytes from the document's start. Costs the parse of
  ///   the blocks in which something changes, and their lengths.
  public func formatting(in range: Range<Int>? = nil) -> [SourceEdit] {
    let range = range ?? 0..<byteCount
    let formats = blocks(overlapping: range).compactMap { placed -> (range: Range<Int>, edits: [SourceEdit])? in
      let nodes = placed.block.tree.blockNodes(overlapping: range, from: placed.start)
      let format = BlockFormat(
        placed: placed,
        lists: Set(nodes.filter { placed.block.tree.nodes[$0].kind.isOrderedList }),
        tables: nodes.filter { placed.block.tree.nodes[$0].kind == .table })
      let edits = format.edits
      return edits.isEmpty ? nil : (placed.range, edits)
    }
    let edits = formats.flatMap(\.edits)
    guard let first = formats.first, let last = formats.last else { return [] }
    if keepsMeaning(edits, in: first.range.lowerBound..<last.range.upperBound) { return edits }
    return formats.filter { keepsMeaning($0.edits, in: $0.range) }.flatMap(\.edits)
  }
}

/// What formatting does to a block.
struct BlockFormat {
  let placed: PlacedBlock
  var lists: Set<SyntaxTree.Index>
  let tables: [SyntaxTree.Index]

  /// In source order, without overlap; bytes from the document's start. Of two lists whose edits meet, the inner one
  /// stays as it is.
  var edits: [SourceEdit] {
    var parts = tables.compactMap { TableFormat(of: $0, in: placed.block)?.edits(in: placed.block) }
    parts += lists.sorted().map { placed.block.renumbering(of: $0) }
    var tagged = parts.enumerated().flatMap { part, edits in edits.map { (part: part, edit: $0) } }
    tagged.sort {
      ($0.edit.range.lowerBound, $0.edit.range.upperBound, $0.part)
        < ($1.edit.range.lowerBound, $1.edit.range.upperBound, $1.part)
    }
    var dropped: Set<Int>
    repeat {
      let meetings = zip(tagged, tagged.dropFirst()).filter { $0.edit.meets($1.edit) }
      dropped = Set(meetings.map { max($0.part, $1.part) })
      tagged.removeAll { dropped.contains($0.part) }
    } while !dropped.isEmpty
    return tagged.map { $0.edit.moved(by: placed.start) }
  }
}

extension SourceEdit {
  /// Whether this edit and the one after it change the same bytes, or put something in at the same place.
  fileprivate func meets(_ next: SourceEdit) -> Bool {
    next.range.lowerBound < range.upperBound || next.range.lowerBound == range.lowerBound
  }
}
