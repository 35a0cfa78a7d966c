import GFMSyntax
import MarkdownText

/// The text before a caret that what is being typed can be read off. Offsets are bytes from the block's start.
struct CompletionLine {
  let placed: LocatedBlock
  let options: SyntaxOptions
  let caret: Int
  let line: SourceLine
  let prefix: LinePrefix
  /// Where that text starts: behind the line's markers, code, or a cell's edge.
  let start: Int
  /// The text; what is escaped, and entities, are NUL.
  let text: [UInt8]
  /// Whether the byte before the caret is HTML.
  let isInHTML: Bool

  private var block: Block { placed.block }
  private var bytes: [UInt8] { placed.bytes }
  private var tree: SyntaxTree { placed.tree }

  /// `nil` in code, front matter, and behind autolinks.
  init?(at offset: Int, in placed: LocatedBlock, options: SyntaxOptions) {
    let bytes = placed.bytes
    let tree = placed.tree
    let caret = offset - placed.start
    let line = SourceLine(at: caret, in: bytes)
    guard caret >= line.start, caret <= line.end else { return nil }
    var text = Array(bytes[line.start..<caret])
    var start = line.start
    var isInHTML = false
    var index = caret > line.start ? tree.tokenIndex(at: caret - 1) : -1
    scan: while index >= 0, index < tree.tokens.count, Int(tree.tokens[index].end) > line.start {
      let token = tree.tokens[index]
      let touchesCaret = Int(token.end) >= caret
      index -= 1
      switch token.kind {
      case .codeText, .codeSpanText, .frontMatterText, .frontMatterFence, .autolink, .thematicBreak, .tableAlignment:
        if touchesCaret { return nil }
        start = Int(token.end)
        break scan
      case .htmlText, .htmlInline:
        if touchesCaret { isInHTML = true }
        start = min(Int(token.end), caret)
        break scan
      case .lineEnding, .tablePipe, .tableDelimiterPipe, .quoteMarker, .listMarker, .headingMarker, .setextUnderline,
        .codeDelimiter, .codeFence:
        start = min(Int(token.end), caret)
        break scan
      case .escape, .entity:
        for masked in max(Int(token.start), line.start)..<min(Int(token.end), caret) { text[masked - line.start] = 0 }
      default:
        break
      }
    }
    start = max(start, line.start)
    self.placed = placed
    self.options = options
    self.caret = caret
    self.line = line
    prefix = LinePrefix(of: line, in: placed.block)
    self.start = start
    self.text = Array(text[(start - line.start)...])
    self.isInHTML = isInHTML
  }

  func place() -> CompletionContext? {
    if let language = language() { return language }
    if let tag = tag() { return tag }
    if isInHTML || isInCode { return nil }
    return destination() ?? bracket() ?? shortcode() ?? emptyContent()
  }

  private func place(_ kind: CompletionContext.Kind, from start: Int, to end: Int, isClosed: Bool) -> CompletionContext
  {
    CompletionContext(
      kind: kind, typed: (start..<caret).shifted(by: placed.start),
      whole: (start..<max(end, caret)).shifted(by: placed.start), isClosed: isClosed)
  }

  /// The end of what goes on behind the caret.
  private func end(while goesOn: (UInt8) -> Bool) -> Int {
    bytes[caret..<line.end].firstIndex { !goesOn($0) } ?? line.end
  }

  private func holds(_ byte: Character, at offset: Int) -> Bool {
    offset < line.end && offset >= line.start && bytes[offset] == byte.asciiValue
  }

  /// Whether the caret's line is one of a code block or of front matter.
  private var isInCode: Bool {
    guard let node = tree.innermostBlock(at: caret) else { return false }
    switch tree.nodes[node].kind {
    case .fencedCode, .indentedCode, .frontMatter: return true
    default: return false
    }
  }

  // MARK: Constructs

  private func language() -> CompletionContext? {
    var index = tree.tokenIndex(at: prefix.contentStart)
    guard index < tree.tokens.count, tree.tokens[index].kind == .codeFence, Int(tree.tokens[index].end) <= caret
    else { return nil }
    let fence = tree.tokens[index]
    let node = Int(fence.node)
    // The closing fence has no language.
    guard tree.nodes.indices.contains(node), tree.nodes[node].start == fence.start,
      !(block.startsInsideLeaf && node == 0)
    else { return nil }
    index += 1
    let start = bytes.firstNonspace(in: Int(fence.end)..<line.end)
    guard !bytes[min(start, caret)..<caret].contains(where: \.isSpaceOrTab) else { return nil }
    return place(.language, from: min(start, caret), to: end { !$0.isSpaceOrTab }, isClosed: false)
  }

  private func tag() -> CompletionContext? {
    var start = caret
    while start > line.start, bytes[start - 1].isTagNameByte { start -= 1 }
    let isClosing = start > line.start && holds("/", at: start - 1) && holds("<", at: start - 2)
    let sign = isClosing ? start - 2 : start - 1
    guard sign >= line.start, holds("<", at: sign), start == caret || !bytes[start].isDigit,
      isTagStart(sign)
    else { return nil }
    let end = end(while: \.isTagNameByte)
    return place(isClosing ? .closingTag : .tag, from: start, to: end, isClosed: isInsideTag(end))
  }

  /// Whether a tag goes on at `offset`, with attributes or its end.
  private func isInsideTag(_ offset: Int) -> Bool {
    guard let sign = bytes[offset..<line.end].firstIndex(where: { $0 == 0x3E || $0 == 0x3C }) else { return false }
    return bytes[sign] == UInt8(ascii: ">")
  }

  private func isTagStart(_ sign: Int) -> Bool {
    let index = tree.tokenIndex(at: sign)
    guard index < tree.tokens.count else { return false }
    let token = tree.tokens[index]
    switch token.kind {
    case .text:
      return true
    case .htmlInline:
      return Int(token.start) == sign && !bytes[sign...].starts(with: "<!--".utf8)
    case .htmlText:
      let node = Int(token.node)
      guard tree.nodes.indices.contains(node), !(node == 0 && block.startsInsideLeaf) else { return false }
      let tags = block.htmlTags(of: node)
      if tags.contains(where: { $0.kind == .comment && $0.range.contains(sign) }) { return false }
      guard let first = tags.first, ["script", "style", "textarea", "pre"].contains(first.name) else { return true }
      return sign <= first.range.lowerBound
    default:
      return false
    }
  }

  /// A destination behind `](` or a definition's `]:`.
  private func destination() -> CompletionContext? {
    guard let (start, isImage) = linkDestination() ?? definitionDestination() else { return nil }
    let isInAngles = holds("<", at: start) && start < caret
    let from = isInAngles ? start + 1 : start
    var depth = 0
    for byte in text[(from - self.start)...] {
      switch byte {
      case UInt8(ascii: "<"), UInt8(ascii: ">"): return nil
      case UInt8(ascii: " "), UInt8(ascii: "\t"): if !isInAngles { return nil }
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth < 0, !isInAngles { return nil }
      default: break
      }
    }
    let typed = from..<caret
    guard !LinkDestination.hasScheme(bytes[typed]), !bytes[typed].starts(with: "//".utf8) else { return nil }
    func goesOn(_ byte: UInt8) -> Bool {
      isInAngles ? byte != UInt8(ascii: ">") : !byte.isSpaceOrTab && byte != UInt8(ascii: ")")
    }
    if let sign = bytes[typed].firstIndex(of: UInt8(ascii: "#")) {
      return place(
        .fragment(path: block.destination(in: from..<sign)), from: sign + 1, to: end(while: goesOn), isClosed: true)
    }
    guard !bytes[typed].contains(UInt8(ascii: "?")) else { return nil }
    let segment = bytes[typed].lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? from
    return place(
      .path(folder: block.destination(in: from..<segment), isImage: isImage, isInAngles: isInAngles), from: segment,
      to: end { goesOn($0) && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "#") }, isClosed: true)
  }

  private func linkDestination() -> (start: Int, isImage: Bool)? {
    guard
      let bracket = text.indices.dropLast().last(where: {
        text[$0] == UInt8(ascii: "]") && text[$0 + 1] == UInt8(ascii: "(")
      }), let opening = openingBracket(before: start + bracket)
    else { return nil }
    return (
      bytes.firstNonspace(in: start + bracket + 2..<caret), opening > 0 && bytes[opening - 1] == UInt8(ascii: "!")
    )
  }

  /// The `[` that belongs to a `]`, in the same leaf block and not too far away.
  private func openingBracket(before closing: Int) -> Int? {
    let leaf = tree.innermostBlock(at: closing).map { Int(tree.nodes[$0].start) } ?? line.start
    var depth = 0
    var offset = closing - 1
    while offset >= max(leaf, closing - 4096) {
      if bytes[offset] == UInt8(ascii: "]") { depth += 1 }
      if bytes[offset] == UInt8(ascii: "[") {
        if depth == 0 { return offset }
        depth -= 1
      }
      offset -= 1
    }
    return nil
  }

  private func definitionDestination() -> (start: Int, isImage: Bool)? {
    let content = prefix.contentStart
    guard start <= content, content < caret, holds("[", at: content), !holds("^", at: content + 1),
      let bracket = text[(content - start)...].firstIndex(of: UInt8(ascii: "]")), bracket + 1 < text.count,
      text[bracket + 1] == UInt8(ascii: ":"), bracket > content - start + 1
    else { return nil }
    return (bytes.firstNonspace(in: start + bracket + 2..<caret), false)
  }

  /// Something that starts with `[`.
  private func bracket() -> CompletionContext? {
    guard let index = text.lastIndex(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }),
      text[index] == UInt8(ascii: "["), index == 0 || text[index - 1] != UInt8(ascii: "[")
    else { return nil }
    let opening = start + index
    if options.footnotes, holds("^", at: opening + 1), opening + 2 <= caret {
      guard !bytes[opening + 2..<caret].contains(where: \.isSpaceOrTab) else { return nil }
      let end = end { !$0.isSpaceOrTab && $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: "[") }
      return place(.footnote, from: opening + 2, to: end, isClosed: holds("]", at: end))
    }
    let isFull = index > 0 && text[index - 1] == UInt8(ascii: "]")
    let end = end { $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: "[") }
    let isClosed = holds("]", at: end)
    return place(
      .label(isFull ? .fullReference : starts(at: opening)), from: opening + 1, to: isClosed ? end : caret,
      isClosed: isClosed)
  }

  /// What a `[` that a line's content starts with may be the start of.
  private func starts(at opening: Int) -> CompletionContext.LabelPlace {
    guard opening == prefix.contentStart, let marker = prefix.markers.last else { return [] }
    switch tree.nodes[marker.container].kind {
    // A box that is there already is toggled, not typed.
    case .item where options.taskLists && !holds("]", at: opening + 2): return .task
    case .blockQuote where isAlertLine(marker): return .alert
    default: return []
    }
  }

  private func isAlertLine(_ marker: LinePrefix.Marker) -> Bool {
    let quote = tree.nodes[marker.container]
    return prefix.markers.count == 1 && quote.parent < 0 && Int(quote.start) >= line.start
      && block.contextPrefix.isEmpty
  }

  private func shortcode() -> CompletionContext? {
    var index = text.count
    while index > 0, text[index - 1].isShortcodeByte { index -= 1 }
    guard index > 0, text[index - 1] == UInt8(ascii: ":") else { return nil }
    let colon = start + index - 1
    let before = colon > line.start ? bytes[colon - 1] : UInt8(ascii: " ")
    // `12:30`, `Note:`, `::`, and the `|:` that a table's row of dashes starts with; but where words have no spaces between
    // them, one starts right behind another.
    guard !before.isLetterOrDigit, before < 0x80 || Self.isUnspaced(bytes[line.start..<colon]),
      before != UInt8(ascii: ":"), before != UInt8(ascii: "-"),
      before != UInt8(ascii: "|") || (index < text.count && text[index] != UInt8(ascii: "-"))
    else { return nil }
    let end = end(while: \.isShortcodeByte)
    return place(.shortcode, from: colon + 1, to: end, isClosed: holds(":", at: end))
  }

  /// Whether a text ends in a character of no alphabet: an ideograph, a syllable, a mark.
  private static func isUnspaced(_ text: ArraySlice<UInt8>) -> Bool {
    guard let last = String(decoding: text.suffix(8), as: UTF8.self).unicodeScalars.last else { return false }
    return !last.properties.isAlphabetic || last.properties.isIdeographic || (0x3041...0x30FF).contains(last.value)
      || (0x1100...0x11FF).contains(last.value) || (0xAC00...0xD7AF).contains(last.value)
  }

  private func emptyContent() -> CompletionContext? {
    guard prefix.contentStart >= line.end, let marker = prefix.markers.last, marker.range.upperBound < caret,
      bytes.isBlank(in: caret..<line.end)
    else { return nil }
    switch tree.nodes[marker.container].kind {
    case .item where options.taskLists: return place(.emptyItem, from: caret, to: caret, isClosed: false)
    case .blockQuote where isAlertLine(marker): return place(.emptyQuote, from: caret, to: caret, isClosed: false)
    default: return nil
    }
  }
}

extension UInt8 {
  fileprivate var isTagNameByte: Bool { isLetterOrDigit || self == UInt8(ascii: "-") }
  var isLetterOrDigit: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || isDigit }
}
