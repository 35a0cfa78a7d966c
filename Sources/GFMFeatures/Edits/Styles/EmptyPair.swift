import GFMSyntax

/// Carets that stand for no text get an empty pair of delimiters, or lose the one around them.
///
/// An empty pair means nothing to the parser. What it would mean with a letter in it is what counts, so such carets are
/// worked out in a text that has a letter there.
struct EmptyPair: Sendable, Hashable {
  /// Where the caret stands.
  var offset: Int
  /// Whether there is a pair around it, to be taken away.
  var isThere: Bool

  /// Any letter would do: to the flanking rules it is neither space nor punctuation.
  static let letter: [UInt8] = [UInt8(ascii: "x")]

  /// The empty pair of `style` around a caret.
  static func around(_ offset: Int, in document: Document, style: InlineStyle) -> EmptyPair? {
    let neighbours = document.bytes(in: max(0, offset - 1)..<offset + 1)
    let isBetweenTags = neighbours == Array("><".utf8)
    guard isBetweenTags || style.delimiterCharacters.contains(where: { neighbours == [$0, $0] }),
      let (inlines, unit) = letter(at: offset, in: document.replacing(offset..<offset, with: letter)),
      inlines.isAlone(unit, in: style)
    else { return nil }
    // Empty, the delimiters are text. If the letter made text of others instead, those around the caret are theirs.
    if !isBetweenTags, let (block, leaf) = document.inlineLeaf(at: offset),
      InlineModel(leaf: leaf, of: block).literalDelimiterCount <= inlines.literalDelimiterCount
    {
      return nil
    }
    return EmptyPair(offset: offset, isThere: true)
  }

  /// The empty pair that may be put at a caret: where a letter would be text, and would change nothing around it.
  static func possible(at offset: Int, in document: Document) -> EmptyPair? {
    guard document.isBetweenCharacters(offset) else { return nil }
    let filled = document.replacing(offset..<offset, with: letter)
    guard let (inlines, unit) = letter(at: offset, in: filled), inlines.units[unit].source == .text else { return nil }
    let pair = EmptyPair(offset: offset, isThere: false)
    // Another style's empty pair is text only as long as it is empty.
    if InlineStyle.allCases.contains(where: { inlines.isAlone(unit, in: $0) }) { return pair }
    guard let (block, leaf) = document.inlineLeaf(at: offset) else {
      return document.isRoomForText(at: offset) ? pair : nil
    }
    let segments = AffectedSegments(offset..<offset, of: document, in: filled, newCount: letter.count)
    guard BlockSkeleton(of: segments.before).entries == BlockSkeleton(of: segments.after).entries else { return nil }
    let text = StyledText(InlineModel(leaf: leaf, of: block))
    return StyledText(inlines).removing(offset..<offset + 1).elements == text.elements ? pair : nil
  }

  /// The letter at `offset`: its leaf and its unit there.
  static func letter(at offset: Int, in document: Document) -> (inlines: InlineModel, unit: Int)? {
    guard let (block, leaf) = document.inlineLeaves(overlapping: offset..<offset + 1).first else { return nil }
    let inlines = InlineModel(leaf: leaf, of: block)
    let unit = inlines.unitIndex(endingAfter: offset)
    guard unit < inlines.units.count, inlines.units[unit].range == offset..<offset + 1 else { return nil }
    return (inlines, unit)
  }
}

extension InlineModel {
  /// How many characters that delimiters are made of are text here.
  fileprivate var literalDelimiterCount: Int {
    let delimiters = InlineStyle.allCases.flatMap(\.delimiterCharacters).map { Unicode.Scalar($0) }
    return units.count { $0.source == .text && $0.scalar.map(delimiters.contains) == true }
  }

  /// Whether the unit is all that a range of `style` holds.
  fileprivate func isAlone(_ unit: Int, in style: InlineStyle) -> Bool {
    containers(of: style, around: [unit]).contains { containers[$0].units == unit..<unit + 1 }
  }
}

extension InlineStyle {
  /// The characters that its delimiters are made of.
  fileprivate var delimiterCharacters: [UInt8] {
    switch self {
    case .strong, .emphasis: [UInt8(ascii: "*"), UInt8(ascii: "_")]
    case .strikethrough: [UInt8(ascii: "~")]
    case .code: [StyleSyntax.backtick]
    }
  }
}

extension Document {
  /// Whether a caret outside of all text stands where text could begin: on a line with nothing but containers' markers,
  /// and with a space after an item's.
  fileprivate func isRoomForText(at offset: Int) -> Bool {
    let line = lineRange(line(at: offset))
    for placed in segments(in: line.lowerBound..<max(line.upperBound, line.lowerBound + 1)) {
      let tree = placed.tree
      var index = tree.tokenIndex(at: line.lowerBound - placed.start)
      while index < tree.tokens.count, placed.start + Int(tree.tokens[index].start) < line.upperBound {
        let token = tree.tokens[index]
        index += 1
        switch token.kind {
        case .whitespace, .lineEnding:
          break
        case .quoteMarker:
          if placed.start + Int(token.end) > offset { return false }
        case .listMarker, .taskMarker:
          if placed.start + Int(token.end) >= offset { return false }
        default:
          return false
        }
      }
    }
    return true
  }
}
