import GFMSyntax
import MarkdownText

/// Makes one definition of what several links say.
extension Document {
  /// The inline links, images and autolinks at the selections, and all others in the document that lead to the same,
  /// become references to one definition: one that there is, or a new one at the place that `options` say. `nil` where
  /// no other link leads to the same, or where something would read differently.
  ///
  /// Links with different titles are not the same. Costs the document's definitions, the parts with such links, and a
  /// parse of the blocks that are touched, those beside them and those that mention the labels.
  func extractingLinks(selections: [TextSelection], options: EditOptions) -> EditResult? {
    let groups = repeatedLinks(at: selections)
    guard !groups.isEmpty else { return nil }
    let links = groups.flatMap(\.all).sorted { $0.range.lowerBound < $1.range.lowerBound }
    for escapesText in [false, true] {
      for isNumbered in [false, true] {
        var labels = LinkLabels(for: links, in: self, isNumbered: isNumbered)
        var edits: [SourceEdit] = []
        for group in groups {
          let named = group.link.isAutolink ? group.all.first { !$0.isAutolink } : nil
          guard let label = labels.label(for: group.link, named: named) else { return nil }
          for link in group.all {
            edits +=
              link.isAutolink
              ? autolinkReference(link, label, escapesText: escapesText) : [reference(link, label)]
          }
        }
        let all = SourceEdits(sorting: edits + labels.definitionEdits(options.definitionPlace)).joiningInsertions
        if keepsLinkMeaning(all, labels: labels.added) { return result(all, selections) }
      }
    }
    return nil
  }

  /// Whether a link at a selection leads where another one does. Costs the nodes of the parts that are selected, and of
  /// those that have such links, up to the first.
  func hasRepeatedLink(at selection: TextSelection) -> Bool {
    var occurrences = LinkOccurrences(self)
    return selectedLinks([selection], \.canBeExtracted).contains { link in
      guard link.isWrittenPlainly else { return false }
      var isFound = false
      occurrences.forEach(leadingWhere: link) {
        isFound = $0.range != link.range
        return !isFound
      }
      return isFound
    }
  }

  /// Those that lead to the same together, with the one that is selected; in source order.
  private func repeatedLinks(at selections: [TextSelection]) -> [(link: LocatedLink, all: [LocatedLink])] {
    var groups: [(link: LocatedLink, all: [LocatedLink])] = []
    var occurrences = LinkOccurrences(self)
    var grouped: Set<LinkResource> = []
    for link in selectedLinks(selections, \.canBeExtracted) {
      guard !grouped.contains(LinkResource(link)) else { continue }
      var all: [LocatedLink] = []
      occurrences.forEach(leadingWhere: link) {
        all.append($0)
        return true
      }
      all.sort { $0.range.lowerBound < $1.range.lowerBound }
      // One that cannot be extracted itself is no occurrence.
      guard all.count > 1, all.contains(where: { $0.range == link.range }) else { continue }
      groups.append((link, all))
      grouped.insert(LinkResource(link))
    }
    return groups
  }

  /// What makes a reference of an autolink, its address as the text.
  private func autolinkReference(_ link: LocatedLink, _ label: [UInt8], escapesText: Bool) -> [SourceEdit] {
    guard let text = link.segments.destination else { return [] }
    let isCollapsed = LabelHash(bytes(in: text), in: .link) == LabelHash(label, in: .link)
    let opening = SourceEdit(range: link.range.lowerBound..<text.lowerBound, replacement: [UInt8(ascii: "[")])
    let closing = SourceEdit(
      range: text.upperBound..<link.range.upperBound,
      replacement: Array("][".utf8) + (isCollapsed ? [] : label) + [UInt8(ascii: "]")])
    guard escapesText else { return [opening, closing] }
    let escapes = text.filter { bytes(in: $0..<$0 + 1).allSatisfy { #"\`*_[]<>~&!"#.utf8.contains($0) } }
      .map { SourceEdit(range: $0..<$0, replacement: [UInt8(ascii: "\\")]) }
    return [opening] + escapes + [closing]
  }
}

/// Looks up what leads to the same: a part is gone through once, whatever number of such links it has.
private struct LinkOccurrences {
  private let document: Document
  /// Of the parts that were looked at, by their indexes, in the order of their trees.
  private var links: [Int: [LinkResource: [LocatedLink]]] = [:]

  init(_ document: Document) { self.document = document }

  /// Calls `body` with the inline links, images and autolinks that lead where `link` does, in the order of the parts and
  /// their trees, until it says `false`.
  mutating func forEach(leadingWhere link: LocatedLink, _ body: (LocatedLink) -> Bool) {
    let hashes = LocatedLink.spellings(of: link.destination ?? []).map { LabelHash($0, in: .destination) }
    let writing = LinkResource(link)
    document.forEachSegment(mentioning: Set(hashes)) { links(of: writing, in: $0).allSatisfy(body) }
  }

  private mutating func links(of writing: LinkResource, in segment: LocatedBlock) -> [LocatedLink] {
    if let known = links[segment.index] { return known[writing] ?? [] }
    let nodes = segment.tree.nodes
    let all = nodes.indices.lazy.filter { nodes[$0].kind.canBeExtracted }.compactMap { LocatedLink($0, in: segment) }
    let found = Dictionary(grouping: all.filter(\.isWrittenPlainly), by: LinkResource.init)
    links[segment.index] = found
    return found[writing] ?? []
  }
}

extension Node.Kind {
  /// A link or an image that says itself where it leads.
  fileprivate var canBeExtracted: Bool {
    switch self {
    case .link(.inline), .image(.inline), .link(.autolink), .link(.bareAutolink): true
    default: false
    }
  }
}

extension LocatedLink {
  var isAutolink: Bool { kind == .link(.autolink) || kind == .link(.bareAutolink) }

  /// Whether it is no autolink, or one whose address a link's text can have as it is.
  fileprivate var isWrittenPlainly: Bool {
    guard isAutolink, let range = segments.destination?.shifted(by: -block.start) else { return !isAutolink }
    return block.block.destination(in: range) == Array(block.bytes[range])
  }

  /// The forms in which links may write where they lead: autolinks leave a part to the parser.
  fileprivate static func spellings(of destination: [UInt8]) -> [[UInt8]] {
    let prefixes = ["http://", "mailto:"].map { Array($0.utf8) }
    return [destination]
      + prefixes.filter { destination.starts(with: $0) }.map { Array(destination.dropFirst($0.count)) }
  }
}

extension SourceEdits {
  /// The edits with what is inserted at one place in one edit.
  fileprivate var joiningInsertions: SourceEdits {
    SourceEdits(
      reduce(into: []) { edits, edit in
        if let last = edits.last, last.range == edit.range {
          edits[edits.count - 1].replacement += edit.replacement
        } else {
          edits.append(edit)
        }
      })
  }
}
