import GFMSyntax

/// Characters that what GitHub reads beyond the specification starts with. Text without them is not read for it.
struct GitHubTriggers: OptionSet {
  let rawValue: UInt8

  static let bracket = GitHubTriggers(rawValue: 1 << 0)
  static let dollar = GitHubTriggers(rawValue: 1 << 1)
  static let colon = GitHubTriggers(rawValue: 1 << 2)
  static let mention = GitHubTriggers(rawValue: 1 << 3)
  static let issue = GitHubTriggers(rawValue: 1 << 4)
  static let commit = GitHubTriggers(rawValue: 1 << 5)
  static let references: GitHubTriggers = [.mention, .issue, .commit]

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The triggers of what `options` asks for. Brackets always count: unresolved references start with them too.
  init(_ options: TokenOptions.GitHub) {
    self = .bracket
    if options.math { insert(.dollar) }
    if options.shortcodes { insert(.colon) }
    if options.mentions { insert(.mention) }
    if options.issues { insert(.issue) }
    if options.commits { insert(.commit) }
  }

  /// The triggers among these that plain text has.
  func met(in tokens: ArraySlice<SyntaxToken>, of bytes: UnsafeBufferPointer<UInt8>) -> GitHubTriggers {
    var met: GitHubTriggers = []
    for token in tokens where token.kind == .text {
      for index in token.range {
        switch bytes[index] {
        case UInt8(ascii: "["): met.insert(.bracket)
        case UInt8(ascii: "$"): met.insert(.dollar)
        case UInt8(ascii: ":"): met.insert(.colon)
        case UInt8(ascii: "@"): met.insert(.mention)
        case UInt8(ascii: "#"), UInt8(ascii: "-"): met.insert(.issue)
        default: continue
        }
      }
    }
    // A hash may start with any hexadecimal digit.
    return intersection(met.union(.commit))
  }
}
