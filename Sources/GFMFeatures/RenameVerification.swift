import GFMSyntax

/// Says whether a rename leaves everything what it is: what the parser makes of the blocks that are touched is compared
/// with what they were.
struct RenameVerification {
  let document: Document
  /// The document after the edits.
  let result: Document
  private let edits: [SourceEdit]
  private let changes: SourceChanges

  /// `edits` are in source order and do not overlap; those at `definitions` change what other blocks hang on, and so are
  /// made last. Costs the blocks that the edits touch.
  init(_ document: Document, edits: [SourceEdit], definitions: [Range<Int>] = []) {
    self.document = document
    self.edits = edits
    changes = SourceChanges(
      inOrder: edits.map { SourceChange(range: $0.range, replacement: $0.replacement, role: .content) })
    let last = Set(definitions)
    var result = document
    for edit in edits.reversed() where !last.contains(edit.range) {
      result = result.replacing(edit.range, with: edit.replacement)
    }
    var shift = 0
    var moved: [SourceEdit] = []
    for edit in edits {
      if last.contains(edit.range) {
        moved.append(SourceEdit(range: edit.range.shifted(by: shift), replacement: edit.replacement))
      } else {
        shift += edit.replacement.count - edit.range.count
      }
    }
    for edit in moved.reversed() { result = result.replacing(edit.range, with: edit.replacement) }
    self.result = result
  }

  /// Whether the same constructs stand at the same places, but for what is in `renamed`.
  func keepsStructure(but renamed: [Range<Int>]) -> Bool {
    guard document.partCount == result.partCount else { return false }
    let renamed = renamed.sorted { $0.lowerBound < $1.lowerBound }
    let moved = renamed.map(moved)
    var checked = -1
    for edit in edits {
      let old = document.part(at: edit.range.lowerBound)
      guard old.index != checked else { continue }
      checked = old.index
      guard let new = result.part(old.index), new.start == changes.newOffset(old.start),
        outline(of: old, renamed, { changes.newOffset($0) }) == outline(of: new, moved, { $0 })
      else { return false }
    }
    return true
  }

  private func moved(_ range: Range<Int>) -> Range<Int> {
    let start = changes.newOffset(range.lowerBound)
    return start..<max(start, changes.newOffset(range.upperBound))
  }

  private struct Entry: Hashable {
    var kind: Node.Kind
    var start: Int
    var end: Int
  }

  private func outline(of placed: PlacedBlock, _ renamed: [Range<Int>], _ map: (Int) -> Int) -> [Entry] {
    placed.block.tree.nodes.indices.compactMap { index in
      let node = placed.block.tree.nodes[index]
      let range = placed.range(of: index)
      // Plain text is what is left between constructs.
      if node.kind == .text { return nil }
      let next = renamed.partitionIndex { $0.upperBound >= range.upperBound }
      let isRenamed =
        node.kind.isInline && next < renamed.count && renamed[next].lowerBound <= range.lowerBound
        && range.upperBound <= renamed[next].upperBound
      return isRenamed ? nil : Entry(kind: node.kind, start: map(range.lowerBound), end: map(range.upperBound))
    }
  }
}
