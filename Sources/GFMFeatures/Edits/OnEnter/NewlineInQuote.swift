import GFMSyntax
import MarkdownText

/// The rules for Enter in quotes.
extension CaretLine {
  /// Enter right in the quote at `quote`: it goes on, but ends with its second empty line, or with its first
  /// where the options say so.
  func newlineInQuote(_ quote: SyntaxTree.Index, options: EditOptions) -> NewlineChange? {
    guard leaf == nil, let marker = prefix.markers.last, marker.container == quote else {
      return continuation(options: options)
    }
    let outer = Int(tree.nodes[quote].parent)
    let outerStart = outer < 0 ? line.start : marker.range.lowerBound
    if Int(tree.nodes[quote].subtreeEnd) == quote + 1 {
      return replacingLineEnd(from: outerStart, with: [], expectation: .quoteGone(quote))
    }
    if options.emptyQuote == .once {
      return replacingLineEnd(
        from: bytes.trimmedEnd(of: line.start..<outerStart), with: lineEnding + bytes[line.start..<outerStart],
        expectation: .containerLeft)
    }
    guard let above = line.previous(in: bytes), let blank = emptyLine(above, of: quote) else {
      return continuation(options: options)
    }
    // The second empty line: both leave the quote.
    let aboveEnd = bytes.trimmedEnd(of: above.start..<blank.range.lowerBound)
    return replacingLineEnd(
      from: aboveEnd, with: Array(bytes[above.end..<outerStart]), expectation: .containerLeft)
  }

  /// The marker of `quote` on `line`, if it has nothing after it.
  private func emptyLine(_ line: SourceLine, of quote: SyntaxTree.Index) -> LinePrefix.Marker? {
    let prefix = LinePrefix(of: line, in: block)
    guard prefix.contentStart == line.end, let marker = prefix.markers.last, marker.container == quote,
      tree.children(of: quote).contains(where: { Int(tree.nodes[$0].start) < line.start })
    else { return nil }
    return marker
  }
}
