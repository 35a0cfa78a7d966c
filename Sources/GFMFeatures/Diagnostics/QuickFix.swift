public import GFMSyntax
public import MarkdownText

/// What puts right what a diagnostic is about.
public struct QuickFix: Sendable, Hashable {
  /// For people.
  public var title: String
  /// In source order, without overlap.
  public var edits: [SourceEdit]

  init(_ title: String, _ edits: [SourceEdit]) { (self.title, self.edits) = (title, edits) }
}

extension Document {
  /// The fix of a diagnostic of this document; `nil` where there is none that is surely right. Every fix has been parsed.
  /// Costs the block that it changes.
  public func quickFix(for diagnostic: LocatedDiagnostic, options: EditOptions = EditOptions()) -> QuickFix? {
    let place = [TextSelection(caret: diagnostic.range.lowerBound)]
    switch diagnostic.code {
    case .emphasisNotRendered:
      return EmphasisFix(diagnostic.range, in: self, options: options)?.fix
    case .duplicateDefinition, .unusedDefinition:
      return removal(ofDefinition: diagnostic.range).map { QuickFix("Remove the definition", [$0]) }
    case .unusedFootnote:
      return removal(ofDefinition: diagnostic.range).map { QuickFix("Remove the footnote", [$0]) }
    case .unknownFragment:
      return fragmentFix(diagnostic.range)
    case .unclosedFence:
      return fenceFix(diagnostic.range)
    case .missingTableCells:
      return cellFix(diagnostic.range)
    case .listNumbering:
      return renumberLists(selections: place).map { QuickFix("Renumber the list", $0.edits) }
    case .skippedHeadingLevel:
      guard let level = level(before: segment(at: diagnostic.range.lowerBound), diagnostic.range.lowerBound) else {
        return nil
      }
      return edit(.heading, selections: place, arguments: EditArguments(level: level + 1), options: options)
        .map { QuickFix("Make it level \(level + 1)", $0.edits) }
    case .bareURL:
      return bracketFix(diagnostic.range)
    case .undefinedReference, .undefinedFootnote, .missingFile, .extraTableCells, .invalidFrontMatter:
      return nil
    }
  }

  /// The blocks that an edit touches, before and after it.
  func skeletons(around edit: SourceEdit) -> (before: BlockSkeleton, after: BlockSkeleton) {
    let segments = AffectedSegments(
      edit.range, of: self, in: replacing(edit.range, with: edit.replacement), newCount: edit.replacement.count)
    return (BlockSkeleton(of: segments.before), BlockSkeleton(of: segments.after))
  }
}

// MARK: - Definitions

extension Document {
  /// Takes a definition's lines out, and the blank lines after it where there are some before it too.
  private func removal(ofDefinition range: Range<Int>) -> SourceEdit? {
    let firstLine = line(at: range.lowerBound)
    var lastLine = line(at: max(range.lowerBound, range.upperBound - 1))
    guard bytes(in: lineRange(firstLine).lowerBound..<range.lowerBound).allSatisfy(\.isSpaceOrTab) else { return nil }
    if firstLine == 0 || isBlank(line: firstLine - 1) {
      while lastLine + 1 < lineCount, isBlank(line: lastLine + 1), lineRange(lastLine + 1).upperBound < byteCount {
        lastLine += 1
      }
    }
    let end = lastLine + 1 < lineCount ? lineRange(lastLine + 1).lowerBound : byteCount
    let edit = SourceEdit(range: lineRange(firstLine).lowerBound..<end, replacement: [])
    let (before, after) = skeletons(around: edit)
    let rest = zip(before.entries, before.origins).filter { _, origin in
      !edit.range.contains(origin.block.range(of: origin.node).lowerBound)
    }
    return rest.map(\.0) == after.entries ? edit : nil
  }

  private func isBlank(line: Int) -> Bool { bytes(in: lineRange(line)).allSatisfy(\.isSpaceOrTab) }
}

// MARK: - Links

extension Document {
  /// Spells a fragment as the heading that it must mean is called.
  private func fragmentFix(_ range: Range<Int>) -> QuickFix? {
    let written = bytes(in: range)
    guard !written.contains(UInt8(ascii: "#")) else { return nil }
    let name = Slug.base(of: PercentEncoding.decoded(written[...]))
    guard !name.isEmpty, let anchor = anchor(named: name), anchor.id != written else { return nil }
    let id =
      anchor.id.contains(where: { $0 <= 0x20 || $0 == UInt8(ascii: ")") })
      ? PercentEncoding.encoded(anchor.id, like: written) : anchor.id
    return QuickFix(
      "Change it to “\(String(decoding: id, as: UTF8.self))”", [SourceEdit(range: range, replacement: id)])
  }

  private func bracketFix(_ range: Range<Int>) -> QuickFix? {
    let edits = [
      SourceEdit(range: range.lowerBound..<range.lowerBound, replacement: Array("<".utf8)),
      SourceEdit(range: range.upperBound..<range.upperBound, replacement: Array(">".utf8)),
    ]
    let fixed = replacing(edits)
    let placed = fixed.segment(at: range.lowerBound)
    let isLink = placed.tree.nodes.contains {
      $0.kind == .link(.autolink) && $0.range.shifted(by: placed.start) == range.lowerBound..<range.upperBound + 2
    }
    return isLink ? QuickFix("Put angle brackets around it", edits) : nil
  }
}

// MARK: - Blocks

extension Document {
  /// A closing fence after the last line of the code.
  private func fenceFix(_ range: Range<Int>) -> QuickFix? {
    let placed = segment(at: range.lowerBound)
    let local = range.lowerBound - placed.start
    let tree = placed.tree
    guard
      let node = tree.nodes.indices.first(where: {
        Int(tree.nodes[$0].start) == local && tree.nodes[$0].kind == .fencedCode(isClosed: false)
      })
    else { return nil }
    var end = placed.start + Int(tree.nodes[node].end)
    if tree.nodes[node].parent < 0 {
      // A long one goes on in the parts after this one.
      forEachSegment(from: placed.index + 1, holding: .codeBlocks) { next in
        guard next.block.startsInsideLeaf, let rest = next.tree.nodes.first else { return false }
        end = next.start + Int(rest.end)
        return true
      }
    }
    let line = lineRange(self.line(at: range.lowerBound))
    // What stands before the opening fence, without markers of items.
    let prefix = bytes(in: line.lowerBound..<range.lowerBound).map { byte in
      byte.isSpaceOrTab || byte == UInt8(ascii: ">") ? byte : UInt8(ascii: " ")
    }
    let opening = bytes(in: range)
    guard let character = opening.first else { return nil }
    let fence = opening.prefix { $0 == character }
    let ending = lineEnding(of: line)
    let lastLine = lineRange(self.line(at: end))
    // An empty block's range may end on the fence's own line.
    let place = max(end, lastLine.upperBound)
    let edit = SourceEdit(range: place..<place, replacement: ending + prefix + fence)
    let (before, after) = skeletons(around: edit)
    guard before.entries.count == after.entries.count else { return nil }
    let closed = zip(before.entries, after.entries).filter { $0 != $1 }
    guard closed.count == 1, let (open, now) = closed.first, open.kind == .fencedCode(isClosed: false),
      now.kind == .fencedCode(isClosed: true)
    else { return nil }
    return QuickFix("Close the code block", [edit])
  }

  private func lineEnding(of line: Range<Int>) -> [UInt8] {
    let next = bytes(in: line.upperBound..<line.upperBound + 2)
    if next.first == UInt8(ascii: "\r") { return next.count > 1 && next[1] == UInt8(ascii: "\n") ? next : [next[0]] }
    return [UInt8(ascii: "\n")]
  }

  /// Empty cells at a row's end.
  private func cellFix(_ range: Range<Int>) -> QuickFix? {
    func row(_ document: Document) -> (cells: Int, columns: Int)? {
      let placed = document.segment(at: range.lowerBound)
      let tree = placed.tree
      guard
        let row = tree.nodes.indices.first(where: {
          placed.start + Int(tree.nodes[$0].start) == range.lowerBound
            && tree.nodes[$0].kind == .tableRow(isHeader: false)
        }),
        let columns = TableRowCheck.columnCount(ofTable: Int(tree.nodes[row].parent), in: placed.block)
      else { return nil }
      return (TableRowCheck.cellCount(ofRow: row, in: placed.block), columns)
    }
    guard let (cells, columns) = row(self), cells < columns else { return nil }
    let source = bytes(in: range)
    let end = range.lowerBound + (source.lastIndex { !$0.isSpaceOrTab } ?? -1) + 1
    let isClosed = end > range.lowerBound && bytes(in: end - 1..<end) == [UInt8(ascii: "|")]
    let text = (isClosed ? "" : " |") + String(repeating: "  |", count: columns - cells)
    let edit = SourceEdit(range: end..<end, replacement: Array(text.utf8))
    guard let fixed = row(replacing(edit.range, with: edit.replacement)), fixed.cells == columns else { return nil }
    return QuickFix("Add the missing cells", [edit])
  }

  /// The level of the heading before the one at `offset`, among those that stand in no container.
  private func level(before placed: LocatedBlock, _ offset: Int) -> Int? {
    func levels(_ block: Block, before end: Int) -> [Int] {
      block.tree.roots.filter { Int(block.tree.nodes[$0].start) < end }.compactMap {
        if case .heading(let level, _) = block.tree.nodes[$0].kind { Int(level) } else { nil }
      }
    }
    if let level = levels(placed.block, before: offset - placed.start).last { return level }
    return lastSegment(before: placed.index, withTopHeadingOf: 6).flatMap { levels($0.block, before: .max).last }
  }
}
