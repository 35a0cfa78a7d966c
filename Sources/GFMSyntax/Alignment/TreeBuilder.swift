import MarkdownText

/// Collects a block's nodes and pieces while a replay moves through the source. Offsets are bytes of the whole text.
struct TreeBuilder {
  private let source: [UInt8]
  private(set) var start: Int
  /// Up to where pieces tile the source.
  private(set) var cursor: Int
  var nodes: [Node] = []
  private(set) var tokens: [SyntaxToken] = []
  /// How often a byte had to be passed over that nothing had claimed.
  private(set) var unclaimedCount = 0

  init(source: [UInt8], start: Int) {
    self.source = source
    self.start = start
    self.cursor = start
  }

  /// Appends a node without children yet.
  mutating func append(_ kind: Node.Kind, _ range: Range<Int>, parent: Int32) -> Int32 {
    nodes.append(
      Node(
        kind: kind, start: Int32(range.lowerBound), end: Int32(range.upperBound), parent: parent,
        subtreeEnd: Int32(nodes.count + 1)))
    return Int32(nodes.count - 1)
  }

  /// Closes a node: all that was appended since belongs to it.
  mutating func close(_ node: Int32) { nodes[Int(node)].subtreeEnd = Int32(nodes.count) }

  /// Adds a piece; what stands before it is filled with white space and line endings.
  mutating func add(_ kind: SyntaxToken.Kind, _ range: Range<Int>, node: Int32) {
    fill(to: range.lowerBound, node: node)
    guard range.upperBound > cursor else { return }
    tokens.append(SyntaxToken(kind: kind, start: Int32(cursor), end: Int32(range.upperBound), node: node))
    cursor = range.upperBound
  }

  /// Tiles the source up to `target` with white space and line endings.
  mutating func fill(to target: Int, node: Int32) {
    while cursor < target {
      let (kind, length) = layout(at: cursor, before: target)
      if kind == .text { unclaimedCount += 1 }
      tokens.append(SyntaxToken(kind: kind, start: Int32(cursor), end: Int32(cursor + length), node: node))
      cursor += length
    }
  }

  /// The layout piece at `offset`; bytes that are no layout come out as text.
  private func layout(at offset: Int, before target: Int) -> (SyntaxToken.Kind, Int) {
    let byte = source[offset]
    if byte.isLineEnding {
      let isPair =
        byte == .carriageReturn && offset + 1 < target && source[offset + 1] == .lineFeed
      return (.lineEnding, isPair ? 2 : 1)
    }
    let isBlank = { (index: Int) in
      source[index].isSpace || (index < ByteOrderMark.bytes.count && source.starts(with: ByteOrderMark.bytes))
    }
    let wantsBlank = isBlank(offset)
    var end = offset + 1
    while end < target, !source[end].isLineEnding, isBlank(end) == wantsBlank { end += 1 }
    return (wantsBlank ? .whitespace : .text, end - offset)
  }

  /// Ends the block at `end` and starts the next one there.
  mutating func finish(at end: Int) -> (range: Range<Int>, tree: SyntaxTree) {
    fill(to: end, node: -1)
    // Mapping makes arrays without spare room, which a document of many blocks would feel.
    let base = Int32(start)
    let tree = SyntaxTree(
      nodes: nodes.map { node in
        var node = node
        node.start -= base
        node.end -= base
        return node
      },
      tokens: tokens.map { token in
        SyntaxToken(kind: token.kind, start: token.start - base, end: token.end - base, node: token.node)
      })
    let range = start..<end
    nodes.removeAll(keepingCapacity: true)
    tokens.removeAll(keepingCapacity: true)
    start = end
    return (range, tree)
  }
}

/// U+FEFF at a text's very start.
enum ByteOrderMark {
  static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]
}
