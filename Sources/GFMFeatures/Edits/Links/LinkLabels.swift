import GFMSyntax
import MarkdownText

/// Where a link, an image or a definition says itself that it leads, and its title.
struct LinkResource: Hashable {
  private var destination: [UInt8]
  private var title: [UInt8]?

  init(_ link: LocatedLink) {
    destination = link.destination ?? []
    title = link.title
  }
}

/// Finds labels for links: of definitions that lead to the same, or new ones.
struct LinkLabels {
  private let document: Document
  /// The parts that hold the links.
  private let segments: Set<Int>
  /// Whether new labels have a number, so that none is the link's own text.
  private let isNumbered: Bool
  /// `nil` until one is asked for.
  private var known: [LinkResource: [UInt8]]?
  /// The first number to try after what new labels are made of. All before it are taken.
  private var nextNumbers: [String: Int] = [:]
  private(set) var added: Set<LabelHash> = []
  private var definitions: [(link: LocatedLink, text: [UInt8])] = []

  init(for links: [LocatedLink], in document: Document, isNumbered: Bool) {
    self.document = document
    segments = Set(links.map(\.block.index))
    self.isNumbered = isNumbered
  }

  /// A label of a definition that leads where `link` does. A new one is made of the text of `named`, where that has one.
  /// `nil` where no definition can be made.
  mutating func label(for link: LocatedLink, named: LocatedLink? = nil) -> [UInt8]? {
    let writing = LinkResource(link)
    if known == nil { known = existing() }
    if let label = known?[writing] { return label }
    guard var target = link.spelledTarget else { return nil }
    if target.isEmpty { target = Array("<>".utf8) }
    let label = newLabel(named ?? link)
    known?[writing] = label
    added.insert(LabelHash(label, in: .link))
    definitions.append((link, [UInt8(ascii: "[")] + label + Array("]: ".utf8) + target))
    return label
  }

  private func existing() -> [LinkResource: [UInt8]] {
    var labels: [LinkResource: [UInt8]] = [:]
    var seen: Set<LabelHash> = []
    document.forEachSegment(holding: .referenceDefinitions) { placed in
      for use in placed.labelUses() where use.isDefinition {
        guard let link = use.link, seen.insert(use.hash).inserted, labels[LinkResource(link)] == nil else { continue }
        labels[LinkResource(link)] = placed.block.label(in: use.label.shifted(by: -placed.start))
      }
      return true
    }
    return labels
  }

  /// A label that nothing in the document mentions, but perhaps the links' own text.
  private mutating func newLabel(_ link: LocatedLink) -> [UInt8] {
    let base = Self.base(for: link)
    var number = nextNumbers[base] ?? (isNumbered ? 1 : 0)
    defer { nextNumbers[base] = number + 1 }
    while true {
      let label = Array((number == 0 ? base : "\(base)-\(number)").utf8)
      let hash = LabelHash(label, in: .link)
      var isMentioned = false
      document.forEachSegment(mentioning: [hash]) { placed in
        isMentioned = !segments.contains(placed.index)
        return !isMentioned
      }
      if !isMentioned, document.definitionCount(of: hash) == 0, !added.contains(hash) { return label }
      number += 1
    }
  }

  private static func base(for link: LocatedLink) -> String {
    let texts = link.isAutolink ? [] : [link.block.block.plainText(of: link.node)]
    for text in texts + [lastName(of: link.destination ?? [])] {
      let words = text.filter { !"[]\\`^<>|*_".contains($0) }.split(whereSeparator: \.isWhitespace)
      let label = words.joined(separator: " ").prefix(60)
      if label.contains(where: { $0.isLetter || $0.isNumber }) { return String(label) }
    }
    return "link"
  }

  private static func lastName(of destination: [UInt8]) -> String {
    let name = destination.split { "/?#".utf8.contains($0) }.last ?? []
    let text = String(decoding: name, as: UTF8.self)
    return text.hasPrefix("mailto:") ? String(text.dropFirst("mailto:".count)) : text
  }

  /// What puts the new definitions in.
  func definitionEdits(_ place: EditOptions.DefinitionPlace) -> [SourceEdit] {
    var texts: [Int: [UInt8]] = [:]
    let lineEnding = document.prevailingLineEnding
    for (link, text) in definitions {
      let next =
        place == .document
        ? document.segmentCount
        : document.firstSegment(from: link.block.index + 1, withTopHeadingOf: 6)?.index ?? document.segmentCount
      let offset = document.contentEnd(beforePart: next)
      let isBehindDefinition =
        texts[offset] != nil
        || document.segment(at: max(0, offset - 1)).tree.roots.last.map {
          document.segment(at: max(0, offset - 1)).tree.nodes[$0].kind == .referenceDefinition
        } ?? false
      texts[offset, default: []] += lineEnding + (isBehindDefinition ? [] : lineEnding) + text
    }
    return texts.map { SourceEdit(range: $0.key..<$0.key, replacement: $0.value) }
  }
}

extension Document {
  /// The ending of the first line; LF where there is none.
  var prevailingLineEnding: [UInt8] {
    let line = SourceLine(startingAt: 0, in: segment(at: 0).bytes)
    return line.next > line.end ? Array(segment(at: 0).bytes[line.end..<line.next]) : [UInt8(ascii: "\n")]
  }
}
