/// The library's search for the backticks that close a code span (CommonMark 6.3), with what it remembers of earlier ones.
///
/// It is needed only where the library's tree has lost what was there. Once a search has found nothing, the library takes
/// the last run of a length that it came past for the last that there is. But it notes them in each search, from then on as
/// well: so it may pass over a code span.
struct BacktickScan {
  /// Longer runs open nothing.
  private static let longestRun = 80

  private var hasFailed = false
  /// Where the last run noted starts, by length.
  private var lastRuns: [Int: Int] = [:]

  /// The run that the library finds for `opener`, the next one in its order that may open a code span. Before `end`.
  mutating func closer(of opener: Range<Int>, in bytes: [UInt8], end: Int) -> Range<Int>? {
    guard opener.count <= Self.longestRun else { return nil }
    if hasFailed, lastRuns[opener.count, default: 0] <= opener.upperBound { return nil }
    var search = opener.upperBound
    while let run = Self.nextRun(in: bytes, from: search, end: end) {
      if run.count <= Self.longestRun { lastRuns[run.count] = run.lowerBound }
      if run.count == opener.count { return run }
      search = run.upperBound
    }
    hasFailed = true
    return nil
  }

  /// Notes the searches for all runs in text, from which no code span came.
  mutating func note(textIn range: Range<Int>, of bytes: [UInt8], end: Int) {
    var search = range.lowerBound
    while let run = Self.nextRun(in: bytes, from: search, end: range.upperBound) {
      _ = closer(of: run, in: bytes, end: end)
      search = run.upperBound
    }
  }

  /// The next run of backticks, as long as it is.
  static func nextRun(in bytes: [UInt8], from start: Int, end: Int) -> Range<Int>? {
    guard start < end, let run = bytes[start..<end].firstIndex(of: UInt8(ascii: "`")) else { return nil }
    return run..<(bytes[run..<end].firstIndex { $0 != UInt8(ascii: "`") } ?? end)
  }
}
