public import GFMSyntax
import MarkdownText

/// The names of an HTML element's two tags. Bytes from the document's start.
public struct TagPair: Sendable, Hashable {
  public var opening: Range<Int>
  public var closing: Range<Int>
}

extension Document {
  /// The pair of the tag at a caret; `nil` where there is no tag, or it has no partner.
  ///
  /// Inline tags pair within their leaf block, tags of HTML blocks with those of later blocks of the same container, too.
  /// Costs what stands between the two.
  public func tagPair(at offset: Int) -> TagPair? {
    let placed = segment(at: offset)
    let tree = placed.tree
    guard let node = tree.innermostNode(at: offset - placed.start) else { return nil }
    let html: [LocatedTag]
    switch tree.nodes[node].kind {
    case .htmlInline: html = inlineTags(beside: node, in: placed)
    case .htmlBlock where tree.nodes[node].parent >= 0: html = blockTags(beside: node, in: placed)
    case .htmlBlock: html = []
    default: return nil
    }
    if !html.isEmpty { return Self.pair(at: offset, in: html) }
    return topPair(at: offset, node, in: placed)
  }

  /// A tag of a part.
  private struct LocatedTag {
    var tag: HTMLTag
    var start: Int

    var range: Range<Int> { tag.range.shifted(by: start) }
    var name: Range<Int> { tag.nameRange.shifted(by: start) }
  }

  private func tags(of node: SyntaxTree.Index, in placed: LocatedBlock) -> [LocatedTag] {
    placed.block.htmlTags(of: node).filter { $0.kind == .closing || ($0.kind == .opening && !$0.isVoid) }
      .map { LocatedTag(tag: $0, start: placed.start) }
  }

  private func inlineTags(beside node: SyntaxTree.Index, in placed: LocatedBlock) -> [LocatedTag] {
    let tree = placed.tree
    guard let leaf = tree.ancestors(of: node).first(where: { tree.nodes[$0].kind.holdsInlines }) else { return [] }
    return (leaf..<Int(tree.nodes[leaf].subtreeEnd)).filter { tree.nodes[$0].kind == .htmlInline }
      .flatMap { tags(of: $0, in: placed) }
  }

  private func blockTags(beside node: SyntaxTree.Index, in placed: LocatedBlock) -> [LocatedTag] {
    let tree = placed.tree
    return tree.children(of: Int(tree.nodes[node].parent)).filter { tree.nodes[$0].kind == .htmlBlock }
      .flatMap { tags(of: $0, in: placed) }
  }

  private static func pair(at offset: Int, in tags: [LocatedTag]) -> TagPair? {
    var elements = OpenElements<LocatedTag>()
    for tag in tags {
      if tag.tag.kind == .opening {
        elements.open(tag, named: tag.tag.name)
      } else if let opening = elements.close(tag.tag.name) {
        if opening.range.touches(offset) || tag.range.touches(offset) {
          return TagPair(opening: opening.name, closing: tag.name)
        }
      }
    }
    return nil
  }

  /// Looks for the partner of a tag that stands in no container, block by block.
  private func topPair(at offset: Int, _ node: SyntaxTree.Index, in placed: LocatedBlock) -> TagPair? {
    let own = tags(of: node, in: placed)
    guard let index = own.firstIndex(where: { $0.range.touches(offset) }) else { return nil }
    let tag = own[index]
    var depth = 0
    var partner: LocatedTag?
    let isOpening = tag.tag.kind == .opening
    // `false` once the partner is found.
    func visit(_ other: LocatedTag) -> Bool {
      guard other.tag.name == tag.tag.name else { return true }
      depth += (other.tag.kind == .opening) == isOpening ? 1 : -1
      if depth < 0 { partner = other }
      return depth >= 0
    }
    if isOpening {
      if own[(index + 1)...].allSatisfy(visit) {
        forEachSegment(from: placed.index + 1, holding: .html) { segment in
          topTags(of: segment).allSatisfy(visit)
        }
      }
    } else if own[..<index].reversed().allSatisfy(visit) {
      var end = placed.index
      while let segment = lastSegment(before: end, holding: .html), topTags(of: segment).reversed().allSatisfy(visit) {
        end = segment.index
      }
    }
    guard let partner else { return nil }
    return isOpening
      ? TagPair(opening: tag.name, closing: partner.name) : TagPair(opening: partner.name, closing: tag.name)
  }

  private func topTags(of placed: LocatedBlock) -> [LocatedTag] {
    placed.tree.roots.filter { placed.tree.nodes[$0].kind == .htmlBlock }
      .flatMap { tags(of: $0, in: placed) }
  }
}
