import MarkdownText

/// A document's tree in a form to be read: one node a line, below its parent, with where it is and how its source starts.
///
/// Positions are `line:column`, both from 1, columns in bytes; ends are exclusive, as those of the byte ranges are.
public struct SyntaxDump {
  private let text: [UInt8]
  private let lines: SourceLines
  private var output: [UInt8] = []

  /// Beyond this depth, lines are indented no further: they say how deep they are.
  private static let maximumIndentation = 32
  /// Bytes of a node's source that are shown.
  private static let excerptLength = 40

  private init(_ document: Document) {
    text = document.text
    lines = SourceLines(text)
  }

  /// The dump of a whole document, in UTF-8. With `includingTokens` the tokens follow, in source order. O(n log n).
  public static func text(of document: Document, includingTokens: Bool = false) -> [UInt8] {
    var dump = SyntaxDump(document)
    let blocks = document.blocks(in: 0..<document.byteCount)
    for block in blocks { dump.appendNodes(of: block) }
    if includingTokens {
      dump.append("\ntokens\n")
      for block in blocks { dump.appendTokens(of: block) }
    }
    return dump.output
  }

  private mutating func appendNodes(of placed: LocatedBlock) {
    var depths: [Int] = []
    for node in placed.tree.nodes {
      let depth = node.parent < 0 ? 0 : depths[Int(node.parent)] + 1
      depths.append(depth)
      output += [UInt8](repeating: UInt8(ascii: " "), count: 2 * min(depth, Self.maximumIndentation))
      if depth > Self.maximumIndentation { append("(depth \(depth)) ") }
      append(Self.description(of: node.kind))
      appendPlace(placed.start + node.range.lowerBound..<placed.start + node.range.upperBound)
      append("\n")
    }
  }

  private mutating func appendTokens(of placed: LocatedBlock) {
    let tree = placed.tree
    for token in tree.tokens {
      append("  \(token.kind)")
      appendPlace(placed.start + token.range.lowerBound..<placed.start + token.range.upperBound)
      if token.node >= 0 { append("  of \(Self.description(of: tree.nodes[Int(token.node)].kind))") }
      append("\n")
    }
  }

  private mutating func append(_ string: String) { output += Array(string.utf8) }

  private mutating func appendPlace(_ range: Range<Int>) {
    append("  \(position(of: range.lowerBound))-\(position(of: range.upperBound))")
    append("  \(range.lowerBound)..<\(range.upperBound)  ")
    appendExcerpt(range)
  }

  private func position(of offset: Int) -> String {
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if lines.start(middle) <= offset { low = middle + 1 } else { high = middle }
    }
    let line = max(low - 1, 0)
    let isPastLastLine = offset == text.count && offset > 0 && text[offset - 1].isLineEnding
    return isPastLastLine ? "\(lines.count + 1):1" : "\(line + 1):\(offset - lines.start(line) + 1)"
  }

  // MARK: - Excerpts

  /// Appends the start of the source in `range` as a quoted string without control characters.
  private mutating func appendExcerpt(_ range: Range<Int>) {
    var end = min(range.upperBound, range.lowerBound + Self.excerptLength)
    // Not within a scalar, where that can be had.
    while end < range.upperBound, end > range.lowerBound + Self.excerptLength - 3, text[end] & 0xC0 == 0x80 { end -= 1 }
    append("\"")
    for scalar in String(decoding: text[range.lowerBound..<end], as: UTF8.self).unicodeScalars { append(scalar) }
    append(end < range.upperBound ? "\"…" : "\"")
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\n": append("\\n")
    case "\r": append("\\r")
    case "\t": append("\\t")
    case "\"": append("\\\"")
    case "\\": append("\\\\")
    default:
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        append("\\u{\(String(scalar.value, radix: 16, uppercase: true))}")
      default:
        append(String(Character(scalar)))
      }
    }
  }

  // MARK: - Kinds

  /// A kind's name, and what it says beside it.
  private static func description(of kind: Node.Kind) -> String {
    switch kind {
    case .blockQuote: "blockQuote"
    case .list(let list):
      (list.isOrdered ? "list ordered start=\(list.start)" : "list bullet") + (list.isTight ? " tight" : " loose")
    case .item(let item): description(of: item)
    case .footnoteDefinition: "footnoteDefinition"
    case .paragraph: "paragraph"
    case .heading(let level, let style): "heading level=\(level) \(style)"
    case .thematicBreak: "thematicBreak"
    case .fencedCode(let isClosed): isClosed ? "fencedCode" : "fencedCode unclosed"
    case .indentedCode: "indentedCode"
    case .htmlBlock: "htmlBlock"
    case .table: "table"
    case .tableRow(let isHeader): isHeader ? "tableRow header" : "tableRow"
    case .tableDelimiterRow: "tableDelimiterRow"
    case .tableCell(let alignment): alignment == .none ? "tableCell" : "tableCell \(alignment)"
    case .referenceDefinition: "referenceDefinition"
    case .frontMatter(let kind): "frontMatter \(kind)"
    case .text: "text"
    case .softBreak: "softBreak"
    case .hardBreak: "hardBreak"
    case .codeSpan: "codeSpan"
    case .htmlInline: "htmlInline"
    case .emphasis: "emphasis"
    case .strong: "strong"
    case .strikethrough: "strikethrough"
    case .link(let form): "link \(form)"
    case .image(let form): "image \(form)"
    case .footnoteReference: "footnoteReference"
    }
  }

  private static func description(of item: Node.Item) -> String {
    let marker = String(decoding: [item.marker], as: UTF8.self)
    let isOrdered = marker == "." || marker == ")"
    let task = item.task.map { " \($0)" } ?? ""
    return "item \(isOrdered ? "\(item.number)" : "")\(marker) content=\(item.contentIndentation)\(task)"
  }
}
