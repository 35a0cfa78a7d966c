import MarkdownText

/// Where the parts of a link, an image, a reference definition or a footnote stand. Ranges are bytes from the block's
/// start.
public struct LinkParts: Sendable, Hashable {
  /// Between the brackets of a link's text or an image's alternative text.
  public var text: Range<Int>?
  /// A reference's, a definition's or a footnote's label, without brackets. For the short forms, that is the text.
  public var label: Range<Int>?
  /// Without angle brackets; `nil` where it is empty. An autolink's address.
  public var destination: Range<Int>?
  /// With its quotes.
  public var title: Range<Int>?

  public init(destination: Range<Int>? = nil) { self.destination = destination }

  /// The parts where they are in a text that has `distance` bytes before the block.
  public func shifted(by distance: Int) -> LinkParts {
    let shift = { (range: Range<Int>) in range.lowerBound + distance..<range.upperBound + distance }
    var segments = self
    segments.text = text.map(shift)
    segments.label = label.map(shift)
    segments.destination = destination.map(shift)
    segments.title = title.map(shift)
    return segments
  }
}

extension SyntaxTree {
  /// The parts of the link, image, definition or footnote reference at `index`. Costs the node's own pieces, and O(log n)
  /// for each of its children.
  public func linkParts(of index: Index) -> LinkParts {
    let node = nodes[index]
    var segments = LinkParts()
    var textStart: Int?
    var next = tokenIndex(at: Int(node.start))
    // An autolink's address is its text, too.
    var child = node.kind.isAutolink ? Int(node.subtreeEnd) : index + 1
    while next < tokens.count, tokens[next].start < node.end {
      let token = tokens[next]
      next += 1
      // What its children hold is none of its own; images may stand in each other many times.
      while child < Int(node.subtreeEnd), nodes[child].end <= token.start { child = Int(nodes[child].subtreeEnd) }
      if child < Int(node.subtreeEnd), nodes[child].start <= token.start {
        next = max(next, tokenIndex(at: Int(nodes[child].end)))
        continue
      }
      if token.kind == .autolink { segments.destination = token.range }
      guard token.node == index else { continue }
      switch token.kind {
      case .bracket:
        if textStart == nil {
          textStart = Int(token.end)
        } else if segments.text == nil, let textStart {
          segments.text = textStart..<Int(token.start)
        }
      case .linkLabel, .footnoteLabel: segments.label = union(segments.label, token.range)
      case .linkDestination: segments.destination = union(segments.destination, token.range)
      case .linkTitle: segments.title = union(segments.title, token.range)
      default: break
      }
      // What a footnote's definition holds is none of its own.
      if node.kind == .footnoteDefinition, segments.text != nil { break }
    }
    switch node.kind {
    case .link(.collapsedReference), .link(.shortcutReference), .image(.collapsedReference), .image(.shortcutReference):
      segments.label = segments.text
    case .link(.autolink), .link(.bareAutolink), .referenceDefinition, .footnoteDefinition, .footnoteReference:
      segments.text = nil
    default: break
    }
    return segments
  }

  private func union(_ known: Range<Int>?, _ range: Range<Int>) -> Range<Int> {
    (known?.lowerBound ?? range.lowerBound)..<range.upperBound
  }
}

extension Node.Kind {
  fileprivate var isAutolink: Bool { self == .link(.autolink) || self == .link(.bareAutolink) }
}

extension Block {
  /// The label in `range` as the parser compares it: without the prefixes of lines and the escapes of table cells.
  public func label(in range: Range<Int>) -> [UInt8] {
    var label: [UInt8] = []
    var index = tree.tokenIndex(at: range.lowerBound)
    while index < tree.tokens.count, Int(tree.tokens[index].start) < range.upperBound {
      let token = tree.tokens[index]
      index += 1
      switch token.kind {
      case .whitespace, .lineEnding, .quoteMarker: label.append(0x20)
      default: label += bytes[token.range.clamped(to: range)]
      }
    }
    return isInCell(at: range.lowerBound) ? Unescaping.withoutCellEscapes(label) : label
  }

  /// Where a link leads: the destination in `range` with its escapes and entities undone.
  public func destination(in range: Range<Int>) -> [UInt8] {
    var source = Array(bytes[range])
    if isInCell(at: range.lowerBound) { source = Unescaping.withoutCellEscapes(source) }
    return Unescaping.text(of: source)
  }

  /// The title in `range`, without its quotes, with its escapes and entities undone.
  public func title(in range: Range<Int>) -> [UInt8] {
    var title: [UInt8] = []
    for token in tree.tokens[tree.tokenIndex(at: range.lowerBound)..<tree.tokenIndex(at: range.upperBound)] {
      if token.kind == .linkTitle { title += bytes[token.range] }
      if token.kind == .lineEnding { title.append(.lineFeed) }
    }
    return Unescaping.text(of: Array(title.dropFirst().dropLast()))
  }

  private func isInCell(at offset: Int) -> Bool {
    guard contents.contains(.tables), let node = tree.innermostBlock(at: offset),
      case .tableCell = tree.nodes[node].kind
    else { return false }
    return true
  }
}

/// Undoes what source text writes differently from what it stands for.
enum Unescaping {
  /// Without backslash escapes, entities put in (CommonMark 2.4, 2.5).
  static func text(of source: [UInt8]) -> [UInt8] {
    guard source.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "&") }) else { return source }
    var text: [UInt8] = []
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "\\"), index + 1 < source.count, source[index + 1].isPunctuation {
        text.append(source[index + 1])
        index += 2
      } else if source[index] == UInt8(ascii: "&"),
        let entity = Entity.scan(in: source, from: index, end: source.count)
      {
        text += entity.text
        index = entity.end
      } else {
        text.append(source[index])
        index += 1
      }
    }
    return text
  }

  /// A table cell's text is unescaped once more than other text: `\|` is a pipe (GFM 4.10).
  static func withoutCellEscapes(_ source: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    for byte in source {
      if byte == UInt8(ascii: "|"), text.last == UInt8(ascii: "\\") { text.removeLast() }
      text.append(byte)
    }
    return text
  }
}
