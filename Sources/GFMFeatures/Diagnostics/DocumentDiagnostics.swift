public import GFMSyntax

/// A document's diagnostics, kept up to date from one snapshot to the next.
///
/// A part's own findings are kept with the part. What hangs on other parts (labels, anchors, the heading before, files)
/// is looked at again only in the parts that may see a change.
public struct DocumentDiagnostics: Sendable {
  /// What is known of a part that has diagnostics, or may come to have some when files change.
  struct Entry: Sendable {
    var segment: Int
    var diagnostics: [LocalDiagnostic]
    var fileLinkCount: Int
    /// Files may have changed since its links were looked at.
    var isStale = false

    var isWorthKeeping: Bool { !diagnostics.isEmpty || fileLinkCount > 0 }
    /// How many bytes of text take as long to read as its links to files take to look at.
    var fileCost: Int { fileLinkCount << 10 }
  }

  public private(set) var document: Document
  public let options: DiagnosticOptions
  /// In the order of the parts.
  private var entries: [Entry] = []
  /// The first of them that may be stale; `nil` where none is.
  private var nextStale: Int?
  /// What the last snapshot cost.
  public private(set) var cost = Cost()

  public struct Cost: Sendable, Hashable {
    /// Parts whose own findings were worked out.
    public var readSegmentCount = 0
    /// Parts for which what hangs on others was looked at.
    public var joinedSegmentCount = 0
  }

  /// The diagnostics of a document. Costs all its parts; ``DiagnosticScan`` does the same in steps.
  public init(_ document: Document, options: DiagnosticOptions, checkingFiles check: FileLinkCheck) {
    var reading = DiagnosticScan(document, options: options)
    while !reading.advance(limit: .max, checkingFiles: check) {}
    self = reading.diagnostics
  }

  /// `entries` in the order of the parts.
  init(_ document: Document, options: DiagnosticOptions, entries: [Entry], cost: Cost) {
    self.document = document
    self.options = options
    self.entries = entries
    self.cost = cost
  }

  /// Goes on to a later snapshot. `change` is all that changed since.
  ///
  /// Costs the changed parts, those that define a label whose definitions or uses have changed, those with links to a
  /// name that came or went, and the number of parts with diagnostics.
  public mutating func update(
    to document: Document, after change: DocumentChange, checkingFiles check: FileLinkCheck
  ) {
    let old = self.document
    self.document = document
    let stretches = change.segments.stretches
    var joiner = CrossReferenceChecks(document, options: options)
    var stale = Set(stretches.flatMap(\.new))
    for stretch in stretches { stale.formUnion(neighbours(of: stretch.new)) }
    // Parts that refer to a label which is defined no more, or newly, were parsed again.
    let labels = change.labels.union(Self.changedLabels(from: old, to: document, stretches))
    stale.formUnion(document.segmentIndexes(defining: labels))
    stale.formUnion(document.segmentIndexes(mentioning: Self.changedFragments(from: old, to: document, stretches)))
    var kept = shifted(by: stretches)
    kept.removeAll { stale.contains($0.segment) }
    let fresh = stale.sorted().compactMap { index -> Entry? in
      guard let placed = document.segment(index) else { return nil }
      let entry = joiner.entry(of: placed, checkingFiles: check)
      return entry.isWorthKeeping ? entry : nil
    }
    entries = Self.merged(kept, fresh)
    if nextStale != nil { nextStale = 0 }
    cost = joiner.cost
  }

  /// Files may have changed: links to them are to be looked at again wherever they stand.
  public mutating func noteChangedFiles() {
    for index in entries.indices where entries[index].fileLinkCount > 0 { entries[index].isStale = true }
    nextStale = 0
  }

  /// Whether files may have changed since some links to them were looked at.
  public var hasUncheckedFiles: Bool { nextStale != nil }

  /// Looks at links to files again until parts of more than `limit` bytes were looked at, each link counting as some more;
  /// whether all is done.
  public mutating func recheckFiles(limit: Int, checkingFiles check: FileLinkCheck) -> Bool {
    guard var next = nextStale else { return true }
    var joiner = CrossReferenceChecks(document, options: options)
    var byteCount = 0
    while next < entries.count, byteCount <= limit {
      if entries[next].isStale, let placed = document.segment(entries[next].segment) {
        entries[next] = joiner.entry(of: placed, checkingFiles: check)
        byteCount += placed.bytes.count + entries[next].fileCost
      }
      next += 1
    }
    nextStale = next < entries.count ? next : nil
    return nextStale == nil
  }

  /// The parts beside changed ones that may see the change: the next one with a heading, those where a long fence
  /// starts, which hang on its end, and the next ones of a list, whose numbers go on from the two items before.
  private func neighbours(of changed: Range<Int>) -> [Int] {
    var found: [Int] = []
    if let next = document.firstSegment(from: changed.upperBound, withTopHeadingOf: 6) { found.append(next.index) }
    // A part that ends with a fence hangs on whether the next one goes on with it.
    for last in [changed.lowerBound - 1, changed.upperBound - 1] where last >= 0 {
      found.append(document.leafRun(ofSegment: last).lowerBound)
    }
    found += (changed.upperBound..<changed.upperBound + 2).filter { $0 < document.segmentCount }
    return found
  }

  /// The entries under the indexes that their parts now have, without those of parts that were replaced.
  private func shifted(by stretches: [ChangedSegments.Stretch]) -> [Entry] {
    var result: [Entry] = []
    result.reserveCapacity(entries.count)
    var next = 0
    var shift = 0
    for var entry in entries {
      while next < stretches.count, stretches[next].old.upperBound <= entry.segment {
        shift += stretches[next].new.count - stretches[next].old.count
        next += 1
      }
      if next < stretches.count, stretches[next].old.contains(entry.segment) { continue }
      entry.segment += shift
      result.append(entry)
    }
    return result
  }

  private static func merged(_ first: [Entry], _ second: [Entry]) -> [Entry] {
    guard !second.isEmpty else { return first }
    var result: [Entry] = []
    result.reserveCapacity(first.count + second.count)
    var next = 0
    for entry in first {
      while next < second.count, second[next].segment < entry.segment {
        result.append(second[next])
        next += 1
      }
      result.append(entry)
    }
    return result + second[next...]
  }

  /// The labels that changed parts define or use otherwise than before.
  private static func changedLabels(
    from old: Document, to new: Document, _ stretches: [ChangedSegments.Stretch]
  ) -> Set<LabelHash> {
    func uses(_ segments: [LocatedBlock]) -> Set<LabelCount> {
      var counts: [LabelHash: LabelCount] = [:]
      for use in segments.flatMap({ $0.labelUses() }) {
        var count = counts[use.hash] ?? LabelCount(hash: use.hash)
        if use.isDefinition { count.definitions += 1 } else { count.isUsed = true }
        counts[use.hash] = count
      }
      return Set(counts.values)
    }
    let before = uses(stretches.flatMap { old.segments($0.old) })
    let after = uses(stretches.flatMap { new.segments($0.new) })
    return Set(before.symmetricDifference(after).map(\.hash))
  }

  /// What links may name that changed parts have given a name to, or taken it from.
  private static func changedFragments(
    from old: Document, to new: Document, _ stretches: [ChangedSegments.Stretch]
  ) -> Set<LabelHash> {
    var names: Set<[UInt8]> = []
    for stretch in stretches {
      let before = old.segments(stretch.old).flatMap { $0.block.anchors }.map(AnchorName.init)
      let after = new.segments(stretch.new).flatMap { $0.block.anchors }.map(AnchorName.init)
      if before != after { names.formUnion((before + after).map(\.name)) }
    }
    return new.anchorNames(changedSince: old, of: names).reduce(into: []) { hashes, name in
      hashes.insert(LabelHash(name, in: .fragment))
      hashes.insert(LabelHash(Document.userContentPrefix + name, in: .fragment))
    }
  }

  private struct AnchorName: Hashable {
    var name: [UInt8]
    var isHeading: Bool

    init(_ anchor: Anchor) { (name, isHeading) = (anchor.name, anchor.isHeading) }
  }

  private struct LabelCount: Hashable {
    var hash: LabelHash
    var definitions = 0
    var isUsed = false
  }
}

// MARK: - Reading them

extension DocumentDiagnostics {
  /// The diagnostics that are wanted, in source order, the first `limit` of them. Costs those that there are.
  public func all(limit: Int = .max, where isWanted: (DiagnosticCode) -> Bool = { _ in true }) -> [LocatedDiagnostic] {
    var found: [LocatedDiagnostic] = []
    var labels = LabelIndex(document)
    var segments = SegmentCursor(document)
    for entry in entries where !entry.diagnostics.isEmpty {
      guard entry.diagnostics.contains(where: { isWanted($0.code) }), let placed = segments.segment(entry.segment)
      else {
        continue
      }
      for diagnostic in entry.diagnostics where isWanted(diagnostic.code) {
        guard found.count < limit else { return found }
        found.append(LocatedDiagnostic(diagnostic, in: placed, &labels))
      }
    }
    return found
  }
}

extension Document {
  /// The diagnostics that touch `range` and are wanted, in source order, worked out of the parts there alone: those in
  /// the first `limit` bytes from the first part's start. Costs these parts, and O(log n) for each label and fragment
  /// there.
  public func diagnostics(
    touching range: Range<Int>, limit: Int, options: DiagnosticOptions, checkingFiles check: FileLinkCheck,
    where isWanted: (DiagnosticCode) -> Bool
  ) -> [LocatedDiagnostic] {
    var joiner = CrossReferenceChecks(self, options: options)
    var labels = LabelIndex(self)
    var found: [LocatedDiagnostic] = []
    let first = segment(at: range.lowerBound)
    _ = forEachSegment(from: first.index) { placed in
      guard placed.start <= range.upperBound, placed.start - first.start < limit else { return false }
      found += joiner.entry(of: placed, checkingFiles: check).diagnostics.filter { isWanted($0.code) }
        .map { LocatedDiagnostic($0, in: placed, &labels) }
        .filter { $0.range.lowerBound <= range.upperBound && range.lowerBound <= $0.range.upperBound }
      return true
    }
    return found
  }
}
