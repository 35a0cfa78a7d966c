import GFMSyntax
import MarkdownText

/// Which sides of a delimiter run text leans on, and so whether it can open or close a style (GFM 6.4).
struct DelimiterRun: Sendable, Hashable {
  let character: UInt8
  /// The characters around the run; a line's end where there is none.
  let before: Unicode.Scalar
  let after: Unicode.Scalar

  var isLeftFlanking: Bool {
    !after.isMarkdownSpace
      && (!after.isMarkdownPunctuation || before.isMarkdownSpace || before.isMarkdownPunctuation)
  }

  var isRightFlanking: Bool {
    !before.isMarkdownSpace
      && (!before.isMarkdownPunctuation || after.isMarkdownSpace || after.isMarkdownPunctuation)
  }

  var canOpen: Bool {
    guard character == UInt8(ascii: "_") else { return isLeftFlanking }
    return isLeftFlanking && (!isRightFlanking || before.isMarkdownPunctuation)
  }

  var canClose: Bool {
    guard character == UInt8(ascii: "_") else { return isRightFlanking }
    return isRightFlanking && (!isLeftFlanking || after.isMarkdownPunctuation)
  }
}

/// A leaf's text as a new delimiter would see it: without the delimiters that an edit takes away.
struct DelimiterSurroundings: Sendable {
  let inlines: InlineModel
  /// What the edit removes, in source order.
  let removed: [Range<Int>]
  /// Whether tildes are looked through, as cmark-gfm does while they mean strikethrough.
  let skipsTildes: Bool

  private static let tilde = UInt8(ascii: "~")
  private static let lineEnd: Unicode.Scalar = "\n"

  /// The run that `character` would be part of if it were inserted at the start of `range`, and at its end too; `nil` where
  /// it would join a run of tildes, whose number decides what they mean.
  func opening(of character: UInt8, around range: Range<Int>) -> DelimiterRun? {
    let leaf = inlines.range
    guard
      let before = scalar(before: range.lowerBound, downTo: leaf.lowerBound, beyond: Self.lineEnd, joining: character),
      let after = scalar(
        from: range.lowerBound, upTo: range.upperBound, beyond: Unicode.Scalar(character), joining: character)
    else { return nil }
    return DelimiterRun(character: character, before: before, after: after)
  }

  /// The same at the end of `range`.
  func closing(of character: UInt8, around range: Range<Int>) -> DelimiterRun? {
    let leaf = inlines.range
    guard
      let before = scalar(
        before: range.upperBound, downTo: range.lowerBound, beyond: Unicode.Scalar(character), joining: character),
      let after = scalar(from: range.upperBound, upTo: leaf.upperBound, beyond: Self.lineEnd, joining: character)
    else { return nil }
    return DelimiterRun(character: character, before: before, after: after)
  }

  /// The character before the run that ends at `offset`; `limit` where nothing is left before `start`.
  private func scalar(
    before offset: Int, downTo start: Int, beyond limit: Unicode.Scalar, joining character: UInt8
  ) -> Unicode.Scalar? {
    var offset = offset
    while offset > start {
      if let gap = gap(at: offset - 1) {
        offset = gap.lowerBound
        continue
      }
      guard let byte = inlines.bytes(offset - 1..<offset).first else { break }
      let unit = inlines.unit(at: offset - 1)
      if unit?.isLayout == true { return Self.lineEnd }
      if byte == Self.tilde, character == Self.tilde, unit?.source != .escape { return nil }
      guard byte == character && unit?.source != .escape || isLookedThrough(byte, character) else {
        let text = inlines.bytes(start..<offset)
        return UTF8Scalar.decode(text, before: text.endIndex)
      }
      offset -= 1
    }
    return limit
  }

  /// The character after the run that starts at `offset`; `limit` where nothing is left before `end`.
  private func scalar(
    from offset: Int, upTo end: Int, beyond limit: Unicode.Scalar, joining character: UInt8
  ) -> Unicode.Scalar? {
    var offset = offset
    while offset < end {
      if let gap = gap(at: offset) {
        offset = gap.upperBound
        continue
      }
      guard let byte = inlines.bytes(offset..<offset + 1).first else { break }
      if inlines.unit(at: offset)?.isLayout == true { return Self.lineEnd }
      if byte == Self.tilde, character == Self.tilde { return nil }
      guard byte == character || isLookedThrough(byte, character) else {
        let rest = inlines.bytes(offset..<end)
        return UTF8Scalar.decode(rest, at: rest.startIndex).scalar
      }
      offset += 1
    }
    return limit
  }

  /// What the edit removes with the byte at `offset`.
  private func gap(at offset: Int) -> Range<Int>? {
    let next = removed.partitionIndex { $0.upperBound > offset }
    return next < removed.count && removed[next].contains(offset) ? removed[next] : nil
  }

  private func isLookedThrough(_ byte: UInt8, _ character: UInt8) -> Bool {
    byte == Self.tilde && skipsTildes && character != Self.tilde
  }
}
