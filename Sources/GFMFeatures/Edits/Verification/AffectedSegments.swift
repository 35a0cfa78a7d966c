import GFMSyntax

/// The parts of a document that an edit touched, before and after it: stretches with the same text around them.
///
/// The edit may have moved the borders between the parts of a long list or quote, so both stretches reach to borders that
/// are in both snapshots.
struct AffectedSegments {
  let before: [LocatedBlock]
  let after: [LocatedBlock]

  /// `edited` is `document` with `range` replaced by as many bytes as `newCount`. Costs the nodes of the parts.
  init(_ range: Range<Int>, of document: Document, in edited: Document, newCount: Int) {
    let growth = newCount - range.count
    var hull = range
    while true {
      let after = edited.segments(in: hull.lowerBound..<hull.upperBound + growth)
      let end = max((after.last?.range.upperBound ?? 0) - growth, hull.upperBound)
      let widened = min(after.first?.start ?? 0, hull.lowerBound)..<end
      let before = document.segments(in: widened)
      hull = (before.first?.start ?? 0)..<(before.last?.range.upperBound ?? 0)
      if hull == widened {
        (self.before, self.after) = (before, after)
        return
      }
    }
  }
}
