import GFMSyntax
import MarkdownText

/// Reads a leaf block's containers and units from its nodes and pieces, in one pass.
struct InlineModelReader {
  typealias Container = InlineModel.Container
  typealias Unit = InlineModel.Unit

  private(set) var containers: [Container] = []
  private(set) var units: [Unit] = []

  private let block: Block
  private let tree: SyntaxTree
  private let bytes: [UInt8]
  /// Where the block starts in the document; everything in here but the result counts from the block's start.
  private let base: Int
  private let leaf: SyntaxTree.Index
  /// A cell's pipes are escaped even in code.
  private let isCell: Bool
  /// Paired raw HTML tags: the closing one's node by the opening one's, and back.
  private var partners: [SyntaxTree.Index: SyntaxTree.Index] = [:]
  /// The containers that are open, outermost first.
  private var open: [Int] = []
  private var nextNode: SyntaxTree.Index
  /// Line ends that pad a code span.
  private var padding: [Range<Int>] = []
  /// Bytes before it are dealt with.
  private var handled = 0

  init(leaf: SyntaxTree.Index, of block: LocatedBlock) {
    self.block = block.block
    tree = block.tree
    bytes = block.bytes
    base = block.start
    self.leaf = leaf
    isCell = if case .tableCell = tree.nodes[leaf].kind { true } else { false }
    nextNode = leaf + 1
  }

  mutating func run() {
    let node = tree.nodes[leaf]
    pairTags()
    append(.leaf, range: node.range, content: node.range)
    var index = tree.tokenIndex(at: Int(node.start))
    while index < tree.tokens.count, tree.tokens[index].start < node.end {
      enterNodes(upTo: Int(tree.tokens[index].start))
      if Int(tree.tokens[index].start) >= handled { read(tree.tokens[index]) }
      index += 1
    }
    close()
  }

  // MARK: - Tags

  /// Pairs tags that stand in the same parent: each closing one with the last open one of its name.
  private mutating func pairTags() {
    var elements: [Int32: OpenElements<SyntaxTree.Index>] = [:]
    for index in leaf + 1..<max(leaf + 1, Int(tree.nodes[leaf].subtreeEnd)) {
      let node = tree.nodes[index]
      guard node.kind == .htmlInline, let tag = RawTag(bytes[node.range]) else { continue }
      switch tag.role {
      case .opening:
        elements[node.parent, default: OpenElements()].open(index, named: tag.name)
      case .closing:
        guard let opening = elements[node.parent]?.close(tag.name) else { continue }
        partners[opening] = index
        partners[index] = opening
      }
    }
  }

  // MARK: - Nodes

  private mutating func enterNodes(upTo offset: Int) {
    let end = Int(tree.nodes[leaf].subtreeEnd)
    while nextNode < end, tree.nodes[nextNode].start <= offset {
      let index = nextNode
      nextNode += 1
      if Int(tree.nodes[index].start) >= handled { enter(index) }
    }
  }

  private mutating func enter(_ index: SyntaxTree.Index) {
    let node = tree.nodes[index]
    switch node.kind {
    case .emphasis: append(.style(.emphasis), range: node.range, content: delimitedContent(of: node))
    case .strong: append(.style(.strong), range: node.range, content: delimitedContent(of: node))
    case .strikethrough: append(.style(.strikethrough), range: node.range, content: delimitedContent(of: node))
    case .codeSpan: append(.style(.code), range: node.range, content: codeContent(of: node))
    case .link(.autolink), .link(.bareAutolink): append(.autolink, node)
    case .link(let form): append(.link(form), range: node.range, content: linkContent(of: node, index))
    case .image: append(.image, node)
    case .footnoteReference: append(.footnoteReference, node)
    case .htmlInline: enterTag(index)
    default: break
    }
  }

  private mutating func enterTag(_ index: SyntaxTree.Index) {
    let node = tree.nodes[index]
    guard let partner = partners[index] else {
      append(.html, node)
      return
    }
    handled = Int(node.end)
    // The partner's closing tag ends a container that is there already.
    guard partner > index else { return }
    let closing = tree.nodes[partner]
    let tag = RawTag(bytes[node.range])
    let style = tag.flatMap { $0.isBare ? InlineStyle(elementName: $0.name) : nil }
    append(
      style.map { .style($0) } ?? .element, range: Int(node.start)..<Int(closing.end),
      content: Int(node.end)..<Int(closing.start))
  }

  /// What is between a node's first and last piece.
  private func delimitedContent(of node: Node) -> Range<Int> {
    let opening = tree.tokens[min(tree.tokenIndex(at: Int(node.start)), tree.tokens.count - 1)]
    let closing = tree.tokens[min(tree.tokenIndex(at: Int(node.end) - 1), tree.tokens.count - 1)]
    return Int(opening.end)..<max(Int(opening.end), Int(closing.start))
  }

  /// A code span's code without the space that pads it at both ends (GFM 6.3). A line's end pads it too, but stays.
  private mutating func codeContent(of node: Node) -> Range<Int> {
    let content = delimitedContent(of: node)
    let tokens = tree.tokens[tree.tokenIndex(at: content.lowerBound)..<tree.tokenIndex(at: content.upperBound)]
    let first = tokens.prefix { $0.kind != .codeSpanText }
    let textEnd = tokens.lastIndex { $0.kind == .codeSpanText }.map { $0 + 1 } ?? tokens.endIndex
    let last = tokens[textEnd...]
    let startsWithSpace = !first.isEmpty || bytes[content].first == 0x20
    let endsWithSpace = !last.isEmpty || bytes[content].last == 0x20
    let isBlank = tokens.allSatisfy { $0.kind != .codeSpanText || bytes[$0.range].allSatisfy { $0 == 0x20 } }
    guard startsWithSpace, endsWithSpace, !isBlank else { return content }
    for edge in [first, last] {
      if let start = edge.first, let end = edge.last { padding.append(Int(start.start)..<Int(end.end)) }
    }
    let start = content.lowerBound + (first.isEmpty ? 1 : 0)
    return start..<max(start, content.upperBound - (last.isEmpty ? 1 : 0))
  }

  /// A link's text: up to the `]` that is the link's own.
  private func linkContent(of node: Node, _ index: SyntaxTree.Index) -> Range<Int> {
    var next = index + 1
    // The last descendant that stands in the text ends at the bracket or before it.
    var textEnd = Int(node.start) + 1
    while next < Int(node.subtreeEnd) {
      textEnd = max(textEnd, Int(tree.nodes[next].end))
      next = Int(tree.nodes[next].subtreeEnd)
    }
    var token = tree.tokenIndex(at: textEnd)
    while token < tree.tokens.count, tree.tokens[token].start < node.end {
      if tree.tokens[token].kind == .bracket, bytes[Int(tree.tokens[token].start)] == UInt8(ascii: "]") {
        return Int(node.start) + 1..<Int(tree.tokens[token].start)
      }
      token += 1
    }
    return Int(node.start) + 1..<textEnd
  }

  // MARK: - Pieces

  private mutating func read(_ token: SyntaxToken) {
    switch token.kind {
    case .text: readCharacters(token, .text)
    case .codeSpanText: readCharacters(token, .code)
    case .escape: append(.escape, token.range, scalar: bytes[token.range].last.map { Unicode.Scalar($0) })
    case .entity: append(.entity, token.range, scalar: entityScalar(in: token.range))
    case .hardBreak: append(.hardBreak, token.range)
    case .whitespace, .lineEnding, .quoteMarker:
      append(padding.suffix(2).contains { $0.contains(Int(token.start)) } ? .padding : .layout, token.range)
    default: break
    }
    skipLinkTail(token)
  }

  private mutating func readCharacters(_ token: SyntaxToken, _ source: Unit.Source) {
    popContainers(endingBy: Int(token.start))
    var offset = goOnWithCharacter(in: token)
    let end = Int(token.end)
    let content = open.last.map { containers[$0].content } ?? token.range
    while offset < end {
      if source == .code, isCell, offset + 1 < end, bytes[offset] == UInt8(ascii: "\\"),
        bytes[offset + 1] == UInt8(ascii: "|")
      {
        append(source, offset..<offset + 2, scalar: "|")
        offset += 2
        continue
      }
      let scalar = UTF8Scalar.decode(bytes[token.range], at: offset).scalar
      let next = GraphemeCluster.end(from: offset, in: bytes[token.range])
      // A code span's padding belongs to its delimiters.
      if source == .text || content.contains(offset) { append(source, offset..<next, scalar: scalar) }
      offset = next
    }
  }

  /// Where the part of a piece of text ends that belongs to the character before it: the parser cuts text at what may be
  /// markup, such as the star of a keycap.
  private mutating func goOnWithCharacter(in token: SyntaxToken) -> Int {
    let start = Int(token.start)
    guard let last = units.last, last.range.upperBound == start, last.container == open.last ?? 0, last.isCharacter,
      let scalar = last.scalar
    else { return start }
    let trail = last.source == .escape || last.source == .entity ? [] : scalars(in: last.range).dropFirst()
    let end = GraphemeCluster.end(from: start, in: bytes[token.range], after: [scalar] + Array(trail))
    units[units.count - 1].range = last.range.lowerBound..<end
    return end
  }

  private func scalars(in range: Range<Int>) -> [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      let (scalar, width) = UTF8Scalar.decode(bytes[range], at: offset)
      scalars.append(scalar)
      offset += width
    }
    return scalars
  }

  private func entityScalar(in range: Range<Int>) -> Unicode.Scalar? {
    guard let text = block.entityText(in: range), let first = text.first else { return nil }
    let (scalar, width) = UTF8Scalar.decode(text[...], at: 0)
    return width == text.count && first != 0 ? scalar : nil
  }

  /// What follows a link's text is none.
  private mutating func skipLinkTail(_ token: SyntaxToken) {
    guard token.kind == .bracket,
      let container = open.last(where: { containers[$0].content.upperBound == Int(token.start) }),
      case .link = containers[container].kind
    else { return }
    handled = containers[container].range.upperBound
  }

  // MARK: - Appending

  private mutating func popContainers(endingBy offset: Int) {
    while open.count > 1, let last = open.last, containers[last].range.upperBound <= offset { open.removeLast() }
  }

  private mutating func append(_ kind: Container.Kind, range: Range<Int>, content: Range<Int>) {
    popContainers(endingBy: range.lowerBound)
    let parent = open.last ?? -1
    var styles: InlineStyles = parent >= 0 ? containers[parent].styles : []
    if case .style(let style) = kind { styles.insert(InlineStyles(style)) }
    open.append(containers.count)
    containers.append(
      Container(
        kind: kind, range: range, content: content, parent: parent, subtreeEnd: 0,
        units: units.count..<units.count, styles: styles))
  }

  /// Appends a whole node as a unit.
  private mutating func append(_ source: Unit.Source, _ node: Node) {
    append(source, node.range)
    handled = Int(node.end)
  }

  private mutating func append(_ source: Unit.Source, _ range: Range<Int>, scalar: Unicode.Scalar? = nil) {
    popContainers(endingBy: range.lowerBound)
    units.append(Unit(range: range, container: open.last ?? 0, source: source, scalar: scalar))
  }

  /// Gives the containers their ends, and all ranges the document's coordinates.
  private mutating func close() {
    for index in units.indices {
      units[index].range = units[index].range.shifted(by: base)
      let container = units[index].container
      containers[container].units = containers[container].units.lowerBound..<index + 1
    }
    for index in containers.indices {
      containers[index].subtreeEnd = index + 1
      containers[index].range = containers[index].range.shifted(by: base)
      containers[index].content = containers[index].content.shifted(by: base)
    }
    for index in containers.indices.reversed() where containers[index].parent >= 0 {
      let parent = containers[index].parent
      let (inner, outer) = (containers[index], containers[parent])
      containers[parent].subtreeEnd = max(outer.subtreeEnd, inner.subtreeEnd)
      containers[parent].units = outer.units.lowerBound..<max(outer.units.upperBound, inner.units.upperBound)
    }
  }
}
