import MarkdownText
internal import Synchronization

/// A snapshot of a document: its text as a sequence of parsed blocks. An immutable value; an edit gives another, which
/// shares all blocks with the first but those that the edit touches.
///
/// Offsets are UTF-8 bytes from the document's start, lines are 0-based.
public struct Document: Sendable {
  public let options: SyntaxOptions
  let measure: BlockMeasure?
  /// Never empty.
  let tree: BlockTree
  let definitions: DefinitionTable
  /// What fragments may lead to.
  let anchors: DefinitionTable
  private let wholeBlocks = WholeBlocks()
  /// Whether text stands before its first part, in the document that it is an excerpt of.
  private let isCutOff: Bool

  /// What the edit that led to this snapshot cost and changed.
  public internal(set) var change: DocumentChange
  /// What the document was before it changed at large, while edits may take that back.
  var earlier: UndoCheckpoint?
  /// How many bytes below an edit may turn out to change before the way by an earlier snapshot is looked for.
  var reparseBudget = 1 << 15

  /// Parses `text`. Linear in its length, but for texts that make cmark-gfm slower than that.
  public init(_ text: [UInt8], options: SyntaxOptions = .github, measure: BlockMeasure? = nil) {
    self.init(
      SegmentedParse(text, in: ParseContext(options: options, measure: measure)), of: text, options: options,
      measure: measure)
  }

  /// The document of a parse of `text`.
  init(_ parse: SegmentedParse, of text: [UInt8], options: SyntaxOptions, measure: BlockMeasure?) {
    self.init(
      tree: BlockTree(parse.blocks), definitions: parse.definitions,
      anchors: DefinitionTable(parse.blocks.anchorDefinitions), options: options,
      measure: measure,
      change: DocumentChange(
        segments: ChangedSegments([.init(old: 0..<0, new: 0..<parse.blocks.count)]),
        parsedSegmentCount: parse.blocks.count,
        parsedByteCount: text.count))
  }

  public init(_ text: String, options: SyntaxOptions = .github, measure: BlockMeasure? = nil) {
    self.init(Array(text.utf8), options: options, measure: measure)
  }

  init(
    tree: BlockTree, definitions: DefinitionTable, anchors: DefinitionTable, options: SyntaxOptions,
    measure: BlockMeasure?, change: DocumentChange, isCutOff: Bool = false
  ) {
    self.tree = tree
    self.isCutOff = isCutOff
    self.definitions = definitions
    self.anchors = anchors
    self.options = options
    self.measure = measure
    self.change = change
  }

  public var byteCount: Int { tree.summary.byteCount }

  /// At least 1: the text after the last line ending is a line, though it may be empty.
  public var lineCount: Int { tree.summary.lineEndingCount + 1 }
}

/// What an edit changed among a document's parts, and what it cost.
public struct DocumentChange: Sendable, Hashable {
  /// The parts that were replaced; all others are the same objects as before.
  public var segments: ChangedSegments
  /// How many parts were parsed.
  public var parsedSegmentCount: Int
  /// How many bytes were parsed, those of trials that did not do included.
  public var parsedByteCount: Int
  /// The labels that are now defined and were not, or the other way round.
  public var labels: Set<LabelHash> = []
  /// The anchors that are there now and were not, or the other way round, or that are there more or less often.
  public var anchors: Set<LabelHash> = []
}

extension DocumentChange {
  /// Goes on with the change of what this one led to.
  public mutating func append(_ later: DocumentChange) {
    segments.append(later.segments)
    parsedSegmentCount += later.parsedSegmentCount
    parsedByteCount += later.parsedByteCount
    labels.formUnion(later.labels)
    anchors.formUnion(later.anchors)
  }

  /// Nothing at all.
  public static let none = DocumentChange(segments: ChangedSegments(), parsedSegmentCount: 0, parsedByteCount: 0)
}

// MARK: - Excerpts

extension Document {
  /// The parts at `indexes` as a document of their own, in which offsets count from the first of them. It knows what the
  /// whole document defines. Nothing is parsed; costs the parts' number.
  ///
  /// A block that the parts' ends go through is as long as what the excerpt has of it.
  public func excerpt(ofSegments indexes: Range<Int>) -> Document {
    let segments = segments(indexes)
    return Document(
      tree: BlockTree(segments.map(\.block)), definitions: definitions, anchors: anchors, options: options,
      measure: nil,
      change: DocumentChange(
        segments: ChangedSegments([.init(old: 0..<0, new: 0..<segments.count)]), parsedSegmentCount: 0,
        parsedByteCount: 0),
      isCutOff: isCutOff || indexes.lowerBound > 0)
  }

  /// A document like this one with other parts.
  func with(
    _ tree: BlockTree, definitions: DefinitionTable, anchors: DefinitionTable, change: DocumentChange
  ) -> Document {
    Document(
      tree: tree, definitions: definitions, anchors: anchors, options: options, measure: measure, change: change,
      isCutOff: isCutOff)
  }

  /// Whether a part stands where a byte order mark and front matter may.
  func isTextStart(segment index: Int) -> Bool { index == 0 && !isCutOff }
}

// MARK: - Text

extension Document {
  /// The whole text. O(n).
  public var text: [UInt8] { bytes(in: 0..<byteCount) }

  /// A copy of the bytes in `range`, clamped to the document.
  public func bytes(in range: Range<Int>) -> [UInt8] {
    let range = range.clamped(to: 0..<byteCount)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    forEachSegment(in: range) { placed in
      let segment = range.clamped(to: placed.range)
      bytes += placed.bytes[segment.lowerBound - placed.start..<segment.upperBound - placed.start]
    }
    return bytes
  }
}

// MARK: - Blocks

extension Document {
  /// The blocks that hold a byte of `range`; for an empty range the one that ``block(at:)`` gives.
  ///
  /// Costs the blocks' number; one that is kept in parts is parsed as a whole when it is first asked for. So those that
  /// have no part in the range that is wanted are left out, and those longer than a limit, in bytes.
  public func blocks(
    in range: Range<Int>, longest byteLimit: Int = .max, where isWanted: (Block) -> Bool = { _ in true }
  ) -> [LocatedBlock] {
    var blocks: [LocatedBlock] = []
    var nextIndex = 0
    forEachSegment(in: range) { placed in
      guard placed.index >= nextIndex, isWanted(placed.block) else { return }
      let segments = blockSegments(around: placed)
      nextIndex = segments.last.map { $0.index + 1 } ?? nextIndex
      if segments.reduce(0, { $0 + $1.range.count }) <= byteLimit { blocks.append(wholeBlock(of: segments)) }
    }
    return blocks
  }

  /// The block that holds the byte at `offset`; at or past the document's end the last one. O(log n), but for one that is
  /// kept in parts, which is parsed as a whole when it is first asked for.
  public func block(at offset: Int) -> LocatedBlock { wholeBlock(of: blockSegments(around: segment(at: offset))) }

  /// Where the block that holds the byte at `offset` stands. Costs the number of its parts.
  public func blockRange(at offset: Int) -> Range<Int> {
    let segments = blockSegments(around: segment(at: offset))
    return segments[0].range.lowerBound..<segments[segments.count - 1].range.upperBound
  }

  /// The blocks as they are kept, those that hold a byte of `range`: a long one comes in parts, each with a list, quote,
  /// table, fenced code or HTML block node of its own. For an empty range the one at its bound.
  public func segments(in range: Range<Int>) -> [LocatedBlock] {
    var segments: [LocatedBlock] = []
    forEachSegment(in: range) { segments.append($0) }
    return segments
  }

  /// How many parts there are.
  public var segmentCount: Int { tree.summary.blockCount }

  /// The parts by their indexes, clamped to the ones there are.
  public func segments(_ indexes: Range<Int>) -> [LocatedBlock] {
    let indexes = indexes.clamped(to: 0..<segmentCount)
    var segments: [LocatedBlock] = []
    tree.forEach(from: indexes.lowerBound) { place in
      guard place.before.blockCount < indexes.upperBound else { return false }
      segments.append(LocatedBlock(place))
      return true
    }
    return segments
  }

  /// Calls `body` with each part from the one at `index` on, in order, until it says `false`; gives the index of the part
  /// after the last one that it was called with.
  public func forEachSegment(from index: Int, _ body: (LocatedBlock) -> Bool) -> Int {
    var next = index
    tree.forEach(from: index) { place in
      next = place.before.blockCount + 1
      return body(LocatedBlock(place))
    }
    return next
  }

  /// Calls `body` with each part, in order.
  public func forEachSegment(_ body: (LocatedBlock) -> Void) {
    tree.forEach(from: 0) { place in
      body(LocatedBlock(place))
      return true
    }
  }

  /// The sum of the ``BlockMeasure`` over the segments before the one at `index`.
  ///
  /// - Complexity: O(log n).
  public func measure(beforeSegment index: Int) -> Int {
    guard index < segmentCount else { return tree.summary.measure }
    return tree.last(at: index, by: \.blockCount)?.before.measure ?? 0
  }

  /// The segment that holds the `number`th of what the ``BlockMeasure`` counts; `nil` where there are fewer.
  ///
  /// - Complexity: O(log n).
  public func segment(holdingMeasured number: Int) -> LocatedBlock? {
    guard number >= 0, number < tree.summary.measure else { return nil }
    return tree.last(at: number, by: \.measure).map(LocatedBlock.init)
  }

  func forEachSegment(in range: Range<Int>, _ body: (LocatedBlock) -> Void) {
    let first = segment(at: range.lowerBound)
    body(first)
    tree.forEach(from: first.index + 1) { place in
      guard place.before.byteCount < range.upperBound else { return false }
      body(LocatedBlock(place))
      return true
    }
  }

  /// The part that holds the byte at `offset`; at or past the document's end the last one. O(log n).
  public func segment(at offset: Int) -> LocatedBlock {
    guard let place = tree.last(at: max(offset, 0), by: \.byteCount) else {
      return LocatedBlock(
        block: Block(bytes: [], tree: SyntaxTree(), context: ParseContext(options: options)), start: 0, firstLine: 0,
        index: 0)
    }
    return LocatedBlock(place)
  }

  public func segment(_ index: Int) -> LocatedBlock? {
    guard index >= 0, index < segmentCount else { return nil }
    return tree.last(at: index, by: \.blockCount).map(LocatedBlock.init)
  }

  /// All parts of the block that a part belongs to.
  private func blockSegments(around placed: LocatedBlock) -> [LocatedBlock] {
    var first = placed
    while let previous = segment(first.index - 1), first.block.isContinuation(of: previous.block) { first = previous }
    var segments = [first]
    tree.forEach(from: first.index + 1) { place in
      guard let last = segments.last, place.block.isContinuation(of: last.block) else { return false }
      segments.append(LocatedBlock(place))
      return true
    }
    return segments
  }

  /// The block that parts are all of.
  private func wholeBlock(of segments: [LocatedBlock]) -> LocatedBlock {
    let first = segments[0]
    let end = first.index + segments.count
    guard segments.count > 1 || first.block.isSegment else { return first }
    let whole = wholeBlocks.block(at: first.index) {
      parseWhole(
        segments.map(\.block), before: segment(end)?.block, isDocumentStart: isTextStart(segment: first.index))
    }
    return LocatedBlock(block: whole, start: first.start, firstLine: first.firstLine, index: first.index)
  }

  /// How many of the blocks that are kept in parts were asked for as wholes so far.
  var wholeBlockCount: Int { wholeBlocks.count }

  private func parseWhole(_ segments: [Block], before following: Block?, isDocumentStart: Bool) -> Block {
    let bytes = segments.flatMap(\.bytes)
    let mentions = LabelReferences.scan(bytes, options: options)
    let context = ParseContext(
      options: options, definitions: definitions.definitions(of: mentions, outside: segments),
      isDocumentStart: isDocumentStart, splitsLongBlocks: false)
    return RegionParse.block(bytes, behind: segments.first?.contextPrefix ?? [], before: following, in: context)
      ?? Block(bytes: bytes, tree: SyntaxTree(), context: context)
  }
}

/// The blocks that are kept in parts, parsed as wholes: made when first asked for, and kept with their snapshot.
private final class WholeBlocks: Sendable {
  private let blocks = Mutex<[Int: Block]>([:])

  var count: Int { blocks.withLock { $0.count } }

  func block(at index: Int, make: () -> Block) -> Block {
    if let block = blocks.withLock({ $0[index] }) { return block }
    let block = make()
    return blocks.withLock { blocks in
      if let other = blocks[index] { return other }
      blocks[index] = block
      return block
    }
  }
}

extension LocatedBlock {
  init(_ place: BlockTree.Position) {
    self.init(
      block: place.block, start: place.before.byteCount, firstLine: place.before.lineEndingCount,
      index: place.before.blockCount)
  }
}

// MARK: - Lines and positions

extension Document {
  /// The line that holds `offset` (clamped). A line's ending belongs to it. O(log n), and the length of the part.
  public func line(at offset: Int) -> Int {
    let placed = segment(at: offset)
    let local = min(max(offset - placed.start, 0), placed.bytes.count)
    return placed.firstLine + LineEndings.count(endingAtOrBefore: local, in: placed.bytes)
  }

  /// The bytes of `line` without its ending. A line past the end is empty and at the end.
  public func lineRange(_ line: Int) -> Range<Int> {
    guard line < lineCount, let place = tree.last(at: max(line, 0), by: \.lineEndingCount) else {
      return byteCount..<byteCount
    }
    let placed = LocatedBlock(place)
    let local = LineEndings.lineRange(max(line, 0) - placed.firstLine, in: placed.bytes)
    return placed.start + local.lowerBound..<placed.start + local.upperBound
  }

  /// The byte offset of a position: a 0-based line and a column in `encoding`'s units.
  ///
  /// As LSP has it, a column past the line's end is the line's end, and a line past the last is the document's end.
  public func offset(line: Int, column: Int, encoding: PositionEncoding) -> Int {
    guard line >= 0 else { return 0 }
    guard line < lineCount else { return byteCount }
    let range = lineRange(line)
    let placed = segment(at: range.lowerBound)
    let local = placed.bytes[range.lowerBound - placed.start..<range.upperBound - placed.start]
    return range.lowerBound + encoding.byteOffset(ofColumn: column, in: local)
  }

  /// The position of a byte offset (clamped): its 0-based line and its column in `encoding`'s units.
  public func position(of offset: Int, encoding: PositionEncoding) -> (line: Int, column: Int) {
    let offset = min(max(offset, 0), byteCount)
    let line = line(at: offset)
    let range = lineRange(line)
    let placed = segment(at: range.lowerBound)
    let end = min(offset, range.upperBound)
    let local = placed.bytes[range.lowerBound - placed.start..<end - placed.start]
    return (line, encoding.length(of: local))
  }
}
