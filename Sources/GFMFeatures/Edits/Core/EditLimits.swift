public import GFMSyntax
public import MarkdownText

/// How much a part of a document may hold for edit operations to work on it: each one parses it again, some of them
/// several times. Nobody writes a paragraph that is longer.
private enum EditLimits {
  static let byteCount = 1 << 20
  static let nodeCount = 50_000
  /// Of a selection.
  static let lineCount = 100_000
  /// Of what changes its form as a whole, such as a list around a caret.
  static let formByteCount = 2 << 20
}

extension Document {
  /// Whether what an operation changes or parses as a whole at these selections, such as the list around a caret that it
  /// makes another one of, is short enough for that.
  public func isWithinWholeLimit(_ operation: EditOperation, _ selections: [TextSelection]) -> Bool {
    let limit: Int
    switch operation {
    case .bulletList, .orderedList, .taskList: limit = EditLimits.formByteCount
    case .nextCell, .previousCell, .linkToReference, .linkToInline, .extractLinkDefinition:
      limit = Self.longestWholeBlock
    default: return true
    }
    // Asked at each move of a caret: a short document holds no long block.
    if byteCount <= limit { return true }
    return selections.allSatisfy {
      let (first, last) = (blockRange(at: $0.range.lowerBound), blockRange(at: $0.range.upperBound))
      return last.upperBound - first.lowerBound <= limit
    }
  }

  /// Bytes of a block that may be parsed as a whole for an edit.
  static let longestWholeBlock = 16 << 20

  /// Whether these selections, the parts that hold them and the ones beside them are short enough for edit operations to
  /// look at in a moment. Costs the parts' number.
  public func isWithinEditLimits(_ selections: [TextSelection]) -> Bool {
    selections.allSatisfy { selection in
      let range = selection.range.clamped(to: 0..<byteCount)
      guard range.count <= EditLimits.byteCount,
        line(at: range.upperBound) - line(at: range.lowerBound) <= EditLimits.lineCount
      else { return false }
      let touched = segments(in: selection.range)
      guard let first = touched.first?.index else { return true }
      return segments(first - 1..<first + touched.count + 1).allSatisfy { $0.block.isWithinEditLimits }
    }
  }
}

extension Block {
  fileprivate var isWithinEditLimits: Bool {
    bytes.count <= EditLimits.byteCount && tree.nodes.count <= EditLimits.nodeCount
  }
}
