/// The labels of every footnote which a text may define.
struct FootnoteReferences {
  /// As they are written, in source order, each once.
  private(set) var labels: [ArraySlice<UInt8>] = []

  init() {}

  /// The label of whatever looks like the start of a footnote definition in `source`. Too many do no harm. O(n).
  init(to source: [UInt8]) {
    var known: Set<ArraySlice<UInt8>> = []
    var index = 0
    while let bracket = FootnoteLabel.nextBracket(in: source, from: index) {
      guard let label = FootnoteLabel.scan(in: source, from: bracket, end: source.count) else {
        // What starts within has the same end.
        index = FootnoteLabel.end(in: source, from: bracket + 2, end: source.count)
        continue
      }
      index = label.upperBound
      if known.insert(source[label]).inserted { labels.append(source[label]) }
    }
  }
}

/// Footnote labels that a text does not mention.
struct UnusedFootnoteLabels {
  private let mentions: Set<LabelHash>

  /// What they are made of: what inlines take for text, and no label for white space, written the least first.
  private static let digits =
    Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8) + Array(0x01...0x08) + Array(0x0E...0x1F)
    + Array("%;=?!\"#$'()+,-./:@{}>".utf8) + [0x7F]

  /// O(n).
  init(in source: [UInt8], options: SyntaxOptions) { mentions = Set(LabelReferences.scan(source, options: options)) }

  /// `count` of them, of `length` bytes; fewer where so many can't be made.
  func labels(length: Int, count: Int) -> [[UInt8]] {
    let digits = Self.digits
    var result: [[UInt8]] = []
    var number = 0
    while result.count < count, number < 1 << 20 {
      var label = [UInt8](repeating: digits[0], count: length)
      var rest = number
      for place in label.indices.reversed() where rest > 0 {
        label[place] = digits[rest % digits.count]
        rest /= digits.count
      }
      if rest > 0 { break }
      number += 1
      if !mentions.contains(LabelHash(label, in: .footnote)) { result.append(label) }
    }
    return result
  }
}
