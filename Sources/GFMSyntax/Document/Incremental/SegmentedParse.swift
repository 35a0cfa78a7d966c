import MarkdownText

/// The parse of a long text, a stretch at a time, so that the library's tree of it is never there as a whole.
///
/// A stretch ends where its last block starts, since what a line starts is decided from the top. Blocks that mention what
/// only another stretch defines are parsed once more in the end.
struct SegmentedParse {
  /// Bytes of a stretch; more where a single block is longer.
  static let stretchLength = 1 << 20

  private let stretchLength: Int
  private let text: [UInt8]
  private let contextPrefix: [UInt8]
  private let following: Block?
  private let context: ParseContext
  /// The blocks that tile the text; none where it does not read as blocks.
  private(set) var blocks: [Block] = []
  /// What the blocks define, and the context.
  private(set) var definitions = DefinitionTable()
  /// Why there are no blocks, if there are none.
  private var failure: RegionParse?

  /// What a stretch defines, and which blocks it came to.
  private struct Stretch {
    var blocks: Range<Int>
    var labels: Set<LabelHash>
    /// Labels of the block that was cut off at the stretch's end: they counted, but may not be defined in truth.
    var uncertainLabels: Set<LabelHash>
  }

  /// Parses `text` as ``RegionParse`` does; without context and following block it always reads as blocks.
  init(
    _ text: [UInt8], behind contextPrefix: [UInt8] = [], before following: Block? = nil, in context: ParseContext,
    stretchLength: Int = SegmentedParse.stretchLength
  ) {
    self.stretchLength = stretchLength
    self.text = text
    self.contextPrefix = contextPrefix
    self.following = following
    self.context = context
    let stretches = parseStretches() ?? parseWhole()
    definitions = DefinitionTable(context.definitions + blocks.flatMap(\.definitions))
    if stretches.count > 1 { resolve(across: stretches) }
  }

  /// What the text reads as.
  var chunk: RegionParse { failure ?? .blocks(blocks) }

  private mutating func parseWhole() -> [Stretch] {
    take(RegionParse(text, behind: contextPrefix, before: following, in: context))
    return [Stretch(blocks: 0..<blocks.count, labels: [], uncertainLabels: [])]
  }

  private mutating func take(_ chunk: RegionParse) {
    if case .blocks(let parsed) = chunk { blocks = parsed } else { (blocks, failure) = ([], chunk) }
  }

  /// `nil` if a stretch did not start where the one before it found that a block or part does: a bug, but none that may
  /// lose a document.
  private mutating func parseStretches() -> [Stretch]? {
    if text.count <= stretchLength { return parseWhole() }
    var stretches: [Stretch] = []
    var start = 0
    var contextPrefix = contextPrefix
    var length = stretchLength
    repeat {
      let end = lineEnd(from: start + length)
      var parsed: [Block]
      switch parse(start..<end, behind: contextPrefix) {
      case .blocks(let blocks): parsed = blocks
      case .startsElsewhere where start > 0: return nil
      case let failure:
        take(failure)
        return []
      }
      var uncertain: [LabelDefinition] = []
      if end < text.count {
        // Front matter may go on behind the stretch, and so may its last block: a longer one is parsed from its start.
        guard parsed.count > 1, start > 0 || !isFrontMatterCut(at: end) else {
          length *= 16
          continue
        }
        let last = parsed.removeLast()
        uncertain = last.definitions
        contextPrefix = last.contextPrefix
      }
      let first = blocks.count
      blocks += parsed
      stretches.append(
        Stretch(
          blocks: first..<blocks.count, labels: Set(parsed.lazy.flatMap(\.definitions).map(\.hash)),
          uncertainLabels: Set(uncertain.lazy.map(\.hash))))
      start += parsed.reduce(0) { $0 + $1.bytes.count }
      length = stretchLength
    } while start < text.count
    return stretches
  }

  private func parse(_ range: Range<Int>, behind contextPrefix: [UInt8]) -> RegionParse {
    if range == 0..<text.count { return RegionParse(text, behind: contextPrefix, before: following, in: context) }
    let stretch = Array(text[range])
    var context = context
    context.isDocumentStart = context.isDocumentStart && range.lowerBound == 0
    if !context.definitions.isEmpty {
      let mentions = Set(LabelReferences.scan(stretch, options: context.options))
      context.definitions.removeAll { !mentions.contains($0.hash) }
    }
    return RegionParse(
      stretch, behind: contextPrefix, before: range.upperBound == text.count ? following : nil, in: context)
  }

  /// The start of the line after the one at `offset`.
  private func lineEnd(from offset: Int) -> Int {
    guard offset < text.count else { return text.count }
    return text.withUnsafeBufferPointer { LineEndings.next(in: $0, from: offset).next }
  }

  private func isFrontMatterCut(at end: Int) -> Bool {
    guard context.isDocumentStart, context.options.frontMatter, FrontMatter.startsFence(text),
      let frontMatter = FrontMatter.scan(text)
    else { return false }
    return frontMatter.end > end
  }

  private mutating func resolve(across stretches: [Stretch]) {
    let all = stretches.reduce(into: Set<LabelHash>()) { $0.formUnion($1.labels) }
    let known = Set(context.definitions.lazy.map(\.hash))
    for stretch in stretches {
      let unresolved = all.union(stretch.uncertainLabels).subtracting(stretch.labels).subtracting(known)
      guard !unresolved.isEmpty else { continue }
      for index in stretch.blocks where blocks[index].mentions.contains(where: unresolved.contains) {
        if let block = blocks[index].resolved(
          with: definitions, before: index + 1 < blocks.count ? blocks[index + 1] : following,
          options: context.options, measure: context.measure, isDocumentStart: context.isDocumentStart && index == 0
        ) {
          blocks[index] = block
        }
      }
    }
  }
}

extension Block {
  /// This block, parsed again because other labels are defined now.
  func resolved(
    with definitions: DefinitionTable, before following: Block?, options: SyntaxOptions, measure: BlockMeasure?,
    isDocumentStart: Bool
  ) -> Block? {
    let context = ParseContext(
      options: options, definitions: definitions.definitions(of: mentions, outside: [self]),
      isDocumentStart: isDocumentStart, splitsLongBlocks: false, measure: measure)
    return RegionParse.block(bytes, behind: contextPrefix, before: following, in: context)
  }
}
