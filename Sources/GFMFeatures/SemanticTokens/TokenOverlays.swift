import GFMSyntax
import MarkdownText

/// Gathers what is painted otherwise than the pieces say: by rules, and what GitHub does beyond the specification.
enum TokenOverlays {
  /// All marks in a block, in order, without overlap. Where two would lie over each other, rules count before the rest,
  /// and the first rule first.
  ///
  /// Blocks whose text holds none of the characters that something starts with cost one look at it.
  static func all(
    in tree: SyntaxTree, of bytes: [UInt8], looks: [NodeTokenStyle], options: TokenOptions
  ) -> [TokenOverlay] {
    let met = bytes.withUnsafeBufferPointer { Triggers(options.github).met(in: tree, of: $0) }
    guard !met.isEmpty || !options.rules.isEmpty else { return [] }
    return bytes.withUnsafeBufferPointer { bytes in
      var marks: [TokenOverlay] = []
      let needsText = !options.rules.isEmpty || !met.isDisjoint(with: Triggers.references.union(.colon))
      let text = needsText ? PlainText(of: tree) : nil
      if let text {
        for rule in options.rules { marks = marks.over(rule.marks(in: text, of: bytes)) }
      }
      return marks.over(gitHubMarks(met, in: tree, text, of: bytes, looks: looks, options: options))
    }
  }

  private static func gitHubMarks(
    _ met: Triggers, in tree: SyntaxTree, _ text: PlainText?, of bytes: UnsafeBufferPointer<UInt8>,
    looks: [NodeTokenStyle], options: TokenOptions
  ) -> [TokenOverlay] {
    let github = options.github
    var marks: [TokenOverlay] = []
    if met.contains(.dollar) { marks = MathText.marks(in: tree, of: bytes) }
    if met.contains(.bracket) {
      if github.alerts { marks = marks.over(Alerts.marks(in: tree, of: bytes)) }
      if github.nestedTasks, options.taskLists { marks = marks.over(NestedTasks.marks(in: tree, of: bytes)) }
    }
    if let text {
      var inText: [TokenOverlay] = []
      for run in text.runs {
        let isInLink = looks.indices.contains(Int(run.parent)) && looks[Int(run.parent)].isInLink
        var found: [TokenOverlay] = []
        if !met.isDisjoint(with: .references), !isInLink {
          found = GitHubReferences(in: run.range, of: bytes, options: github).marks()
        }
        if met.contains(.colon) { found = found.over(Shortcodes.marks(in: run.range, of: bytes)) }
        inText += found
      }
      marks = marks.over(inText)
    }
    if met.contains(.bracket) {
      marks = marks.over(UnresolvedReferences.marks(in: tree, of: bytes, findsFootnotes: options.footnotes))
    }
    return marks
  }
}

/// Characters that something beyond the parser's own starts with.
private struct Triggers: OptionSet {
  let rawValue: UInt8

  static let bracket = Triggers(rawValue: 1 << 0)
  static let dollar = Triggers(rawValue: 1 << 1)
  static let colon = Triggers(rawValue: 1 << 2)
  static let mention = Triggers(rawValue: 1 << 3)
  static let issue = Triggers(rawValue: 1 << 4)
  static let commit = Triggers(rawValue: 1 << 5)
  static let references: Triggers = [.mention, .issue, .commit]

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// What is asked for.
  init(_ options: TokenOptions.GitHub) {
    self = .bracket
    if options.math { insert(.dollar) }
    if options.shortcodes { insert(.colon) }
    if options.mentions { insert(.mention) }
    if options.issues { insert(.issue) }
    if options.commits { insert(.commit) }
  }

  /// Those whose characters are in a block's plain text.
  func met(in tree: SyntaxTree, of bytes: UnsafeBufferPointer<UInt8>) -> Triggers {
    var met: Triggers = []
    for token in tree.tokens where token.kind == .text {
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
    // A hash starts with too many characters.
    return intersection(met.union(.commit))
  }
}
