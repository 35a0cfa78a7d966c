import GFMSyntax

/// Makes references of links that say themselves where they lead, and the other way round.
extension Document {
  /// Inline links and images at the selections become references, to a definition that there is or to new ones at the
  /// place that `options` say. `nil` where there are none, or where something would read differently.
  ///
  /// Costs the document's definitions, and a parse of the blocks that are touched.
  func referringLinks(selections: [TextSelection], options: EditOptions) -> EditResult? {
    let links = selectedLinks(selections) { $0 == .link(.inline) || $0 == .image(.inline) }
    guard !links.isEmpty else { return nil }
    for isNumbered in [false, true] {
      var labels = LinkLabels(document: self, isNumbered: isNumbered)
      let edits = links.compactMap { link in labels.label(for: link).map { reference(link, $0) } }
      guard edits.count == links.count else { return nil }
      let all = (edits + labels.definitionEdits(options.definitionPlace)).sorted {
        ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
      }
      if keepsLinkMeaning(all, labels: labels.added) { return result(all, selections) }
    }
    return nil
  }

  private func reference(_ link: PlacedLink, _ label: [UInt8]) -> SourceEdit {
    let text = link.parts.text ?? link.range
    let own = LabelHash(link.block.block.label(in: text.shifted(by: -link.block.start)), in: .link)
    let isCollapsed = own == LabelHash(label, in: .link)
    return SourceEdit(
      range: text.upperBound + 1..<link.range.upperBound,
      replacement: [UInt8(ascii: "[")] + (isCollapsed ? [] : label) + [UInt8(ascii: "]")])
  }

  /// References at the selections become links that say themselves where they lead. `nil` where there are none, or
  /// where
  /// something would read differently. Costs a parse of the blocks that are touched.
  func inliningLinks(selections: [TextSelection]) -> EditResult? {
    let links = selectedLinks(selections) { $0.isReference }
    let edits = links.compactMap { link -> SourceEdit? in
      guard let definition = link.label.flatMap(self.definition)?.link, let target = definition.spelledTarget else {
        return nil
      }
      let isShortcut = link.parts.text == link.parts.label && link.parts.text?.upperBound == link.range.upperBound - 1
      let start = isShortcut ? link.range.upperBound : (link.parts.text?.upperBound ?? link.range.upperBound) + 1
      return SourceEdit(
        range: start..<link.range.upperBound, replacement: [UInt8(ascii: "(")] + target + [UInt8(ascii: ")")])
    }
    guard !edits.isEmpty, keepsLinkMeaning(edits, labels: []) else { return nil }
    return result(edits, selections)
  }

  /// A selection's end in what is replaced stays within the new brackets, and so in the link.
  private func result(_ edits: [SourceEdit], _ selections: [TextSelection]) -> EditResult {
    func moved(_ offset: Int) -> Int {
      let isReplaced = edits.contains { $0.range.lowerBound < offset && offset < $0.range.upperBound }
      return edits.mapping(offset) - (isReplaced ? 1 : 0)
    }
    return EditResult(
      edits: edits, selections: selections.map { TextSelection(anchor: moved($0.anchor), head: moved($0.head)) })
  }

  /// Whether a link of some forms is at a selection: a caret's own, or one that a selection touches.
  func hasLink(at selection: TextSelection, of isWanted: (Node.Kind) -> Bool) -> Bool {
    !selectedLinks([selection], isWanted).isEmpty
  }

  /// The links of some forms at the selections, in source order.
  private func selectedLinks(_ selections: [TextSelection], _ isWanted: (Node.Kind) -> Bool) -> [PlacedLink] {
    var found: [Int: PlacedLink] = [:]
    for selection in selections {
      if selection.isCaret {
        guard let link = linkAround(selection.head), isWanted(link.kind) else { continue }
        found[link.range.upperBound] = link
      } else {
        for placed in parts(overlapping: selection.range) {
          for link in placed.links() where isWanted(link.kind) && link.range.overlaps(selection.range) {
            found[link.range.upperBound] = link
          }
        }
      }
    }
    return found.values.sorted { $0.range.upperBound < $1.range.upperBound }
  }

  private func linkAround(_ caret: Int) -> PlacedLink? {
    switch target(at: caret) {
    case .link(let link): link
    case .label(let use): use.link
    default: nil
    }
  }
}

extension Node.Kind {
  /// A reference to a definition, of whatever form.
  var isReference: Bool {
    switch self {
    case .link(.fullReference), .link(.collapsedReference), .link(.shortcutReference), .image(.fullReference),
      .image(.collapsedReference), .image(.shortcutReference):
      true
    default: false
    }
  }
}

extension PlacedLink {
  /// The destination and the title as a link or a definition writes them; `nil` where a title spans lines.
  var spelledTarget: [UInt8]? {
    guard var spelled = LinkDestination.spelling(of: destination ?? []) else { return nil }
    guard let title else { return spelled }
    if spelled.isEmpty { spelled = Array("<>".utf8) }
    guard !title.contains(where: \.isLineEnding) else { return nil }
    spelled += Array(" \"".utf8)
    for byte in title {
      if #""\&|"#.utf8.contains(byte) { spelled.append(UInt8(ascii: "\\")) }
      spelled.append(byte)
    }
    return spelled + [UInt8(ascii: "\"")]
  }
}

/// Finds labels for links: of definitions that lead to the same, or new ones.
private struct LinkLabels {
  let document: Document
  /// Whether new labels have a number, so that none is the link's own text.
  let isNumbered: Bool
  private var known: [Target: [UInt8]]?
  private(set) var added: Set<LabelHash> = []
  private var definitions: [(link: PlacedLink, text: [UInt8])] = []

  private struct Target: Hashable {
    var destination: [UInt8]
    var title: [UInt8]?

    init(_ link: PlacedLink) {
      destination = link.destination ?? []
      title = link.title
    }
  }

  init(document: Document, isNumbered: Bool) {
    self.document = document
    self.isNumbered = isNumbered
  }

  /// `nil` for a link that no definition can be made of.
  mutating func label(for link: PlacedLink) -> [UInt8]? {
    var labels = known ?? existing()
    defer { known = labels }
    if let label = labels[Target(link)] { return label }
    guard var target = link.spelledTarget else { return nil }
    if target.isEmpty { target = Array("<>".utf8) }
    let label = newLabel(for: link)
    labels[Target(link)] = label
    added.insert(LabelHash(label, in: .link))
    definitions.append((link, [UInt8(ascii: "[")] + label + Array("]: ".utf8) + target))
    return label
  }

  private func existing() -> [Target: [UInt8]] {
    var labels: [Target: [UInt8]] = [:]
    var seen: Set<LabelHash> = []
    document.forEachPart(holding: .referenceDefinitions) { placed in
      for use in placed.labelUses() where use.isDefinition {
        guard let link = use.link, seen.insert(use.hash).inserted, labels[Target(link)] == nil else { continue }
        labels[Target(link)] = placed.block.label(in: use.label.shifted(by: -placed.start))
      }
      return true
    }
    return labels
  }

  /// A label that nothing in the document mentions, but perhaps the link's own text.
  private func newLabel(for link: PlacedLink) -> [UInt8] {
    let base = Self.base(for: link)
    var number = isNumbered ? 1 : 0
    while true {
      let label = Array((number == 0 ? base : "\(base)-\(number)").utf8)
      let hash = LabelHash(label, in: .link)
      let others = document.parts(mentioning: hash).filter { $0.index != link.block.index }
      if others.isEmpty, document.definitionCount(of: hash) == 0, !added.contains(hash) { return label }
      number += 1
    }
  }

  private static func base(for link: PlacedLink) -> String {
    for text in [link.block.block.plainText(of: link.node), lastName(of: link.destination ?? [])] {
      let words = text.filter { !"[]\\`^<>|*_".contains($0) }.split(whereSeparator: \.isWhitespace)
      let label = words.joined(separator: " ").prefix(60)
      if label.contains(where: { $0.isLetter || $0.isNumber }) { return String(label) }
    }
    return "link"
  }

  private static func lastName(of destination: [UInt8]) -> String {
    let name = destination.split { "/?#".utf8.contains($0) }.last ?? []
    return String(decoding: name, as: UTF8.self)
  }

  /// What puts the new definitions in.
  func definitionEdits(_ place: EditOptions.DefinitionPlace) -> [SourceEdit] {
    var texts: [Int: [UInt8]] = [:]
    for (link, text) in definitions {
      let next =
        place == .document
        ? document.partCount
        : document.firstPart(from: link.block.index + 1, withTopHeadingOf: 6)?.index ?? document.partCount
      let offset = document.contentEnd(beforePart: next)
      let lineEnding = document.prevailingLineEnding
      let isBehindDefinition =
        texts[offset] != nil
        || document.part(at: max(0, offset - 1)).block.tree.roots.last.map {
          document.part(at: max(0, offset - 1)).block.tree.nodes[$0].kind == .referenceDefinition
        } ?? false
      texts[offset, default: []] += lineEnding + (isBehindDefinition ? [] : lineEnding) + text
    }
    return texts.map { SourceEdit(range: $0.key..<$0.key, replacement: $0.value) }
  }
}

extension Document {
  /// The ending of the first line; LF where there is none.
  var prevailingLineEnding: [UInt8] {
    let line = SourceLine(startingAt: 0, in: part(at: 0).block.bytes)
    return line.next > line.end ? Array(part(at: 0).block.bytes[line.end..<line.next]) : [UInt8(ascii: "\n")]
  }
}
