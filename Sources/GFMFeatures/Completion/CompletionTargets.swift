public import GFMSyntax
import MarkdownText

// What fragments and labels may name.

extension CompletionItems {
  /// The document's headings, and HTML elements with a name.
  public mutating func appendFragments(of document: Document, typed: [UInt8], prefix: String = "") {
    var known: Set<[UInt8]> = []
    append(typed: typed) { filter, body in
      known = []
      document.forEachAnchor(where: filter) { anchor in
        guard !anchor.id.isEmpty, known.insert(anchor.id).inserted else { return true }
        return body(anchor)
      }
    } item: { (anchor: LocatedAnchor) in
      let name = String(decoding: anchor.id, as: UTF8.self)
      var item = CompletionItem(kind: .reference, label: prefix + name, detail: anchor.heading?.name ?? "")
      if !anchor.anchor.isHeading { item.text = prefix + CompletionPath.spelling(of: anchor.id, isInAngles: false) }
      item.subject = .anchor(anchor.id)
      return item
    }
  }

  mutating func appendLabels(of document: Document, typed: [UInt8], end: String) {
    append(typed: typed) { filter, body in
      document.forEachDefinition(in: .referenceDefinitions, where: filter, body)
    } item: { (definition: LabelUse) in
      let label = definition.block.block.label(in: definition.label.shifted(by: -definition.block.start))
      let destination = definition.link?.destination ?? []
      return Self.item(label, .link(label), end: end, detail: String(decoding: destination, as: UTF8.self))
    }
  }

  mutating func appendFootnotes(of document: Document, typed: [UInt8], prefix: String, end: String) {
    append(typed: typed.first == UInt8(ascii: "^") ? Array(typed.dropFirst()) : typed) { filter, body in
      document.forEachDefinition(in: .footnoteDefinitions, where: filter, body)
    } item: { (definition: LabelUse) in
      let label = document.bytes(in: definition.label)
      let text = document.footnoteText(definition)
      return Self.item(
        Array(prefix.utf8) + label, .footnote(label), end: end,
        detail: text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "")
    }
  }

  private static func item(
    _ label: [UInt8], _ subject: CompletionItem.Subject, end: String, detail: String
  ) -> CompletionItem {
    let label = String(decoding: label, as: UTF8.self)
    var item = CompletionItem(kind: .reference, label: label, detail: detail, text: end.isEmpty ? nil : label + end)
    item.subject = subject
    return item
  }
}

extension Document {
  /// Calls `body` with the anchors that a filter accepts, in source order, until it says `false`. Costs a look at each
  /// name, and more for those that it accepts.
  fileprivate func forEachAnchor(where filter: CompletionFilter, _ body: (LocatedAnchor) -> Bool) {
    // Slugs are numbered within families that have their letters in common.
    let family = filter.withoutNumber
    var slugger = Slugger()
    forEachSegment(holding: [.headings, .html]) { placed in
      for anchor in placed.block.anchors where family.accepts(anchor.name) {
        let id = anchor.isHeading ? slugger.id(for: anchor.name) : anchor.name
        guard filter.accepts(id) else { continue }
        if !body(LocatedAnchor(anchor: anchor, block: placed, id: id)) { return false }
      }
      return true
    }
  }

  /// Calls `body` with the definitions that count, of labels that a filter accepts, in source order, until it says
  /// `false`.
  fileprivate func forEachDefinition(
    in contents: BlockContents, where filter: CompletionFilter, _ body: (LabelUse) -> Bool
  ) {
    var known: Set<LabelHash> = []
    forEachSegment(holding: contents) { placed in
      for use in placed.labelUses() where use.isDefinition {
        let isFootnote = placed.tree.nodes[use.node].kind == .footnoteDefinition
        guard isFootnote == (contents == .footnoteDefinitions),
          filter.accepts(placed.bytes[use.label.shifted(by: -placed.start)]), known.insert(use.hash).inserted
        else { continue }
        if !body(use) { return false }
      }
      return true
    }
  }

  /// Markdown that tells more of a proposal; `nil` where there is nothing to tell.
  public func completionDocumentation(_ subject: CompletionItem.Subject) -> String? {
    switch subject {
    case .anchor(let name):
      guard let anchor = anchor(named: name) else { return nil }
      return sectionStart(at: anchor)
    case .link(let label):
      return definition(of: LabelHash(label, in: .link)).map { String(decoding: bytes(in: $0.range), as: UTF8.self) }
    case .footnote(let label):
      return definition(of: LabelHash(label, in: .footnote)).map(footnoteText)
    }
  }

  /// An anchor's block and the one after it, where that belongs to the same section; not much of them.
  private func sectionStart(at anchor: LocatedAnchor) -> String {
    let next = anchor.block.index + 1
    var end = anchor.block.range.upperBound
    if let following = segment(next), firstSegment(from: next, withTopHeadingOf: 6)?.index != next {
      end = following.range.upperBound
    }
    let start = anchor.heading?.range.lowerBound ?? anchor.block.start
    var text = bytes(in: start..<min(end, start + 1000))
    // No half characters.
    while text.count == 1000, let last = text.last, last >= 0x80 { text.removeLast() }
    while text.last?.isLineEnding == true { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }
}
