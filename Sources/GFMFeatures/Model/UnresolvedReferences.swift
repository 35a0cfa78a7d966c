import GFMSyntax
import MarkdownText

/// A reference whose label nothing defines. Ranges are bytes from the block's start.
struct UnresolvedReference {
  var range: Range<Int>
  /// Without brackets; of `[label][]` the text.
  var label: Range<Int>
  var isFootnote: Bool
}

/// Finds references whose label nothing defines: `[text][label]`, `[label][]`, images' too, and `[^label]`.
///
/// They are text to the parser. A mere `[word]` is text to its writer as well, more often than not, and never meant.
struct UnresolvedReferences {
  private let tree: SyntaxTree
  private let bytes: UnsafeBufferPointer<UInt8>
  private let findsFootnotes: Bool
  private var found: [TokenOverlay] = []
  private var references: [UnresolvedReference] = []
  private var open: [Opening] = []

  private struct Opening {
    /// Where the bracket stands, or the `!` before it.
    var start: Int
    /// Behind the bracket.
    var textStart: Int
    var parent: Int32
    var isImage: Bool
    /// A link stands behind it, and no link can hold one.
    var isDead = false
    /// Whether brackets stand between it and its end.
    var holdsBrackets = false
    /// From the first to the last of the references found in it.
    var inner: Range<Int>?
  }

  /// How many of the open ones have been looked at since the last link.
  private var killed = 0

  /// The longest label, in bytes (CommonMark 4.7).
  private static let maximalLabelLength = 999

  /// In order, without overlap. O(n) but for labels, whose length is limited.
  static func marks(
    in tree: SyntaxTree, of bytes: UnsafeBufferPointer<UInt8>, findsFootnotes: Bool
  ) -> [TokenOverlay] {
    var references = UnresolvedReferences(tree: tree, bytes: bytes, findsFootnotes: findsFootnotes)
    references.run()
    references.found.sort { $0.start < $1.start }
    return references.found
  }

  /// The references themselves, in order of their ends; one may stand in another's text.
  static func all(
    in tree: SyntaxTree, of bytes: UnsafeBufferPointer<UInt8>, findsFootnotes: Bool
  ) -> [UnresolvedReference] {
    var references = UnresolvedReferences(tree: tree, bytes: bytes, findsFootnotes: findsFootnotes)
    references.run()
    return references.references
  }

  private init(tree: SyntaxTree, bytes: UnsafeBufferPointer<UInt8>, findsFootnotes: Bool) {
    (self.tree, self.bytes, self.findsFootnotes) = (tree, bytes, findsFootnotes)
  }

  private mutating func run() {
    var leafEnd: Int32 = 0
    var next = 0
    for (index, token) in tree.tokens.enumerated() where token.node >= 0 {
      let node = tree.nodes[Int(token.node)]
      if token.start >= leafEnd {
        // What one leaf leaves open, the next does not close.
        open.removeAll(keepingCapacity: true)
        killed = 0
        if let leaf = leaf(around: Int(token.node)) { leafEnd = leaf.end }
      }
      if case .link = node.kind, token.kind == .bracket || token.kind == .autolink { killLinks() }
      guard token.kind == .text, Int(token.end) > next else { continue }
      for offset in max(Int(token.start), next)..<Int(token.end) where offset >= next {
        switch bytes[offset] {
        case UInt8(ascii: "["): next = self.open(at: offset, in: token, node.parent)
        case UInt8(ascii: "]"): next = close(at: offset, tokenIndex: index, node.parent)
        default: continue
        }
      }
    }
  }

  /// The leaf that holds a node's inlines.
  private func leaf(around index: Int) -> Node? {
    if tree.nodes[index].kind.holdsInlines { return tree.nodes[index] }
    return tree.ancestors(of: index).first { tree.nodes[$0].kind.holdsInlines }.map { tree.nodes[$0] }
  }

  private mutating func killLinks() {
    for index in killed..<open.count { open[index].isDead = !open[index].isImage }
    killed = open.count
  }

  /// Takes note of a bracket, or finds a footnote's reference there; returns where to go on.
  private mutating func open(at offset: Int, in token: SyntaxToken, _ parent: Int32) -> Int {
    if findsFootnotes, let end = footnoteEnd(from: offset) {
      found.append(TokenOverlay(offset..<offset + 2, .delimiter, .unresolved))
      found.append(TokenOverlay(offset + 2..<end, .footnoteLabel, .unresolved))
      found.append(TokenOverlay(end..<end + 1, .delimiter, .unresolved))
      references.append(UnresolvedReference(range: offset..<end + 1, label: offset + 2..<end, isFootnote: true))
      noteInner(offset..<end + 1)
      return end + 1
    }
    let isImage = offset > Int(token.start) && bytes[offset - 1] == UInt8(ascii: "!")
    if !open.isEmpty { open[open.count - 1].holdsBrackets = true }
    open.append(
      Opening(start: isImage ? offset - 1 : offset, textStart: offset + 1, parent: parent, isImage: isImage))
    return offset + 1
  }

  /// Where the `]` of a `[^label]` stands; a label without white space, lest a set of characters be taken for one.
  private func footnoteEnd(from offset: Int) -> Int? {
    guard offset + 2 < bytes.count, bytes[offset + 1] == UInt8(ascii: "^") else { return nil }
    var end = offset + 2
    while end < bytes.count, end - offset <= Self.maximalLabelLength {
      let byte = bytes[end]
      if byte == UInt8(ascii: "]") {
        return end > offset + 2 && isPlainText(end) ? end : nil
      }
      if byte.isSpaceOrTab || byte.isLineEnding || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "^") { return nil }
      end += 1
    }
    return nil
  }

  /// Pairs a bracket, and marks the two where a label follows; returns where to go on.
  private mutating func close(at offset: Int, tokenIndex: Int, _ parent: Int32) -> Int {
    guard let opening = open.popLast() else { return offset + 1 }
    killed = min(killed, open.count)
    guard !opening.isDead, opening.parent == parent, offset + 1 < bytes.count,
      bytes[offset + 1] == UInt8(ascii: "["), isPlainText(offset + 1), let end = labelEnd(from: offset + 1)
    else { return offset + 1 }
    let label = offset + 2..<end
    let isCollapsed = label.isEmpty
    if isCollapsed {
      guard !opening.holdsBrackets, offset - opening.textStart <= Self.maximalLabelLength,
        bytes[opening.textStart..<offset].contains(where: { !$0.isSpaceOrTab && !$0.isLineEnding })
      else { return offset + 1 }
    } else if !bytes[label].contains(where: { !$0.isSpaceOrTab }) {
      return offset + 1
    }
    found.append(TokenOverlay(opening.start..<opening.textStart, .delimiter, .unresolved))
    for text in [
      opening.textStart..<(opening.inner?.lowerBound ?? offset), (opening.inner?.upperBound ?? offset)..<offset,
    ]
    where !text.isEmpty {
      found.append(TokenOverlay(text, opening.isImage ? .image : .link, .unresolved))
    }
    found.append(TokenOverlay(offset..<offset + 2, .delimiter, .unresolved))
    if !isCollapsed { found.append(TokenOverlay(label, .linkLabel, .unresolved)) }
    found.append(TokenOverlay(end..<end + 1, .delimiter, .unresolved))
    references.append(
      UnresolvedReference(
        range: opening.start..<end + 1, label: isCollapsed ? opening.textStart..<offset : label, isFootnote: false))
    // No link can hold this one.
    if !opening.isImage { killLinks() }
    noteInner(opening.start..<end + 1)
    return end + 1
  }

  /// Has the innermost open bracket leave out what was found in it.
  private mutating func noteInner(_ range: Range<Int>) {
    guard !open.isEmpty else { return }
    let first = open[open.count - 1].inner?.lowerBound ?? range.lowerBound
    open[open.count - 1].inner = first..<range.upperBound
  }

  /// Where the `]` of a label on this line stands that starts with the `[` at `offset`.
  private func labelEnd(from offset: Int) -> Int? {
    var end = offset + 1
    while end < bytes.count, end - offset <= Self.maximalLabelLength {
      switch bytes[end] {
      case UInt8(ascii: "]"): return isPlainText(end) ? end : nil
      case UInt8(ascii: "["): return nil
      case UInt8(ascii: "\\"): end += 2
      case let byte where byte.isLineEnding: return nil
      default: end += 1
      }
    }
    return nil
  }

  private func isPlainText(_ offset: Int) -> Bool {
    let index = tree.tokenIndex(at: offset)
    return index < tree.tokens.count && tree.tokens[index].kind == .text
  }
}
