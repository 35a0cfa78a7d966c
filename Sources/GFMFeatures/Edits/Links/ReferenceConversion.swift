import GFMSyntax
import MarkdownText

/// Makes references of links that say themselves where they lead, and the other way round.
extension Document {
  /// Inline links and images at the selections become references, to a definition that there is or to new ones at the
  /// place that `options` say. `nil` where there are none, or where something would read differently.
  ///
  /// Costs the document's definitions, and a parse of the blocks that are touched, those beside them and those that
  /// mention the labels.
  func referringLinks(selections: [TextSelection], options: EditOptions) -> EditResult? {
    let links = selectedLinks(selections) { $0 == .link(.inline) || $0 == .image(.inline) }
    guard !links.isEmpty else { return nil }
    for isNumbered in [false, true] {
      var labels = LinkLabels(for: links, in: self, isNumbered: isNumbered)
      let edits = links.compactMap { link in labels.label(for: link).map { reference(link, $0) } }
      guard edits.count == links.count else { return nil }
      let all = SourceEdits(sorting: edits + labels.definitionEdits(options.definitionPlace))
      if keepsLinkMeaning(all, labels: labels.added) { return result(all, selections) }
    }
    return nil
  }

  /// What makes a reference of an inline link or image: where its text is the label, that is not said twice.
  func reference(_ link: LocatedLink, _ label: [UInt8]) -> SourceEdit {
    let text = link.segments.text ?? link.range
    let isCollapsed =
      text.count <= Self.longestLabel
      && LabelHash(link.block.block.label(in: text.shifted(by: -link.block.start)), in: .link)
        == LabelHash(label, in: .link)
    return SourceEdit(
      range: text.upperBound + 1..<link.range.upperBound,
      replacement: [UInt8(ascii: "[")] + (isCollapsed ? [] : label) + [UInt8(ascii: "]")])
  }

  /// More than these bytes are no label (GFM 6.6).
  private static let longestLabel = 1000

  /// References at the selections become links that say themselves where they lead. `nil` where there are none, or
  /// where something would read differently. Costs a parse of the blocks that are touched and those beside them, and
  /// the blocks that define what they refer to.
  func inliningLinks(selections: [TextSelection]) -> EditResult? {
    let links = selectedLinks(selections) { $0.isReference }
    var labels = LabelIndex(self)
    let edits = SourceEdits(
      links.compactMap { link in
        guard let label = link.label, let target = labels.definingLink(of: label)?.spelledTarget else { return nil }
        let isShortcut =
          link.segments.text == link.segments.label && link.segments.text?.upperBound == link.range.upperBound - 1
        let start = isShortcut ? link.range.upperBound : (link.segments.text?.upperBound ?? link.range.upperBound) + 1
        return SourceEdit(
          range: start..<link.range.upperBound, replacement: [UInt8(ascii: "(")] + target + [UInt8(ascii: ")")])
      })
    guard !edits.isEmpty, keepsLinkMeaning(edits, labels: []) else { return nil }
    return result(edits, selections)
  }

  /// A selection's end in what is replaced stays within the new brackets, and so in the link; one where new lines are put
  /// in stays before them.
  func result(_ edits: SourceEdits, _ selections: [TextSelection]) -> EditResult {
    func moved(_ offset: Int) -> Int {
      if let insertion = edits.first(where: { $0.range == offset..<offset }),
        let lines = insertion.replacement.firstIndex(where: \.isLineEnding)
      {
        return edits.newOffset(offset) + lines
      }
      let isReplaced = edits.contains { $0.range.lowerBound < offset && offset < $0.range.upperBound }
      return edits.newOffset(offset, .after) - (isReplaced ? 1 : 0)
    }
    return EditResult(edits: Array(edits), selections: selections.map { $0.mapped(moved) })
  }

  /// Whether a link of some forms is at a selection: a caret's own, or one that a selection touches.
  func hasLink(at selection: TextSelection, of isWanted: (Node.Kind) -> Bool) -> Bool {
    !selectedLinks([selection], isWanted).isEmpty
  }

  /// The links of some forms at the selections, in source order.
  func selectedLinks(_ selections: [TextSelection], _ isWanted: (Node.Kind) -> Bool) -> [LocatedLink] {
    var found: [Int: LocatedLink] = [:]
    for selection in selections {
      if selection.isCaret {
        guard let link = linkAround(selection.head), isWanted(link.kind) else { continue }
        found[link.range.upperBound] = link
      } else {
        for placed in segments(in: selection.range) {
          let nodes = placed.tree.nodes
          for node in nodes.indices
          where isWanted(nodes[node].kind) && placed.range(of: node).overlaps(selection.range) {
            guard let link = LocatedLink(node, in: placed) else { continue }
            found[link.range.upperBound] = link
          }
        }
      }
    }
    return found.values.sorted { $0.range.upperBound < $1.range.upperBound }
  }

  private func linkAround(_ caret: Int) -> LocatedLink? {
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

extension LocatedLink {
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
