public import GFMSyntax
import MarkdownText

/// What there is to say of what a caret stands on.
public struct HoverText: Sendable, Hashable {
  /// What it is said of: bytes from the document's start.
  public var range: Range<Int>
  public var lines: [HoverLine]
}

public enum HoverLine: Sendable, Hashable {
  /// Something literal: an address, a slug, a character.
  case code(String)
  /// Markdown source.
  case source(String)
  case text(String)
}

extension Document {
  /// Where a link leads and its title, what a reference or a footnote is defined as, what an entity or a shortcode stands
  /// for, a heading's slug.
  public func hover(at offset: Int, hasShortcodes: Bool = true) -> HoverText? {
    if let character = entity(at: offset) ?? (hasShortcodes ? shortcode(at: offset) : nil) { return character }
    switch target(at: offset) {
    case .label(let use): return hover(of: use, at: offset)
    case .link(let link):
      return HoverText(range: link.range, lines: lines(of: link.destination ?? [], title: link.title))
    case .heading(let anchor), .element(let anchor):
      let range = anchor.selection.touches(offset) ? anchor.selection : anchor.range
      return HoverText(range: range, lines: [.code("#\(String(decoding: anchor.id, as: UTF8.self))")])
    case nil: return nil
    }
  }

  private func hover(of use: LabelUse, at offset: Int) -> HoverText? {
    guard let definition = definition(of: use.hash) else { return nil }
    let range = use.isDefinition && use.label.touches(offset) ? use.label : use.range
    if let link = definition.link {
      let lines = lines(of: link.destination ?? [], title: link.title)
      return HoverText(range: range, lines: lines)
    }
    return HoverText(range: range, lines: [.source(footnoteText(definition))])
  }

  /// What a footnote says: its source without the label and the indentation.
  func footnoteText(_ definition: LabelUse) -> String {
    let block = definition.block.block
    let start = definition.label.upperBound + 2 - definition.block.start
    let end = Int(block.tree.nodes[definition.node].end)
    var text: [UInt8] = []
    var isAtLineStart = true
    for token in block.tree.tokens[block.tree.tokenIndex(at: min(start, end))..<block.tree.tokenIndex(at: end)] {
      if isAtLineStart, token.kind == .whitespace || token.kind == .quoteMarker { continue }
      isAtLineStart = token.kind == .lineEnding
      text += isAtLineStart ? [UInt8(ascii: "\n")] : block.bytes[token.range.clamped(to: start..<end)]
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func lines(of destination: [UInt8], title: [UInt8]?) -> [HoverLine] {
    var lines: [HoverLine] = [.code(String(decoding: destination, as: UTF8.self))]
    if case .fragment(let fragment) = DestinationKind(destination), let anchor = anchor(named: fragment) {
      if let heading = anchor.heading { lines.append(.text(heading.name)) }
    }
    if let title, !title.isEmpty { lines.append(.text(String(decoding: title, as: UTF8.self))) }
    return lines
  }

  private func entity(at offset: Int) -> HoverText? {
    let placed = segment(at: offset)
    let tree = placed.tree
    let index = tree.tokenIndex(at: offset - placed.start)
    for token in tree.tokens[max(0, index - 1)..<min(index + 1, tree.tokens.count)].reversed()
    where token.kind == .entity && token.range.touches(offset - placed.start) {
      guard let text = placed.block.entityText(in: token.range) else { return nil }
      return HoverText(
        range: token.range.shifted(by: placed.start), character: String(decoding: text, as: UTF8.self))
    }
    return nil
  }

  /// Costs the part of the document that the caret is in.
  private func shortcode(at offset: Int) -> HoverText? {
    let placed = segment(at: offset)
    let local = offset - placed.start
    let bytes = placed.bytes
    guard bytes.contains(UInt8(ascii: ":")) else { return nil }
    let runs = PlainText(of: placed.tree.tokens[...], in: placed.tree).runs.filter { $0.range.touches(local) }
    let marks = bytes.withUnsafeBufferPointer { bytes in runs.flatMap { Shortcodes.marks(in: $0.range, of: bytes) } }
    guard let mark = marks.first(where: { $0.start <= local && local <= $0.end }),
      let emoji = Shortcodes.emoji(of: bytes[mark.start + 1..<mark.end - 1])
    else { return nil }
    return HoverText(range: (mark.start..<mark.end).shifted(by: placed.start), character: emoji)
  }
}

extension HoverText {
  fileprivate init(range: Range<Int>, character: String) {
    let codes = character.unicodeScalars.map { scalar in
      let hex = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
    }
    self.init(range: range, lines: [.code(character), .text(codes.joined(separator: " "))])
  }
}
