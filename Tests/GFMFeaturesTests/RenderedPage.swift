import MarkdownText

/// What a page of cmark-gfm's HTML shows: its characters with the styles laid over them, and all other tags in order.
///
/// Runs of white space count as one space. It reads HTML as cmark-gfm writes it, and knows nothing of Markdown.
struct RenderedPage {
  enum Item: Hashable {
    case character(Unicode.Scalar)
    /// A tag that is no style's.
    case tag(String)

    var isPunctuation: Bool {
      if case .character(let scalar) = self {
        Character(scalar).isPunctuation || Character(scalar).isSymbol
      } else {
        false
      }
    }
  }

  /// The tags' names, by what they mean.
  private static let styles = [
    "strong": "strong", "b": "strong", "em": "emphasis", "i": "emphasis", "del": "strikethrough", "s": "strikethrough",
    "code": "code",
  ]

  private(set) var items: [Item] = []
  /// Whether a style's tag has no partner.
  private(set) var leavesStyleOpen = false
  /// Whether there is code in it that does not show.
  private(set) var hasBlankCode = false
  /// Each item's styles; a tag has none.
  private(set) var itemStyles: [Set<String>] = []

  /// Reads `html`. Where `ignoringLinks`, `<a>` is none.
  init(html: String, ignoringLinks: Bool) {
    let tokens = Self.tokens(of: html)
    hasBlankCode = html.contains(/<code>\s*<\/code>/)
    var open: [String: Int] = [:]
    var isInCodeBlock = false
    for (index, token) in tokens.enumerated() {
      switch token {
      case .tag(let tag):
        if tag.text.hasPrefix("<pre") { isInCodeBlock = tokens[min(index + 1, tokens.count - 1)].isTag(named: "code") }
        if tag.text == "</pre>" { isInCodeBlock = false }
        if let style = tag.style, !isInCodeBlock {
          open[style, default: 0] += tag.isClosing ? -1 : 1
        } else if tag.name == "img" {
          add(.tag(tag.text), Set(open.filter { $0.value > 0 }.keys))
        } else if tag.name != "a" || !ignoringLinks {
          add(.tag(tag.text), [])
        }
      case .character(let scalar):
        if scalar.value < 0x80, scalar.properties.isWhitespace {
          if items.last != .character(" ") { add(.character(" "), []) }
        } else {
          add(.character(scalar), scalar.properties.isWhitespace ? [] : Set(open.filter { $0.value > 0 }.keys))
        }
      }
    }
    leavesStyleOpen = open.values.contains { $0 != 0 }
    dropSpaceBesideTags()
  }

  // MARK: Reading

  private struct Tag {
    var text: String
    var isClosing: Bool { text.hasPrefix("</") }
    var name: String { text.drop { $0 == "<" || $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased() }
    /// What a tag without attributes means.
    var style: String? { text.count == name.count + (isClosing ? 3 : 2) ? RenderedPage.styles[name] : nil }
  }

  private enum Token {
    case tag(Tag)
    case character(Unicode.Scalar)

    func isTag(named name: String) -> Bool { if case .tag(let tag) = self { tag.name == name } else { false } }
  }

  private static func tokens(of html: String) -> [Token] {
    var tokens: [Token] = []
    var rest = Substring(html).unicodeScalars
    while let scalar = rest.first {
      if scalar == "<", let end = tagEnd(in: rest) {
        tokens.append(.tag(Tag(text: String(rest[..<end]))))
        rest = rest[end...]
        continue
      }
      rest.removeFirst()
      if scalar == "&", let end = rest.firstIndex(of: ";"), let known = entities[String(rest[..<end])] {
        rest = rest[rest.index(after: end)...]
        tokens.append(.character(known))
      } else {
        tokens.append(.character(scalar))
      }
    }
    return tokens
  }

  private static let entities: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\""]

  /// After the `>` of a tag that starts here; quotes may hold one.
  private static func tagEnd(in rest: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView.Index? {
    if rest.starts(with: "<!--".unicodeScalars) {
      var index = rest.index(rest.startIndex, offsetBy: 4)
      while index < rest.endIndex {
        if rest[index...].starts(with: "-->".unicodeScalars) { return rest.index(index, offsetBy: 3) }
        index = rest.index(after: index)
      }
      return nil
    }
    var quote: Unicode.Scalar?
    for index in rest.indices {
      let scalar = rest[index]
      if let open = quote {
        if scalar == open { quote = nil }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if scalar == ">" {
        return rest.index(after: index)
      }
    }
    return nil
  }

  private mutating func add(_ item: Item, _ styles: Set<String>) {
    items.append(item)
    itemStyles.append(styles)
  }

  private mutating func dropSpaceBesideTags() {
    let kept = items.indices.filter { index in
      guard items[index] == .character(" ") else { return true }
      guard index > 0, index + 1 < items.count, case .character = items[index - 1], case .character = items[index + 1]
      else { return false }
      return true
    }
    items = kept.map { items[$0] }
    itemStyles = kept.map { itemStyles[$0] }
  }

  /// How the styles of characters and images differ from those in `other`; `nil` where the pages differ in more than
  /// styles.
  func restyled(in other: RenderedPage) -> [(before: Set<String>, after: Set<String>)]? {
    guard items == other.items else { return nil }
    return items.indices.compactMap { index in
      itemStyles[index] == other.itemStyles[index] ? nil : (itemStyles[index], other.itemStyles[index])
    }
  }
}
