/// Texts that libcmark-gfm takes far longer for than their length, or far more memory, and which nobody writes.
///
/// The library cannot be interrupted, so such texts are seen coming: counts of what drives its cost are taken of each
/// paragraph beforehand, and where they multiply to too much, the syntax in it is disarmed, byte for byte: the library
/// then reads plain text, and every offset stays. Measured with 0.29.0.gfm.6; the limits stand for about a tenth of a
/// second each.
struct HostileText {
  /// Below this size nothing is slow.
  private static let smallSize = 4096

  /// What was disarmed, in bytes of the text.
  private(set) var disarmed: [Range<Int>] = []

  /// Disarms what is hostile in `text`. O(n).
  init(disarming text: inout [UInt8]) {
    guard text.count > Self.smallSize else { return }
    let lines = SourceLines(text)
    var paragraph = ParagraphCounts()
    var bracketCount = 0
    for line in 0..<lines.count {
      let range = lines.start(line)..<lines.contentEnd(line)
      if LinkScanner.spacesEnd(in: text, from: range.lowerBound, end: range.upperBound) == range.upperBound {
        close(&paragraph, at: range.lowerBound, in: &text)
        continue
      }
      if paragraph.isEmpty { paragraph.start = range.lowerBound }
      paragraph.add(range, of: text)
      bracketCount += paragraph.lastLineBrackets
    }
    close(&paragraph, at: text.count, in: &text)
    disarmLongDefinitions(in: &text, bracketCount: bracketCount)
  }

  private mutating func close(_ paragraph: inout ParagraphCounts, at end: Int, in text: inout [UInt8]) {
    defer { paragraph = ParagraphCounts() }
    guard !paragraph.isEmpty, end - paragraph.start > Self.smallSize, paragraph.isHostile(length: end - paragraph.start)
    else { return }
    let range = paragraph.start..<end
    Self.disarm(range, in: &text)
    disarmed.append(range)
  }

  /// Puts a letter for all ASCII punctuation.
  private static func disarm(_ range: Range<Int>, in text: inout [UInt8]) {
    for index in range where text[index].isPunctuation { text[index] = UInt8(ascii: "x") }
  }

  // MARK: References

  /// Each reference gets a copy of its definition's destination: a long one, often referred to, takes all memory.
  private mutating func disarmLongDefinitions(in text: inout [UInt8], bracketCount: Int) {
    let limit = max(1000, (64 << 20) / max(bracketCount, 1))
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
      let line = text[end...].firstIndex(where: \.isLineEnd) ?? text.count
      if max(end - start, line - end) > limit {
        text[index] = UInt8(ascii: "x")
        disarmed.append(index..<end)
      }
      index = max(end, index + 2)
    }
  }
}

/// What stands in a paragraph that drives the library's cost.
private struct ParagraphCounts {
  var start = 0
  private(set) var isEmpty = true
  private(set) var lastLineBrackets = 0
  private var lineCount = 0
  private var delimiterRows = 0
  private var widestRow = 0
  private var pipes = 0
  private var brackets = 0
  private var imageOpeners = 0
  private var linkTails = 0
  private var delimiterRuns = 0
  private var declarations = 0
  private var longestAddressTail = 0

  mutating func add(_ range: Range<Int>, of text: [UInt8]) {
    isEmpty = false
    lineCount += 1
    text.withUnsafeBufferPointer { add(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  private mutating func add(_ line: UnsafeBufferPointer<UInt8>) {
    var linePipes = 0
    var isDelimiterRow = true
    var hasDash = false
    var closers = 0
    lastLineBrackets = 0
    var previous: UInt8 = 0
    for index in line.indices {
      let byte = line[index]
      switch byte {
      case UInt8(ascii: "|"): linePipes += 1
      case UInt8(ascii: "-"): hasDash = true
      case UInt8(ascii: ":"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ">"): break
      default: isDelimiterRow = false
      }
      switch byte {
      case UInt8(ascii: "["):
        lastLineBrackets += 1
        if previous == UInt8(ascii: "!") { imageOpeners += 1 }
      case UInt8(ascii: "("):
        if previous == UInt8(ascii: "]") { linkTails += 1 }
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        if previous != byte { delimiterRuns += 1 }
      case UInt8(ascii: "?"), UInt8(ascii: "!"):
        if previous == UInt8(ascii: "<") { declarations += 1 }
      default:
        break
      }
      // The ends of addresses are looked through from behind, again and again.
      if byte == UInt8(ascii: ")") || byte == UInt8(ascii: ";") { closers += 1 }
      if byte.isSpace {
        longestAddressTail = max(longestAddressTail, closers)
        closers = 0
      }
      previous = byte
    }
    longestAddressTail = max(longestAddressTail, closers)
    pipes += linePipes
    brackets += lastLineBrackets
    widestRow = max(widestRow, linePipes)
    if isDelimiterRow, hasDash { delimiterRows += 1 }
  }

  /// Whether the library would take too long for a paragraph of `length` bytes, or too much memory.
  func isHostile(length: Int) -> Bool {
    let paddedCells = delimiterRows > 0 ? widestRow * lineCount : 0
    return (delimiterRows > 8 && delimiterRows * length > 4_000_000)
      || (delimiterRows > 0 && widestRow > 3_000)
      || paddedCells > 100_000 + 4 * pipes
      || imageOpeners * brackets > 20_000_000
      || linkTails * delimiterRuns > 30_000_000
      || declarations * length > 100_000_000
      || longestAddressTail > 8_000
  }
}
