import GFMSyntax
import MarkdownText

/// Finds formulas: `$x$`, `` $`x`$ `` and `$$x$$`.
///
/// As on GitHub, Markdown is read first: a formula is what is left as text, with its escapes and entities.
struct MathText {
  private let nodes: ArraySlice<Node>
  private let tree: SyntaxTree
  private let bytes: UnsafeBufferPointer<UInt8>
  private var found: [TokenOverlay] = []

  /// A run of `$`s in plain text.
  private struct Dollars {
    var range: Range<Int>
    /// How many line endings stand before it.
    var line: Int
    var canOpen: Bool
    var canClose: Bool
  }

  /// The formulas in nodes of a tree, in order, without overlap.
  ///
  /// - Complexity: O(n) in the nodes and their tokens.
  static func marks(
    in nodes: Range<SyntaxTree.Index>, of tree: SyntaxTree, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> [TokenOverlay] {
    var math = MathText(nodes: tree.nodes[nodes], tree: tree, bytes: bytes)
    math.findInCodeSpans()
    let inCode = math.found
    math.found = []
    math.findInText()
    return inCode.over(math.found)
  }

  private init(nodes: ArraySlice<Node>, tree: SyntaxTree, bytes: UnsafeBufferPointer<UInt8>) {
    self.nodes = nodes
    self.tree = tree
    self.bytes = bytes
  }

  // MARK: Around code

  private mutating func findInCodeSpans() {
    for node in nodes where node.kind == .codeSpan {
      let (before, after) = (Int(node.start) - 1, Int(node.end))
      guard isPlainDollar(before), isPlainDollar(after) else { continue }
      found.append(TokenOverlay(before..<before + 1, .delimiter))
      found.append(TokenOverlay(before + 1..<after, .kind(.math), reach: .content))
      found.append(TokenOverlay(after..<after + 1, .delimiter))
    }
  }

  private func isPlainDollar(_ offset: Int) -> Bool {
    guard bytes.indices.contains(offset), bytes[offset] == UInt8(ascii: "$") else { return false }
    return tree.tokens[tree.tokenIndex(at: offset)].kind == .text
  }

  // MARK: In text

  /// Pairs dollars in stretches of text, escapes and entities with the same styles.
  private mutating func findInText() {
    var dollars: [Dollars] = []
    var owner: Int32?
    var line = 0
    guard let start = nodes.first?.start else { return }
    let end = nodes.reduce(start) { max($0, $1.end) }
    let tokens = tree.tokens[tree.tokenIndex(at: Int(start))..<tree.tokenIndex(at: Int(end))]
    for token in tokens where token.start < token.end {
      switch token.kind {
      case .text, .escape, .entity, .hardBreak:
        let parent = token.node >= 0 ? tree.nodes[Int(token.node)].parent : -1
        if owner != parent {
          pair(dollars)
          (dollars, owner) = ([], parent)
        }
        if token.kind == .text { append(token.range, line: line, to: &dollars) }
      case .lineEnding:
        line += 1
      case .whitespace, .quoteMarker:
        continue
      default:
        pair(dollars)
        (dollars, owner) = ([], nil)
      }
    }
    pair(dollars)
  }

  private func append(_ range: Range<Int>, line: Int, to dollars: inout [Dollars]) {
    var index = range.lowerBound
    while index < range.upperBound {
      guard bytes[index] == UInt8(ascii: "$") else {
        index += 1
        continue
      }
      let start = index
      while index < range.upperBound, bytes[index] == UInt8(ascii: "$") { index += 1 }
      if let last = dollars.last, last.range.upperBound == start, last.line == line {
        // One run in two pieces.
        dollars[dollars.count - 1].range = last.range.lowerBound..<index
        dollars[dollars.count - 1].canOpen = canOpen(before: index)
      } else {
        dollars.append(
          Dollars(
            range: start..<index, line: line, canOpen: canOpen(before: index) && !isWord(start - 1),
            canClose: start > 0 && !bytes[start - 1].isSpaceOrTab && !bytes[start - 1].isLineEnding
              && !isWord(index)))
      }
    }
  }

  private func canOpen(before index: Int) -> Bool {
    index < bytes.count && !bytes[index].isSpaceOrTab && !bytes[index].isLineEnding
  }

  private func isWord(_ index: Int) -> Bool { bytes.indices.contains(index) && bytes[index].isWordByte }

  private mutating func pair(_ dollars: [Dollars]) {
    var index = 0
    while index < dollars.count {
      let opening = dollars[index]
      let closing =
        switch opening.range.count {
        case 1 where opening.canOpen:
          // The next one of its length closes it or none does.
          dollars[(index + 1)...].firstIndex { $0.range.count == 1 }
            .flatMap { dollars[$0].canClose && dollars[$0].line == opening.line ? $0 : nil }
        case 2: dollars[(index + 1)...].firstIndex { $0.range.count == 2 }
        default: Int?.none
        }
      guard let closing else {
        index += 1
        continue
      }
      found.append(TokenOverlay(opening.range, .delimiter))
      let content = opening.range.upperBound..<dollars[closing].range.lowerBound
      if !content.isEmpty { found.append(TokenOverlay(content, .kind(.math), reach: .content)) }
      found.append(TokenOverlay(dollars[closing].range, .delimiter))
      index = closing + 1
    }
  }
}
