/// A style that delimiters or HTML tags lay over inline text.
enum InlineStyle: UInt8, Sendable, Hashable, CaseIterable {
  case strong, emphasis, strikethrough, code

  /// The HTML element that means the style; further names mean it too.
  var elementNames: [String] {
    switch self {
    case .strong: ["strong", "b"]
    case .emphasis: ["em", "i"]
    case .strikethrough: ["del", "s"]
    case .code: ["code"]
    }
  }

  /// The style that the HTML element `name` (lower case) means.
  init?(elementName name: String) {
    guard let style = Self.allCases.first(where: { $0.elementNames.contains(name) }) else { return nil }
    self = style
  }
}

/// The styles laid over a piece of text.
struct InlineStyles: OptionSet, Sendable, Hashable {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ style: InlineStyle) { self.init(rawValue: 1 << style.rawValue) }
}

/// How a style is written: what stands before and after the styled text.
enum StyleSyntax: Sendable, Hashable {
  /// `*`, `_` or `~`, so many times.
  case delimiter(UInt8, count: Int)
  /// A code span's backticks, with a space inside of them where the code needs it.
  case backticks(count: Int, isPadded: Bool)
  /// An HTML element's tags.
  case element(String)

  var opening: [UInt8] {
    switch self {
    case .delimiter(let byte, let count): Array(repeating: byte, count: count)
    case .backticks(let count, let isPadded): Array(repeating: Self.backtick, count: count) + (isPadded ? [0x20] : [])
    case .element(let name): Array("<\(name)>".utf8)
    }
  }

  var closing: [UInt8] {
    switch self {
    case .delimiter: opening
    case .backticks: opening.reversed()
    case .element(let name): Array("</\(name)>".utf8)
    }
  }

  static let backtick = UInt8(ascii: "`")
}

extension EditOptions {
  /// The delimiters that can mean `style`, the user's choice first; none for code, whose backticks depend on it.
  func delimiters(for style: InlineStyle) -> [StyleSyntax] {
    let asterisk = UInt8(ascii: "*")
    let underscore = UInt8(ascii: "_")
    switch style {
    case .strong:
      let bytes = strongDelimiter == "__" ? [underscore, asterisk] : [asterisk, underscore]
      return bytes.map { .delimiter($0, count: 2) }
    case .emphasis:
      let bytes = emphasisDelimiter == "_" ? [underscore, asterisk] : [asterisk, underscore]
      return bytes.map { .delimiter($0, count: 1) }
    case .strikethrough:
      return [.delimiter(UInt8(ascii: "~"), count: 2)]
    case .code:
      return []
    }
  }
}
