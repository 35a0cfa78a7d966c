import MarkdownText
internal import Synchronization

/// Counts something in a block with this tree, these bytes and this ``Block/contextPrefix``. The layer above supplies it,
/// and documents sum it over their blocks. Must be deterministic.
public typealias BlockMeasure = @Sendable (SyntaxTree, _ bytes: [UInt8], _ contextPrefix: [UInt8]) -> Int

/// A top-level block of a document with all that is derived from it: an immutable value in coordinates of its own.
///
/// Blocks tile their document: a block's bytes run from its first line to the next block's, blank lines after it
/// included. It ends at a line's end, or at the document's. A long block is kept in parts, each a block of its own (see
/// ``Document/parts(overlapping:)``).
public final class Block: Sendable {
  public let bytes: [UInt8]
  public let tree: SyntaxTree
  /// How often a line ends in it (LF, CR LF, CR).
  public var lineEndingCount: Int { Int(storedLineEndingCount) }
  /// What the document's ``BlockMeasure`` counts in it; 0 in a document without one.
  var measure: Int { Int(storedMeasure) }
  /// How many places of the parse that it came from did not line up with the source. Anything but 0 is a bug.
  public var misalignmentCount: Int { Int(storedMisalignmentCount) }

  /// Whether it holds text that cmark-gfm would take too long for, and that is plain text here instead.
  public let isNeutralized: Bool
  /// Whether it was parsed as a part of another, so that it can't tell whether a list is a tight one.
  let isSegment: Bool
  /// Lines that it has to be parsed behind to read as it does in its document; not empty for a part that starts inside of
  /// a table, a fenced code block or an HTML block.
  public let contextPrefix: [UInt8]
  // Narrow: a document has many blocks.
  private let storedLineEndingCount: Int32
  private let storedMeasure: Int32
  private let storedMisalignmentCount: Int32
  /// Which constructs it holds.
  public let contents: BlockContents
  /// The least level of the headings that stand in no container; 7 without one.
  let topHeadingLevel: UInt8
  /// Labels that it may refer to, and where its links and definitions lead, with the fragments that they name; sorted.
  let mentions: [LabelHash]
  /// Labels that it defines, in source order.
  let definitions: [LabelDefinition]
  /// What fragments may lead to, in source order.
  public let anchors: [Anchor]
  /// Where there are too many labels to go through them each time that sums are asked for.
  private let filters: Filters?

  private final class Filters: Sendable {
    /// Labels up to here take no longer than a filter that is kept is worth.
    static let worthKeeping = 64

    let mentions: ApproximateLabelSet
    let targets: ApproximateLabelSet

    init(mentions: [LabelHash], targets: [LabelHash]) {
      self.mentions = ApproximateLabelSet(mentions)
      self.targets = ApproximateLabelSet(targets)
    }
  }
  /// What a layer above has worked out about it.
  private let kept = Mutex<(any AnyObject & Sendable)?>(nil)

  init(
    bytes: [UInt8], tree: SyntaxTree, context: ParseContext, isSegment: Bool = false, contextPrefix: [UInt8] = [],
    isNeutralized: Bool = false, misalignmentCount: Int = 0
  ) {
    self.bytes = bytes
    self.tree = tree
    self.isSegment = isSegment
    self.contextPrefix = contextPrefix
    self.isNeutralized = isNeutralized
    self.storedMisalignmentCount = Int32(clamping: misalignmentCount)
    self.storedLineEndingCount = Int32(clamping: LineEndings.count(in: bytes[...]))
    self.storedMeasure = Int32(clamping: context.measure?(tree, bytes, contextPrefix) ?? 0)
    let contents = BlockContents(of: tree)
    self.contents = contents
    self.topHeadingLevel = contents.contains(.headings) ? tree.topHeadingLevel : 7
    let labels = LabelReferences.scan(bytes, options: context.options)
    var destinations =
      contents.isDisjoint(with: [.links, .referenceDefinitions])
      ? [] : LabelReferences.destinations(in: tree, of: bytes)
    if contents.contains(.html) {
      destinations += LabelReferences.fragmentsInHTML(in: tree, of: bytes, contextPrefix: contextPrefix)
    }
    self.mentions = destinations.isEmpty ? labels : Set(labels + destinations).sorted()
    self.definitions =
      contents.isDisjoint(with: [.referenceDefinitions, .footnoteDefinitions])
      ? [] : LabelDefinition.all(in: tree, of: bytes)
    let anchors =
      contents.isDisjoint(with: [.headings, .html])
      ? []
      : AnchorReader(bytes: bytes, tree: tree, startsInComment: contextPrefix.starts(with: "<!--".utf8)).anchors()
    self.anchors = anchors
    let targetCount = definitions.count + anchors.count
    self.filters =
      mentions.count + targetCount > Filters.worthKeeping
      ? Filters(mentions: mentions, targets: definitions.map(\.hash) + anchors.map(\.hash)) : nil
  }

  /// A value that is worked out from the block when it is first asked for, and lives as long as the block. There is one:
  /// another type's, or one that `isWanted` does not want, is worked out anew and takes its place.
  public func cached<Value: AnyObject & Sendable>(where isWanted: (Value) -> Bool, make: () -> Value) -> Value {
    if let value = kept.withLock({ $0 }) as? Value, isWanted(value) { return value }
    let value = make()
    kept.withLock { $0 = value }
    return value
  }

  /// The labels and fragments that it mentions.
  var mentionFilter: ApproximateLabelSet {
    filters?.mentions ?? (mentions.isEmpty ? .empty : ApproximateLabelSet(mentions))
  }
  /// The labels that it defines, and its anchors.
  var targetFilter: ApproximateLabelSet {
    if let filters { return filters.targets }
    if definitions.isEmpty, anchors.isEmpty { return .empty }
    return ApproximateLabelSet(definitions.map(\.hash) + anchors.map(\.hash))
  }

  /// Whether it starts inside of a leaf block that began in a part before it.
  public var startsInsideLeaf: Bool { !contextPrefix.isEmpty }

  /// Whether this block is a part of the same block as the one before it.
  ///
  /// Lists with the same kind of marker that follow each other are one list, and so are quotes with no blank line in
  /// between (CommonMark 5.1, 5.3).
  public func isContinuation(of previous: Block) -> Bool {
    if startsInsideLeaf { return true }
    guard let first = tree.nodes.first, let last = previous.tree.roots.last else { return false }
    switch (previous.tree.nodes[last].kind, first.kind) {
    case (.list, .list):
      return previous.tree.itemMarker(ofList: last) == tree.itemMarker(ofList: 0)
    case (.blockQuote, .blockQuote):
      return !previous.endsWithBlankLine
    default:
      return false
    }
  }

  var endsWithBlankLine: Bool {
    bytes.withUnsafeBufferPointer { buffer in
      var end = buffer.count
      guard end > 0, buffer[end - 1].isLineEnding else { return false }
      end -= end > 1 && buffer[end - 1] == .lineFeed && buffer[end - 2] == .carriageReturn ? 2 : 1
      while end > 0, buffer[end - 1].isSpaceOrTab { end -= 1 }
      return end > 0 && buffer[end - 1].isLineEnding
    }
  }
}

extension SyntaxTree {
  fileprivate var topHeadingLevel: UInt8 {
    roots.reduce(7) { level, root in
      if case .heading(let own, _) = nodes[root].kind { min(level, own) } else { level }
    }
  }

  fileprivate func itemMarker(ofList list: Index) -> UInt8? {
    guard list + 1 < nodes.count, case .item(let item) = nodes[list + 1].kind else { return nil }
    return item.marker
  }
}

/// A block and where it stands in a document.
public struct LocatedBlock: Sendable {
  public let block: Block
  /// Bytes from the document's start.
  public let start: Int
  /// 0-based.
  public let firstLine: Int
  /// Its place among the document's blocks. Where a block is kept in parts, that of its first one.
  public let index: Int

  public var tree: SyntaxTree { block.tree }
  public var bytes: [UInt8] { block.bytes }
  /// Its bytes in the document.
  public var range: Range<Int> { start..<start + bytes.count }

  /// A block that stands alone, so that its offsets are those in the document.
  public init(alone block: Block) { self.init(block: block, start: 0, firstLine: 0, index: 0) }

  init(block: Block, start: Int, firstLine: Int, index: Int) {
    (self.block, self.start, self.firstLine, self.index) = (block, start, firstLine, index)
  }
}
