/// Texts to measure with, the same ones for the same seed.
enum BenchmarkText {
  /// A kind of text.
  enum Kind: String, CaseIterable {
    /// What people write: headings, prose with inlines, lists, tables, code, quotes, definitions, in two scripts.
    case mixed
    /// One list of many items.
    case list
    /// One block quote of many paragraphs.
    case quote
    /// One table of many rows.
    case table
    /// One fenced code block.
    case code
    /// Many reference definitions, and paragraphs that mention them.
    case definitions
    /// Sections with links to each other, footnotes, and headings that are the same.
    case links
    // One paragraph of what cmark-gfm takes more than linear time for.
    case hostileDelimiters, hostileImages, hostileDeclarations, hostileAddress, hostileRows

    /// What a paragraph of a hostile kind repeats.
    var hostileText: String? {
      switch self {
      case .mixed, .list, .quote, .table, .code, .definitions, .links: nil
      case .hostileDelimiters: "*a **b _c [d](e "
      case .hostileImages: "![[]()"
      case .hostileDeclarations: "a<?b<!A x"
      case .hostileAddress: ")"
      case .hostileRows: "|x|\n|--|--|\n"
      }
    }
  }

  static func make(_ kind: Kind, byteCount: Int, seed: UInt64 = 1) -> [UInt8] {
    var random = Random(state: seed)
    var text: [UInt8] = []
    text.reserveCapacity(byteCount + 1024)
    if kind == .table { text += "| name | words | n |\n|:-----|:-----:|--:|\n".utf8 }
    if kind == .code { text += "```text\n".utf8 }
    if kind == .hostileAddress { text += "Some text http://a.b".utf8 }
    var number = 0
    while text.count < byteCount {
      number += 1
      switch kind {
      case .mixed: text += block(number, &random).utf8
      case .list: text += "- \(sentence(&random))\n".utf8
      case .table: text += "| row \(number) | \(sentence(&random)) | \(number) |\n".utf8
      case .code: text += "let value\(number) = table[\(number)] ?? names.map { $0.count * 2 }\n".utf8
      case .quote: text += "> \(sentence(&random))\n>\n".utf8
      case .definitions:
        text += "[label \(number)]: https://example.com/\(number) \"title\"\n\n".utf8
        text += "\(sentence(&random)) See [label \(number / 2)] and [label \(random.below(number) + 1)].\n\n".utf8
      case .links:
        text +=
          "## Section \(number)\n\n\(sentence(&random)) Go [on](#section-\(number + 1)) or "
          .utf8
        text += "[elsewhere](#section-\(random.below(number) + 1)).[^\(number)]\n\n### Notes\n\n".utf8
        text += "[^\(number)]: \(sentence(&random))\n\n".utf8
      case .hostileDelimiters, .hostileImages, .hostileDeclarations, .hostileAddress, .hostileRows:
        text += (kind.hostileText ?? "").utf8
      }
    }
    return text
  }

  private static let words = [
    "the", "parser", "reads", "a", "line", "and", "then", "another", "one", "until", "the", "document", "ends",
    "server",
    "editor", "answers", "quickly", "whatever", "length", "it", "has", "構文", "解析", "文書", "強調", "naïve", "façade", "👍",
  ]

  private static func sentence(_ random: inout Random) -> String {
    var segments: [String] = []
    for _ in 0..<random.below(14) + 5 {
      let word = words[random.below(words.count)]
      switch random.below(24) {
      case 0: segments.append("**\(word)**")
      case 1: segments.append("*\(word)*")
      case 2: segments.append("`\(word)`")
      case 3: segments.append("[\(word)](https://example.com/\(word))")
      case 4: segments.append("~~\(word)~~")
      default: segments.append(word)
      }
    }
    return segments.joined(separator: " ") + "."
  }

  private static func block(_ number: Int, _ random: inout Random) -> String {
    switch random.below(12) {
    case 0: return "## Section \(number)\n\n"
    case 1, 2:
      return (0..<random.below(5) + 2).map { _ in "- \(sentence(&random))\n" }.joined() + "\n"
    case 3:
      return (1...random.below(4) + 2).map { "\($0). \(sentence(&random))\n" }.joined() + "\n"
    case 4:
      let rows = (0..<random.below(4) + 1).map { _ in "| \(words[random.below(words.count)]) | `x` | 3 |\n" }.joined()
      return "| name | code | n |\n|:-----|:----:|--:|\n\(rows)\n"
    case 5:
      return "```swift\nlet value = \(number)\nprint(value)\n```\n\n"
    case 6:
      return "> \(sentence(&random))\n> \(sentence(&random))\n\n"
    case 7:
      return "- [ ] \(sentence(&random))\n- [x] \(sentence(&random))\n\n"
    default:
      return (0..<random.below(4) + 1).map { _ in sentence(&random) + "\n" }.joined() + "\n"
    }
  }
}

/// A generator that gives the same numbers for the same seed (SplitMix64).
struct Random {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 to below `limit`, which must be positive.
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
