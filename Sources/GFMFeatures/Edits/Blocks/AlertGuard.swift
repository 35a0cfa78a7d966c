import GFMSyntax
import MarkdownText

/// Operations on blocks leave alone what makes an alert of a quote: in another block the marker would be text.
extension Document {
  /// What `edit` does; `nil` where it would cost an alert its marker.
  func preservingAlerts(
    _ operation: EditOperation, _ selections: [TextSelection], _ edit: ([TextSelection]) -> EditResult?
  ) -> EditResult? {
    selections.allSatisfy { preservesAlerts(operation, $0) } ? edit(selections) : nil
  }

  /// Whether an operation on blocks keeps the alerts on a selection's lines, or takes their quotes away as a whole. Costs
  /// the nodes beside and above the selection.
  func preservesAlerts(_ operation: EditOperation, _ selection: TextSelection) -> Bool {
    let lines =
      lineRange(line(at: selection.range.lowerBound))
      .lowerBound..<lineRange(line(at: selection.range.upperBound)).upperBound
    let alerts = inlineLeaves(overlapping: lines).flatMap { markers(of: $1, in: $0) }.filter(\.isAlert)
    if alerts.isEmpty { return true }
    guard operation == .quote else { return false }
    return segments(in: lines).allSatisfy { placed in
      placed.tree.roots.allSatisfy {
        !placed.range(of: $0).overlaps(lines) || placed.tree.nodes[$0].kind == .blockQuote
      }
    }
  }

  /// Whether a paragraph at a selection starts with a task's box or an alert's marker, and so can be nothing else.
  func startsWithMarker(at selection: TextSelection) -> Bool {
    leaves(at: selection).contains { placed, leaf in
      let parent = Int(placed.tree.nodes[leaf].parent)
      let isTask = parent == leaf - 1 && parent >= 0 && placed.tree.item(parent)?.task != nil
      return isTask || !markers(of: leaf, in: placed).isEmpty
    }
  }

  /// Whether a selection holds nothing but a part of a marker, or a caret stands where text would make text of one.
  func isAtMarker(_ selection: TextSelection) -> Bool {
    leaves(at: selection).contains { placed, leaf in
      markers(of: leaf, in: placed).contains { marker in
        if !selection.isCaret { return marker.range.contains(selection.range) }
        let line = lineRange(line(at: marker.range.lowerBound))
        return marker.range.lowerBound <= selection.head
          && selection.head <= (marker.isAlert ? line.upperBound : marker.range.upperBound)
      }
    }
  }

  /// An alert's marker or a task's box that the parser takes for a leaf's text.
  private func markers(of leaf: SyntaxTree.Index, in placed: LocatedBlock) -> [(range: Range<Int>, isAlert: Bool)] {
    let options = TokenOptions.GitHub().within(options)
    let marker = placed.bytes.withUnsafeBufferPointer { bytes in
      GitHubSpans.marker(of: leaf, in: placed.tree, bytes, options: options)
    }
    guard let range = marker?.range.shifted(by: placed.start) else { return [] }
    return [(range, bytes(in: range).starts(with: "[!".utf8))]
  }
}
