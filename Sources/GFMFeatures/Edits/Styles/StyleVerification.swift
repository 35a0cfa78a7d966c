import GFMSyntax
import MarkdownText

/// Tries the candidates of the leaves in neighbouring parts of a document until what the parser makes of them is what was
/// asked for.
struct StyleVerification: Sendable {
  let document: Document
  /// In source order.
  private(set) var rewrites: [LeafRewrite]

  /// Settles each leaf's candidate; those that have none that works are left as they are.
  ///
  /// Parses the parts once for each round, which mostly is once.
  mutating func run() {
    for _ in 0..<Self.maximumRounds {
      let changes = SourceEdits(sorting: rewrites.flatMap(\.changes))
      guard let segments = apply(changes) else { return }
      let before = BlockSkeleton(of: segments.before)
      let after = BlockSkeleton(of: segments.after)
      let entries = entries(in: before)
      if before.entries == after.entries {
        let failures = failures(in: after, at: entries)
        if failures.isEmpty { return }
        for (index, actual) in failures { improve(index, segments.after, changes, actual) }
      } else {
        let common = zip(before.entries, after.entries).prefix { $0 == $1 }.count
        restoreStructure(near: entries.firstIndex { $0.map { $0 >= common } ?? false }, segments.after, changes)
      }
    }
    for index in rewrites.indices { rewrites[index].abandon() }
  }

  private static let maximumRounds = 256

  /// The parts that `changes` touch; `nil` if there are no changes.
  private func apply(_ changes: SourceEdits) -> AffectedSegments? {
    document.joined(changes).map { edit in
      AffectedSegments(
        edit.range, of: document, in: document.replacing(edit.range, with: edit.replacement),
        newCount: edit.replacement.count)
    }
  }

  /// For each rewrite, its leaf's place in the skeleton; `nil` for one that is outside.
  private func entries(in skeleton: BlockSkeleton) -> [Int?] {
    rewrites.map { rewrite in
      let place = LeafPosition(rewrite.inlines.block, rewrite.inlines.leaf)
      let entry = skeleton.origins.partitionIndex { LeafPosition($0.block, $0.node) >= place }
      guard entry < skeleton.origins.count else { return nil }
      return LeafPosition(skeleton.origins[entry].block, skeleton.origins[entry].node) == place ? entry : nil
    }
  }

  /// The leaves that do not render as they must, or only as before; and how they do.
  private func failures(
    in skeleton: BlockSkeleton, at entries: [Int?]
  ) -> [(index: Int, actual: [StyledText.Element])] {
    var failures: [(Int, [StyledText.Element])] = []
    for (index, rewrite) in rewrites.enumerated() where !rewrite.isAbandoned {
      guard let entry = entries[index] else { continue }
      let (block, leaf) = skeleton.origins[entry]
      let actual = StyledText(InlineModel(leaf: leaf, of: block), ignoringAutolinks: rewrite.style == .code)
      if actual.elements != rewrite.expected || rewrite.changesNothing { failures.append((index, actual.elements)) }
    }
    return failures
  }

  private mutating func improve(
    _ index: Int, _ blocks: [LocatedBlock], _ changes: SourceEdits, _ actual: [StyledText.Element]
  ) {
    if escape(in: index, blocks, changes) { return }
    rewrites[index].advance(after: actual)
  }

  /// The block structure has changed, at a leaf or before it: escapes what changed it, or else changes the candidate of
  /// that leaf.
  private mutating func restoreStructure(near leaf: Int?, _ blocks: [LocatedBlock], _ changes: SourceEdits) {
    var hasEscaped = false
    for index in rewrites.indices where escape(in: index, blocks, changes) { hasEscaped = true }
    if hasEscaped { return }
    let live = rewrites.indices.filter { !rewrites[$0].isAbandoned }
    if let index = live.first(where: { $0 >= leaf ?? rewrites.count }) ?? live.last {
      rewrites[index].advance(after: nil)
    }
  }

  // MARK: - Escapes

  /// Escapes the first character of the leaf that was text and has become markup.
  private mutating func escape(in index: Int, _ blocks: [LocatedBlock], _ changes: SourceEdits) -> Bool {
    guard rewrites[index].mayEscape, let offset = turnedCharacter(in: index, blocks, changes) else { return false }
    return rewrites[index].escape(offset)
  }

  private func turnedCharacter(
    in index: Int, _ blocks: [LocatedBlock], _ changes: SourceEdits
  ) -> Int? {
    let rewrite = rewrites[index]
    let leaf = rewrite.inlines.range
    let start = changes.newOffset(leaf.lowerBound)
    let end = changes.newOffset(leaf.upperBound, after: [.opening, .closing, .label, .escape])
    for placed in blocks {
      let tree = placed.tree
      var token = tree.tokenIndex(at: max(0, start - placed.start))
      while token < tree.tokens.count, placed.start + Int(tree.tokens[token].start) < end {
        for offset in placed.block.markup(of: tree.tokens[token]) {
          if let old = changes.oldOffset(placed.start + offset), rewrite.isLiteral(old) { return old }
        }
        token += 1
      }
    }
    return nil
  }
}

extension Block {
  /// The bytes of a piece, any of which escaped would make text of it; none where it is text or layout.
  func markup(of token: SyntaxToken) -> Range<Int> {
    let range = token.range
    switch token.kind {
    case .whitespace, .lineEnding, .text, .codeText, .codeSpanText, .hardBreak, .infoString, .frontMatterText:
      return range.lowerBound..<range.lowerBound
    case .bracket:
      // `![` is none without its bracket.
      return range.upperBound - 1..<range.upperBound
    case .escape:
      // The backslash: what it escapes is text.
      return range.lowerBound..<range.lowerBound + 1
    case .listMarker:
      // A number is escaped before its point.
      return range.upperBound - 1..<range.upperBound
    case .autolink:
      // `://` is not when its colon is escaped, nor `www.`.
      let marks = bytes[range].firstIndex(of: UInt8(ascii: ":")) ?? bytes[range].firstIndex(of: UInt8(ascii: "."))
      return marks.map { $0..<$0 + 1 } ?? range.lowerBound..<range.lowerBound
    default:
      return range
    }
  }
}
