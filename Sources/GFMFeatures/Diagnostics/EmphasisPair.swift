import GFMSyntax
import MarkdownText

/// Two delimiter runs that may have been meant for each other, with the characters beside them.
struct EmphasisPair {
  enum Likelihood {
    /// Nothing keeps the runs from opening and closing.
    case rendered
    /// Text stands right inside the runs, but the flanking rules refuse one of them or both.
    case refused
    /// White space stands inside of one of the runs or both.
    case spaced
  }

  private let character: UInt8
  private let length: Int
  private let inner: ArraySlice<UInt8>
  private let beforeOpening: Unicode.Scalar
  private let afterOpening: Unicode.Scalar
  private let beforeClosing: Unicode.Scalar
  private let afterClosing: Unicode.Scalar

  /// `nil` where nothing stands between the runs.
  init?(_ opening: WrittenRun, _ closing: WrittenRun, of leaf: SyntaxTree.Index, in block: Block) {
    character = opening.character
    length = opening.range.count
    inner = block.bytes[opening.range.upperBound..<closing.range.lowerBound]
    guard inner.contains(where: { !$0.isSpaceOrTab && !$0.isLineEnding }) else { return nil }
    beforeOpening = block.scalar(before: opening.range.lowerBound, in: leaf)
    afterOpening = block.scalar(from: opening.range.upperBound, in: leaf)
    beforeClosing = block.scalar(before: closing.range.lowerBound, in: leaf)
    afterClosing = block.scalar(from: closing.range.upperBound, in: leaf)
  }

  /// `nil` where they were rather not meant to style anything: formulas, patterns of file names, names with underscores.
  var likelihood: Likelihood? {
    guard length <= 3, character != UInt8(ascii: "~") || length == 2 else { return nil }
    guard !afterOpening.isClosingMark, !beforeClosing.isOpeningMark, hasBalancedBrackets else { return nil }
    if afterOpening.isMarkdownSpace || beforeClosing.isMarkdownSpace { return isSpaced ? .spaced : nil }
    if canOpen && canClose { return .rendered }
    return isRefused ? .refused : nil
  }

  private var canOpen: Bool { DelimiterRun(character: character, before: beforeOpening, after: afterOpening).canOpen }

  private var canClose: Bool { DelimiterRun(character: character, before: beforeClosing, after: afterClosing).canClose }

  // MARK: - Refused

  private var isRefused: Bool {
    switch (character, length) {
    case (UInt8(ascii: "_"), _):
      // Names have underscores inside; in a script without spaces there are no such names.
      return afterOpening.isEastAsian && beforeClosing.isEastAsian && (canOpen || beforeOpening.isEastAsian)
        && (canClose || afterClosing.isEastAsian)
    case (_, 1):
      // A single star is an operator, a mark of a note, a pattern.
      return (canOpen || beforeOpening.isEastAsian) && (canClose || afterClosing.isEastAsian)
        && (afterOpening.isEastAsian || beforeClosing.isEastAsian)
    default:
      return isOpeningMeant && isClosingMeant
    }
  }

  private var isOpeningMeant: Bool {
    if canOpen || beforeOpening.isEastAsian { return true }
    // `word**(note)** word`, but no power or pattern.
    return canClose && afterOpening.isOpeningMark && beforeClosing.isClosingMark && beforeOpening.isLetter
  }

  private var isClosingMeant: Bool {
    if canClose || afterClosing.isEastAsian || (beforeClosing.isEastAsian && beforeClosing.isMarkdownPunctuation) {
      return true
    }
    // `**Note:**text`
    return (beforeClosing.isClosingMark || beforeClosing == "%") && afterClosing.isLetter
      && (beforeOpening.isMarkdownSpace || beforeOpening.isEastAsian)
  }

  // MARK: - Spaced

  /// `** bold **`, `**bold **text`; but not `2 ** 3 ** 4`, `f(**a, **b)`.
  private var isSpaced: Bool {
    guard length == 2, character != UInt8(ascii: "_"), !inner.contains(where: \.isLineEnding) else { return false }
    let text = String(decoding: inner, as: UTF8.self).unicodeScalars
    let start = text.first { !$0.isMarkdownSpace } ?? " "
    let end = text.last { !$0.isMarkdownSpace } ?? " "
    guard start.isWordCharacter || start.isEastAsian || start.isOpeningMark || start == "\"" || start == "`",
      end != ",", end != "/", end != "=", !end.isOpeningMark, hasWord(text)
    else { return false }
    switch (afterOpening.isMarkdownSpace, beforeClosing.isMarkdownSpace) {
    case (true, true):
      // An operator has something on both sides.
      return beforeOpening == "\n" || beforeOpening.isEastAsian || afterClosing == "\n" || afterClosing.isEastAsian
        || ".,;:!?".unicodeScalars.contains(afterClosing)
    case (true, false):
      if beforeOpening.isMarkdownSpace, beforeOpening != "\n" {
        return beforeClosing.isLetter
          && (afterClosing.isMarkdownSpace || ".,;:!?".unicodeScalars.contains(afterClosing))
      }
      return !beforeOpening.isWord && !afterClosing.isWord
    default:
      return beforeOpening.isMarkdownSpace || beforeOpening.isEastAsian
    }
  }

  private func hasWord(_ text: String.UnicodeScalarView) -> Bool {
    var length = 0
    for scalar in text {
      if scalar.isEastAsian, scalar.isLetter { return true }
      length = scalar.isLetter ? length + 1 : 0
      if length > 1 { return true }
    }
    return false
  }

  // MARK: - What is between

  private var hasBalancedBrackets: Bool {
    var depths = [0, 0, 0]
    for byte in inner {
      switch byte {
      case UInt8(ascii: "("): depths[0] += 1
      case UInt8(ascii: ")"): depths[0] -= 1
      case UInt8(ascii: "["): depths[1] += 1
      case UInt8(ascii: "]"): depths[1] -= 1
      case UInt8(ascii: "{"): depths[2] += 1
      case UInt8(ascii: "}"): depths[2] -= 1
      default: continue
      }
      if depths.contains(where: { $0 < 0 }) { return false }
    }
    return depths == [0, 0, 0]
  }
}

extension Block {
  /// The character before an offset as the flanking rules see it: a line's end at the start of a line.
  fileprivate func scalar(before offset: Int, in leaf: SyntaxTree.Index) -> Unicode.Scalar {
    guard offset > Int(tree.nodes[leaf].start), tree.isInline(tree.tokens[tree.tokenIndex(at: offset - 1)]) else {
      return "\n"
    }
    return UTF8Scalar.decode(bytes[..<offset], before: offset)
  }

  /// The character at an offset: a line's end at the end of a line.
  fileprivate func scalar(from offset: Int, in leaf: SyntaxTree.Index) -> Unicode.Scalar {
    guard offset < Int(tree.nodes[leaf].end) else { return "\n" }
    return UTF8Scalar.decode(bytes[...], at: offset).scalar
  }
}

extension SyntaxTree {
  /// Whether a piece is a part of a line's inline content.
  fileprivate func isInline(_ token: SyntaxToken) -> Bool {
    switch token.kind {
    case .lineEnding, .quoteMarker, .listMarker, .taskMarker, .headingMarker, .tablePipe: false
    case .whitespace: token.node >= 0 && nodes[Int(token.node)].kind.isInline
    default: true
    }
  }
}

extension Unicode.Scalar {
  /// Whether it belongs to Chinese, Japanese or Korean text, punctuation and full-width forms included, or to another
  /// script without spaces.
  var isEastAsian: Bool {
    switch value {
    case 0x3000...0x303F, 0x1100...0x11FF, 0xAC00...0xD7AF, 0x3130...0x318F, 0xFF01...0xFF60, 0xFE30...0xFE4F: true
    default: isOfUnspacedScript
    }
  }

  fileprivate var isLetter: Bool {
    switch value {
    case 0x41...0x5A, 0x61...0x7A: true
    case 0..<0x80: false
    default: properties.isAlphabetic
    }
  }

  fileprivate var isWord: Bool { isWordCharacter && !isEastAsian }

  /// What no styled text ends with.
  fileprivate var isOpeningMark: Bool {
    switch self {
    case "(", "[", "{", "<": true
    default:
      value >= 0x80
        && [.openPunctuation, .initialPunctuation].contains(properties.generalCategory)
    }
  }

  /// What no styled text starts with.
  fileprivate var isClosingMark: Bool {
    switch self {
    case ")", "]", "}", ">", ",", ".", ";", ":", "!", "?", "/", "、", "。", "，", "．": true
    default:
      value >= 0x80 && [.closePunctuation, .finalPunctuation].contains(properties.generalCategory)
    }
  }
}
