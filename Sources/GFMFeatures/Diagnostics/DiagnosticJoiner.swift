import GFMSyntax

/// Joins what parts find by themselves with what the document's tables say.
struct DiagnosticJoiner {
  private let document: Document
  private let options: DiagnosticOptions
  private(set) var cost = DocumentDiagnostics.Cost()
  private var labels: LabelLookup
  private var usedLabels: [LabelHash: Bool] = [:]
  private var firstParts: [LabelHash: Int] = [:]
  /// What was found out about headings that take each other's numbers.
  private var numberedNames = NumberedNames()

  init(_ document: Document, options: DiagnosticOptions) {
    (self.document, self.options) = (document, options)
    labels = LabelLookup(document)
  }

  /// Works out what a part finds by itself, and takes note of its labels: for when all parts are to be joined, each is
  /// read before, in order. To look each label up by itself would cost its parts for each.
  mutating func read(_ placed: PlacedBlock) {
    _ = findings(of: placed)
    for use in placed.labelUses() {
      if !use.isDefinition {
        usedLabels[use.hash] = true
      } else if firstParts[use.hash] == nil {
        firstParts[use.hash] = placed.index
      }
    }
  }

  /// Takes note that all parts have been read.
  mutating func endReading() {
    for label in firstParts.keys where usedLabels[label] == nil { usedLabels[label] = false }
  }

  private mutating func findings(of placed: PlacedBlock) -> PartFindings {
    var readPartCount = 0
    let findings = PartFindings.of(placed.block, options: options, syntax: document.options) { readPartCount = 1 }
    cost.readPartCount += readPartCount
    return findings
  }

  mutating func entry(of placed: PlacedBlock, checkingFiles check: FileLinkCheck) -> DocumentDiagnostics.Entry {
    let findings = findings(of: placed)
    cost.joinedPartCount += 1
    var diagnostics = findings.own
    diagnostics += definitions(of: findings, part: placed.index)
    for link in findings.fragmentLinks where !document.hasAnchor(named: link.fragment, &numberedNames) {
      diagnostics.append(
        PartDiagnostic(.unknownFragment, link.range, Self.message(unknown: link.fragment, in: "this document")))
    }
    diagnostics += findings.fileLinks.compactMap { Self.diagnostic(of: $0, check) }
    diagnostics += ListSequence.diagnostics(atStartOf: placed, in: document)
    diagnostics += headings(of: findings, part: placed.index)
    if let fence = findings.openFence, !isClosedLater(placed.index) {
      diagnostics.append(PartDiagnostic(.unclosedFence, fence, PartFindings.unclosedFenceMessage))
    }
    if diagnostics.count > findings.own.count {
      diagnostics.sort { ($0.range.lowerBound, $0.code.rawValue) < ($1.range.lowerBound, $1.code.rawValue) }
    }
    return DocumentDiagnostics.Entry(
      part: placed.index, diagnostics: diagnostics, fileLinkCount: findings.fileLinks.count)
  }

  private static func message(unknown fragment: [UInt8], in place: String) -> String {
    "Nothing in \(place) has the name “\(String(decoding: fragment, as: UTF8.self))”."
  }

  private static func diagnostic(of link: PartFindings.FileLink, _ check: FileLinkCheck) -> PartDiagnostic? {
    let path = String(decoding: link.path, as: UTF8.self)
    switch check(link.path, link.fragment) {
    case nil: return nil
    case .missingFile: return PartDiagnostic(.missingFile, link.range, "There is no file “\(path)”.")
    case .unknownFragment:
      return PartDiagnostic(.unknownFragment, link.range, message(unknown: link.fragment ?? [], in: "“\(path)”"))
    }
  }

  // MARK: Definitions

  private mutating func definitions(of findings: PartFindings, part: Int) -> [PartDiagnostic] {
    var seen: Set<LabelHash> = []
    var found: [PartDiagnostic] = []
    for definition in findings.definitions {
      let isFirst = seen.insert(definition.hash).inserted && firstPart(defining: definition.hash, as: part) == part
      if !isFirst {
        found.append(
          PartDiagnostic(
            .duplicateDefinition, definition.range, "The label is already defined: the first definition counts.",
            relatedLabel: definition.hash))
      } else if !isUsed(definition.hash) {
        found.append(
          definition.isFootnote
            ? PartDiagnostic(
              .unusedFootnote, definition.range, "Nothing refers to this footnote: GitHub leaves it out.")
            : PartDiagnostic(.unusedDefinition, definition.range, "No link refers to this definition."))
      }
    }
    return found
  }

  /// The first part that defines a label, which `part` defines.
  private mutating func firstPart(defining label: LabelHash, as part: Int) -> Int? {
    if let known = firstParts[label] { return known }
    // Mostly there is no other one to look for.
    let first = document.definitionCount(of: label) == 1 ? part : document.firstPart(defining: label)?.index
    firstParts[label] = first
    return first
  }

  private mutating func isUsed(_ label: LabelHash) -> Bool {
    usedLabels[label] ?? labels.isReferredTo(label)
  }

  // MARK: Headings and fences

  private func headings(of findings: PartFindings, part: Int) -> [PartDiagnostic] {
    guard let first = findings.headings.first else { return [] }
    var previous = level(before: part)
    // Mostly one.
    if findings.headings.count == 1, previous.map({ first.level <= $0 + 1 }) ?? true { return [] }
    return findings.headings.compactMap { heading in
      defer { previous = heading.level }
      guard let level = previous, heading.level > level + 1 else { return nil }
      return PartDiagnostic(
        .skippedHeadingLevel, heading.range, "Level \(heading.level) comes right after level \(level).")
    }
  }

  private func level(before part: Int) -> Int? {
    guard let previous = document.lastPart(before: part, withTopHeadingOf: 6)?.block else { return nil }
    for root in previous.tree.roots.reversed() {
      if case .heading(let level, _) = previous.tree.nodes[root].kind { return Int(level) }
    }
    return nil
  }

  /// Whether the fence that a part ends with goes on in the next ones, and closes there.
  private func isClosedLater(_ part: Int) -> Bool {
    let last = document.leafRun(ofPart: part).upperBound - 1
    guard last > part, case .fencedCode(isClosed: true) = document.part(last)?.block.tree.nodes.first?.kind else {
      return false
    }
    return true
  }
}
