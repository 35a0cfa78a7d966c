internal import Synchronization

/// A snapshot of a document: its text as a sequence of parsed blocks. An immutable value; an edit gives another, which
/// shares all blocks with the first but those that the edit touches.
///
/// Offsets are UTF-8 bytes from the document's start, lines are 0-based.
public struct Document: Sendable {
  public let options: SyntaxOptions
  let tokenizer: Tokenizer?
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
  var earlier: EarlierSnapshot?
  /// How many bytes below an edit may turn out to change before the way by an earlier snapshot is looked for.
  var patience = 1 << 15

  /// Parses `text`. Linear in its length, but for texts that make cmark-gfm slower than that.
  public init(_ text: [UInt8], options: SyntaxOptions = .github, tokenizer: Tokenizer? = nil) {
    self.init(
      StretchedParse(text, in: ParseContext(options: options, tokenizer: tokenizer)), of: text, options: options,
      tokenizer: tokenizer)
  }

  /// The document of a parse of `text`.
  init(_ parse: StretchedParse, of text: [UInt8], options: SyntaxOptions, tokenizer: Tokenizer?) {
    self.init(
      tree: BlockTree(parse.blocks), definitions: parse.definitions,
      anchors: DefinitionTable(parse.blocks.anchorDefinitions), options: options,
      tokenizer: tokenizer,
      change: DocumentChange(
        parts: PartChanges([.init(old: 0..<0, new: 0..<parse.blocks.count)]), parsedPartCount: parse.blocks.count,
        parsedByteCount: text.count))
  }

  public init(_ text: String, options: SyntaxOptions = .github, tokenizer: Tokenizer? = nil) {
    self.init(Array(text.utf8), options: options, tokenizer: tokenizer)
  }

  init(
    tree: BlockTree, definitions: DefinitionTable, anchors: DefinitionTable, options: SyntaxOptions,
    tokenizer: Tokenizer?, change: DocumentChange, isCutOff: Bool = false
  ) {
    self.tree = tree
    self.isCutOff = isCutOff
    self.definitions = definitions
    self.anchors = anchors
    self.options = options
    self.tokenizer = tokenizer
    self.change = change
  }

  public var byteCount: Int { tree.summary.byteCount }

  /// At least 1: the text after the last line ending is a line, though it may be empty.
  public var lineCount: Int { tree.summary.lineEndingCount + 1 }
}

/// What an edit changed among a document's parts, and what it cost.
public struct DocumentChange: Sendable, Hashable {
  /// The parts that were replaced; all others are the same objects as before.
  public var parts: PartChanges
  /// How many parts were parsed.
  public var parsedPartCount: Int
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
    parts.append(later.parts)
    parsedPartCount += later.parsedPartCount
    parsedByteCount += later.parsedByteCount
    labels.formUnion(later.labels)
    anchors.formUnion(later.anchors)
  }

  /// Nothing at all.
  public static let none = DocumentChange(parts: PartChanges(), parsedPartCount: 0, parsedByteCount: 0)
}

// MARK: - Excerpts

extension Document {
  /// The parts at `indexes` as a document of their own, in which offsets count from the first of them. It knows what the
  /// whole document defines. Nothing is parsed; costs the parts' number.
  ///
  /// A block that the parts' ends go through is as long as what the excerpt has of it.
  public func excerpt(ofParts indexes: Range<Int>) -> Document {
    let parts = parts(indexes)
    return Document(
      tree: BlockTree(parts.map(\.block)), definitions: definitions, anchors: anchors, options: options, tokenizer: nil,
      change: DocumentChange(
        parts: PartChanges([.init(old: 0..<0, new: 0..<parts.count)]), parsedPartCount: 0, parsedByteCount: 0),
      isCutOff: isCutOff || indexes.lowerBound > 0)
  }

  /// A document like this one with other parts.
  func with(
    _ tree: BlockTree, definitions: DefinitionTable, anchors: DefinitionTable, change: DocumentChange
  ) -> Document {
    Document(
      tree: tree, definitions: definitions, anchors: anchors, options: options, tokenizer: tokenizer, change: change,
      isCutOff: isCutOff)
  }

  /// Whether a part stands where a byte order mark and front matter may.
  func isTextStart(part index: Int) -> Bool { index == 0 && !isCutOff }
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
    forEachPart(overlapping: range) { placed in
      let part = range.clamped(to: placed.range)
      bytes += placed.block.bytes[part.lowerBound - placed.start..<part.upperBound - placed.start]
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
    overlapping range: Range<Int>, longest byteLimit: Int = .max, where isWanted: (Block) -> Bool = { _ in true }
  ) -> [PlacedBlock] {
    var blocks: [PlacedBlock] = []
    var nextIndex = 0
    forEachPart(overlapping: range) { placed in
      guard placed.index >= nextIndex, isWanted(placed.block) else { return }
      let parts = blockParts(around: placed)
      nextIndex = parts.last.map { $0.index + 1 } ?? nextIndex
      if parts.reduce(0, { $0 + $1.range.count }) <= byteLimit { blocks.append(wholeBlock(of: parts)) }
    }
    return blocks
  }

  /// The block that holds the byte at `offset`; at or past the document's end the last one. O(log n), but for one that is
  /// kept in parts, which is parsed as a whole when it is first asked for.
  public func block(at offset: Int) -> PlacedBlock { wholeBlock(of: blockParts(around: part(at: offset))) }

  /// Where the block that holds the byte at `offset` stands. Costs the number of its parts.
  public func blockRange(at offset: Int) -> Range<Int> {
    let parts = blockParts(around: part(at: offset))
    return parts[0].range.lowerBound..<parts[parts.count - 1].range.upperBound
  }

  /// The blocks as they are kept, those that hold a byte of `range`: a long one comes in parts, each with a list, quote,
  /// table, fenced code or HTML block node of its own. For an empty range the one at its bound.
  public func parts(overlapping range: Range<Int>) -> [PlacedBlock] {
    var parts: [PlacedBlock] = []
    forEachPart(overlapping: range) { parts.append($0) }
    return parts
  }

  /// How many parts there are.
  public var partCount: Int { tree.summary.blockCount }

  /// The parts by their indexes, clamped to the ones there are.
  public func parts(_ indexes: Range<Int>) -> [PlacedBlock] {
    let indexes = indexes.clamped(to: 0..<partCount)
    var parts: [PlacedBlock] = []
    tree.forEach(from: indexes.lowerBound) { place in
      guard place.before.blockCount < indexes.upperBound else { return false }
      parts.append(PlacedBlock(place))
      return true
    }
    return parts
  }

  /// Calls `body` with each part from the one at `index` on, in order, until it says `false`; gives the index of the part
  /// after the last one that it was called with.
  public func forEachPart(from index: Int, _ body: (PlacedBlock) -> Bool) -> Int {
    var next = index
    tree.forEach(from: index) { place in
      next = place.before.blockCount + 1
      return body(PlacedBlock(place))
    }
    return next
  }

  /// Calls `body` with each part, in order.
  public func forEachPart(_ body: (PlacedBlock) -> Void) {
    tree.forEach(from: 0) { place in
      body(PlacedBlock(place))
      return true
    }
  }

  /// How many semantic tokens the parts before the one at `index` hold. O(log n).
  public func tokenCount(beforePart index: Int) -> Int {
    guard index < partCount else { return tree.summary.tokenCount }
    return tree.last(at: index, by: \.blockCount)?.before.tokenCount ?? 0
  }

  /// The part that holds the token with this number, counted from the document's start. O(log n).
  public func part(holdingToken number: Int) -> PlacedBlock? {
    guard number >= 0, number < tree.summary.tokenCount else { return nil }
    return tree.last(at: number, by: \.tokenCount).map(PlacedBlock.init)
  }

  func forEachPart(overlapping range: Range<Int>, _ body: (PlacedBlock) -> Void) {
    let first = part(at: range.lowerBound)
    body(first)
    tree.forEach(from: first.index + 1) { place in
      guard place.before.byteCount < range.upperBound else { return false }
      body(PlacedBlock(place))
      return true
    }
  }

  /// The part that holds the byte at `offset`; at or past the document's end the last one. O(log n).
  public func part(at offset: Int) -> PlacedBlock {
    guard let place = tree.last(at: max(offset, 0), by: \.byteCount) else {
      return PlacedBlock(
        block: Block(bytes: [], tree: SyntaxTree(), context: ParseContext(options: options)), start: 0, firstLine: 0,
        index: 0)
    }
    return PlacedBlock(place)
  }

  public func part(_ index: Int) -> PlacedBlock? {
    guard index >= 0, index < partCount else { return nil }
    return tree.last(at: index, by: \.blockCount).map(PlacedBlock.init)
  }

  /// All parts of the block that a part belongs to.
  private func blockParts(around placed: PlacedBlock) -> [PlacedBlock] {
    var first = placed
    while let previous = part(first.index - 1), first.block.continues(previous.block) { first = previous }
    var parts = [first]
    tree.forEach(from: first.index + 1) { place in
      guard let last = parts.last, place.block.continues(last.block) else { return false }
      parts.append(PlacedBlock(place))
      return true
    }
    return parts
  }

  /// The block that parts are all of.
  private func wholeBlock(of parts: [PlacedBlock]) -> PlacedBlock {
    let first = parts[0]
    let end = first.index + parts.count
    guard parts.count > 1 || first.block.isPart else { return first }
    let whole = wholeBlocks.block(at: first.index) {
      parseWhole(
        parts.map(\.block), before: part(end)?.block, isDocumentStart: isTextStart(part: first.index))
    }
    return PlacedBlock(block: whole, start: first.start, firstLine: first.firstLine, index: first.index)
  }

  /// How many of the blocks that are kept in parts were asked for as wholes so far.
  var wholeBlockCount: Int { wholeBlocks.count }

  private func parseWhole(_ parts: [Block], before following: Block?, isDocumentStart: Bool) -> Block {
    let bytes = parts.flatMap(\.bytes)
    let mentions = LabelMentions.scan(bytes, options: options)
    let context = ParseContext(
      options: options, definitions: definitions.definitions(of: mentions, outside: parts),
      isDocumentStart: isDocumentStart, splitsLongBlocks: false)
    return ChunkParse.block(bytes, behind: parts.first?.opening ?? [], before: following, in: context)
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

extension PlacedBlock {
  init(_ place: BlockTree.Place) {
    self.init(
      block: place.block, start: place.before.byteCount, firstLine: place.before.lineEndingCount,
      index: place.before.blockCount)
  }
}

// MARK: - Lines and positions

extension Document {
  /// The line that holds `offset` (clamped). A line's ending belongs to it. O(log n), and the length of the part.
  public func line(at offset: Int) -> Int {
    let placed = part(at: offset)
    let local = min(max(offset - placed.start, 0), placed.block.bytes.count)
    return placed.firstLine + LineEndings.count(endingAtOrBefore: local, in: placed.block.bytes)
  }

  /// The bytes of `line` without its ending. A line past the end is empty and at the end.
  public func lineRange(_ line: Int) -> Range<Int> {
    guard line < lineCount, let place = tree.last(at: max(line, 0), by: \.lineEndingCount) else {
      return byteCount..<byteCount
    }
    let placed = PlacedBlock(place)
    let local = LineEndings.lineRange(max(line, 0) - placed.firstLine, in: placed.block.bytes)
    return placed.start + local.lowerBound..<placed.start + local.upperBound
  }

  /// The byte offset of a position: a 0-based line and a column in `encoding`'s units.
  ///
  /// As LSP has it, a column past the line's end is the line's end, and a line past the last is the document's end.
  public func offset(line: Int, column: Int, encoding: PositionEncoding) -> Int {
    guard line >= 0 else { return 0 }
    guard line < lineCount else { return byteCount }
    let range = lineRange(line)
    let placed = part(at: range.lowerBound)
    let local = placed.block.bytes[range.lowerBound - placed.start..<range.upperBound - placed.start]
    return range.lowerBound + encoding.byteOffset(ofColumn: column, in: local)
  }

  /// The position of a byte offset (clamped): its 0-based line and its column in `encoding`'s units.
  public func position(of offset: Int, encoding: PositionEncoding) -> (line: Int, column: Int) {
    let offset = min(max(offset, 0), byteCount)
    let line = line(at: offset)
    let range = lineRange(line)
    let placed = part(at: range.lowerBound)
    let end = min(offset, range.upperBound)
    let local = placed.block.bytes[range.lowerBound - placed.start..<end - placed.start]
    return (line, encoding.length(of: local))
  }
}
