import GFMSyntax
import MarkdownText

/// Blocks that stand beside each other in one container: what a selection stands for where block forms are edited.
///
/// Offsets are bytes from ``base``.
struct SiblingBlocks: Sendable {
  struct Member: Sendable, Hashable {
    let placed: LocatedBlock
    let node: SyntaxTree.Index

    var kind: Node.Kind { placed.tree.nodes[node].kind }
    /// Bytes from the document's start.
    var range: Range<Int> { placed.tree.nodes[node].range.shifted(by: placed.start) }

    static func == (left: Self, right: Self) -> Bool {
      left.placed.start == right.placed.start && left.node == right.node
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(placed.start)
      hasher.combine(node)
    }
  }

  let document: Document
  /// In source order; never empty.
  let members: [Member]
  /// What was selected: of a list among other blocks it may be some items only. Bytes from the document's start.
  private let selection: Range<Int>?

  /// From the first member's start to the last one's end; bytes from the document's start.
  var range: Range<Int> { (members.first?.range.lowerBound ?? 0)..<(members.last?.range.upperBound ?? 0) }

  /// The node that the members stand in; `nil` in the document itself.
  var parent: SyntaxTree.Index? {
    guard let first = members.first else { return nil }
    let parent = Int(first.placed.tree.nodes[first.node].parent)
    return parent >= 0 ? parent : nil
  }

  /// The quotes, items and footnotes around the members, outermost first.
  var containers: [SyntaxTree.Index] {
    guard let first = members.first, let parent else { return [] }
    return first.placed.tree.containers(around: parent)
  }

  /// The innermost blocks that hold all of what is selected, markers included; `nil` where it holds none.
  ///
  /// White space at a selection's ends does not count. Costs the nodes beside and above the run.
  init?(around range: Range<Int>, in document: Document) {
    let range = document.trimmed(range)
    let blocks = document.blocks(in: range)
    let roots = blocks.flatMap { placed in
      placed.tree.roots.map { Member(placed: placed, node: $0) }
    }
    var members = roots.filter { $0.range.touches(range) }
    while members.count == 1, let only = members.first, only.kind.isContainer {
      let children = only.placed.tree.children(of: only.node)
        .map { Member(placed: only.placed, node: $0) }.filter { $0.range.touches(range) }
      guard let first = children.first, let last = children.last, first.range.lowerBound <= range.lowerBound,
        range.upperBound <= last.range.upperBound
      else { break }
      members = children
    }
    self.init(members, in: document, selection: range)
  }

  /// `members` are in source order; `nil` if there are none.
  init?(_ members: [Member], in document: Document) { self.init(members, in: document, selection: nil) }

  private init?(_ members: [Member], in document: Document, selection: Range<Int>?) {
    guard !members.isEmpty else { return nil }
    self.document = document
    self.members = members
    self.selection = selection
  }

  /// The container that the members stand in, as the only member of a run.
  var enclosing: SiblingBlocks? {
    guard let first = members.first, let parent else { return nil }
    return SiblingBlocks([Member(placed: first.placed, node: parent)], in: document)
  }

  /// The members with lists taken for those of their items that are selected.
  var units: [Member] {
    members.flatMap { member -> [Member] in
      guard case .list = member.kind else { return [member] }
      let items = member.tree.children(of: member.node).map { Member(placed: member.placed, node: $0) }
      guard let selection else { return items }
      return items.filter { $0.range.touches(selection) }
    }
  }

  /// From the first unit's start to the last one's end; bytes from the document's start.
  var unitRange: Range<Int> {
    let units = units
    return (units.first?.range.lowerBound ?? range.lowerBound)..<(units.last?.range.upperBound ?? range.upperBound)
  }
}

extension SiblingBlocks.Member {
  var tree: SyntaxTree { placed.tree }
  var item: Node.Item? { placed.tree.item(node) }

  /// The children of the parent, itself included.
  var siblings: [SiblingBlocks.Member] {
    let parent = Int(tree.nodes[node].parent)
    let nodes = parent >= 0 ? Array(tree.children(of: parent)) : Array(tree.roots)
    return nodes.map { SiblingBlocks.Member(placed: placed, node: $0) }
  }
}

extension Range<Int> {
  /// Whether they have a byte in common; for a caret, its ends count.
  fileprivate func touches(_ selection: Range<Int>) -> Bool {
    selection.isEmpty
      ? lowerBound <= selection.lowerBound && selection.upperBound <= upperBound
      : lowerBound < selection.upperBound && selection.lowerBound < upperBound
  }
}

extension Document {
  /// `range` without the white space at its ends; one of nothing but white space is a caret before the text that follows
  /// on its line.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    let range = range.clamped(to: 0..<byteCount)
    let bytes = bytes(in: range)
    if let first = bytes.firstIndex(where: { !$0.isBlank }), let last = bytes.lastIndex(where: { !$0.isBlank }) {
      return range.lowerBound + first..<range.lowerBound + last + 1
    }
    let line = lineRange(line(at: range.lowerBound))
    guard range.lowerBound < line.upperBound else { return range.lowerBound..<range.lowerBound }
    let rest = self.bytes(in: range.lowerBound..<line.upperBound)
    let text = rest.firstNonspace(in: 0..<rest.count)
    let caret = range.lowerBound + (text < rest.count ? text : 0)
    return caret..<caret
  }

  /// Whether the line before the one that starts at `offset` has nothing but white space.
  func isBlankLine(before offset: Int) -> Bool {
    let line = line(at: offset)
    guard line > 0 else { return false }
    return bytes(in: lineRange(line - 1)).allSatisfy(\.isBlank)
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { isSpaceOrTab || isLineEnding }
}
