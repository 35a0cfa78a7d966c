/// The parse of a whole document, a stretch at a time, so that the library's tree of it is never there as a whole.
///
/// A stretch ends where its last block starts, since what a line starts is decided from the top. Blocks that mention what
/// only another stretch defines are parsed once more in the end.
struct DocumentParse {
  /// Bytes of a stretch; more where a single block is longer.
  static let stretchLength = 1 << 20

  private let stretchLength: Int
  private let text: [UInt8]
  private let options: SyntaxOptions
  private let tokenizer: Tokenizer?
  private(set) var blocks: [Block] = []
  private(set) var definitions = DefinitionTable()

  /// What a stretch defines, and which blocks it came to.
  private struct Stretch {
    var blocks: Range<Int>
    var labels: Set<LabelHash>
    /// Labels of the block that was cut off at the stretch's end: they counted, but may not be defined in truth.
    var uncertainLabels: Set<LabelHash>
  }

  init(
    _ text: [UInt8], options: SyntaxOptions, tokenizer: Tokenizer?, stretchLength: Int = DocumentParse.stretchLength
  ) {
    self.stretchLength = stretchLength
    self.text = text
    self.options = options
    self.tokenizer = tokenizer
    let stretches = parseStretches() ?? parseWhole()
    definitions = DefinitionTable(blocks.lazy.flatMap(\.definitions))
    if stretches.count > 1 { resolve(across: stretches) }
  }

  private mutating func parseWhole() -> [Stretch] {
    let context = ParseContext(options: options, tokenizer: tokenizer)
    blocks = Parser.parse(text, in: context)
    return [Stretch(blocks: 0..<blocks.count, labels: [], uncertainLabels: [])]
  }

  /// `nil` if a stretch did not start where the one before it found that a block or part does: a bug, but none that may
  /// lose a document.
  private mutating func parseStretches() -> [Stretch]? {
    var stretches: [Stretch] = []
    var start = 0
    var opening: [UInt8] = []
    var length = stretchLength
    repeat {
      let end = lineEnd(from: start + length)
      let context = ParseContext(options: options, isDocumentStart: start == 0, tokenizer: tokenizer)
      let stretch = start == 0 && end == text.count ? text : Array(text[start..<end])
      let chunk = ChunkParse(stretch, behind: opening, before: nil, in: context)
      guard case .blocks(var parsed) = chunk else { return nil }
      var uncertain: [LabelDefinition] = []
      if end < text.count {
        // Front matter may go on behind the stretch, and so may its last block.
        guard parsed.count > 1, start > 0 || !isFrontMatterCut(at: end) else {
          length *= 2
          continue
        }
        let last = parsed.removeLast()
        uncertain = last.definitions
        opening = last.opening
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

  /// The start of the line after the one at `offset`.
  private func lineEnd(from offset: Int) -> Int {
    guard offset < text.count else { return text.count }
    return text.withUnsafeBufferPointer { LineEndings.next(in: $0, from: offset).next }
  }

  private func isFrontMatterCut(at end: Int) -> Bool {
    guard options.frontMatter, FrontMatter.startsFence(text), let frontMatter = FrontMatter.scan(text) else {
      return false
    }
    return frontMatter.end > end
  }

  private mutating func resolve(across stretches: [Stretch]) {
    let all = stretches.reduce(into: Set<LabelHash>()) { $0.formUnion($1.labels) }
    for stretch in stretches {
      let unresolved = all.union(stretch.uncertainLabels).subtracting(stretch.labels)
      guard !unresolved.isEmpty else { continue }
      for index in stretch.blocks where blocks[index].mentions.contains(where: unresolved.contains) {
        if let block = blocks[index].resolved(
          with: definitions, before: index + 1 < blocks.count ? blocks[index + 1] : nil, options: options,
          tokenizer: tokenizer, isDocumentStart: index == 0)
        {
          blocks[index] = block
        }
      }
    }
  }
}

extension Block {
  /// This block, parsed again because other labels are defined now.
  func resolved(
    with definitions: DefinitionTable, before following: Block?, options: SyntaxOptions, tokenizer: Tokenizer?,
    isDocumentStart: Bool
  ) -> Block? {
    let context = ParseContext(
      options: options, definitions: definitions.definitions(of: mentions, outside: [self]),
      isDocumentStart: isDocumentStart, splitsLongBlocks: false, tokenizer: tokenizer)
    return ChunkParse.block(bytes, behind: opening, before: following, in: context)
  }
}
