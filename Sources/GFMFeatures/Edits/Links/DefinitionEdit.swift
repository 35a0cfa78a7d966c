import GFMSyntax
import MarkdownText

/// Puts reference definitions in order. Those in quotes, items and footnotes are left alone.
extension Document {
  /// Definitions that follow each other, blank lines between or not, are sorted by their labels. `nil` where they are.
  /// Costs the blocks that define, those beside them, and what defines what these refer to.
  func sortingDefinitions(selections: [TextSelection]) -> EditResult? {
    var runs: [[LabelUse]] = [[]]
    var lastSegment = -1
    forEachSegment(holding: .referenceDefinitions) { placed in
      if placed.index != lastSegment + 1 { runs.append([]) }
      lastSegment = placed.index
      for root in placed.tree.roots {
        if let use = LabelUse(root, in: placed), use.link != nil {
          runs[runs.count - 1].append(use)
        } else {
          runs.append([])
        }
      }
      return true
    }
    let moves = runs.flatMap(sortingMoves)
    let edits = SourceEdits(moves.map(\.edit))
    guard !edits.isEmpty, keepsLinkMeaning(edits, labels: []) else { return nil }
    // Carets go with the definitions that they are in.
    func moved(_ offset: Int) -> Int {
      guard let index = moves.firstIndex(where: { $0.source.touches(offset) }) else {
        return edits.newOffset(offset, .after)
      }
      return edits.newOffset(moves[index].edit.range.lowerBound) + offset - moves[index].source.lowerBound
    }
    return EditResult(edits: Array(edits), selections: selections.map { $0.mapped(moved) })
  }

  /// For each definition that another takes the place of, the edit, and where that other was.
  private func sortingMoves(_ run: [LabelUse]) -> [(edit: SourceEdit, source: Range<Int>)] {
    let keys = run.map { DefinitionEdit.sortKey(bytes(in: $0.label)) }
    let order = run.indices.sorted { left, right in
      keys[left] == keys[right] ? left < right : keys[left].lexicographicallyPrecedes(keys[right])
    }
    return zip(run.indices, order).filter { $0 != $1 }.map { place, source in
      (SourceEdit(range: run[place].range, replacement: bytes(in: run[source].range)), run[source].range)
    }
  }

  /// Definitions of labels that nothing refers to go, but for those that lead nowhere, which people write comments
  /// with.
  /// `nil` where there are none. Costs the definitions, and what mentions them.
  func removingUnusedDefinitions(selections: [TextSelection]) -> EditResult? {
    var labels = LabelIndex(self)
    var lines: [Range<Int>] = []
    forEachSegment(holding: .referenceDefinitions) { placed in
      for root in placed.tree.roots {
        guard let use = LabelUse(root, in: placed), let link = use.link, let destination = link.destination,
          !destination.isEmpty, destination != [UInt8(ascii: "#")]
        else { continue }
        if !labels.isReferredTo(use.hash) { lines.append(wholeLines(of: use.range)) }
      }
      return true
    }
    let edits = SourceEdits(lines.union().map { SourceEdit(removing: withBlankLines($0)) })
    guard !edits.isEmpty, edits.isDisjoint, keepsLinkMeaning(edits, labels: []) else { return nil }
    return EditResult(
      edits: Array(edits), selections: selections.map { $0.mapped { edits.newOffset($0, .after) } })
  }

  private func wholeLines(of range: Range<Int>) -> Range<Int> {
    let last = line(at: range.upperBound)
    return lineRange(line(at: range.lowerBound)).lowerBound..<startOfLine(after: last)
  }

  private func startOfLine(after line: Int) -> Int {
    line + 1 < lineCount ? lineRange(line + 1).lowerBound : byteCount
  }

  /// Lines with the blank ones after them, where there are some before them too; at the end of the text with those
  /// before.
  private func withBlankLines(_ range: Range<Int>) -> Range<Int> {
    let first = line(at: range.lowerBound)
    let isBehindBlank = first == 0 || isBlank(first - 1)
    guard isBehindBlank else { return range }
    var end = range.upperBound
    while end < byteCount, isBlank(line(at: end)) { end = startOfLine(after: line(at: end)) }
    guard end == byteCount else { return range.lowerBound..<end }
    var start = first
    while start > 0, isBlank(start - 1) { start -= 1 }
    return lineRange(start).lowerBound..<end
  }

  private func isBlank(_ line: Int) -> Bool { bytes(in: lineRange(line)).allSatisfy(\.isSpaceOrTab) }

  /// Whether a definition stands at a place, in no container.
  func isDefinition(at offset: Int) -> Bool {
    let placed = segment(at: offset)
    guard let node = placed.tree.innermostBlock(at: offset - placed.start) else { return false }
    return placed.tree.nodes[node].kind == .referenceDefinition && placed.tree.nodes[node].parent < 0
  }
}

private enum DefinitionEdit {
  /// A label in lower case; a number in it counts by its value: its length goes before its digits.
  static func sortKey(_ label: [UInt8]) -> [UInt8] {
    var key: [UInt8] = []
    var digits: [UInt8] = []
    func end() {
      guard !digits.isEmpty else { return }
      let value = digits.drop { $0 == UInt8(ascii: "0") }
      key += [UInt8(ascii: "0"), UInt8(clamping: value.count)] + value
      digits = []
    }
    for byte in String(decoding: label, as: UTF8.self).lowercased().utf8 {
      if byte.isDigit {
        digits.append(byte)
      } else {
        end()
        key.append(byte)
      }
    }
    end()
    return key
  }
}
