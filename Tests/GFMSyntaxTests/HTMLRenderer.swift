import GFMSyntax
import MarkdownText

/// Renders a document to HTML as cmark-gfm does, but from our tree and ranges alone.
///
/// Every character of the text is copied from a piece's source, with its escape or entity undone; destinations come
/// from the document's own definitions. So where the HTML equals the library's, the ranges have lost nothing. Nothing
/// recurses.
struct HTMLRenderer {
  private let options: SyntaxOptions
  private let blocks: [BlockSource]
  private let references: References
  private var html: [UInt8] = []

  /// The image whose alternative text is being written: text alone, no markup.
  private var image: Int?
  /// Whether `\|` stands for `|` in the leaf that is being written, as in a table.
  private var unescapesPipes = false
  private var columns: [Node.Alignment] = []
  private var isInTableHeader = false
  private var hasTableBody = false
  /// The footnote whose definition is being written, until the links back to its references are.
  private var footnote: References.Footnote?

  static func html(of document: Document) -> String {
    var renderer = HTMLRenderer(document)
    renderer.run()
    return String(decoding: renderer.html, as: UTF8.self)
  }

  private init(_ document: Document) {
    options = document.options
    blocks = document.blocks(in: 0..<document.byteCount).map { BlockSource($0.block) }
    references = References(in: blocks)
  }

  private mutating func run() {
    for block in blocks { render(0..<block.tree.nodes.count, of: block) }
    let footnotes = references.footnotes
    guard !footnotes.isEmpty else { return }
    put("<section class=\"footnotes\" data-footnotes>\n<ol>\n")
    for footnote in footnotes { render(footnote) }
    put("</ol>\n</section>\n")
  }

  /// Renders whole subtrees, in order.
  private mutating func render(_ range: Range<Int>, of source: BlockSource) {
    let nodes = source.tree.nodes
    var open: [Int] = []
    var index = range.lowerBound
    while true {
      while let last = open.last, index >= Int(nodes[last].subtreeEnd) {
        leave(last, of: source)
        open.removeLast()
      }
      guard index < range.upperBound else { return }
      if enter(index, of: source) {
        open.append(index)
        index += 1
      } else {
        index = Int(nodes[index].subtreeEnd)
      }
    }
  }

  // MARK: Output

  private mutating func put(_ text: String) { html += Array(text.utf8) }

  private mutating func startLine() {
    if let last = html.last, last != 0x0A { html.append(0x0A) }
  }

  private mutating func putEscaped(_ text: some Sequence<UInt8>) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): put("&amp;")
      case UInt8(ascii: "<"): put("&lt;")
      case UInt8(ascii: ">"): put("&gt;")
      case UInt8(ascii: "\""): put("&quot;")
      default: html.append(byte)
      }
    }
  }

  private mutating func putAddress(_ address: [UInt8]) {
    for byte in address {
      switch byte {
      case UInt8(ascii: "&"): put("&amp;")
      case UInt8(ascii: "'"): put("&#x27;")
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        html.append(byte)
      case _ where "-_.!*(),%#@?=;:/+$~".utf8.contains(byte): html.append(byte)
      default: put("%" + String(byte >> 4, radix: 16, uppercase: true) + String(byte & 15, radix: 16, uppercase: true))
      }
    }
  }
}

// MARK: - Entering and leaving nodes

extension HTMLRenderer {
  /// Renders a node, or its start. `false` where its children are not to be rendered, or it has none.
  private mutating func enter(_ index: Int, of source: BlockSource) -> Bool {
    let kind = source.tree.nodes[index].kind
    if image != nil { return enterInImage(index, of: source) }
    switch kind {
    case .blockQuote:
      startLine()
      put("<blockquote>\n")
    case .list(let list):
      startLine()
      put(!list.isOrdered ? "<ul>\n" : list.start == 1 ? "<ol>\n" : "<ol start=\"\(list.start)\">\n")
    case .item:
      startLine()
      put("<li>")
      if options.taskLists, let isChecked = source.libraryTask(ofItem: index) {
        put("<input type=\"checkbox\" \(isChecked ? "checked=\"\" " : "")disabled=\"\" /> ")
      }
    case .footnoteDefinition, .referenceDefinition, .frontMatter, .tableDelimiterRow:
      return false
    case .paragraph:
      unescapesPipes = standsBeforeTable(index, of: source)
      guard !isTight(index, of: source) else { break }
      startLine()
      put("<p>")
    case .heading(let level, _):
      unescapesPipes = false
      startLine()
      put("<h\(level)>")
    case .thematicBreak:
      startLine()
      put("<hr />\n")
    case .fencedCode, .indentedCode:
      putCode(index, of: source)
    case .htmlBlock:
      startLine()
      html += source.lines(ofLeaf: index)
      startLine()
    case .table:
      startLine()
      put("<table>")
      hasTableBody = false
    case .tableRow(let isHeader):
      enterRow(index, isHeader: isHeader, of: source)
    case .tableCell(let alignment):
      unescapesPipes = true
      putCellStart(alignment)
    case .text:
      putEscaped(text(of: index, of: source))
    case .softBreak:
      put("\n")
    case .hardBreak:
      put("<br />\n")
    case .codeSpan:
      put("<code>")
      putEscaped(code(of: index, of: source))
      put("</code>")
    case .htmlInline:
      html += unescapingPipes(source.text(of: .htmlInline, in: index) ?? [])
    case .emphasis:
      put("<em>")
    case .strong:
      put("<strong>")
    case .strikethrough:
      put("<del>")
    case .link:
      let target = target(of: index, of: source)
      put("<a href=\"")
      putAddress(target.address)
      putTitle(target.title)
      put("\">")
    case .image:
      put("<img src=\"")
      putAddress(target(of: index, of: source).address)
      put("\" alt=\"")
      image = index
    case .footnoteReference:
      putFootnoteReference(index, of: source)
    }
    return true
  }

  private mutating func enterInImage(_ index: Int, of source: BlockSource) -> Bool {
    switch source.tree.nodes[index].kind {
    case .text: putEscaped(text(of: index, of: source))
    case .codeSpan: putEscaped(code(of: index, of: source))
    case .htmlInline: putEscaped(unescapingPipes(source.text(of: .htmlInline, in: index) ?? []))
    case .softBreak, .hardBreak: put(" ")
    default: break
    }
    return true
  }

  private mutating func leave(_ index: Int, of source: BlockSource) {
    if let image, image != index { return }
    image = nil
    switch source.tree.nodes[index].kind {
    case .blockQuote:
      startLine()
      put("</blockquote>\n")
    case .list(let list):
      put(list.isOrdered ? "</ol>\n" : "</ul>\n")
    case .item:
      put("</li>\n")
    case .paragraph:
      guard !isTight(index, of: source) else { break }
      if isLast(index, of: source), let footnote {
        put(" ")
        putBackReferences(footnote)
        self.footnote = nil
      }
      put("</p>\n")
    case .heading(let level, _):
      put("</h\(level)>\n")
    case .table:
      if hasTableBody {
        startLine()
        put("</tbody>\n")
      }
      startLine()
      put("</table>\n")
    case .tableRow(let isHeader):
      leaveRow(index, isHeader: isHeader, of: source)
    case .tableCell:
      put(isInTableHeader ? "</th>" : "</td>")
    case .emphasis:
      put("</em>")
    case .strong:
      put("</strong>")
    case .strikethrough:
      put("</del>")
    case .link:
      put("</a>")
    case .image:
      putTitle(target(of: index, of: source).title)
      put("\" />")
    case .footnoteDefinition, .thematicBreak, .fencedCode, .indentedCode, .htmlBlock, .tableDelimiterRow,
      .referenceDefinition, .frontMatter, .text, .softBreak, .hardBreak, .codeSpan, .htmlInline, .footnoteReference:
      break
    }
  }

  private mutating func putTitle(_ title: [UInt8]) {
    guard !title.isEmpty else { return }
    put("\" title=\"")
    putEscaped(title)
  }
}

// MARK: - Blocks

extension HTMLRenderer {
  /// Whether a paragraph stands directly in an item of a tight list.
  private func isTight(_ index: Int, of source: BlockSource) -> Bool {
    let ancestors = source.tree.ancestors(of: index).prefix(2).map { source.tree.nodes[$0].kind }
    guard ancestors.count == 2, case .list(let list) = ancestors[1] else { return false }
    return list.isTight
  }

  /// Whether a table follows without a blank line. The library then undoes `\|` in the paragraph too.
  private func standsBeforeTable(_ index: Int, of source: BlockSource) -> Bool {
    let node = source.tree.nodes[index]
    let next = Int(node.subtreeEnd)
    guard next < source.tree.nodes.count, source.tree.nodes[next].parent == node.parent,
      source.tree.nodes[next].kind == .table
    else { return false }
    return source.standsOnLineAfter(index, next)
  }

  private mutating func putCode(_ index: Int, of source: BlockSource) {
    startLine()
    // Entities are undone first, then escapes, wherever the library does both to one string.
    let info = withoutEscapes(trimmed(withoutEntities(source.text(of: .infoString, in: index) ?? [])))
    put("<pre><code")
    if !info.isEmpty {
      put(" class=\"language-")
      putEscaped(info.prefix { !isSpace($0) })
      put("\"")
    }
    put(">")
    putEscaped(source.lines(ofLeaf: index))
    put("</code></pre>\n")
  }

  // MARK: Tables

  private mutating func enterRow(_ index: Int, isHeader: Bool, of source: BlockSource) {
    startLine()
    isInTableHeader = isHeader
    if isHeader {
      put("<thead>\n")
      columns = source.tree.children(of: index).compactMap {
        guard case .tableCell(let alignment) = source.tree.nodes[$0].kind else { return nil }
        return alignment
      }
    } else if !hasTableBody {
      put("<tbody>\n")
      hasTableBody = true
    }
    put("<tr>")
  }

  private mutating func leaveRow(_ index: Int, isHeader: Bool, of source: BlockSource) {
    // A row that is too short is filled up.
    for alignment in columns.dropFirst(source.tree.children(of: index).reduce(0) { count, _ in count + 1 }) {
      putCellStart(alignment)
      put("</td>")
    }
    startLine()
    put("</tr>")
    guard isHeader else { return }
    put("\n</thead>")
    isInTableHeader = false
  }

  private mutating func putCellStart(_ alignment: Node.Alignment) {
    startLine()
    put(isInTableHeader ? "<th" : "<td")
    if alignment != .none { put(" align=\"\(alignment)\"") }
    put(">")
  }

  // MARK: Footnotes

  private mutating func render(_ footnote: References.Footnote) {
    let source = blocks[footnote.block]
    self.footnote = footnote
    put("<li id=\"fn-")
    putAddress(footnote.label)
    put("\">\n")
    render(footnote.node + 1..<Int(source.tree.nodes[footnote.node].subtreeEnd), of: source)
    if self.footnote != nil {
      putBackReferences(footnote)
      put("\n")
    }
    put("</li>\n")
  }

  /// Whether a paragraph is the last thing in a footnote's definition. Definitions inside are not in the library's tree,
  /// or no longer.
  private func isLast(_ index: Int, of source: BlockSource) -> Bool {
    let parent = Int(source.tree.nodes[index].parent)
    guard parent >= 0, source.tree.nodes[parent].kind == .footnoteDefinition else { return false }
    return source.tree.children(of: parent).allSatisfy { child in
      let kind = source.tree.nodes[child].kind
      return child <= index || kind == .referenceDefinition || kind == .footnoteDefinition
    }
  }

  private mutating func putFootnoteReference(_ index: Int, of source: BlockSource) {
    let label = ReferenceLabel(FootnoteSource(reference: index, in: source).kept)
    guard let (footnote, ordinal) = references.reference(at: index, in: source.block, to: label) else {
      put("<!-- no footnote -->")
      return
    }
    put("<sup class=\"footnote-ref\"><a href=\"#fn-")
    putAddress(footnote.label)
    put("\" id=\"fnref-")
    putAddress(footnote.label)
    if ordinal > 1 { put("-\(ordinal)") }
    put("\" data-footnote-ref>\(footnote.number)</a></sup>")
  }

  private mutating func putBackReferences(_ footnote: References.Footnote) {
    for ordinal in 1...max(1, footnote.referenceCount) {
      if ordinal > 1 { put(" ") }
      put("<a href=\"#fnref-")
      putAddress(footnote.label)
      if ordinal > 1 { put("-\(ordinal)") }
      put("\" class=\"footnote-backref\" data-footnote-backref aria-label=\"Back to content\">↩")
      if ordinal > 1 { put("<sup class=\"footnote-ref\">\(ordinal)</sup>") }
      put("</a>")
    }
  }
}

// MARK: - Inlines

extension HTMLRenderer {
  /// What a text node stands for, its escapes and entities undone.
  private func text(of index: Int, of source: BlockSource) -> [UInt8] {
    let isAngleAutolink =
      source.tree.nodes[index].parent >= 0
      && source.tree.nodes[Int(source.tree.nodes[index].parent)].kind == .link(.autolink)
    // Layout before a node may be the node's own.
    let tokens = source.tokens(of: index).filter { $0.kind != .whitespace && $0.kind != .lineEnding }
    var result: [UInt8] = []
    var next = 0
    while next < tokens.count {
      let token = tokens[next]
      next += 1
      switch token.kind {
      case .escape:
        result += source.bytes(of: token).suffix(1)
      case .entity:
        result += source.block.entityText(in: token.range) ?? []
      case .autolink where isAngleAutolink:
        result += withoutEntities(unescapingPipes(source.bytes(of: token)))
      default:
        // A reference without a footnote may span lines: the library loses some of it.
        var run = [token]
        while next < tokens.count, source.line(at: Int(run[run.count - 1].start)).upperBound < tokens[next].start {
          run.append(tokens[next])
          next += 1
        }
        let bytes = source.contentBytes(of: token)
        let isFootnote = run.count > 1 || bytes.starts(with: "[\\^".utf8)
        result += unescapingPipes(isFootnote ? FootnoteSource(run, in: source).bracketed : bytes)
      }
    }
    return result
  }

  /// A code span's content: line endings are spaces, and one space at each end is left out (CommonMark 6.3).
  private func code(of index: Int, of source: BlockSource) -> [UInt8] {
    let text = source.text(between: .codeDelimiter, in: index, taking: .codeSpanText)
    let content = unescapingPipes(text).map { $0 == 0x0A ? 0x20 : $0 }
    guard content.first == 0x20, content.last == 0x20, content.contains(where: { $0 != 0x20 }) else { return content }
    return Array(content[1..<content.count - 1])
  }

  /// Where a link leads, or where an image comes from.
  private func target(of index: Int, of source: BlockSource) -> References.Target {
    let form: Node.LinkForm
    switch source.tree.nodes[index].kind {
    case .link(let link): form = link
    case .image(let image): form = image
    default: return References.Target()
    }
    switch form {
    case .inline:
      return References.Target(
        destination: unescapingPipes(source.text(of: .linkDestination, in: index) ?? []),
        title: unescapingPipes(source.text(of: .linkTitle, in: index) ?? []))
    case .fullReference:
      return reference(unescapingPipes(source.text(of: .linkLabel, in: index) ?? []))
    case .collapsedReference, .shortcutReference:
      return reference(unescapingPipes(source.textSource(ofLink: index)))
    case .autolink:
      let text = text(of: index + 1, of: source)
      return References.Target(address: text.contains(UInt8(ascii: ":")) ? text : Array("mailto:".utf8) + text)
    case .bareAutolink:
      return References.Target(address: bareAddress(index, of: source))
    }
  }

  private func reference(_ label: [UInt8]) -> References.Target {
    references.target(of: ReferenceLabel(label)) ?? References.Target(address: Array("no-definition".utf8))
  }

  /// The address of a bare autolink: with `http://` before `www.`, with `mailto:` before an e-mail address.
  ///
  /// Of `www.` the full stop may be missing: it is no part of a link that would end with it.
  private func bareAddress(_ index: Int, of source: BlockSource) -> [UInt8] {
    let text = text(of: index + 1, of: source)
    let string = String(decoding: text, as: UTF8.self)
    let schemes = ["http://", "https://", "ftp://"]
    if schemes.contains(where: string.lowercased().hasPrefix) || string.hasPrefix("mailto:")
      || string.hasPrefix("xmpp:")
    {
      return text
    }
    return Array((isWorldWideWeb(string, at: index, of: source) ? "http://" : "mailto:").utf8) + text
  }

  /// Tells `www.a.b/c@d.e` from the e-mail address `www.a@b.c`: the former starts after white space or one of `*_~(`, not
  /// behind an open bracket, and has no underscore in the last two parts of its domain.
  private func isWorldWideWeb(_ text: String, at index: Int, of source: BlockSource) -> Bool {
    guard text.contains("@") else { return true }
    guard text.hasPrefix("www."), !isBehindOpenBracket(index, of: source) else { return false }
    let start = Int(source.tree.nodes[index].start)
    let before = source.tree.tokenIndex(at: start) - 1
    if before >= 0, !Self.isLayout(source.tree.tokens[before].kind) {
      let byte = source.block.bytes[start - 1]
      guard isSpace(byte) || "*_~(".utf8.contains(byte) else { return false }
    }
    let domain = text.prefix { $0.isLetter || $0.isNumber || "-._".contains($0) }
    return domain.split(separator: ".", omittingEmptySubsequences: false).suffix(2).allSatisfy { !$0.contains("_") }
  }

  /// Whether a bracket was open before a node in its leaf, as far as the text around tells.
  private func isBehindOpenBracket(_ index: Int, of source: BlockSource) -> Bool {
    let nodes = source.tree.nodes
    var depth = 0
    for earlier in source.tree.leaf(of: index)..<index {
      switch nodes[earlier].kind {
      case .text:
        for token in source.tokens(of: earlier) where token.kind == .text {
          for byte in source.bytes(of: token) {
            if byte == UInt8(ascii: "[") { depth += 1 } else if byte == UInt8(ascii: "]") { depth = max(0, depth - 1) }
          }
        }
      case .link(.inline), .link(.fullReference), .link(.collapsedReference), .link(.shortcutReference):
        // There are no links in links, so brackets before one no longer count.
        depth = 0
      default:
        break
      }
    }
    return depth > 0
  }

  private static func isLayout(_ kind: SyntaxToken.Kind) -> Bool {
    switch kind {
    case .whitespace, .lineEnding, .quoteMarker, .listMarker, .taskMarker, .headingMarker, .tablePipe: true
    default: false
    }
  }

  private func unescapingPipes(_ bytes: [UInt8]) -> [UInt8] {
    guard unescapesPipes else { return bytes }
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\\"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "|") { continue }
      result.append(byte)
    }
    return result
  }
}
