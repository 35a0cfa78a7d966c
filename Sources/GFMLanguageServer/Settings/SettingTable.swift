import GFMFeatures
import GFMSyntax

/// All settings. What reads them, the README and editors' forms go by this table.
extension Setting {
  /// The section that all names begin with.
  static let section = "gfm"

  static let all: [Setting] =
    syntax + github + rules + emphasis + lists + links + newline + outline + diagnostics + tokens + protocolSettings

  static let named = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

  /// The names' beginnings that are sections: `gfm`, `gfm.syntax`.
  static let sections = Set(
    all.flatMap { setting -> [String] in
      let segments = setting.name.split(separator: ".")
      return (1..<max(1, segments.count)).map { segments.prefix($0).joined(separator: ".") }
    })

  private static let syntax: [Setting] = [
    .boolean("gfm.syntax.tables", \.syntax.tables, "Lines with pipes, below a header and a row of dashes, are tables."),
    .choice(
      "gfm.syntax.strikethrough", \.syntax.strikethrough, "What is struck through.",
      [
        ("oneOrTwoTildes", .oneOrTwoTildes, "`~x~` and `~~x~~`, as on GitHub"),
        ("twoTildes", .twoTildes, "`~~x~~` alone"),
        ("off", .off, "nothing"),
      ]),
    .boolean(
      "gfm.syntax.autolinks", \.syntax.autolinks, "Bare URLs, `www.` addresses and e-mail addresses are links."),
    .boolean("gfm.syntax.taskLists", \.syntax.taskLists, "`[ ]` and `[x]` at the start of an item are boxes."),
    .boolean("gfm.syntax.footnotes", \.syntax.footnotes, "`[^label]` is a footnote."),
    .boolean(
      "gfm.syntax.frontMatter", \.syntax.frontMatter,
      "YAML between `---` lines, or TOML between `+++` lines, at the very start is front matter."),
  ]

  private static let github: [Setting] = [
    .boolean(
      "gfm.github.alerts", \.github.alerts,
      "`[!NOTE]`, `[!TIP]`, `[!IMPORTANT]`, `[!WARNING]` or `[!CAUTION]` as a quote's first line makes it an alert, where "
        + "the quote stands in nothing else."),
    .boolean("gfm.github.mentions", \.github.mentions, "`@user` and `@organization/team` are mentions."),
    .boolean("gfm.github.shortcodes", \.github.shortcodes, "`:smile:` is an emoji, where GitHub has one of that name."),
    .boolean(
      "gfm.github.nestedTasks", \.github.nestedTasks,
      "`[ ]` and `[x]` are boxes also in lists in quotes, and in items that start on another item's line."),
    .boolean(
      "gfm.github.issues", \.github.issues,
      "`#123`, `owner/repository#123` and `GH-123` are issues, as in GitHub's issues and comments; in files it makes no "
        + "links of them."),
    .boolean(
      "gfm.github.commits", \.github.commits,
      "Hashes of 7 to 40 digits, and `owner/repository@` before them, are commits; in files GitHub makes no links of them."
    ),
    .boolean(
      "gfm.github.math", \.github.math,
      "`$x$`, `$$x$$`, a code span between two `$` and fences of the language `math` are formulas."),
    .boolean(
      "gfm.github.diagrams", \.github.diagrams,
      "Fences of the languages `mermaid`, `geojson`, `topojson` and `stl` are drawings."),
  ]

  private static let rules: [Setting] = [
    .rules(
      "gfm.rules",
      "Rules of your own for plain text: `{ \"name\", \"scope\", \"pattern\", \"tokenType\", \"modifiers\" }`.")
  ]

  private static let emphasis: [Setting] = [
    .choice(
      "gfm.emphasis.strong", \.edit.strongDelimiter,
      "What bold text is written with, where that works: `__` does not inside a word.",
      [("**", "**", ""), ("__", "__", "")]),
    .choice(
      "gfm.emphasis.emphasis", \.edit.emphasisDelimiter,
      "What italic text is written with, where that works: `_` does not inside a word.",
      [("*", "*", ""), ("_", "_", "")]),
    .choice(
      "gfm.emphasis.fallback", \.edit.fallback, "What toggling a style does where no delimiter would work.",
      [
        ("shrink", .shrink, "leave punctuation at the edges out, and use HTML where that is not enough"),
        ("html", .html, "use HTML, such as `<strong>`"),
        ("none", .none, "nothing"),
      ]),
  ]

  private static let lists: [Setting] = [
    .choice(
      "gfm.list.bullet", \.edit.bulletMarker,
      "What new bullet lists are written with, where no list beside them says otherwise.",
      [("-", .dash, ""), ("*", .asterisk, ""), ("+", .plus, "")]),
    .choice(
      "gfm.list.numbering", \.edit.numbering, "How new numbered lists count, and those of one item go on.",
      [("increment", .increment, "1, 2, 3"), ("one", .one, "1, 1, 1, which GitHub shows as 1, 2, 3")]),
  ]

  private static let links: [Setting] = [
    .choice(
      "gfm.link.definitions", \.edit.definitionPlace, "Where the definition goes that a link becomes a reference to.",
      [("document", .document, "to the document's end"), ("section", .section, "to the end of the link's section")]),
    .choice(
      "gfm.tableOfContents.first", \.edit.firstContentsLevel,
      "The highest level of headings that a table of contents has, of those that stand below it.",
      EditOptions.HeadingLevel.allCases.map { ("\($0.rawValue)", $0, "") }),
    .choice(
      "gfm.tableOfContents.last", \.edit.lastContentsLevel,
      "The lowest level of headings that a table of contents has.",
      EditOptions.HeadingLevel.allCases.map { ("\($0.rawValue)", $0, "") }),
  ]

  private static let newline: [Setting] = [
    .choice(
      "gfm.newline.wrappedLine", \.edit.wrappedLine,
      "What Enter starts on a wrapped line of an item's first paragraph.",
      [("nextItem", .nextItem, "the next item"), ("indent", .indent, "a line of the same paragraph")]),
    .choice(
      "gfm.newline.hardBreak", \.edit.keepsItemAfterHardBreak, "What Enter starts after a hard line break in an item.",
      [("indent", true, "a line of the same paragraph"), ("nextItem", false, "the next item")]),
    .choice(
      "gfm.newline.emptyItem", \.edit.emptyItem, "What Enter in an empty item does.",
      [("outdent", .outdent, "go out one level, or end the list"), ("end", .end, "end all lists around it")]),
    .choice(
      "gfm.newline.emptyQuote", \.edit.emptyQuote, "When Enter on an empty line of a quote ends it.",
      [("twice", .twice, "on the second one, since one parts paragraphs"), ("once", .once, "on the first")]),
    .boolean(
      "gfm.newline.closesFences", \.edit.closesFences,
      "Enter after a code block's opening fence puts in the closing one, where there is none. In `gfm/edit` alone: "
        + "after a newline that the editor has typed itself, the caret would end up behind the fence."),
    .boolean(
      "gfm.newline.completesRows", \.edit.completesRows,
      "Enter in a table puts in all cells of the new row, not only the start of the first. In `gfm/edit` alone, too."),
  ]

  private static let outline: [Setting] = [
    .boolean(
      "gfm.outline.definitions", \.outline.showsDefinitions,
      "The outline shows reference and footnote definitions, too."),
    .boolean("gfm.outline.tables", \.outline.showsTables, "The outline shows tables, too."),
    .boolean("gfm.outline.codeBlocks", \.outline.showsCodeBlocks, "The outline shows fenced code blocks, too."),
  ]

  private static let diagnostics: [Setting] = DiagnosticCode.allCases.map { code in
    .choice(
      "gfm.diagnostics.\(code.rawValue)", \.diagnostics[code], code.summary,
      [
        ("error", .error, ""), ("warning", .warning, ""), ("information", .information, ""), ("hint", .hint, ""),
        ("off", nil, ""),
      ])
  }

  private static let tokens: [Setting] = [
    Setting.choice(
      "gfm.semanticTokens.legend", \.legendNames, "What tokens are called.",
      [
        ("gfm", .gfm, "by Markdown's own names"),
        ("standard", .standard, "by the protocol's standard names, for editors that have colours for those alone"),
      ]
    ).atStart()
  ]

  private static let protocolSettings: [Setting] = [
    Setting.choice(
      "gfm.positionEncoding", \.positionEncoding,
      "What positions count in. By default the first that the client offers, else UTF-16.",
      PositionEncoding.allCases.map { ($0.kind, $0, "") }
    ).atStart(for: .client)
  ]
}

extension OutlineContents {
  fileprivate var showsDefinitions: Bool {
    get { contains(.definitions) }
    set { set(.definitions, to: newValue) }
  }

  fileprivate var showsTables: Bool {
    get { contains(.tables) }
    set { set(.tables, to: newValue) }
  }

  fileprivate var showsCodeBlocks: Bool {
    get { contains(.codeBlocks) }
    set { set(.codeBlocks, to: newValue) }
  }

  private mutating func set(_ contents: OutlineContents, to isShown: Bool) {
    if isShown { formUnion(contents) } else { subtract(contents) }
  }
}
