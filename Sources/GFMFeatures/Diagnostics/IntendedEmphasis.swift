import GFMSyntax

/// Delimiter runs that were meant to style what is between them, but that the flanking rules (GFM 6.4) refuse or pair
/// otherwise: `これは**「重要」**です`. Ranges are bytes from the block's start.
struct IntendedEmphasis: Sendable, Hashable {
  /// What was meant to be styled, each with the run before and after it.
  struct Pair: Sendable, Hashable {
    var opening: Range<Int>
    var closing: Range<Int>

    var inner: Range<Int> { opening.upperBound..<closing.lowerBound }
  }

  /// `*`, `_` or `~`.
  var character: UInt8
  /// Several where the parser has paired runs that were not meant for each other.
  var pairs: [Pair]
  /// The leaf that they are in.
  var leaf: SyntaxTree.Index

  var range: Range<Int> { (pairs.first?.opening.lowerBound ?? 0)..<(pairs.last?.closing.upperBound ?? 0) }

  var diagnostic: LocalDiagnostic {
    let delimiter = String(repeating: Character(Unicode.Scalar(character)), count: pairs.first?.opening.count ?? 0)
    let message =
      pairs.count > 1
      ? "GitHub pairs these \(delimiter) otherwise than they seem to be meant."
      : "GitHub shows these \(delimiter) as they are: what stands beside them keeps them from opening or closing."
    return LocalDiagnostic(.emphasisNotRendered, range, message)
  }

  /// Those of a block, in order, without overlap. One pass over its pieces, but for runs that look as if they were meant.
  static func all(in block: Block, options: DiagnosticOptions) -> [IntendedEmphasis] {
    let runs = DelimiterRuns(of: block).leaves
    guard !runs.isEmpty else { return [] }
    let formulas =
      options.math ? block.bytes.withUnsafeBufferPointer { MathText.marks(in: block.tree.nodes.indices, of: block.tree, $0) } : []
    return runs.flatMap { leaf in
      var search = IntendedEmphasisSearch(block: block, leaf: leaf.leaf, runs: leaf.runs)
      search.run()
      return search.found
    }.filter { meant in !formulas.contains { $0.start < meant.range.upperBound && meant.range.lowerBound < $0.end } }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}

/// A run of one delimiter character as the source has it.
struct WrittenRun {
  var character: UInt8
  var range: Range<Int>
  /// The node of the style that it opens or closes; `nil` where it is text.
  var style: SyntaxTree.Index?
  /// The innermost node around it that is no style of this run.
  var parent: Int32
  /// Whether only a part of it is a delimiter, or it is one of several styles.
  var isMixed = false
}

/// Finds the runs of `*`, `_` and `~` in each leaf of a block that has some left as text or nested in its own like.
private struct DelimiterRuns {
  private(set) var leaves: [(leaf: SyntaxTree.Index, runs: [WrittenRun])] = []

  init(of block: Block) {
    let tree = block.tree
    var leafEnd: Int32 = 0
    var leaf = 0
    var runs: [WrittenRun] = []
    var hasLiteral = false
    for token in tree.tokens where token.node >= 0 && (token.kind == .text || token.kind == .delimiter) {
      if token.start >= leafEnd {
        if hasLiteral { leaves.append((leaf, runs)) }
        (runs, hasLiteral) = ([], false)
        guard let next = tree.leaf(around: Int(token.node)) else { continue }
        leaf = next
        leafEnd = tree.nodes[next].end
      }
      if token.kind == .delimiter {
        let parent = tree.nodes[Int(token.node)].parent
        if parent >= 0, tree.nodes[Int(parent)].kind == tree.nodes[Int(token.node)].kind { hasLiteral = true }
        Self.add(
          WrittenRun(
            character: block.bytes[Int(token.start)], range: token.range, style: Int(token.node), parent: parent),
          to: &runs)
        continue
      }
      var offset = Int(token.start)
      while offset < Int(token.end) {
        let byte = block.bytes[offset]
        guard byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~") else {
          offset += 1
          continue
        }
        let start = offset
        while offset < Int(token.end), block.bytes[offset] == byte { offset += 1 }
        hasLiteral = true
        let node = tree.nodes[Int(token.node)]
        let parent = node.kind.holdsInlines ? token.node : node.parent
        Self.add(WrittenRun(character: byte, range: start..<offset, style: nil, parent: parent), to: &runs)
      }
    }
    if hasLiteral { leaves.append((leaf, runs)) }
  }

  private static func add(_ run: WrittenRun, to runs: inout [WrittenRun]) {
    guard let last = runs.last, last.character == run.character, last.range.upperBound == run.range.lowerBound else {
      runs.append(run)
      return
    }
    runs[runs.count - 1].range = last.range.lowerBound..<run.range.upperBound
    runs[runs.count - 1].isMixed = true
  }
}

extension SyntaxTree {
  /// The leaf block that holds a node's inlines.
  fileprivate func leaf(around index: Index) -> Index? {
    nodes[index].kind.holdsInlines ? index : ancestors(of: index).first { nodes[$0].kind.holdsInlines }
  }
}

/// Looks through the runs of one leaf.
private struct IntendedEmphasisSearch {
  let block: Block
  let leaf: SyntaxTree.Index
  let runs: [WrittenRun]
  private(set) var found: [IntendedEmphasis] = []

  /// How many runs are looked at together at most.
  private static let longestWindow = 16

  init(block: Block, leaf: SyntaxTree.Index, runs: [WrittenRun]) {
    (self.block, self.leaf, self.runs) = (block, leaf, runs)
  }

  mutating func run() {
    for character in "*_~".utf8 {
      let alike = runs.filter { $0.character == character }
      for stretch in alike.split(whereSeparator: \.isMixed) { search(Array(stretch)) }
    }
  }

  private mutating func search(_ runs: [WrittenRun]) {
    var index = 0
    while index + 1 < runs.count {
      if runs[index].style != nil, runs[index].style == runs[index + 1].style {
        index += 2
      } else if let count = windowCount(from: index, in: runs) {
        let pairs = stride(from: index, to: index + count, by: 2).map {
          IntendedEmphasis.Pair(opening: runs[$0].range, closing: runs[$0 + 1].range)
        }
        found.append(IntendedEmphasis(character: runs[index].character, pairs: pairs, leaf: leaf))
        index += count
      } else {
        index += 1
      }
    }
  }

  /// How many runs from the one at `index` on are pairs, one after the other, to their writer, though not to the parser.
  private func windowCount(from index: Int, in runs: [WrittenRun]) -> Int? {
    let length = runs[index].range.count
    var isRefused = false
    var next = index
    while next + 1 < runs.count, next - index < Self.longestWindow {
      guard runs[next].range.count == length, runs[next + 1].range.count == length,
        runs[next + 1].range.lowerBound > runs[next].range.upperBound
      else { return nil }
      let pair = EmphasisPair(runs[next], runs[next + 1], of: leaf, in: block)
      switch pair?.likelihood {
      case nil: return nil
      case .rendered: break
      case .refused: isRefused = true
      case .spaced:
        // With spaces inside, nothing but the two runs tells that they belong together.
        guard next == index, runs[next].style == nil, runs[next + 1].style == nil else { return nil }
        return runs[next].parent == runs[next + 1].parent ? 2 : nil
      }
      next += 2
      if isRefused, isClosed(runs[index..<next]) { return next - index }
    }
    return nil
  }

  /// Whether no style that these runs open or close reaches out of them, and all stand in the same node but for styles of
  /// their own.
  private func isClosed(_ runs: ArraySlice<WrittenRun>) -> Bool {
    let styles = Set(runs.compactMap(\.style))
    for style in styles where runs.filter({ $0.style == style }).count != 2 { return false }
    let parents = Set(
      runs.map { run -> Int32 in
        var parent = run.parent
        while parent >= 0, styles.contains(Int(parent)) { parent = block.tree.nodes[Int(parent)].parent }
        return parent
      })
    return parents.count == 1
  }
}
