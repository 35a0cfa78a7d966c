import MarkdownText

/// A tag or a comment in HTML, as it stands in the source. Ranges are bytes from the block's start.
public struct HTMLTag: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case opening, closing, selfClosing, comment
  }

  public struct Attribute: Sendable, Hashable {
    /// In lower case.
    public var name: String
    /// Without quotes, entities put in.
    public var value: [UInt8]
    /// Where the value stands, without quotes.
    public var valueRange: Range<Int>
  }

  public var kind: Kind
  /// In lower case; empty for a comment.
  public var name: String
  /// Where the name stands; a comment's text.
  public var nameRange: Range<Int>
  public var range: Range<Int>
  public var attributes: [Attribute] = []

  /// Whether an element of this name never has a closing tag.
  public var isVoid: Bool { Self.voidNames.contains(name) }

  /// What leads somewhere on GitHub's pages.
  fileprivate static let linkAttributeNames = ["a": "href", "img": "src", "video": "src"]

  private static let voidNames: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
  ]
}

extension Block {
  /// The tags and comments of the HTML block or inline HTML at `node`, in source order. O(n).
  public func htmlTags(of node: SyntaxTree.Index) -> [HTMLTag] { tree.htmlTags(of: node, in: bytes) }
}

extension Block {
  /// The attributes by which the HTML block or inline HTML at `node` leads somewhere: those of links, images and videos,
  /// in source order. O(n).
  public func linkAttributes(of node: SyntaxTree.Index) -> [HTMLTag.Attribute] {
    tree.linkAttributes(of: node, in: bytes, contextPrefix: contextPrefix)
  }
}

extension SyntaxTree {
  /// The attributes by which the HTML at `node` leads somewhere, in a block with `contextPrefix`. O(n).
  func linkAttributes(of node: Index, in bytes: [UInt8], contextPrefix: [UInt8]) -> [HTMLTag.Attribute] {
    // A part may go on with a comment.
    guard node > 0 || !contextPrefix.starts(with: "<!--".utf8) else { return [] }
    return htmlTags(of: node, in: bytes).flatMap { tag in
      tag.attributes.filter { !$0.value.isEmpty && HTMLTag.linkAttributeNames[tag.name] == $0.name }
    }
  }

  /// The tags and comments of the HTML block or inline HTML at `node`, in source order. O(n).
  func htmlTags(of node: Index, in bytes: [UInt8]) -> [HTMLTag] {
    let range = nodes[node].range
    var text: [UInt8] = []
    var lines: [(text: Int, source: Int)] = []
    for token in tokens[tokenIndex(at: range.lowerBound)..<tokenIndex(at: range.upperBound)] {
      switch token.kind {
      case .htmlText, .htmlInline:
        lines.append((text.count, Int(token.start)))
        text += bytes[token.range]
      case .lineEnding: text.append(.lineFeed)
      default: break
      }
    }
    var scanner = HTMLScanner(text)
    var line = 0
    // An end belongs to the line of the byte before it.
    func source(_ offset: Int, isEnd: Bool) -> Int {
      let byte = isEnd ? offset - 1 : offset
      while line + 1 < lines.count, lines[line + 1].text <= byte { line += 1 }
      while line > 0, lines[line].text > byte { line -= 1 }
      return lines.isEmpty ? range.lowerBound : min(lines[line].source + offset - lines[line].text, range.upperBound)
    }
    func mapped(_ range: Range<Int>) -> Range<Int> {
      let start = source(range.lowerBound, isEnd: false)
      return start..<(range.isEmpty ? start : max(start, source(range.upperBound, isEnd: true)))
    }
    return scanner.tags().map { tag in
      var tag = tag
      tag.range = mapped(tag.range)
      tag.nameRange = mapped(tag.nameRange)
      for index in tag.attributes.indices {
        tag.attributes[index].valueRange = mapped(tag.attributes[index].valueRange)
      }
      return tag
    }
  }
}

/// Finds tags in HTML as browsers do, roughly: comments, tags with attributes, the raw text of scripts and styles.
struct HTMLScanner {
  private let text: [UInt8]
  private var index = 0
  /// Since a tag had no end.
  private var tagEnd: HTMLTagEnd?

  init(_ text: [UInt8]) { self.text = text }

  /// All of them, in order. O(n).
  mutating func tags() -> [HTMLTag] {
    var tags: [HTMLTag] = []
    var rawText: String?
    while let start = text.index(of: UInt8(ascii: "<"), from: index) {
      index = start
      if let tag = comment() ?? tag() {
        if let name = rawText, tag.kind != .closing || tag.name != name { continue }
        rawText = tag.kind == .opening && ["script", "style", "textarea", "title"].contains(tag.name) ? tag.name : nil
        tags.append(tag)
      } else {
        index = start + 1
      }
    }
    return tags
  }

  private mutating func comment() -> HTMLTag? {
    guard text[index...].starts(with: "<!--".utf8) else { return nil }
    let start = index
    index += 4
    while let dash = text.index(of: UInt8(ascii: "-"), from: index) {
      index = dash + 1
      guard text[dash...].starts(with: "-->".utf8) else { continue }
      index = dash + 3
      return HTMLTag(kind: .comment, name: "", nameRange: start + 4..<dash, range: start..<index)
    }
    index = text.count
    return HTMLTag(kind: .comment, name: "", nameRange: start + 4..<index, range: start..<index)
  }

  private mutating func tag() -> HTMLTag? {
    let start = index
    index += 1
    let isClosing = byte == UInt8(ascii: "/")
    if isClosing { index += 1 }
    let nameRange = scan { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") }
    guard let first = text[nameRange].first, first.isLetter, tagEnd?.exists(from: index) != false else { return nil }
    var tag = HTMLTag(
      kind: isClosing ? .closing : .opening, name: lowercased(nameRange), nameRange: nameRange, range: start..<start)
    while let byte, byte != UInt8(ascii: ">") {
      if byte == UInt8(ascii: "/") {
        index += 1
        if self.byte == UInt8(ascii: ">"), tag.kind == .opening { tag.kind = .selfClosing }
      } else if byte.isSpace {
        index += 1
      } else {
        attribute().map { tag.attributes.append($0) }
      }
    }
    guard byte != nil else {
      tagEnd = tagEnd ?? HTMLTagEnd(text)
      return nil
    }
    index += 1
    tag.range = start..<index
    return tag
  }

  /// An attribute; `nil` for one without a value.
  private mutating func attribute() -> HTMLTag.Attribute? {
    let isNameByte = { (byte: UInt8) in
      !byte.isSpace && byte != UInt8(ascii: "=") && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "/")
    }
    var name = scan(isNameByte)
    // A sign that no name can start with is passed over as one.
    if name.isEmpty {
      name = index..<index + 1
      index += 1
    }
    let afterName = index
    _ = scan(\.isSpace)
    guard byte == UInt8(ascii: "=") else {
      index = afterName
      return nil
    }
    index += 1
    _ = scan(\.isSpace)
    let valueRange: Range<Int>
    if let quote = byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      index += 1
      valueRange = scan { $0 != quote }
      index = min(index + 1, text.count)
    } else {
      valueRange = scan { !$0.isSpace && $0 != UInt8(ascii: ">") }
    }
    return HTMLTag.Attribute(
      name: lowercased(name), value: Self.withEntities(Array(text[valueRange])), valueRange: valueRange)
  }

  private var byte: UInt8? { index < text.count ? text[index] : nil }

  private mutating func scan(_ isWanted: (UInt8) -> Bool) -> Range<Int> {
    let start = index
    while index < text.count, isWanted(text[index]) { index += 1 }
    return start..<index
  }

  private func lowercased(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self).lowercased() }

  private static func withEntities(_ value: [UInt8]) -> [UInt8] { HTMLText.withEntities(value) }
}

/// Text in HTML, which has entities but no escapes.
enum HTMLText {
  static func withEntities(_ source: [UInt8]) -> [UInt8] {
    guard source.contains(UInt8(ascii: "&")) else { return source }
    var text: [UInt8] = []
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "&"), let entity = Entity.scan(in: source, from: index, end: source.count) {
        text += entity.text
        index = entity.end
      } else {
        text.append(source[index])
        index += 1
      }
    }
    return text
  }
}
