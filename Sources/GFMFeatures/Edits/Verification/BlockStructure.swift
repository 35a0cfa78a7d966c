import GFMSyntax
import MarkdownText

/// What a run of top-level blocks renders to, block by block: what an edit of block forms is checked against.
///
/// Lists have no entry of their own: items that follow each other with the same marker are a list, as they are to the
/// parser. Nor is it told apart whether a list is tight, and how its items are numbered.
struct BlockStructure: Sendable {
  enum Kind: Sendable, Hashable {
    case quote
    case footnote
    case item(marker: UInt8, task: Node.Item.Task?)
    case heading(level: UInt8)
    /// Any other block that holds no blocks; code is closed or not, tables' cells have their alignment.
    case leaf(Node.Kind)
  }

  struct Entry: Sendable, Hashable {
    var kind: Kind
    /// How many entries it is in.
    var depth: Int
    /// What a leaf with inlines renders to.
    var text: [StyledText.Element] = []
    /// What a leaf without inlines holds, line by line, without its containers' prefixes.
    var literal: [UInt8] = []
  }

  /// Where an entry's node is.
  struct Origin: Sendable, Hashable, Comparable {
    /// The block's start in the document.
    let blockStart: Int
    let node: SyntaxTree.Index

    static func < (left: Self, right: Self) -> Bool {
      (left.blockStart, left.node) < (right.blockStart, right.node)
    }
  }

  private(set) var entries: [Entry] = []
  private(set) var origins: [Origin] = []
  private let options: SyntaxOptions

  /// Costs the blocks' nodes and pieces.
  init(of blocks: some Sequence<LocatedBlock>, options: SyntaxOptions) {
    self.options = options
    for placed in blocks { add(placed) }
  }

  /// The entry that stands for a node. O(log n).
  func position(of node: SyntaxTree.Index, in block: LocatedBlock) -> Int? {
    let origin = Origin(blockStart: block.start, node: node)
    let position = origins.partitionIndex { !($0 < origin) }
    return position < origins.count && origins[position] == origin ? position : nil
  }

  /// The entries of `position`'s entry and of what is in it.
  func subtree(of position: Int) -> Range<Int> { entries.subtree(of: position) }

  // MARK: - Building

  private mutating func add(_ placed: LocatedBlock) {
    let nodes = placed.tree.nodes
    /// For each node, the depth of what stands directly in it.
    var innerDepths = [Int](repeating: 0, count: nodes.count)
    var index = 0
    while index < nodes.count {
      let node = nodes[index]
      if node.kind.isInline {
        index = Int(node.subtreeEnd)
        continue
      }
      let depth = node.parent >= 0 ? innerDepths[Int(node.parent)] : 0
      if case .list = node.kind {
        innerDepths[index] = depth
      } else {
        innerDepths[index] = depth + 1
        entries.append(entry(for: index, depth: depth, in: placed))
        origins.append(Origin(blockStart: placed.start, node: index))
      }
      index = node.kind.holdsInlines ? Int(node.subtreeEnd) : index + 1
    }
  }

  private func entry(for index: SyntaxTree.Index, depth: Int, in placed: LocatedBlock) -> Entry {
    let node = placed.tree.nodes[index]
    switch node.kind {
    case .blockQuote:
      return Entry(kind: .quote, depth: depth)
    case .footnoteDefinition:
      return Entry(kind: .footnote, depth: depth)
    case .item(let item):
      return Entry(kind: .item(marker: item.marker, task: task(of: index, in: placed.block)), depth: depth)
    case .heading(let level, _):
      return Entry(kind: .heading(level: level), depth: depth, text: text(of: index, in: placed))
    case .paragraph, .tableCell:
      return Entry(kind: .leaf(node.kind), depth: depth, text: text(of: index, in: placed))
    case .table, .tableRow, .tableDelimiterRow, .thematicBreak:
      return Entry(kind: .leaf(node.kind), depth: depth)
    default:
      return Entry(kind: .leaf(node.kind), depth: depth, literal: placed.block.literal(of: index))
    }
  }

  /// The state of an item's box, where GitHub shows one.
  private func task(of item: SyntaxTree.Index, in block: Block) -> Node.Item.Task? {
    if let task = block.tree.item(item)?.task { return task }
    return TaskBox(after: ItemMarker(of: item, in: block), in: block, options: options)?.state(in: block)
  }

  /// A leaf's text without a task's box that the parser takes for text.
  private func text(of leaf: SyntaxTree.Index, in placed: LocatedBlock) -> [StyledText.Element] {
    let text = StyledText(InlineModel(leaf: leaf, of: placed))
    let box = placed.boxInText(of: leaf, options: options)
    return (box.map(text.removing) ?? text).elements.map(\.withoutPrefixes)
  }
}

extension LocatedBlock {
  /// A task's box that a leaf starts with and that the parser takes for text.
  func boxInText(of leaf: SyntaxTree.Index, options: SyntaxOptions) -> Range<Int>? {
    let parent = Int(block.tree.nodes[leaf].parent)
    guard parent == leaf - 1, parent >= 0, let item = block.tree.item(parent), item.task == nil,
      let box = TaskBox(after: ItemMarker(of: parent, in: block), in: block, options: options),
      box.range.lowerBound == Int(block.tree.nodes[leaf].start)
    else { return nil }
    return box.range.shifted(by: start)
  }
}

extension StyledText.Element {
  /// With source that spans lines as if no containers stood around it.
  var withoutPrefixes: Self {
    var element = self
    switch content {
    case .tag(let source): element.content = .tag(Self.withoutPrefixes(source))
    case .construct(let source): element.content = .construct(Self.withoutPrefixes(source))
    case .opening(let source): element.content = .opening(Self.withoutPrefixes(source))
    case .character, .space, .lineBreak, .closing: break
    }
    return element
  }

  private static func withoutPrefixes(_ source: [UInt8]) -> [UInt8] {
    guard source.contains(where: \.isLineEnding) else { return source }
    var result: [UInt8] = []
    var isAtLineStart = false
    for byte in source {
      if byte.isLineEnding { isAtLineStart = true }
      if isAtLineStart, byte.isLineEnding || byte.isSpaceOrTab || byte == UInt8(ascii: ">") { continue }
      if isAtLineStart { result.append(UInt8(ascii: "\n")) }
      isAtLineStart = false
      result.append(byte)
    }
    return result
  }
}

extension TaskBox {
  func state(in block: Block) -> Node.Item.Task {
    block.bytes[range.lowerBound + 1] == UInt8(ascii: " ") ? .unchecked : .checked
  }
}

extension Block {
  /// What a leaf without inlines holds, its lines ended by LF, without what its containers put before them.
  fileprivate func literal(of leaf: SyntaxTree.Index) -> [UInt8] {
    switch tree.nodes[leaf].kind {
    case .fencedCode, .indentedCode, .htmlBlock: literalLines(of: leaf)
    default: literalPieces(of: tree.nodes[leaf])
    }
  }

  /// The lines of code or HTML as the parser takes them: of a tab that the containers or the code's own indentation
  /// end within, what is left are spaces.
  private func literalLines(of leaf: SyntaxTree.Index) -> [UInt8] {
    let node = tree.nodes[leaf]
    let containers = node.parent >= 0 ? tree.containers(around: Int(node.parent)) : []
    let first = SourceLine(at: Int(node.start), in: bytes)
    var indentation = 0
    if case .indentedCode = node.kind { indentation = 4 }
    if case .fencedCode = node.kind {
      var scan = PrefixScan(first, in: bytes)
      _ = scan.enter(containers, startingOn: first, in: self)
      indentation = scan.whitespaceRun.endColumn - scan.column
    }
    var literal: [UInt8] = []
    var line: SourceLine? = first
    while let current = line, current.start < Int(node.end) {
      line = current.following(in: bytes)
      let isMarkup = if case .indentedCode = node.kind { false } else { current == first }
      let isEnd = node.kind == .fencedCode(isClosed: true) && current.next >= Int(node.end)
      if isEnd { break }
      var scan = PrefixScan(current, in: bytes)
      if isMarkup {
        scan.skip(to: Int(node.start))
      } else {
        _ = scan.enter(containers, startingOn: current, in: self)
        _ = scan.indent(to: scan.column + indentation)
      }
      let consumed = scan.column - TextColumns.after(bytes[current.start..<scan.offset])
      if consumed > 0 {
        literal += [UInt8](
          repeating: UInt8(ascii: " "), count: TextColumns.afterTab(at: scan.column - consumed) - scan.column)
      }
      literal += bytes[min(scan.offset + (consumed > 0 ? 1 : 0), current.end)..<current.end]
      literal.append(UInt8(ascii: "\n"))
    }
    return literal
  }

  private func literalPieces(of node: Node) -> [UInt8] {
    var literal: [UInt8] = []
    for token in tree.tokens[tree.tokenIndex(at: Int(node.start))...] {
      guard token.start < node.end else { break }
      switch token.kind {
      case .whitespace, .quoteMarker: break
      case .lineEnding: literal.append(UInt8(ascii: "\n"))
      default: literal += bytes[token.range]
      }
    }
    return literal
  }
}

extension [BlockStructure.Entry] {
  /// The entries of `position`'s entry and of what is in it.
  func subtree(of position: Int) -> Range<Int> {
    let depth = self[position].depth
    let end = self[(position + 1)...].firstIndex { $0.depth <= depth } ?? count
    return position..<end
  }

  /// Moves entries in or out.
  mutating func shiftDepth(of range: Range<Int>, by step: Int) {
    for index in range { self[index].depth += step }
  }

  /// The same with quotes that follow each other taken for one, as the parser takes them where no blank line parts them.
  var joiningQuotes: [BlockStructure.Entry] {
    var result: [BlockStructure.Entry] = []
    /// At each depth, whether the last entry is a quote.
    var isQuote: [Bool] = []
    for entry in self {
      if entry.depth < isQuote.count { isQuote.removeSubrange((entry.depth + 1)...) }
      while isQuote.count <= entry.depth { isQuote.append(false) }
      let follows = isQuote[entry.depth]
      isQuote[entry.depth] = entry.kind == .quote
      if !(follows && entry.kind == .quote) { result.append(entry) }
    }
    return result
  }
}
