public import GFMSyntax

/// A document's diagnostics, kept up to date from one snapshot to the next.
///
/// A part's own findings are kept with the part. What hangs on other parts (labels, anchors, the heading before, files)
/// is looked at again only in the parts that may see a change.
public struct DocumentDiagnostics: Sendable {
  /// What is known of a part that has diagnostics, or may come to have some when something elsewhere changes.
  struct Entry: Sendable {
    var part: Int
    var diagnostics: [PartDiagnostic]
    var hasFragmentLinks: Bool
    var hasFileLinks: Bool

    var isWorthKeeping: Bool { !diagnostics.isEmpty || hasFragmentLinks || hasFileLinks }
  }

  public private(set) var document: Document
  public let options: DiagnosticOptions
  /// In the order of the parts.
  private var entries: [Entry] = []
  /// What the last snapshot cost.
  public private(set) var cost = Cost()

  public struct Cost: Sendable, Hashable {
    /// Parts whose own findings were worked out.
    public var readPartCount = 0
    /// Parts for which what hangs on others was looked at.
    public var joinedPartCount = 0
  }

  /// The diagnostics of a document. Costs all its parts, but for those whose findings are known (``prepare(_:from:limit:options:)``).
  public init(_ document: Document, options: DiagnosticOptions, checkingFiles check: FileLinkCheck) {
    self.document = document
    self.options = options
    var joiner = DiagnosticJoiner(document, options: options)
    joiner.readLabels()
    joiner.readAnchors()
    document.forEachPart { placed in
      let entry = joiner.entry(of: placed, checkingFiles: check)
      if entry.isWorthKeeping { entries.append(entry) }
    }
    cost = joiner.cost
  }

  /// Works out what parts find by themselves, from the one at `index` on, until they have more than `limit` bytes; returns
  /// where to go on, `nil` at the end. What is worked out is kept with the parts.
  public static func prepare(
    _ document: Document, from index: Int, limit: Int, options: DiagnosticOptions
  ) -> Int? {
    var byteCount = 0
    var next = index
    while byteCount <= limit {
      let parts = document.parts(next..<next + 64)
      if parts.isEmpty { return nil }
      for placed in parts {
        _ = PartFindings.of(placed.block, options: options, syntax: document.options) {
          byteCount += placed.block.bytes.count
        }
      }
      next += parts.count
    }
    return next
  }

  /// Goes on to a later snapshot. `change` is all that changed since; with `filesChanged`, links to files are looked at
  /// again wherever they stand.
  ///
  /// Costs the changed parts, those that mention a label whose definitions or uses have changed, and the number of parts
  /// with diagnostics; where headings have changed, the links to fragments.
  public mutating func update(
    to document: Document, after change: DocumentChange, filesChanged: Bool, checkingFiles check: FileLinkCheck
  ) {
    let old = self.document
    self.document = document
    let stretches = change.parts.stretches
    var joiner = DiagnosticJoiner(document, options: options)
    var stale = Set(stretches.flatMap(\.new))
    for stretch in stretches { stale.formUnion(neighbours(of: stretch.new)) }
    let labels = change.labels.union(Self.changedLabels(from: old, to: document, stretches))
    stale.formUnion(document.partIndexes(mentioning: labels))
    var kept = shifted(by: stretches)
    if filesChanged || !change.anchors.isEmpty {
      for entry in kept where (filesChanged && entry.hasFileLinks) || (!change.anchors.isEmpty && entry.hasFragmentLinks) {
        stale.insert(entry.part)
      }
    }
    if !change.anchors.isEmpty, kept.lazy.filter(\.hasFragmentLinks).prefix(64).count == 64 { joiner.readAnchors() }
    kept.removeAll { stale.contains($0.part) }
    let fresh = stale.sorted().compactMap { index -> Entry? in
      guard let placed = document.part(index) else { return nil }
      let entry = joiner.entry(of: placed, checkingFiles: check)
      return entry.isWorthKeeping ? entry : nil
    }
    entries = Self.merged(kept, fresh)
    cost = joiner.cost
  }

  /// The parts beside changed ones that may see the change: the next one with a heading, and where a long fence starts.
  private func neighbours(of changed: Range<Int>) -> [Int] {
    var found: [Int] = []
    if let next = document.firstPart(from: changed.upperBound, withTopHeadingOf: 6) { found.append(next.index) }
    for index in [changed.lowerBound, changed.upperBound] {
      var start = index
      while let placed = document.part(start), placed.block.startsInsideLeaf, start > 0 { start -= 1 }
      // A part that ends with a fence hangs on whether the next one goes on with it.
      if start < document.partCount { found.append(start) }
      if start > 0 { found.append(start - 1) }
    }
    return found
  }

  /// The entries under the indexes that their parts now have, without those of parts that were replaced.
  private func shifted(by stretches: [PartChanges.Stretch]) -> [Entry] {
    var result: [Entry] = []
    result.reserveCapacity(entries.count)
    var next = 0
    var shift = 0
    for var entry in entries {
      while next < stretches.count, stretches[next].old.upperBound <= entry.part {
        shift += stretches[next].new.count - stretches[next].old.count
        next += 1
      }
      if next < stretches.count, stretches[next].old.contains(entry.part) { continue }
      entry.part += shift
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
      while next < second.count, second[next].part < entry.part {
        result.append(second[next])
        next += 1
      }
      result.append(entry)
    }
    return result + second[next...]
  }

  /// The labels that changed parts define or use otherwise than before.
  private static func changedLabels(
    from old: Document, to new: Document, _ stretches: [PartChanges.Stretch]
  ) -> Set<LabelHash> {
    func uses(_ parts: [PlacedBlock]) -> Set<LabelCount> {
      var counts: [LabelHash: LabelCount] = [:]
      for use in parts.flatMap({ $0.labelUses() }) {
        var count = counts[use.hash] ?? LabelCount(hash: use.hash)
        if use.isDefinition { count.definitions += 1 } else { count.isUsed = true }
        counts[use.hash] = count
      }
      return Set(counts.values)
    }
    let before = uses(stretches.flatMap { old.parts($0.old) })
    let after = uses(stretches.flatMap { new.parts($0.new) })
    return Set(before.symmetricDifference(after).map(\.hash))
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
  public func all(limit: Int = .max, where isWanted: (DiagnosticCode) -> Bool = { _ in true }) -> [PlacedDiagnostic] {
    var found: [PlacedDiagnostic] = []
    for entry in entries where !entry.diagnostics.isEmpty {
      guard entry.diagnostics.contains(where: { isWanted($0.code) }), let placed = document.part(entry.part) else {
        continue
      }
      for diagnostic in entry.diagnostics where isWanted(diagnostic.code) {
        guard found.count < limit else { return found }
        found.append(self.placed(diagnostic, in: placed))
      }
    }
    return found
  }

  /// Those that touch `range`.
  public func touching(_ range: Range<Int>, where isWanted: (DiagnosticCode) -> Bool) -> [PlacedDiagnostic] {
    document.parts(overlapping: range).flatMap { placed -> [PlacedDiagnostic] in
      let index = entries.partitionIndex { $0.part >= placed.index }
      guard index < entries.count, entries[index].part == placed.index else { return [] }
      return entries[index].diagnostics.filter { isWanted($0.code) }.map { self.placed($0, in: placed) }
        .filter { $0.range.lowerBound <= range.upperBound && range.lowerBound <= $0.range.upperBound }
    }
  }

  private func placed(_ diagnostic: PartDiagnostic, in part: PlacedBlock) -> PlacedDiagnostic {
    let related = diagnostic.relatedLabel.flatMap { document.definition(of: $0) }.map {
      PlacedDiagnostic.Related(range: $0.label, message: "The first definition of the label is here.")
    }
    return PlacedDiagnostic(
      code: diagnostic.code, range: diagnostic.range.shifted(by: part.start), message: diagnostic.message,
      related: related)
  }
}
