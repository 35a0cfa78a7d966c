import MarkdownText

// Edits: only what an edit touches is parsed again.
//
// What a line of Markdown starts is decided line by line, from the top. So where a block starts after the edit at a line
// where one started before, and the text from there on is the same, all blocks from there on are the same.

extension Document {
  /// The document with the bytes in `range` (clamped) replaced.
  ///
  /// Costs the parse of the blocks that the edit touches, and O(log n). A label that is newly defined, or no longer, costs
  /// the blocks that mention it, too; an edit that makes something else of all that follows, such as a fence, costs that,
  /// but for the one that takes it back.
  public func replacing(_ range: Range<Int>, with replacement: [UInt8]) -> Document {
    replacing(range, with: replacement, stretchLength: SegmentedParse.stretchLength)
  }

  /// Parses what is longer than `stretchLength`, in bytes, a stretch at a time.
  func replacing(_ range: Range<Int>, with replacement: [UInt8], stretchLength: Int) -> Document {
    let range = range.clamped(to: 0..<byteCount)
    let earlier = earlier?.followed(byEditOf: range, replacementCount: replacement.count)
    var edit = IncrementalEdit(document: self, range: range, replacement: replacement, stretchLength: stretchLength)
    if var edited = edit.run(within: reparseBudget) {
      (edited.earlier, edited.reparseBudget) = (earlier, reparseBudget)
      return edited
    }
    var edited =
      earlier?.restored(from: self, range: range, with: replacement) ?? edit.run(within: .max) ?? self
    edited.earlier = UndoCheckpoint(self, before: range, replacementCount: replacement.count)
    edited.reparseBudget = reparseBudget
    return edited
  }

  var withoutEarlierSnapshot: Document {
    var document = self
    document.earlier = nil
    return document
  }
}

extension Document {
  /// The document with `text` in place of its own. What both share at their ends is not parsed again; comparing them is
  /// O(n).
  public func replacingText(with text: [UInt8]) -> Document {
    let changed = self.text.changedRange(to: text)
    return replacing(changed.old, with: Array(text[changed.new]))
  }
}

/// An edit under way: the stretch of parts that is parsed anew, which grows until it ends where a block starts.
struct IncrementalEdit {
  private let document: Document
  private let range: Range<Int>
  private let replacement: [UInt8]
  private let stretchLength: Int
  private var parsedSegmentCount = 0
  private var parsedByteCount = 0
  /// The parts that have to be parsed, as far as is known.
  private var segments: Range<Int>
  /// By how many parts the stretch grows next.
  private var growth = 1
  /// Whether the first part's leaf, which the document is an excerpt without the start of, does not go on after the edit.
  private var isContextLost = false
  /// How many bytes of parts below the edit turned out to change.
  private var grownByteCount = 0

  init(
    document: Document, range: Range<Int>, replacement: [UInt8], stretchLength: Int = SegmentedParse.stretchLength
  ) {
    self.document = document
    self.range = range
    self.replacement = replacement
    self.stretchLength = stretchLength
    let touched = document.segment(at: range.lowerBound)
    let lastTouched = range.isEmpty ? touched : document.segment(at: range.upperBound - 1)
    segments = touched.index..<lastTouched.index + 1
    if FrontMatterEdit(document: document, range: range, replacement: replacement).mayMoveItsEnd {
      segments = 0..<document.segmentCount
      grownByteCount = document.byteCount - lastTouched.range.upperBound
    } else {
      segments = firstSegment(from: touched)..<lastTouched.index + 1
    }
  }

  /// The edited document; `nil` if more than `limit` bytes below the edit turn out to change. Another call goes on
  /// from there.
  mutating func run(within limit: Int) -> Document? {
    while grownByteCount <= limit {
      switch parseSegments(segments) {
      case .done(let result):
        return apply(result)
      case .startsElsewhere where segments.lowerBound == 0:
        isContextLost = true
      case .startsElsewhere:
        segments = segments.lowerBound - 1..<segments.upperBound
      case .endsElsewhere:
        let end = min(segments.upperBound + growth, document.segmentCount)
        grownByteCount += document.segments(segments.upperBound..<end).reduce(0) { $0 + $1.range.count }
        segments = segments.lowerBound..<end
        growth *= 2
      }
    }
    return nil
  }

  // MARK: Where to start

  /// The first part that has to be parsed again: the one that is touched or, where that may now join what is before it,
  /// the one before.
  private func firstSegment(from touched: LocatedBlock) -> Int {
    guard touched.index > 0 else { return 0 }
    // Inside of a leaf the part is parsed behind what it goes on with, whatever its first line is.
    if touched.block.startsInsideLeaf { return touched.index }
    let firstLineEnd = touched.bytes.withUnsafeBufferPointer { LineEndings.next(in: $0, from: 0).next }
    let isLineEnded = firstLineEnd > 0 && touched.bytes[firstLineEnd - 1].isLineEnding
    if isLineEnded, range.lowerBound >= touched.start + firstLineEnd { return touched.index }
    guard let previous = document.segment(touched.index - 1),
      isClosed(previous.block, before: newFirstLine(of: touched))
    else { return touched.index - 1 }
    return touched.index
  }

  /// The first line of a part after the edit; what follows the part may be cut off.
  private func newFirstLine(of placed: LocatedBlock) -> ArraySlice<UInt8> {
    let limit = placed.start + 4096
    var bytes = document.bytes(in: placed.start..<range.lowerBound) + replacement.prefix(4096)
    bytes += document.bytes(in: range.upperBound..<max(range.upperBound, limit))
    return bytes[..<bytes.withUnsafeBufferPointer { LineEndings.next(in: $0, from: 0).content }]
  }

  /// Whether a line that follows `block` starts a block of its own, whatever comes after it.
  private func isClosed(_ block: Block, before line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first(where: { !$0.isSpaceOrTab }), let last = block.tree.roots.last else { return false }
    switch block.tree.nodes[last].kind {
    case .heading, .thematicBreak, .fencedCode(isClosed: true), .frontMatter:
      return true
    case .paragraph, .table, .blockQuote, .htmlBlock, .referenceDefinition:
      return block.endsWithBlankLine
    case .list:
      let mayBeItem = first.isDigit || Array("-+*".utf8).contains(first)
      return block.endsWithBlankLine && line.first == first && !mayBeItem
    case .footnoteDefinition, .indentedCode:
      return block.endsWithBlankLine && line.first == first
    default:
      return false
    }
  }

  // MARK: Parsing

  private struct Result {
    var segments: Range<Int>
    var removed: [Block]
    var blocks: [Block]
  }

  private enum Trial {
    case done(Result)
    case startsElsewhere
    case endsElsewhere
  }

  /// Parses the new text of `parts`.
  private mutating func parseSegments(_ segments: Range<Int>) -> Trial {
    let old = document.segments(segments)
    guard let first = old.first, let last = old.last else { return .endsElsewhere }
    var text = document.bytes(in: first.start..<range.lowerBound) + replacement
    text += document.bytes(in: range.upperBound..<last.range.upperBound)
    let following = document.segment(segments.upperBound)?.block
    let isDocumentStart = document.isTextStart(segment: segments.lowerBound)
    if isDocumentStart, following != nil, FrontMatter.startsFence(text), FrontMatter.scan(text) == nil {
      return .endsElsewhere
    }
    parsedByteCount += text.count
    let removed = old.map(\.block)
    let mentions = LabelReferences.scan(text, options: document.options)
    let context = ParseContext(
      options: document.options, definitions: document.definitions.definitions(of: mentions, outside: removed),
      isDocumentStart: isDocumentStart, measure: document.measure)
    let contextPrefix = isContextLost ? [] : first.block.contextPrefix
    switch parse(text, behind: contextPrefix, before: following, in: context) {
    case .startsElsewhere:
      return .startsElsewhere
    case .endsElsewhere:
      return .endsElsewhere
    case .blocks(let blocks):
      // What comes to stand at the document's start may read otherwise there: a byte order mark is no text.
      if isDocumentStart, following != nil, blocks.isEmpty { return .endsElsewhere }
      return .done(Result(segments: segments, removed: removed, blocks: blocks))
    }
  }

  private func parse(
    _ text: [UInt8], behind contextPrefix: [UInt8], before following: Block?, in context: ParseContext
  ) -> RegionParse {
    if text.count <= stretchLength { return RegionParse(text, behind: contextPrefix, before: following, in: context) }
    return SegmentedParse(text, behind: contextPrefix, before: following, in: context, stretchLength: stretchLength)
      .chunk
  }

  // MARK: Putting together

  private mutating func apply(_ result: Result) -> Document {
    parsedSegmentCount += result.blocks.count
    var tree = document.tree.replacing(result.segments, with: result.blocks)
    if tree.summary.blockCount == 0 { tree = BlockTree(Parser.parse([], in: ParseContext(options: document.options))) }
    let newSegments = result.segments.lowerBound..<result.segments.lowerBound + result.blocks.count
    var resolution = Resolution(tree: tree, definitions: document.definitions)
    resolution.replace(result.removed, with: result.blocks)
    resolution.resolve(except: newSegments, in: document)
    parsedSegmentCount += resolution.parsedSegments.count
    parsedByteCount += resolution.parsedByteCount
    let (anchors, changedAnchors) = document.anchors.replacing(
      resolution.removed.anchorDefinitions, with: resolution.added.anchorDefinitions, counting: true)
    return document.with(
      resolution.tree, definitions: resolution.definitions, anchors: anchors,
      change: DocumentChange(
        segments: ChangedSegments(replacing: result.segments, with: newSegments, and: resolution.parsedSegments),
        parsedSegmentCount: parsedSegmentCount, parsedByteCount: parsedByteCount, labels: resolution.changedLabels,
        anchors: changedAnchors))
  }
}

/// The parts that have to be parsed again because other labels are defined now.
private struct Resolution {
  private(set) var tree: BlockTree
  private(set) var definitions: DefinitionTable
  /// The labels that are now defined and were not, or the other way round.
  private(set) var changedLabels: Set<LabelHash> = []
  private(set) var removed: [Block] = []
  private(set) var added: [Block] = []
  private(set) var parsedSegments: Set<Int> = []
  private(set) var parsedByteCount = 0
  /// Changed labels whose mentions are not looked at yet.
  private var pending: Set<LabelHash> = []

  /// A part that reads otherwise may define other labels itself; more rounds than this would be a circle.
  private static let maximumRounds = 4

  init(tree: BlockTree, definitions: DefinitionTable) {
    self.tree = tree
    self.definitions = definitions
  }

  /// Takes note that the tree has blocks in the place of others.
  mutating func replace(_ old: [Block], with new: [Block]) {
    removed += old
    added += new
    let (definitions, changed) = definitions.replacing(
      old.flatMap(\.definitions), with: new.flatMap(\.definitions))
    self.definitions = definitions
    changedLabels.formUnion(changed)
    pending.formUnion(changed)
  }

  /// Parses the parts that mention a changed label, but for `parsed`, which know of them.
  mutating func resolve(except parsed: Range<Int>, in document: Document) {
    for round in 0..<Self.maximumRounds where !pending.isEmpty {
      let indexes = tree.indexes(in: LabelSearch(.mentions, pending))
      pending = []
      for index in indexes where round > 0 || !parsed.contains(index) { parse(index, in: document) }
    }
  }

  private mutating func parse(_ index: Int, in document: Document) {
    guard let block = tree.block(at: index) else { return }
    parsedSegments.insert(index)
    parsedByteCount += block.bytes.count
    let resolved = block.resolved(
      with: definitions, before: tree.block(at: index + 1), options: document.options, measure: document.measure,
      isDocumentStart: document.isTextStart(segment: index))
    guard let resolved else { return }
    tree = tree.replacing(index..<index + 1, with: [resolved])
    replace([block], with: [resolved])
  }
}

/// Whether an edit can change where a document's front matter ends, or make or unmake it: what no other edit can do, it
/// changes what blocks far below are.
private struct FrontMatterEdit {
  let document: Document
  let range: Range<Int>
  let replacement: [UInt8]

  var mayMoveItsEnd: Bool {
    guard document.options.frontMatter, document.isTextStart(segment: 0) else { return false }
    let first = document.segment(at: 0)
    if case .frontMatter = first.tree.nodes.first?.kind { return range.lowerBound < first.range.upperBound }
    let start = document.bytes(in: 0..<min(range.lowerBound, 8)) + replacement.prefix(8)
    let newStart = range.lowerBound < 8 ? start + document.bytes(in: range.upperBound..<range.upperBound + 8) : start
    guard FrontMatter.startsFence(newStart) else { return false }
    return range.lowerBound < 8 || makesFenceLine
  }

  /// Whether a line that the edit touches is a fence.
  private var makesFenceLine: Bool {
    let lineStart = document.lineRange(document.line(at: range.lowerBound)).lowerBound
    let lineEnd = max(range.upperBound, document.lineRange(document.line(at: range.upperBound)).upperBound)
    let text =
      document.bytes(in: lineStart..<range.lowerBound) + replacement + document.bytes(in: range.upperBound..<lineEnd)
    return text.split(whereSeparator: \.isLineEnding).contains { FrontMatter.startsFence(Array($0)) }
  }
}
