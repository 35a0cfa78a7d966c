public import GFMSyntax
public import MarkdownText

extension Document {
  /// The document after `edits`, which are in source order and do not overlap.
  ///
  /// - Complexity: A parse of what the edits touch; text between edits that are far from each other is not parsed.
  public func replacing(_ edits: some Collection<SourceEdit>) -> Document {
    var groups: [[SourceEdit]] = []
    for edit in edits {
      if let last = groups.last?.last, edit.range.lowerBound - last.range.upperBound < Self.longestGap {
        groups[groups.count - 1].append(edit)
      } else {
        groups.append([edit])
      }
    }
    return groups.reversed().reduce(self) { document, group in
      document.joined(SourceEdits(group)).map { document.replacing($0.range, with: $0.replacement) } ?? document
    }
  }

  /// Bytes between edits that are made as one.
  private static var longestGap: Int { 1 << 12 }

  /// One edit that does the same as `edits`; `nil` if there are no edits.
  func joined(_ edits: SourceEdits) -> SourceEdit? { edits.joined { bytes(in: $0) } }
}
