/// What cmark-gfm found in a text, copied into flat arrays: the truth about what is there, though not about where.
///
/// Lines are 0-based, columns 0-based bytes, both as the library reports them; many are wrong, see ``Replay``.
struct CMarkTree: Sendable {
  enum Kind: UInt8, Sendable {
    case document, blockQuote, list, item, codeBlock, htmlBlock, paragraph, heading, thematicBreak
    case footnoteDefinition, table, tableRow, tableCell
    case text, softBreak, hardBreak, code, htmlInline, emphasis, strong, link, image, footnoteReference
    case strikethrough
    case other

    var isInline: Bool { rawValue >= Kind.text.rawValue }

    var isContainer: Bool {
      switch self {
      case .blockQuote, .list, .item, .footnoteDefinition: true
      default: false
      }
    }
  }

  struct Node: Sendable {
    var kind: Kind
    var startLine: Int32
    var startColumn: Int32
    var endLine: Int32
    var parent: Int32
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var nextSibling: Int32 = -1
    /// The literal, or a leaf's inline content, in ``CMarkTree/strings``.
    var text: Range<Int32> = 0..<0
    /// A heading's level; how many lines of its paragraph stand above a table's header; 1 for a tight list, a task item, a
    /// fenced code block, a paragraph above a table's header.
    var detail: Int32 = 0
  }

  /// The document first, then in the order they were copied.
  var nodes: [Node] = []
  var strings: [UInt8] = []
  /// Column alignments by table node.
  var alignments: [Int32: [GFMSyntax.Node.Alignment]] = [:]

  func text(of index: Int32) -> ArraySlice<UInt8> {
    let range = nodes[Int(index)].text
    return strings[Int(range.lowerBound)..<Int(range.upperBound)]
  }

  /// Appends `node` as its parent's last child.
  mutating func link(_ node: Node) {
    let index = Int32(nodes.count)
    nodes.append(node)
    guard node.parent >= 0 else { return }
    let parent = Int(node.parent)
    if nodes[parent].lastChild >= 0 {
      nodes[Int(nodes[parent].lastChild)].nextSibling = index
    } else {
      nodes[parent].firstChild = index
    }
    nodes[parent].lastChild = index
  }
}

// MARK: - Footnote definitions

extension CMarkTree {
  /// Puts footnote definitions, which the library moves to the document's end, back where they stand in the text.
  ///
  /// `firstLine` is the text's first line; definitions above it are dropped.
  mutating func restoreFootnoteDefinitions(from firstLine: Int32) {
    guard !nodes.isEmpty else { return }
    var moved: [Int32] = []
    var previous: Int32 = -1
    var child = nodes[0].firstChild
    while child >= 0 {
      let next = nodes[Int(child)].nextSibling
      if nodes[Int(child)].kind == .footnoteDefinition {
        unlink(child, after: previous)
        if nodes[Int(child)].startLine >= firstLine { moved.append(child) }
      } else {
        previous = child
      }
      child = next
    }
    // Of two on one line the outer one comes first.
    let place = { (node: Node) in (node.startLine, node.startColumn) }
    moved.sort { place(nodes[Int($0)]) < place(nodes[Int($1)]) }
    // Both the definitions and what a container holds go by lines, so one walk through each container serves all.
    var anchors: [Int32: Int32] = [:]
    for definition in moved {
      let line = nodes[Int(definition)].startLine
      var parent: Int32 = 0
      var previous = lastChild(of: parent, startingBefore: line, from: anchors[parent] ?? -1)
      while previous >= 0, nodes[Int(previous)].kind.isContainer, nodes[Int(previous)].endLine >= line {
        anchors[parent] = previous
        parent = previous
        previous = lastChild(of: parent, startingBefore: line, from: anchors[parent] ?? -1)
      }
      insert(definition, in: parent, after: previous)
      anchors[parent] = definition
    }
  }

  /// The last child that starts at or above `line`, looked for from the sibling `start` on; -1 where there is none.
  private func lastChild(of parent: Int32, startingBefore line: Int32, from start: Int32) -> Int32 {
    var found = start
    var next = start >= 0 ? nodes[Int(start)].nextSibling : nodes[Int(parent)].firstChild
    while next >= 0, nodes[Int(next)].startLine <= line {
      found = next
      next = nodes[Int(next)].nextSibling
    }
    return found
  }

  private mutating func unlink(_ child: Int32, after previous: Int32) {
    let parent = Int(nodes[Int(child)].parent)
    let next = nodes[Int(child)].nextSibling
    if previous >= 0 { nodes[Int(previous)].nextSibling = next } else { nodes[parent].firstChild = next }
    if nodes[parent].lastChild == child { nodes[parent].lastChild = previous }
    nodes[Int(child)].nextSibling = -1
  }

  private mutating func insert(_ child: Int32, in parent: Int32, after previous: Int32) {
    let next = previous >= 0 ? nodes[Int(previous)].nextSibling : nodes[Int(parent)].firstChild
    nodes[Int(child)].parent = parent
    nodes[Int(child)].nextSibling = next
    if previous >= 0 { nodes[Int(previous)].nextSibling = child } else { nodes[Int(parent)].firstChild = child }
    if next < 0 { nodes[Int(parent)].lastChild = child }
  }
}
