import GFMSyntax

/// Joins what parts find by themselves with what the document's tables say.
struct CrossReferenceChecks {
  private let document: Document
  private let options: DiagnosticOptions
  private(set) var cost = DocumentDiagnostics.Cost()
  private var labels: LabelIndex
  private var usedLabels: [LabelHash: Bool] = [:]
  private var firstSegments: [LabelHash: Int] = [:]
  /// What was found out about headings that take each other's numbers.
  private var numberedNames = NumberedNames()

  init(_ document: Document, options: DiagnosticOptions) {
    (self.document, self.options) = (document, options)
    labels = LabelIndex(document)
  }

  /// Works out what a part finds by itself, and takes note of its labels: for when all parts are to be joined, each is
  /// read before, in order. To look each label up by itself would cost its parts for each.
  mutating func read(_ placed: LocatedBlock) {
    _ = findings(of: placed)
    for use in placed.labelUses() {
      if !use.isDefinition {
        usedLabels[use.hash] = true
      } else if firstSegments[use.hash] == nil {
        firstSegments[use.hash] = placed.index
      }
    }
  }

  /// Takes note that all parts have been read.
  mutating func endReading() {
    for label in firstSegments.keys where usedLabels[label] == nil { usedLabels[label] = false }
  }

  private mutating func findings(of placed: LocatedBlock) -> LocalFindings {
    var readSegmentCount = 0
    let findings = LocalFindings.of(placed.block, options: options, syntax: document.options) { readSegmentCount = 1 }
    cost.readSegmentCount += readSegmentCount
    return findings
  }

  mutating func entry(of placed: LocatedBlock, checkingFiles check: FileLinkCheck) -> DocumentDiagnostics.Entry {
    let findings = findings(of: placed)
    cost.joinedSegmentCount += 1
    var diagnostics = findings.own
    diagnostics += definitions(of: findings, segment: placed.index)
    for link in findings.fragmentLinks where !document.hasAnchor(named: link.fragment, &numberedNames) {
      diagnostics.append(
        LocalDiagnostic(.unknownFragment, link.range, Self.message(unknown: link.fragment, in: "this document")))
    }
    diagnostics += findings.fileLinks.compactMap { Self.diagnostic(of: $0, check) }
    diagnostics += ListSequence.diagnostics(atStartOf: placed, in: document)
    diagnostics += headings(of: findings, segment: placed.index)
    if let fence = findings.openFence, !isClosedLater(placed.index) {
      diagnostics.append(LocalDiagnostic(.unclosedFence, fence, LocalFindings.unclosedFenceMessage))
    }
    if diagnostics.count > findings.own.count {
      diagnostics.sort { ($0.range.lowerBound, $0.code.rawValue) < ($1.range.lowerBound, $1.code.rawValue) }
    }
    return DocumentDiagnostics.Entry(
      segment: placed.index, diagnostics: diagnostics, fileLinkCount: findings.fileLinks.count)
  }

  private static func message(unknown fragment: [UInt8], in place: String) -> String {
    "Nothing in \(place) has the name “\(String(decoding: fragment, as: UTF8.self))”."
  }

  private static func diagnostic(of link: LocalFindings.FileLink, _ check: FileLinkCheck) -> LocalDiagnostic? {
    let path = String(decoding: link.path, as: UTF8.self)
    switch check(link.path, link.fragment) {
    case nil: return nil
    case .missingFile: return LocalDiagnostic(.missingFile, link.range, "There is no file “\(path)”.")
    case .unknownFragment:
      return LocalDiagnostic(.unknownFragment, link.range, message(unknown: link.fragment ?? [], in: "“\(path)”"))
    }
  }

  // MARK: Definitions

  private mutating func definitions(of findings: LocalFindings, segment: Int) -> [LocalDiagnostic] {
    var seen: Set<LabelHash> = []
    var found: [LocalDiagnostic] = []
    for definition in findings.definitions {
      let isFirst =
        seen.insert(definition.hash).inserted && firstSegment(defining: definition.hash, as: segment) == segment
      if !isFirst {
        found.append(
          LocalDiagnostic(
            .duplicateDefinition, definition.range, "The label is already defined: the first definition counts.",
            relatedLabel: definition.hash))
      } else if !isUsed(definition.hash) {
        found.append(
          definition.isFootnote
            ? LocalDiagnostic(
              .unusedFootnote, definition.range, "Nothing refers to this footnote: GitHub leaves it out.")
            : LocalDiagnostic(.unusedDefinition, definition.range, "No link refers to this definition."))
      }
    }
    return found
  }

  /// The first part that defines a label, which `part` defines.
  private mutating func firstSegment(defining label: LabelHash, as segment: Int) -> Int? {
    if let known = firstSegments[label] { return known }
    // Mostly there is no other one to look for.
    let first = document.definitionCount(of: label) == 1 ? segment : document.firstSegment(defining: label)?.index
    firstSegments[label] = first
    return first
  }

  private mutating func isUsed(_ label: LabelHash) -> Bool {
    usedLabels[label] ?? labels.isReferredTo(label)
  }

  // MARK: Headings and fences

  private func headings(of findings: LocalFindings, segment: Int) -> [LocalDiagnostic] {
    guard let first = findings.headings.first else { return [] }
    var previous = level(before: segment)
    // Mostly one.
    if findings.headings.count == 1, previous.map({ first.level <= $0 + 1 }) ?? true { return [] }
    return findings.headings.compactMap { heading in
      defer { previous = heading.level }
      guard let level = previous, heading.level > level + 1 else { return nil }
      return LocalDiagnostic(
        .skippedHeadingLevel, heading.range, "Level \(heading.level) comes right after level \(level).")
    }
  }

  private func level(before segment: Int) -> Int? {
    guard let previous = document.lastSegment(before: segment, withTopHeadingOf: 6)?.block else { return nil }
    for root in previous.tree.roots.reversed() {
      if case .heading(let level, _) = previous.tree.nodes[root].kind { return Int(level) }
    }
    return nil
  }

  /// Whether the fence that a part ends with goes on in the next ones, and closes there.
  private func isClosedLater(_ segment: Int) -> Bool {
    let last = document.leafRun(ofSegment: segment).upperBound - 1
    guard last > segment, case .fencedCode(isClosed: true) = document.segment(last)?.tree.nodes.first?.kind else {
      return false
    }
    return true
  }
}
