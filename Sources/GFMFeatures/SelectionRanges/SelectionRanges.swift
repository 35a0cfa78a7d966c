public import GFMSyntax
import MarkdownText

extension Document {
  /// What an editor selects around a place, from the innermost out, each in the next and larger: a word, what stands in
  /// delimiters, the same with them, the leaf block, its containers, the sections around it, the document.
  ///
  /// Ranges are bytes from the document's start. Costs the nodes beside and above the place, and O(log n) a section.
  public func selectionRanges(at offset: Int) -> [Range<Int>] {
    let offset = min(max(offset, 0), byteCount)
    let placed = segment(at: offset)
    var chain = SelectionChain(offset: offset)
    chain.add(word(at: offset, in: placed))
    addNodes(at: offset, in: placed, to: &chain)
    addSections(around: placed, at: offset, to: &chain)
    chain.add(0..<byteCount)
    return chain.ranges
  }

  private func addNodes(at offset: Int, in placed: LocatedBlock, to chain: inout SelectionChain) {
    let tree = placed.tree
    let local = offset - placed.start
    guard let innermost = tree.innermostNode(at: local) else { return }
    // A piece of a link or a fence is one's next step from a word.
    for index in [tree.tokenIndex(at: local), tree.tokenIndex(at: max(local - 1, 0))] where index < tree.tokens.count {
      let token = tree.tokens[index]
      if token.range.touches(local), Self.isSelectable(token.kind) { chain.add(token.range.shifted(by: placed.start)) }
    }
    for node in [innermost] + Array(tree.ancestors(of: innermost)) {
      chain.add(content(of: node, in: placed))
      chain.add(tree.nodes[node].parent < 0 ? wholeRange(of: node, in: placed) : placed.range(of: node))
    }
  }

  private static func isSelectable(_ kind: SyntaxToken.Kind) -> Bool {
    switch kind {
    case .linkDestination, .linkTitle, .linkLabel, .footnoteLabel, .autolink, .infoString, .codeText, .htmlText,
      .frontMatterText, .entity, .escape, .codeSpanText:
      true
    default: false
    }
  }

  /// What stands between a construct's own markers.
  private func content(of node: SyntaxTree.Index, in placed: LocatedBlock) -> Range<Int>? {
    let tree = placed.tree
    switch tree.nodes[node].kind {
    case .emphasis, .strong, .strikethrough, .codeSpan, .frontMatter, .fencedCode:
      let range = tree.nodes[node].range
      let own = tree.tokens[tree.tokenIndex(at: range.lowerBound)..<tree.tokenIndex(at: range.upperBound)]
        .filter { $0.node == node && $0.kind.isMarker }
      guard let first = own.first, let last = own.last, first.end < last.start else { return nil }
      var (start, end) = (Int(first.end), Int(last.start))
      if !tree.nodes[node].kind.isInline {
        start = lineEnd(after: start, in: placed.block)
        while end > start, placed.bytes[end - 1] == 0x20 || placed.bytes[end - 1] == 0x09 { end -= 1 }
        while end > start, placed.bytes[end - 1] == 0x0A || placed.bytes[end - 1] == 0x0D { end -= 1 }
      }
      return start < end ? start + placed.start..<end + placed.start : nil
    case .link, .image: return tree.linkParts(of: node).text?.shifted(by: placed.start)
    case .heading: return placed.heading(at: node)?.text
    default: return nil
    }
  }

  private func lineEnd(after offset: Int, in block: Block) -> Int {
    var offset = offset
    while offset < block.bytes.count, block.bytes[offset] != 0x0A, block.bytes[offset] != 0x0D { offset += 1 }
    while offset < block.bytes.count, block.bytes[offset] == 0x0A || block.bytes[offset] == 0x0D { offset += 1 }
    return offset
  }

  /// A top-level block's range, all of its parts together.
  private func wholeRange(of node: SyntaxTree.Index, in placed: LocatedBlock) -> Range<Int> {
    let run = run(ofSegment: placed.index)
    let own = placed.range(of: node)
    guard run.count > 1, let first = segment(run.lowerBound), let root = first.tree.roots.last else { return own }
    let start = first.range(of: root).lowerBound
    return min(start, own.lowerBound)..<max(own.upperBound, contentEnd(beforePart: run.upperBound))
  }

  // MARK: Sections

  private func addSections(around placed: LocatedBlock, at offset: Int, to chain: inout SelectionChain) {
    var level = 6
    var index = placed.index + 1
    while level > 0, let found = lastSegment(before: index, withTopHeadingOf: level) {
      index = found.index
      guard
        let heading = found.tree.roots.compactMap({ found.heading(at: $0) }).last(where: { $0.level <= level }),
        heading.range.lowerBound <= offset
      else { continue }
      let next = firstSegment(from: found.index + 1, withTopHeadingOf: heading.level)
      let end = contentEnd(beforePart: next?.index ?? segmentCount)
      chain.add(heading.range.lowerBound..<max(heading.range.upperBound, end))
      level = heading.level - 1
    }
  }

  // MARK: Words

  /// The letters and digits around a place, in one piece of text.
  private func word(at offset: Int, in placed: LocatedBlock) -> Range<Int>? {
    let local = offset - placed.start
    let tree = placed.tree
    let index = tree.tokenIndex(at: local)
    for index in [index, index - 1] where tree.tokens.indices.contains(index) {
      let range = tree.tokens[index].range
      guard range.touches(local) else { continue }
      let bytes = placed.bytes[range]
      var start = local
      while start > bytes.startIndex, UTF8Scalar.decode(bytes, before: start).isWordCharacter {
        start -= 1
        while start > bytes.startIndex, bytes[start] & 0xC0 == 0x80 { start -= 1 }
      }
      var end = local
      while end < bytes.endIndex, case let (scalar, width) = UTF8Scalar.decode(bytes, at: end), scalar.isWordCharacter {
        end += width
      }
      // A mark that belongs to a character of another kind is no word's start.
      while start < end, !GraphemeCluster.starts(at: start, in: bytes) {
        start += UTF8Scalar.decode(bytes, at: start).width
      }
      if start < end { return start + placed.start..<end + placed.start }
    }
    return nil
  }
}

/// Ranges around a place, each larger than the one before.
private struct SelectionChain {
  let offset: Int
  private(set) var ranges: [Range<Int>] = []

  init(offset: Int) { self.offset = offset }

  mutating func add(_ range: Range<Int>?) {
    guard let range, range.touches(offset) else { return }
    guard let last = ranges.last else {
      ranges.append(range)
      return
    }
    let isLarger = range.lowerBound <= last.lowerBound && last.upperBound <= range.upperBound && range != last
    if isLarger { ranges.append(range) }
  }
}

extension SyntaxToken.Kind {
  fileprivate var isMarker: Bool {
    self == .delimiter || self == .codeDelimiter || self == .codeFence || self == .frontMatterFence
  }
}
