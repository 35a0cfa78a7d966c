import MarkdownText

/// Texts that libcmark-gfm takes far longer for than their length, or far more memory, and which nobody writes.
///
/// The library cannot be interrupted, so such texts are seen coming: counts of what drives its cost are taken of each
/// paragraph beforehand, and where they multiply to too much, the syntax in it is disarmed, byte for byte: the library
/// then reads plain text, and every offset stays. Measured with 0.29.0.gfm.6; the limits stand for about a tenth of a
/// second each.
struct PathologicalInput {
  /// Below this size nothing is slow.
  private static let smallSize = 4096

  /// Destinations up to here may be referred to as often as may be.
  private static let longDestination = 1000

  /// What was disarmed, in bytes of the text.
  private(set) var disarmed: [Range<Int>] = []

  /// Disarms what is hostile in `text`, whose lines are `lines`. O(n).
  init(disarming text: inout [UInt8], lines: SourceLines) {
    guard text.count > Self.smallSize else { return }
    var first = 0
    var longestLine = 0
    for line in 0...lines.count {
      let isBlank = line == lines.count || lines.isBlank(line, in: text)
      if line < lines.count { longestLine = max(longestLine, lines.contentEnd(line) - lines.start(line)) }
      guard isBlank else { continue }
      neutralizeRun(first..<line, of: lines, in: &text)
      first = line + 1
    }
    // A definition's destination stands on one line.
    if longestLine > Self.longDestination { neutralizeLongDefinitions(in: &text) }
  }

  private mutating func neutralizeRun(_ run: Range<Int>, of lines: SourceLines, in text: inout [UInt8]) {
    guard !run.isEmpty else { return }
    let range = lines.start(run.lowerBound)..<lines.contentEnd(run.upperBound - 1)
    guard range.count > Self.smallSize, Self.isPathological(run, of: lines, in: text) else { return }
    // A fence is seen by its lines, so what stands in it may be anything. Where a line only looks like a fence's, what is
    // beside it may be one paragraph, and harmless in pieces alone.
    let infoStarts = run.map { FenceLine.infoStart(lines.start($0)..<lines.contentEnd($0), of: text) }
    let tokens = run.split { infoStarts[$0 - run.lowerBound] != nil }
    let hostile = tokens.filter { Self.isPathological($0, of: lines, in: text) }
    let others = tokens.filter { !hostile.contains($0) }.joined()
    for token in hostile.isEmpty || Self.isPathological(others, of: lines, in: text) ? tokens : hostile {
      guard let first = token.first, let last = token.last else { continue }
      for line in token { Self.neutralize(lines.start(line)..<lines.contentEnd(line), in: &text) }
      disarmed.append(lines.start(first)..<lines.contentEnd(last))
    }
    for (line, start) in zip(run, infoStarts) {
      if let start { Self.neutralizeInfo(start..<lines.contentEnd(line), in: &text) }
    }
  }

  private static func isPathological(_ run: some Sequence<Int>, of lines: SourceLines, in text: [UInt8]) -> Bool {
    var counts = ParagraphCounts()
    for line in run { counts.add(lines.start(line)..<lines.contentEnd(line), of: text) }
    return counts.isPathological
  }

  /// Puts a letter for all ASCII punctuation of a line behind the marks of the quotes that it stands in: a fence may be
  /// among their lines.
  private static func neutralize(_ line: Range<Int>, in text: inout [UInt8]) {
    let content = text[line].drop { $0.isSpaceOrTab || $0 == UInt8(ascii: ">") }.indices
    for index in content where text[index].isPunctuation { text[index] = UInt8(ascii: "x") }
  }

  /// Puts letters into an info string that is more than plain words: its line may belong to a paragraph after all.
  private static func neutralizeInfo(_ info: Range<Int>, in text: inout [UInt8]) {
    let isPlain = text[info].allSatisfy { !$0.isPunctuation || FenceLine.plainPunctuation.contains($0) }
    if !isPlain { neutralize(info, in: &text) }
  }

  // MARK: References

  /// Each reference gets a copy of its definition's destination: a long one, often referred to, takes all memory.
  private mutating func neutralizeLongDefinitions(in text: inout [UInt8]) {
    let bracketCount = text.count { $0 == UInt8(ascii: "[") }
    let limit = max(Self.longDestination, (64 << 20) / max(bracketCount, 1))
    guard text.count > limit else { return }
    var index = 0
    while index + 1 < text.count {
      guard text[index] == UInt8(ascii: "]"), text[index + 1] == UInt8(ascii: ":") else {
        index += 1
        continue
      }
      let start = LinkScanner.whitespaceEnd(in: text, from: index + 2, end: text.count)
      var end = start
      while end < text.count, !text[end].isSpace { end += 1 }
      let line = text[end...].firstIndex(where: \.isLineEnding) ?? text.count
      if max(end - start, line - end) > limit {
        text[index] = UInt8(ascii: "x")
        disarmed.append(index..<end)
      }
      index = max(end, index + 2)
    }
  }
}

/// What stands in a run of lines without a blank one that drives the library's cost: as a table, and as the paragraphs in
/// it.
private struct ParagraphCounts {
  private var length = 0
  private var lineCount = 0
  private var delimiterRows = 0
  private var widestRow = 0
  private var pipes = 0
  private var inlines = InlineCounts()
  private var hasPathologicalInlines = false

  mutating func add(_ range: Range<Int>, of text: [UInt8]) {
    lineCount += 1
    length += range.count + 1
    text.withUnsafeBufferPointer { add(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  private mutating func add(_ line: UnsafeBufferPointer<UInt8>) {
    let row = RowCounts(line)
    pipes += row.pipes
    widestRow = max(widestRow, row.pipes)
    if row.isDelimiterRow { delimiterRows += 1 }
    // Items, headings and the rows of a table are paragraphs of their own to the inline parser.
    let isRow = row.pipes > 0 && (1...8).contains(delimiterRows)
    if isRow || Self.startsBlock(line) { inlines = InlineCounts() }
    inlines.add(line)
    hasPathologicalInlines = hasPathologicalInlines || inlines.isPathological
  }

  /// Whether a line starts with a marker that ends the paragraph above.
  private static func startsBlock(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < line.count, line[index].isSpaceOrTab || line[index] == UInt8(ascii: ">") { index += 1 }
    guard index < line.count else { return true }
    switch line[index] {
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "#"):
      return index + 1 == line.count || line[index + 1].isSpaceOrTab || line[index + 1] == UInt8(ascii: "#")
    case let byte where byte.isDigit:
      while index < line.count, line[index].isDigit { index += 1 }
      return index + 1 < line.count && Array(".)".utf8).contains(line[index]) && line[index + 1].isSpaceOrTab
    default:
      return false
    }
  }

  /// Whether the library would take too long for the run, or too much memory.
  var isPathological: Bool {
    let paddedCells = delimiterRows > 0 ? widestRow * lineCount : 0
    return hasPathologicalInlines
      || (delimiterRows > 8 && delimiterRows * length > 4_000_000)
      || (delimiterRows > 0 && widestRow > 3_000)
      || paddedCells > 100_000 + 4 * pipes
  }
}

/// A line that may open or close a fenced code block (GFM 4.5).
private enum FenceLine {
  /// What an info string may hold and be harmless: as in `c++`, `c#`, `objective-c`, `{.python}` and `title="a.js"`.
  static let plainPunctuation = Array(##"+#-.,/{}="%"##.utf8)

  /// Where the info string of a line starts, or would, if the line may be one, whatever it stands in.
  static func infoStart(_ range: Range<Int>, of text: [UInt8]) -> Int? {
    let content = text[contentStart(range, of: text)..<range.upperBound]
    guard let mark = content.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return nil }
    let info = content.drop { $0 == mark }
    guard info.startIndex - content.startIndex >= 3, mark == UInt8(ascii: "~") || !info.contains(mark) else {
      return nil
    }
    return info.startIndex
  }

  /// What follows the marks of quotes and list items.
  private static func contentStart(_ range: Range<Int>, of text: [UInt8]) -> Int {
    var start = range.lowerBound
    while start < range.upperBound {
      let rest = text[start..<range.upperBound]
      if text[start].isSpaceOrTab || text[start] == UInt8(ascii: ">") {
        start += 1
      } else if "-+*".utf8.contains(text[start]), rest.dropFirst().first?.isSpaceOrTab == true {
        start += 2
      } else if let end = rest.firstIndex(where: { !$0.isDigit }), end > start, ".)".utf8.contains(text[end]),
        end + 1 < range.upperBound, text[end + 1].isSpaceOrTab
      {
        start = end + 2
      } else {
        break
      }
    }
    return start
  }
}

/// What a line is as a table's row.
private struct RowCounts {
  private(set) var pipes = 0
  let isDelimiterRow: Bool

  init(_ line: UnsafeBufferPointer<UInt8>) {
    var hasDash = false
    var hasOther = false
    for byte in line {
      switch byte {
      case UInt8(ascii: "|"): pipes += 1
      case UInt8(ascii: "-"): hasDash = true
      case UInt8(ascii: ":"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ">"): break
      default: hasOther = true
      }
    }
    isDelimiterRow = hasDash && !hasOther
  }
}

/// What drives the cost of a paragraph's inlines.
private struct InlineCounts {
  private var length = 0
  private var brackets = 0
  private var imageOpeners = 0
  private var linkTails = 0
  private var delimiterRuns = 0
  private var syntax = 0
  private var declarations = 0
  private var longestAddressTail = 0
  /// Each start of an address has its end looked for up to the next white space: the products of both, added up.
  private var addressCost = 0

  /// What stands between white space.
  private struct Word {
    var length = 0
    var addressStarts = 0

    var cost: Int { addressStarts > 1 ? addressStarts * length : 0 }
  }

  mutating func add(_ line: UnsafeBufferPointer<UInt8>) {
    var closers = 0
    var previous: UInt8 = 0
    var word = Word()
    for byte in line {
      word.length += 1
      if byte.isPunctuation, byte != previous { syntax += 1 }
      switch byte {
      case UInt8(ascii: "["):
        brackets += 1
        if previous == UInt8(ascii: "!") { imageOpeners += 1 }
      case UInt8(ascii: "("):
        if previous == UInt8(ascii: "]") { linkTails += 1 }
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        if previous != byte { delimiterRuns += 1 }
      case UInt8(ascii: "?"), UInt8(ascii: "!"):
        if previous == UInt8(ascii: "<") { declarations += 1 }
      case UInt8(ascii: ")"), UInt8(ascii: ";"):
        // The ends of addresses are looked through from behind, again and again.
        closers += 1
        longestAddressTail = max(longestAddressTail, closers)
      case UInt8(ascii: "/"):
        if previous == UInt8(ascii: ":") { word.addressStarts += 1 }
      case UInt8(ascii: "."):
        if previous | 0x20 == UInt8(ascii: "w") { word.addressStarts += 1 }
      case UInt8(ascii: "@"):
        word.addressStarts += 1
      default:
        guard byte.isSpace else { break }
        closers = 0
        addressCost += word.cost
        word = Word()
      }
      previous = byte
    }
    addressCost += word.cost
    length += line.count + 1
  }

  var isPathological: Bool {
    imageOpeners * brackets > 20_000_000
      || linkTails * delimiterRuns > 30_000_000
      || declarations * length > 100_000_000
      || longestAddressTail > 8_000
      || addressCost > 100_000_000
      || syntax > 1_000_000
  }
}
