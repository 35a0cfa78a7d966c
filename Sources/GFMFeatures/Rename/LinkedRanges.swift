public import GFMSyntax
import MarkdownText

extension Document {
  /// The ranges around a caret that must hold the same text, so that an editor may change all while one is typed in: a
  /// label and its uses where all are written alike, the names of an HTML element's tags. Empty where there are not two.
  public func linkedRanges(at offset: Int) -> [Range<Int>] {
    if case .label(let use) = target(at: offset), use.label.touches(offset) {
      let ranges = uses(of: use.hash).map(\.label)
      let text = bytes(in: use.label)
      return ranges.count > 1 && ranges.allSatisfy({ bytes(in: $0) == text }) ? ranges : []
    }
    guard let pair = tagPair(at: offset), pair.opening.touches(offset) || pair.closing.touches(offset),
      bytes(in: pair.opening) == bytes(in: pair.closing)
    else { return [] }
    return [pair.opening, pair.closing]
  }
}
