import GFMSyntax
import MarkdownText

/// Says whether a rename leaves everything what it is: what the parser makes of the blocks that are touched is compared
/// with what they were.
struct RenameVerification {
  let document: Document
  /// The document after the edits.
  let result: Document
  private let edits: SourceEdits
  private let segments: ChangedSegments

  /// `edits` are in source order and do not overlap; those at `definitions` change what other blocks hang on, and so are
  /// made last. Costs the blocks that the edits touch.
  init(_ document: Document, edits: [SourceEdit], definitions: [Range<Int>] = []) {
    self.document = document
    self.edits = SourceEdits(edits)
    let last = Set(definitions)
    var result = document
    var segments = ChangedSegments()
    func make(_ edit: SourceEdit) {
      result = result.replacing(edit.range, with: edit.replacement)
      segments.append(result.change.segments)
    }
    for edit in edits.reversed() where !last.contains(edit.range) { make(edit) }
    var shift = 0
    var moved: [SourceEdit] = []
    for edit in edits {
      if last.contains(edit.range) {
        moved.append(SourceEdit(range: edit.range.shifted(by: shift), replacement: edit.replacement))
      } else {
        shift += edit.replacement.count - edit.range.count
      }
    }
    for edit in moved.reversed() { make(edit) }
    self.result = result
    self.segments = segments
  }

  /// Whether the same constructs stand at the same places, but for what is in `renamed`.
  func keepsStructure(but renamed: [Range<Int>]) -> Bool {
    let renamed = renamed.sorted { $0.lowerBound < $1.lowerBound }
    let moved = renamed.map(moved)
    return segments.stretches.allSatisfy { stretch in
      outline(of: stretch.old, in: document, renamed) { edits.newOffset($0) }
        == outline(of: stretch.new, in: result, moved) { $0 }
    }
  }

  private func moved(_ range: Range<Int>) -> Range<Int> {
    let start = edits.newOffset(range.lowerBound)
    return start..<max(start, edits.newOffset(range.upperBound))
  }

  private struct Entry: Hashable {
    var kind: Node.Kind
    var start: Int
    /// `nil` for a block that may go on in another part.
    var end: Int?
  }

  /// Wherever a long block is cut: the nodes that its parts have of their own are one, which ends where the last does.
  private func outline(
    of indexes: Range<Int>, in document: Document, _ renamed: [Range<Int>], _ map: (Int) -> Int
  ) -> [Entry] {
    document.segments(indexes).flatMap { placed in
      let tree = placed.tree
      let isContinuation = document.isContinuation(segment: placed.index)
      let last = tree.roots.last.flatMap { tree.nodes[$0].kind.isCut ? $0 : nil }
      return tree.nodes.indices.compactMap { index -> Entry? in
        let node = tree.nodes[index]
        let range = placed.range(of: index)
        // Plain text is what is left between constructs.
        if node.kind == .text || index == 0 && isContinuation { return nil }
        let next = renamed.partitionIndex { $0.upperBound >= range.upperBound }
        let isRenamed =
          node.kind.isInline && next < renamed.count && renamed[next].lowerBound <= range.lowerBound
          && range.upperBound <= renamed[next].upperBound
        guard !isRenamed else { return nil }
        return Entry(
          kind: node.kind, start: map(range.lowerBound), end: index == last ? nil : map(range.upperBound))
      }
    }
  }
}

extension Node.Kind {
  /// Whether it may come in parts, whose nodes end where the part does; what is in it tells where it ends itself.
  fileprivate var isCut: Bool {
    switch self {
    case .list, .blockQuote, .table: true
    default: false
    }
  }
}
