import MarkdownText

/// Finds where everything stands that cmark-gfm found in a text.
///
/// The library tells truthfully what a text holds, but often not where. A replay walks its tree in source order beside
/// the source's lines: each line's prefix is taken apart by the containers that are open there, and each leaf's inline
/// nodes are lined up with what is left of its lines (``InlineAligner``). Linear in the text, but for lines × depth of
/// containers; nothing recurses.
struct SourceAligner {
  /// Must hold neither NUL nor invalid UTF-8.
  let source: [UInt8]
  let lines: SourceLines
  let tree: CMarkTree
  let options: SyntaxOptions
  /// Where the first line's text starts: after a byte order mark.
  let textStart: Int

  var builder: TreeBuilder
  /// The containers around the place that has been reached, outermost first.
  var containers: [Container] = []
  /// The first line whose pieces are not there yet.
  var nextLine = 0

  /// What the blocks of the text are, in source bytes. Of a block that comes in parts, each is one.
  struct AlignedBlock {
    var range: Range<Int>
    var tree: SyntaxTree
    var isSegment: Bool
    var contextPrefix: [UInt8]
    var isNeutralized: Bool
  }

  private(set) var blocks: [AlignedBlock] = []
  /// Whether the block that is being built began as a part of another.
  private var isInSegment = false
  /// What it has to be read behind, if it began inside of a leaf.
  private var contextPrefix: [UInt8] = []
  /// How many leaf blocks did not line up with the source. Anything but 0 is a bug.
  private(set) var misalignmentCount = 0
  /// Labels of footnote definitions that the library dropped, in source bytes.
  private(set) var droppedFootnoteLabels: Set<Range<Int>> = []

  /// The markers of the line prefix that was scanned last.
  var prefixMarkers: [(kind: SyntaxToken.Kind, range: Range<Int>, node: Int32)] = []

  struct Container {
    var node: Int32
    var kind: CMarkTree.Kind
    var firstLine: Int
    /// Where its own marker starts; known once its first line was scanned.
    var start = 0
    /// What an item is, and how far its later lines are indented.
    var item = Node.Item()
    var isTask = false
    /// Where the library says that a footnote definition's content starts: 0-based bytes from the line's start.
    var contentColumn = 0
  }

  /// The lines at which a block or a part of one is to start, if one can start there at all.
  private let cutLines: [Int]
  /// Whether long blocks come in parts.
  private let splitsLongBlocks: Bool

  /// Where syntax was taken out of the source (``PathologicalInput``).
  private let disarmed: [Range<Int>]

  /// From how many bytes on a part ends with the item, block, row or line that is being read.
  private static let longSegment = 2048
  /// A leaf whose parts would have to be read behind more bytes than this stays whole.
  private static let longestContextPrefix = 256

  /// `tree` is what the library made of `source`, with lines counted from the source's first.
  init(
    source: [UInt8], lines: SourceLines, tree: CMarkTree, options: SyntaxOptions, textStart: Int, cutLines: [Int],
    splitsLongBlocks: Bool, disarmed: [Range<Int>] = []
  ) {
    self.source = source
    self.options = options
    self.lines = lines
    self.tree = tree
    self.textStart = textStart
    self.cutLines = cutLines
    self.splitsLongBlocks = splitsLongBlocks
    self.disarmed = disarmed
    self.builder = TreeBuilder(source: source, start: 0)
  }

  mutating func run() {
    walkBlocks()
    emitLines(before: lines.count)
    misalignmentCount += builder.unclaimedCount
    if builder.start < source.count || blocks.isEmpty { finishBlock(at: source.count, isSegment: isInSegment) }
  }

  /// The node that new blocks stand in, -1 at the top level.
  var parent: Int32 { containers.last?.node ?? -1 }

  // MARK: - Walking the tree

  private mutating func walkBlocks() {
    guard !tree.nodes.isEmpty else { return }
    var open: [Int32] = []
    var next = tree.nodes[0].firstChild
    while true {
      if next >= 0 {
        let node = tree.nodes[Int(next)]
        if open.isEmpty { startTopLevelBlock(node) }
        if open.count == 1 { startSegment(with: node, of: tree.nodes[Int(open[0])]) }
        if node.kind.isContainer {
          openContainer(node)
          open.append(next)
          next = node.firstChild
        } else {
          replayLeaf(next)
          next = node.nextSibling
        }
      } else if let closing = open.popLast() {
        closeContainer(tree.nodes[Int(closing)])
        next = tree.nodes[Int(closing)].nextSibling
      } else {
        return
      }
    }
  }

  private mutating func startTopLevelBlock(_ node: CMarkTree.Node) {
    // The lines of a paragraph whose last one became a table's header stay with it: alone, the header might be read as
    // something else.
    let first = Int(node.startLine) - (node.kind == .table ? Int(node.detail) : 0)
    guard first >= nextLine else { return }
    emitLines(before: first)
    cutBlock(at: first)
  }

  /// Ends the block that is being built before `line`, if it holds anything yet.
  mutating func cutBlock(at line: Int) {
    guard !builder.nodes.isEmpty else { return }
    finishBlock(at: lines.start(line), isSegment: isInSegment)
    isInSegment = false
  }

  private mutating func finishBlock(at end: Int, isSegment: Bool) {
    let (range, tree) = builder.finish(at: end)
    // What is in a code block is no syntax.
    let isNeutralized = tree.nodes.first?.kind.isCodeBlock != true && disarmed.contains { $0.overlaps(range) }
    blocks.append(
      AlignedBlock(
        range: range, tree: tree, isSegment: isSegment, contextPrefix: contextPrefix, isNeutralized: isNeutralized))
    contextPrefix = []
  }

  /// Whether the part that is being built is to end before `line`.
  private func endsSegment(before line: Int) -> Bool {
    splitsLongBlocks && lines.start(line) - builder.start >= Self.longSegment || cutLines.contains(line)
  }

  /// Ends the part of a top-level list or quote before an item or child, if it is long enough or is to end here.
  ///
  /// A part reads alone as it does within its container: what starts an item of a list, or a block in a quote, is told
  /// by its own first line.
  private mutating func startSegment(with child: CMarkTree.Node, of container: CMarkTree.Node) {
    let line = Int(child.startLine) - (child.kind == .table ? Int(child.detail) : 0)
    guard container.kind == .list || container.kind == .blockQuote, child.startLine > container.startLine,
      line >= nextLine
    else { return }
    guard endsSegment(before: line), !mayBeAlert(child, of: container) else { return }
    emitLines(before: line)
    guard nextLine == line, let open = containers.first else { return }
    builder.close(open.node)
    let kind = builder.nodes[Int(open.node)].kind
    finishBlock(at: lines.start(line), isSegment: true)
    isInSegment = true
    let start = lines.start(line)
    containers[0].node = builder.append(kind, start..<start, parent: -1)
    containers[0].firstLine = line
  }

  /// Ends the part of a top-level leaf before one of its lines, if it is long enough or is to end here. Gives the leaf's
  /// node, which is another one in another part.
  ///
  /// A line of a leaf does not read alone as it does within it, but behind `contextPrefix`: lines that open a leaf like it.
  mutating func startLeafSegment(at line: Int, of node: Int32, behind contextPrefix: [UInt8]) -> Int32 {
    guard containers.isEmpty, contextPrefix.count <= Self.longestContextPrefix, endsSegment(before: line) else {
      return node
    }
    builder.close(node)
    let kind = builder.nodes[Int(node)].kind
    let start = lines.start(line)
    finishBlock(at: start, isSegment: true)
    isInSegment = true
    self.contextPrefix = contextPrefix
    return builder.append(kind, start..<start, parent: -1)
  }

  /// Whether a child of a quote could start an alert, if it were the first: a part that it starts would look like one.
  private func mayBeAlert(_ child: CMarkTree.Node, of container: CMarkTree.Node) -> Bool {
    guard container.kind == .blockQuote, child.kind == .paragraph else { return false }
    let line = Int(child.startLine)
    let content = source[lines.start(line)..<lines.contentEnd(line)].drop { $0.isSpaceOrTab || $0 == UInt8(ascii: ">") }
    return content.starts(with: Array("[!".utf8))
  }

  private mutating func openContainer(_ node: CMarkTree.Node) {
    emitLines(before: Int(node.startLine))
    let kind: Node.Kind =
      switch node.kind {
      case .list: .list(Node.List(start: 0, isOrdered: false, isTight: node.detail != 0))
      case .item: .item(Node.Item())
      case .footnoteDefinition: .footnoteDefinition
      default: .blockQuote
      }
    let start = lines.start(Int(node.startLine))
    let added = builder.append(kind, start..<start, parent: parent)
    containers.append(
      Container(
        node: added, kind: node.kind, firstLine: Int(node.startLine),
        isTask: node.kind == .item && node.detail != 0, contentColumn: Int(node.startColumn)))
  }

  private mutating func closeContainer(_ node: CMarkTree.Node) {
    emitLines(before: min(Int(max(node.endLine, node.startLine)) + 1, lines.count))
    if let container = containers.popLast() { builder.close(container.node) }
  }

  private mutating func replayLeaf(_ index: Int32) {
    let node = tree.nodes[Int(index)]
    guard node.startLine >= 0, Int(node.startLine) >= nextLine, Int(node.startLine) < lines.count else {
      misalignmentCount += 1
      return
    }
    emitLines(before: Int(node.startLine))
    let isAligned =
      switch node.kind {
      case .paragraph: replayParagraph(index)
      case .heading: replayHeading(index)
      case .thematicBreak: replayThematicBreak(node)
      case .codeBlock: node.detail != 0 ? replayFencedCode(index) : replayIndentedCode(index)
      case .htmlBlock: replayHTMLBlock(index)
      case .table: replayTable(index)
      default: false
      }
    if !isAligned { replayAsPlainText(node) }
  }

  /// What is left for a leaf that does not line up: its lines as text.
  private mutating func replayAsPlainText(_ node: CMarkTree.Node) {
    misalignmentCount += 1
    let first = nextLine
    let last = min(max(Int(node.endLine), first), lines.count - 1)
    guard first <= last else { return }
    let added = builder.append(.paragraph, lines.start(first)..<lines.contentEnd(last), parent: parent)
    for line in first...last {
      let scan = emitPrefix(of: line)
      builder.add(.text, scan.firstNonspace.offset..<lines.contentEnd(line), node: added)
    }
  }

  mutating func countMisalignment() { misalignmentCount += 1 }

  mutating func noteDroppedFootnote(_ label: Range<Int>) { droppedFootnoteLabels.insert(label) }
}
