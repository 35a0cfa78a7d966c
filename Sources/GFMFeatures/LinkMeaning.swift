import GFMSyntax

/// What blocks render to, with links by where they lead, however they are written: definitions have no part in it.
struct LinkMeaning: Hashable {
  private enum Entry: Hashable {
    case node(Node.Kind)
    case link(isImage: Bool, destination: [UInt8]?, title: [UInt8]?)
  }

  private var entries: [Entry] = []
  /// All that is neither layout nor a link's own writing; escapes as what they stand for.
  private var text: [UInt8] = []

  /// Of the blocks that start in `range`; `nil` where none starts at its start, or one reaches out of it. Costs the
  /// blocks.
  init?(of document: Document, in range: Range<Int>) {
    guard !range.isEmpty else { return }
    let blocks = document.blocks(overlapping: range)
    guard blocks.first?.start == range.lowerBound, blocks.last?.range.upperBound == range.upperBound else { return nil }
    for placed in blocks { add(placed, of: document) }
  }

  private mutating func add(_ placed: PlacedBlock, of document: Document) {
    let tree = placed.block.tree
    for (index, node) in tree.nodes.enumerated() {
      switch node.kind {
      case .text, .referenceDefinition: continue
      case .link, .image:
        guard let link = PlacedLink(index, in: placed) else { continue }
        let definition = link.label.flatMap(document.definition)?.link
        entries.append(
          .link(
            isImage: node.kind.isImage, destination: document.destination(of: link),
            title: link.title ?? definition?.title))
      default: entries.append(.node(node.kind))
      }
    }
    for piece in tree.pieces {
      switch piece.kind {
      case .whitespace, .lineEnding, .bracket, .linkDestination, .linkTitle, .linkLabel: continue
      case .escape: text += placed.block.bytes[piece.range].dropFirst()
      default: text += placed.block.bytes[piece.range]
      }
    }
  }
}

extension Document {
  /// Whether all renders the same after `edits`, which are in source order and do not overlap: the blocks that they
  /// touch, those beside them, and those that mention `labels`. Costs these blocks.
  func keepsLinkMeaning(_ edits: [SourceEdit], labels: Set<LabelHash>) -> Bool {
    let after = replacingApart(edits)
    let changes = SourceChanges(
      inOrder: edits.map { SourceChange(range: $0.range, replacement: $0.replacement, role: .content) })
    var ranges = edits.map { wholeBlocks(around: $0.range, withNeighbors: true) }
    for label in labels {
      ranges += parts(mentioning: label).map { wholeBlocks(around: $0.start..<$0.start, withNeighbors: false) }
    }
    ranges.sort { $0.lowerBound < $1.lowerBound }
    var merged: [Range<Int>] = []
    for range in ranges {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged.allSatisfy { range in
      let start = changes.newOffset(range.lowerBound)
      let newRange = start..<max(start, changes.newOffset(range.upperBound, counting: [.content]))
      guard let before = LinkMeaning(of: self, in: range) else { return false }
      return before == LinkMeaning(of: after, in: newRange)
    }
  }

  /// The document after `edits`, which are in source order and do not overlap; what stands between those that are far
  /// from each other is not parsed.
  func replacingApart(_ edits: [SourceEdit]) -> Document {
    var groups: [[SourceEdit]] = []
    for edit in edits {
      if let last = groups.last?.last, edit.range.lowerBound - last.range.upperBound < 1 << 12 {
        groups[groups.count - 1].append(edit)
      } else {
        groups.append([edit])
      }
    }
    return groups.reversed().reduce(self) { $0.replacing($1) }
  }

  /// The blocks that `range` touches, and those beside them.
  private func wholeBlocks(around range: Range<Int>, withNeighbors: Bool) -> Range<Int> {
    let blocks = blocks(overlapping: range)
    var start = blocks.first?.start ?? 0
    var end = blocks.last?.range.upperBound ?? byteCount
    guard withNeighbors else { return start..<end }
    if start > 0 { start = blockRange(at: start - 1).lowerBound }
    if end < byteCount { end = blockRange(at: end).upperBound }
    return start..<end
  }
}

extension Node.Kind {
  fileprivate var isImage: Bool { if case .image = self { true } else { false } }
}
