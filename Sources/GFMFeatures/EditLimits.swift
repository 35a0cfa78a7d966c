public import GFMSyntax

/// How much a part of a document may hold for edit operations to work on it: each one parses it again, some of them
/// several times. Nobody writes a paragraph that is longer.
private enum EditLimits {
  static let byteCount = 1 << 20
  static let nodeCount = 50_000
}

extension Document {
  /// Whether the parts that hold these selections, and the ones beside them, are short enough for edit operations to look
  /// at in a moment. Costs the parts' number.
  public func isWithinEditLimits(_ selections: [TextSelection]) -> Bool {
    selections.allSatisfy { selection in
      let touched = parts(overlapping: selection.range)
      guard let first = touched.first?.index else { return true }
      return parts(first - 1..<first + touched.count + 1).allSatisfy { $0.block.isWithinEditLimits }
    }
  }
}

extension Block {
  fileprivate var isWithinEditLimits: Bool {
    bytes.count <= EditLimits.byteCount && tree.nodes.count <= EditLimits.nodeCount
  }
}
