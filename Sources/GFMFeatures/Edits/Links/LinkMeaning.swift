import GFMSyntax
import MarkdownText

/// What blocks render to, with links by where they lead, however they are written: definitions have no part in it.
struct LinkMeaning: Hashable {
  private enum Entry: Hashable {
    case node(Node.Kind)
    case link(isImage: Bool, destination: [UInt8]?, title: [UInt8]?)
  }

  private var entries: [Entry] = []
  /// All that is neither layout nor a link's own writing; escapes as what they stand for.
  private var text: [UInt8] = []

  /// Of the blocks that start in `range`; `nil` where none starts at its start, or one reaches out of it.
  ///
  /// `labels` are the document's. Costs the blocks, and those that define what they refer to, once for each lookup.
  init?(of document: Document, in range: Range<Int>, _ labels: inout LabelIndex) {
    guard !range.isEmpty else { return }
    let blocks = document.blocks(in: range)
    guard blocks.first?.start == range.lowerBound, blocks.last?.range.upperBound == range.upperBound else { return nil }
    for placed in blocks { add(placed, &labels) }
  }

  private mutating func add(_ placed: LocatedBlock, _ labels: inout LabelIndex) {
    let tree = placed.tree
    for (index, node) in tree.nodes.enumerated() {
      switch node.kind {
      case .text, .referenceDefinition: continue
      case .link, .image:
        guard let link = LocatedLink(index, in: placed) else { continue }
        let leading = link.label.map { labels.definingLink(of: $0) } ?? link
        entries.append(
          .link(isImage: node.kind.isImage, destination: leading?.destination, title: leading?.title))
      default: entries.append(.node(node.kind))
      }
    }
    for token in tree.tokens {
      switch token.kind {
      case .whitespace, .lineEnding, .bracket, .linkDestination, .linkTitle, .linkLabel: continue
      case .escape: text += placed.bytes[token.range].dropFirst()
      default: text += placed.bytes[token.range]
      }
    }
  }
}

extension Document {
  /// Whether all renders the same after `edits`: the blocks that they touch, those beside them, and those that mention
  /// `labels`. Costs these blocks, and those that define what they
  /// refer to.
  func keepsLinkMeaning(_ edits: SourceEdits, labels: Set<LabelHash>) -> Bool {
    let after = replacing(edits)
    let mentioning = segmentIndexes(mentioning: labels).compactMap { segment($0).map { $0.start..<$0.start } }
    let ranges = wholeBlocks(around: edits.map(\.range)).map(withNeighbors) + wholeBlocks(around: mentioning)
    var (labelsBefore, labelsAfter) = (LabelIndex(self), LabelIndex(after))
    return ranges.union().allSatisfy { range in
      let start = edits.newOffset(range.lowerBound)
      let newRange = start..<max(start, edits.newOffset(range.upperBound, after: [.content]))
      guard let before = LinkMeaning(of: self, in: range, &labelsBefore) else { return false }
      return before == LinkMeaning(of: after, in: newRange, &labelsAfter)
    }
  }

  /// Where the blocks stand that hold a byte of the ranges, which are in source order. Costs the blocks' parts.
  private func wholeBlocks(around ranges: [Range<Int>]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for range in ranges {
      // A long list has many links, and is kept in many parts.
      if let last = found.last, last.contains(range.lowerBound), range.upperBound <= last.upperBound { continue }
      let start = blockRange(at: range.lowerBound)
      let end = range.upperBound <= start.upperBound ? start : blockRange(at: range.upperBound - 1)
      found.append(start.lowerBound..<end.upperBound)
    }
    return found
  }

  /// The range of some blocks, and of those beside them.
  private func withNeighbors(_ range: Range<Int>) -> Range<Int> {
    let start = range.lowerBound > 0 ? blockRange(at: range.lowerBound - 1).lowerBound : 0
    return start..<(range.upperBound < byteCount ? blockRange(at: range.upperBound).upperBound : byteCount)
  }
}

extension Node.Kind {
  fileprivate var isImage: Bool { if case .image = self { true } else { false } }
}
