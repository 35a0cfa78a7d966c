import GFMSyntax
import RegularExpressions

/// The plain text of a block: neither code nor HTML, nor a destination, a label or a delimiter.
struct PlainText {
  /// A stretch of plain text within a line, as long as nothing else stands in between and its styles are the same.
  struct Run {
    /// Bytes from the block's start.
    var range: Range<Int>
    /// The node that the text's nodes stand in.
    var parent: Int32
    /// The number of its line among ``PlainText/lines``.
    var line: Int
    /// Whether nothing but its line's prefix stands before it, and nothing but white space after it.
    var place: TextPattern.Place
  }

  private(set) var runs: [Run] = []
  /// The lines that have runs, without their prefixes and the white space at their ends.
  private(set) var lines: [Range<Int>] = []

  /// Reads tokens of `tree`, which are those of all its lines or of a leaf block.
  ///
  /// - Complexity: O(n) in the tokens.
  init(of tokens: ArraySlice<SyntaxToken>, in tree: SyntaxTree) {
    var lineStart: Int?
    var lineEnd = 0
    var firstRun = 0
    for token in tokens where token.start < token.end {
      switch token.kind {
      case .lineEnding, .tablePipe, .tableDelimiterPipe:
        endLine(from: lineStart, to: lineEnd, firstRun: firstRun)
        (lineStart, firstRun) = (nil, runs.count)
      case .whitespace, .quoteMarker, .listMarker, .taskMarker, .headingMarker, .closingHeadingMarker,
        .hardBreak:
        continue
      case .text:
        let parent = token.node >= 0 ? tree.nodes[Int(token.node)].parent : -1
        if runs.count > firstRun, runs[runs.count - 1].range.upperBound == token.start,
          runs[runs.count - 1].parent == parent
        {
          runs[runs.count - 1].range = runs[runs.count - 1].range.lowerBound..<Int(token.end)
        } else {
          let place: TextPattern.Place = lineStart == nil ? .lineStart : []
          runs.append(Run(range: token.range, parent: parent, line: lines.count, place: place))
        }
        if lineStart == nil { lineStart = Int(token.start) }
        lineEnd = Int(token.end)
      default:
        if lineStart == nil { lineStart = Int(token.start) }
        lineEnd = Int(token.end)
      }
    }
    endLine(from: lineStart, to: lineEnd, firstRun: firstRun)
  }

  private mutating func endLine(from start: Int?, to end: Int, firstRun: Int) {
    guard let start, runs.count > firstRun else { return }
    lines.append(start..<end)
    if runs[runs.count - 1].range.upperBound == end { runs[runs.count - 1].place.insert(.lineEnd) }
  }
}
