import GFMSyntax

/// Tries the candidates of the leaves in a run of neighbouring top-level blocks until what the parser makes of them is
/// what was asked for.
struct StyleVerification: Sendable {
  let document: Document
  /// The blocks' bytes.
  private let range: Range<Int>
  private let skeleton: BlockSkeleton
  /// In source order.
  private(set) var rewrites: [LeafRewrite]
  /// For each rewrite, its leaf's place in the skeleton.
  private let entries: [Int]

  /// `rewrites` is in source order and not empty; their blocks are neighbours.
  init?(_ rewrites: [LeafRewrite], of document: Document) {
    guard let first = rewrites.first?.inlines.block, let last = rewrites.last?.inlines.block else { return nil }
    self.document = document
    self.rewrites = rewrites
    range = first.start..<last.range.upperBound
    let skeleton = BlockSkeleton(of: document.blocks(overlapping: range))
    self.skeleton = skeleton
    var places: [LeafPlace: Int] = [:]
    for (index, origin) in skeleton.origins.enumerated() { places[LeafPlace(origin.block, origin.node)] = index }
    entries = rewrites.compactMap { places[LeafPlace($0.inlines.block, $0.inlines.leaf)] }
    guard entries.count == rewrites.count else { return nil }
  }

  /// Settles each leaf's candidate; those that have none that works are left as they are.
  ///
  /// Parses the blocks once for each round, which mostly is once.
  mutating func run() {
    for _ in 0..<Self.maximumRounds {
      let changes = SourceChanges(rewrites.flatMap(\.changes))
      if changes.changes.isEmpty { return }
      let (blocks, newRange) = apply(changes)
      let isTiled = blocks.first?.start == newRange.lowerBound && blocks.last?.range.upperBound == newRange.upperBound
      let result = BlockSkeleton(of: blocks)
      if isTiled, result.entries == skeleton.entries {
        let failures = self.failures(in: result)
        if failures.isEmpty { return }
        for (index, actual) in failures { improve(index, blocks, changes, actual) }
      } else {
        restoreStructure(result, blocks, changes)
      }
    }
    for index in rewrites.indices { rewrites[index].abandon() }
  }

  private static let maximumRounds = 256

  private func apply(_ changes: SourceChanges) -> (blocks: [PlacedBlock], range: Range<Int>) {
    var bytes: [UInt8] = []
    var offset = range.lowerBound
    for change in changes.changes {
      bytes += document.bytes(in: offset..<max(offset, change.range.lowerBound))
      bytes += change.replacement
      offset = max(offset, change.range.upperBound)
    }
    bytes += document.bytes(in: offset..<range.upperBound)
    let newRange = range.lowerBound..<range.lowerBound + bytes.count
    return (document.replacing(range, with: bytes).blocks(overlapping: newRange), newRange)
  }

  /// The leaves that do not render as they must, and how they do.
  private func failures(in result: BlockSkeleton) -> [(index: Int, actual: [StyledText.Element])] {
    var failures: [(Int, [StyledText.Element])] = []
    for (index, rewrite) in rewrites.enumerated() where !rewrite.isAbandoned {
      let (block, leaf) = result.origins[entries[index]]
      let actual = StyledText(LeafInlines(leaf: leaf, of: block), ignoringAutolinks: rewrite.style == .code)
      if actual.elements != rewrite.expected { failures.append((index, actual.elements)) }
    }
    return failures
  }

  private mutating func improve(
    _ index: Int, _ blocks: [PlacedBlock], _ changes: SourceChanges, _ actual: [StyledText.Element]
  ) {
    if escape(in: index, blocks, changes) { return }
    rewrites[index].advance(after: actual)
  }

  /// The block structure has changed: escapes what changed it, or else changes the candidate of the leaf where it did.
  private mutating func restoreStructure(
    _ result: BlockSkeleton, _ blocks: [PlacedBlock], _ changes: SourceChanges
  ) {
    var hasEscaped = false
    for index in rewrites.indices where escape(in: index, blocks, changes) { hasEscaped = true }
    if hasEscaped { return }
    let common = zip(result.entries, skeleton.entries).prefix { $0 == $1 }.count
    let live = rewrites.indices.filter { !rewrites[$0].isAbandoned }
    if let index = live.first(where: { entries[$0] >= common }) ?? live.last { rewrites[index].advance(after: nil) }
  }

  // MARK: - Escapes

  /// Escapes the first character of the leaf that was text and has become markup.
  private mutating func escape(in index: Int, _ blocks: [PlacedBlock], _ changes: SourceChanges) -> Bool {
    guard rewrites[index].mayEscape, let offset = turnedCharacter(in: index, blocks, changes) else { return false }
    return rewrites[index].escape(offset)
  }

  private func turnedCharacter(
    in index: Int, _ blocks: [PlacedBlock], _ changes: SourceChanges
  ) -> Int? {
    let rewrite = rewrites[index]
    let leaf = rewrite.inlines.range
    let start = changes.newOffset(leaf.lowerBound)
    let end = changes.newOffset(leaf.upperBound, counting: [.opening, .closing, .label, .escape])
    for placed in blocks {
      let tree = placed.block.tree
      var piece = tree.pieceIndex(at: max(0, start - placed.start))
      while piece < tree.pieces.count, placed.start + Int(tree.pieces[piece].start) < end {
        for offset in placed.block.markup(of: tree.pieces[piece]) {
          if let old = changes.oldOffset(placed.start + offset), rewrite.isLiteral(old) { return old }
        }
        piece += 1
      }
    }
    return nil
  }
}

extension Block {
  /// The bytes of a piece, any of which escaped would make text of it; none where it is text or layout.
  fileprivate func markup(of piece: Piece) -> Range<Int> {
    let range = piece.range
    switch piece.kind {
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

/// A node in a document.
private struct LeafPlace: Hashable {
  var block: Int
  var node: SyntaxTree.Index

  init(_ block: PlacedBlock, _ node: SyntaxTree.Index) {
    self.block = block.index
    self.node = node
  }
}
