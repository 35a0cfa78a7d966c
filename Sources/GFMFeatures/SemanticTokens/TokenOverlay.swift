import GFMSyntax

/// A stretch of a block that is painted otherwise than the tokens of its tree say.
struct TokenOverlay {
  /// Which of those tokens it paints.
  enum Reach {
    /// Plain text alone.
    case plainText
    /// All of a leaf's inline content, but not what the line starts with.
    case content
  }

  /// Bytes from the block's start.
  var start: Int
  /// Exclusive.
  var end: Int
  var type: TokenType
  var modifiers: SemanticToken.Modifiers
  var reach: Reach

  init(
    _ range: Range<Int>, _ type: TokenType, _ modifiers: SemanticToken.Modifiers = [], reach: Reach = .plainText
  ) {
    (start, end) = (range.lowerBound, range.upperBound)
    self.type = type
    self.modifiers = modifiers
    self.reach = reach
  }

  init(_ range: Range<Int>, _ kind: SemanticToken.Kind, _ modifiers: SemanticToken.Modifiers = []) {
    self.init(range, .kind(kind), modifiers)
  }

  var range: Range<Int> { start..<end }

  /// Whether it paints a token of this kind.
  func covers(_ token: SyntaxToken.Kind) -> Bool {
    switch token {
    case .text: true
    case .escape, .entity, .hardBreak, .codeDelimiter, .codeSpanText: reach == .content
    default: false
    }
  }
}

extension [TokenOverlay] {
  /// These overlays, and what they do not cover of `others`. Both are in order, without overlap.
  func over(_ others: [TokenOverlay]) -> [TokenOverlay] {
    if isEmpty { return others }
    if others.isEmpty { return self }
    var result: [TokenOverlay] = []
    result.reserveCapacity(count + others.count)
    var next = 0
    for other in others {
      var rest = other
      while next < count, self[next].end <= rest.start {
        result.append(self[next])
        next += 1
      }
      while next < count, self[next].start < rest.end {
        if rest.start < self[next].start {
          var before = rest
          before.end = self[next].start
          result.append(before)
        }
        rest.start = Swift.max(rest.start, Swift.min(self[next].end, rest.end))
        if self[next].end > rest.end || rest.start == rest.end { break }
        result.append(self[next])
        next += 1
      }
      if rest.start < rest.end { result.append(rest) }
    }
    result += self[next...]
    return result
  }
}
