import MarkdownText

/// Finds where the footnote references end that a leaf's content may hold, as the library does: they are what is left of
/// brackets that no link has, and need no definition for that.
struct FootnoteScan {
  private let content: [UInt8]
  private let end: Int
  private let isOn: Bool
  /// Where the references close that may start at these offsets, as far as was looked; `nil` for one that does not.
  private var closes: [Int: Close?] = [:]

  struct Close {
    /// The closing bracket.
    var close: Int
    /// The library's searches for backticks up to there.
    var backticks: BacktickScan
  }

  /// What is between a `[^` and its `]`, as it was written.
  struct Text {
    var range: Range<Int>
    /// Where what the library keeps of it may end, should it make text of it again; the likeliest first.
    var keptEnds: [Int]
    /// Behind the closing bracket.
    var end: Int
    /// The library's searches for backticks up to there.
    var backticks: BacktickScan
  }

  /// - Parameter isOn: whether there are footnotes at all.
  init(_ content: [UInt8], end: Int, isOn: Bool) {
    (self.content, self.end, self.isOn) = (content, end, isOn)
  }

  /// Forgets what hangs on the searches for backticks.
  mutating func startAnew() { closes = [:] }

  /// Where the label starts after a `[^` at `start`.
  func labelStart(from start: Int) -> Int? {
    guard isOn, start < end, content[start] == UInt8(ascii: "[") else { return nil }
    return FootnoteLabel.referenceStart(in: content, after: start, end: end)
  }

  /// What stands between the `[^` at `start` and its `]`, if it is not empty.
  mutating func text(of start: Int, behind earlier: BacktickScan) -> Text? {
    guard let found = close(of: start, behind: earlier) else { return nil }
    let close = found.close
    // Behind an escaped caret the length takes in the bracket as well.
    let isEscaped = content[start + 1] == UInt8(ascii: "\\")
    let range = isEscaped ? start + 3..<close + 1 : start + 2..<max(close, start + 2)
    guard close > range.lowerBound else { return nil }
    var keptEnds = [range.upperBound]
    if content[range].contains(.lineFeed) {
      keptEnds = [true, false].map { overlooksHardBreaks in
        let length =
          column(close, overlooksHardBreaks: overlooksHardBreaks)
          - column(start, overlooksHardBreaks: overlooksHardBreaks) - 2
        return range.lowerBound + min(max(length, 0), range.count)
      }
    }
    return Text(range: range, keptEnds: keptEnds, end: close + 1, backticks: found.backticks)
  }

  /// The column that the library counts. It overlooks line endings behind backslashes where they are hard breaks.
  private func column(_ offset: Int, overlooksHardBreaks: Bool) -> Int {
    var lineStart = offset
    // Nobody writes so many hard breaks.
    while lineStart > max(0, offset - 4096) {
      lineStart -= 1
      guard content[lineStart] == .lineFeed else { continue }
      let backslashes = content[..<lineStart].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
      if !overlooksHardBreaks || backslashes % 2 == 0 { return offset - lineStart - 1 }
    }
    return offset
  }

  /// The `]` that closes the `[^` at `start`, and the searches for backticks up to there, after those before it.
  ///
  /// One look forward tells it of all brackets on its way: a text may open thousands, and close none.
  mutating func close(of start: Int, behind earlier: BacktickScan) -> Close? {
    guard let label = labelStart(from: start) else { return nil }
    if let known = closes[start] { return known }
    closes[start] = .some(nil)
    var backticks = earlier
    var openBrackets = [start]
    var index = label
    while index < end {
      switch content[index] {
      case UInt8(ascii: "\\"):
        index += index + 1 < end && content[index + 1].isPunctuation ? 2 : 1
      case UInt8(ascii: "`"):
        let run = BacktickScan.nextRun(in: content, from: index, end: end) ?? index..<index + 1
        index = backticks.closer(of: run, in: content, end: end)?.upperBound ?? run.upperBound
      case UInt8(ascii: "<"):
        index = RawHTMLScanner.end(in: content, from: index, end: end) ?? index + 1
      case UInt8(ascii: "["):
        openBrackets.append(index)
        if labelStart(from: index) != nil { closes[index] = .some(nil) }
        index += 1
      case UInt8(ascii: "]"):
        guard let opener = openBrackets.popLast() else { return nil }
        if closes[opener] != nil { closes[opener] = Close(close: index, backticks: backticks) }
        if opener == start { return closes[start] ?? nil }
        guard let tail = InlineLinkTail.scan(in: content, from: index + 1, end: end) else {
          index += 1
          continue
        }
        // A link within makes text of the brackets around it; an image does not.
        if !isBehindExclamationMark(opener) { return nil }
        index = tail.end
      default:
        index += 1
      }
    }
    return nil
  }

  private func isBehindExclamationMark(_ bracket: Int) -> Bool {
    bracket > 0 && content[bracket - 1] == UInt8(ascii: "!")
  }
}
