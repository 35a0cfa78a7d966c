public import GFMSyntax
import MarkdownText

/// What an outline shows beside headings.
public struct OutlineContents: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Reference and footnote definitions.
  public static let definitions = Self(rawValue: 1)
  public static let tables = Self(rawValue: 2)
  /// Fenced code blocks.
  public static let codeBlocks = Self(rawValue: 4)

  fileprivate var blockContents: BlockContents {
    var contents: BlockContents = [.headings]
    if self.contains(.definitions) { contents.formUnion([.referenceDefinitions, .footnoteDefinitions]) }
    if self.contains(.tables) { contents.insert(.tables) }
    if self.contains(.codeBlocks) { contents.insert(.codeBlocks) }
    return contents
  }
}

/// An entry of a document's outline. Ranges are bytes from the document's start.
public struct OutlineEntry: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case heading(level: Int)
    case referenceDefinition, footnoteDefinition, table, codeBlock
  }

  public var kind: Kind
  /// Never empty.
  public var name: String
  /// What more there is to say: a definition's destination. May be empty.
  public var detail = ""
  /// A heading's whole section: up to the next heading of its level or a lesser one, or its container's end, without
  /// blank lines there. Holds the ranges of all entries below it.
  public var range: Range<Int>
  /// What an editor goes to: a heading's text, a definition's label.
  public var selection: Range<Int>
  /// How many entries it is in.
  public var depth: Int
}

extension Document {
  /// The outline, in source order; an entry's children come after it, one deeper.
  ///
  /// A heading in a quote or an item stands below the section around that; its own section ends with its container. Costs
  /// the blocks that hold an entry.
  public func outline(including contents: OutlineContents = []) -> [OutlineEntry] {
    var builder = OutlineBuilder(document: self, contents: contents)
    forEachSegment(holding: contents.blockContents) { placed in
      builder.add(placed)
      return true
    }
    return builder.finish()
  }
}

/// Builds an outline while it moves down a document.
private struct OutlineBuilder {
  let document: Document
  let contents: OutlineContents
  private var entries: [OutlineEntry] = []
  /// The sections that are open, outermost first.
  private var open: [OpenSection] = []
  /// The parts of the list or quote that was seen last.
  private var run = 0..<0

  private struct OpenSection {
    var entry: Int
    var level: Int
    var scope: Scope
  }

  /// The container that a heading stands in.
  private struct Scope: Equatable {
    /// The first of a container's parts; -1 for the document.
    var segment = -1
    var node: SyntaxTree.Index = 0
    /// Where it ends.
    var end = 0
  }

  init(document: Document, contents: OutlineContents) {
    self.document = document
    self.contents = contents
  }

  mutating func add(_ placed: LocatedBlock) {
    let nodes = placed.tree.nodes
    var index = 0
    while index < nodes.count {
      if let entry = entry(at: index, in: placed) { append(entry, node: index, in: placed) }
      index = nodes[index].kind.holdsInlines || nodes[index].kind == .table ? Int(nodes[index].subtreeEnd) : index + 1
    }
  }

  mutating func finish() -> [OutlineEntry] {
    close(outside: [Scope()])
    let end = document.contentEnd(beforePart: document.segmentCount)
    for section in open { extend(section.entry, to: end) }
    open = []
    return entries
  }

  private func entry(at node: SyntaxTree.Index, in placed: LocatedBlock) -> OutlineEntry? {
    // What goes on from the part before has its entry there.
    if placed.block.startsInsideLeaf, node == 0 { return nil }
    let range = placed.range(of: node)
    switch placed.tree.nodes[node].kind {
    case .heading:
      guard let heading = placed.heading(at: node) else { return nil }
      return OutlineEntry(
        kind: .heading(level: heading.level), name: heading.name, range: range, selection: heading.text, depth: 0)
    case .referenceDefinition where contents.contains(.definitions):
      let segments = placed.tree.linkParts(of: node)
      let label = segments.label ?? 0..<0
      return OutlineEntry(
        kind: .referenceDefinition, name: "[\(placed.text(label))]",
        detail: segments.destination.map { String(decoding: placed.block.destination(in: $0), as: UTF8.self) } ?? "",
        range: range, selection: label.shifted(by: placed.start), depth: 0)
    case .footnoteDefinition where contents.contains(.definitions):
      let label = placed.tree.linkParts(of: node).label ?? 0..<0
      return OutlineEntry(
        kind: .footnoteDefinition, name: "[^\(placed.text(label))]", range: range,
        selection: label.shifted(by: placed.start), depth: 0)
    case .table where contents.contains(.tables):
      return OutlineEntry(
        kind: .table, name: tableName(node, in: placed), range: wholeRange(of: node, in: placed),
        selection: firstLine(of: range), depth: 0)
    case .fencedCode where contents.contains(.codeBlocks):
      return OutlineEntry(
        kind: .codeBlock, name: codeName(node, in: placed), range: wholeRange(of: node, in: placed),
        selection: firstLine(of: range), depth: 0)
    default:
      return nil
    }
  }

  /// With the parts below that a long block is kept in.
  private func wholeRange(of node: SyntaxTree.Index, in placed: LocatedBlock) -> Range<Int> {
    let range = placed.range(of: node)
    guard placed.tree.nodes[node].parent < 0, document.isContinuation(segment: placed.index + 1) else {
      return range
    }
    let end = document.contentEnd(beforePart: document.run(ofSegment: placed.index).upperBound)
    return range.lowerBound..<max(range.upperBound, end)
  }

  private func tableName(_ table: SyntaxTree.Index, in placed: LocatedBlock) -> String {
    let tree = placed.tree
    guard let header = tree.children(of: table).first(where: { _ in true }) else { return "table" }
    let cells = tree.children(of: header).map { placed.block.plainText(of: $0) }
    let name = cells.joined(separator: " | ")
    return name.contains { $0 != " " && $0 != "|" } ? name : "table"
  }

  private func codeName(_ fence: SyntaxTree.Index, in placed: LocatedBlock) -> String {
    let range = placed.tree.nodes[fence].range
    let tree = placed.tree
    for token in tree.tokens[tree.tokenIndex(at: range.lowerBound)...].prefix(4) where token.kind == .infoString {
      return placed.text(token.range)
    }
    return "code"
  }

  private func firstLine(of range: Range<Int>) -> Range<Int> {
    let end = document.lineRange(document.line(at: range.lowerBound)).upperBound
    return range.lowerBound..<min(range.upperBound, max(end, range.lowerBound))
  }

  // MARK: Sections

  private mutating func append(_ new: OutlineEntry, node: SyntaxTree.Index, in placed: LocatedBlock) {
    var entry = new
    let scopes = scopes(of: node, in: placed)
    close(outside: scopes)
    if case .heading(let level) = entry.kind {
      let scope = scopes.last ?? Scope()
      var end: Int?
      while let section = open.last, section.scope == scope, section.level >= level {
        let sectionEnd = end ?? document.contentEnd(before: node, in: placed)
        end = sectionEnd
        extend(section.entry, to: sectionEnd)
        open.removeLast()
      }
      entry.depth = open.count
      open.append(OpenSection(entry: entries.count, level: level, scope: scope))
    } else {
      entry.depth = open.count
    }
    entries.append(entry)
  }

  /// Ends the sections of containers other than these.
  private mutating func close(outside scopes: [Scope]) {
    while let section = open.last, !scopes.contains(section.scope) {
      extend(section.entry, to: section.scope.end)
      open.removeLast()
    }
  }

  private mutating func extend(_ entry: Int, to end: Int) {
    let range = entries[entry].range
    entries[entry].range = range.lowerBound..<max(range.upperBound, end)
  }

  /// The containers around a node, outermost first, the document before them.
  private mutating func scopes(of node: SyntaxTree.Index, in placed: LocatedBlock) -> [Scope] {
    let tree = placed.tree
    guard tree.nodes[node].parent >= 0 else { return [Scope()] }
    var scopes: [Scope] = []
    for ancestor in tree.ancestors(of: node) {
      if tree.nodes[ancestor].parent >= 0 {
        scopes.append(Scope(segment: placed.index, node: ancestor, end: placed.range(of: ancestor).upperBound))
      } else {
        if !run.contains(placed.index) { run = document.run(ofSegment: placed.index) }
        let isWhole = run.count <= 1
        scopes.append(
          Scope(
            segment: run.lowerBound, node: isWhole ? ancestor : 0,
            end: isWhole ? placed.range(of: ancestor).upperBound : document.contentEnd(beforePart: run.upperBound)))
      }
    }
    return [Scope()] + scopes.reversed()
  }
}

extension Document {
  /// Where what stands before a node in its container ends. Costs the depth of that.
  func contentEnd(before node: SyntaxTree.Index, in placed: LocatedBlock) -> Int {
    let tree = placed.tree
    let parent = Int(tree.nodes[node].parent)
    // What the sibling before it holds stands between the two.
    var sibling = node - 1
    while sibling > parent, tree.nodes[sibling].parent != parent { sibling = Int(tree.nodes[sibling].parent) }
    return sibling > parent ? placed.range(of: sibling).upperBound : contentEnd(beforePart: placed.index)
  }
}

extension LocatedBlock {
  /// Source text, by a range within the block.
  func text(_ range: Range<Int>) -> String { String(decoding: block.bytes[range], as: UTF8.self) }
}
