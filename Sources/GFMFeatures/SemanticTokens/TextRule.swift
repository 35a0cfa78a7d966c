public import RegularExpressions

/// A rule of the user's own: what plain text that a pattern matches is painted as.
public struct TextRule: Sendable, Hashable {
  public enum Scope: String, Sendable, Hashable, CaseIterable {
    /// All plain text of a line that has a match.
    case line
    /// The matches themselves.
    case inline
  }

  public var scope: Scope
  public var pattern: TextPattern
  public var type: TokenType
  /// Laid over the styles that the text has.
  public var modifiers: SemanticToken.Modifiers

  public init(scope: Scope, pattern: TextPattern, type: TokenType, modifiers: SemanticToken.Modifiers = []) {
    self.scope = scope
    self.pattern = pattern
    self.type = type
    self.modifiers = modifiers
  }
}

extension TextRule {
  /// What the rule paints in a block with this plain text.
  func marks(in text: PlainText, of bytes: UnsafeBufferPointer<UInt8>) -> [TokenOverlay] {
    var marks: [TokenOverlay] = []
    for run in text.runs {
      let content = UnsafeBufferPointer(rebasing: bytes[run.range])
      switch scope {
      case .inline:
        for match in pattern.matches(in: content, at: run.place) {
          marks.append(mark(run.range.lowerBound + match.lowerBound..<run.range.lowerBound + match.upperBound))
        }
      case .line:
        let line = text.lines[run.line]
        if let last = marks.last, last.start == line.lowerBound { continue }
        if pattern.hasMatch(in: content, at: run.place) { marks.append(mark(line)) }
      }
    }
    return marks
  }

  private func mark(_ range: Range<Int>) -> TokenOverlay {
    TokenOverlay(range, type, modifiers, reach: .plainText)
  }
}
