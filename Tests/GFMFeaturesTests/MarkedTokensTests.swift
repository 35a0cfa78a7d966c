import GFMFeatures
import GFMSyntax
import Testing

/// A text for each construct, with its tokens marked where they stand: `⟦type.modifier text⟧`.
@Suite struct MarkedTokensTests {
  private func check(
    _ marked: String..., options: SyntaxOptions = .github, github: TokenOptions.GitHub = .all,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let expected = marked.joined(separator: "\n")
    let source = expected.replacing(#/⟦[^ ]+ /#, with: "").replacing("⟧", with: "")
    let document = Document(source, options: options)
    #expect(Self.marked(document, TokenOptions(github: github)) == expected, sourceLocation: sourceLocation)
  }

  private static func marked(_ document: Document, _ options: TokenOptions) -> String {
    var bytes: [UInt8] = []
    for placed in document.blocks(in: 0..<document.byteCount) {
      var end = 0
      for token in placed.block.semanticTokens(options) {
        bytes += placed.bytes[end..<Int(token.start)]
        let names = SemanticToken.Modifiers.names.enumerated()
          .filter { token.modifiers.rawValue & 1 << UInt32($0.offset) != 0 }.map(\.element)
        let name = ([token.kind.map { "\($0)" } ?? "added"] + names).joined(separator: ".")
        bytes += Array("⟦\(name) ".utf8) + placed.bytes[Int(token.start)..<Int(token.end)] + Array("⟧".utf8)
        end = Int(token.end)
      }
      bytes += placed.bytes[end...]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Styles that compose

  @Test func everyStyleInAHeadingInAQuoteInAList() {
    check(
      "⟦listMarker -⟧ ⟦quoteMarker >⟧ ⟦delimiter.level2 ##⟧ "
        + "⟦delimiter.emphasis.level2 *⟧⟦delimiter.strong.emphasis.level2 **⟧"
        + "⟦delimiter.strong.emphasis.strikethrough.level2 ~~⟧⟦heading.strong.emphasis.strikethrough.level2 a⟧"
        + "⟦delimiter.strong.emphasis.strikethrough.level2 ~~⟧⟦delimiter.strong.emphasis.level2 **⟧"
        + "⟦delimiter.emphasis.level2 *⟧")
  }

  @Test func linkInsideBold() {
    check(
      "⟦delimiter.strong **[⟧⟦link.strong a⟧⟦delimiter.strong ](⟧⟦linkDestination.strong /b⟧⟦delimiter.strong )**⟧")
  }

  @Test func codeInsideALink() {
    check("⟦delimiter [`⟧⟦codeSpan a⟧⟦delimiter `](⟧⟦linkDestination /b⟧⟦delimiter )⟧")
  }

  @Test func imageInALink() {
    check(
      "⟦delimiter [![⟧⟦image a⟧⟦delimiter ](⟧⟦linkDestination /b⟧⟦delimiter )](⟧⟦linkDestination /c⟧⟦delimiter )⟧")
  }

  @Test func footnoteReferenceInACell() {
    check(
      "⟦tableDelimiter |⟧ ⟦tableCell.header a⟧⟦delimiter.header [^⟧⟦footnoteLabel.header 1⟧⟦delimiter.header ]⟧ "
        + "⟦tableDelimiter |⟧",
      "⟦tableDelimiter |⟧ ⟦tableDelimiter -⟧ ⟦tableDelimiter |⟧",
      "⟦tableDelimiter |⟧ ⟦tableCell b⟧⟦delimiter [^⟧⟦footnoteLabel 1⟧⟦delimiter ]⟧ ⟦tableDelimiter |⟧", "",
      "⟦delimiter [^⟧⟦footnoteLabel.definition 1⟧⟦delimiter ]:⟧ c")
  }

  @Test func taskBoxesInNestedQuotes() {
    check(
      "⟦quoteMarker >⟧ ⟦quoteMarker >⟧ ⟦listMarker -⟧ ⟦taskMarker.checked [x]⟧ a",
      "⟦quoteMarker >⟧ ⟦quoteMarker >⟧   ⟦listMarker -⟧ ⟦taskMarker [ ]⟧ ⟦delimiter.strong **⟧⟦text.strong b⟧⟦delimiter.strong **⟧"
    )
  }

  // MARK: GitHub

  @Test func alert() {
    check(
      "⟦quoteMarker >⟧ ⟦alert.warning [!WARNING]⟧", "⟦quoteMarker >⟧ ⟦mention @a⟧: see ⟦issue o/r#1⟧ ⟦emoji :eyes:⟧")
  }

  @Test func mathAndDrawings() {
    check(
      "⟦delimiter $⟧⟦math x^2⟧⟦delimiter $⟧ and", "", "⟦codeFence ```⟧⟦infoString math⟧", "⟦math y⟧", "⟦codeFence ```⟧",
      "",
      "⟦codeFence ```⟧⟦infoString mermaid⟧", "⟦diagram a⟧", "⟦codeFence ```⟧")
  }

  @Test func commit() { check("in ⟦commit 1a2b3c4⟧ and ⟦commit o/r@1a2b3c4⟧") }

  @Test func referencesThatLeadNowhere() {
    check(
      "⟦delimiter.unresolved [⟧⟦link.unresolved a⟧⟦delimiter.unresolved ][⟧⟦linkLabel.unresolved b⟧⟦delimiter.unresolved ]⟧ "
        + "⟦delimiter.unresolved [^⟧⟦footnoteLabel.unresolved c⟧⟦delimiter.unresolved ]⟧ [d]")
  }

  // MARK: What users have met

  @Test func escapedPipesBeforeAStyleInACell() {
    check(
      "⟦tableDelimiter |⟧ ⟦tableCell.header x⟧⟦escape.header \\|⟧⟦tableCell.header y⟧⟦escape.header \\|⟧⟦tableCell.header w ⟧"
        + "⟦delimiter.strong.header **⟧⟦tableCell.strong.header z⟧⟦delimiter.strong.header **⟧ ⟦tableDelimiter |⟧ "
        + "⟦tableCell.header c⟧ ⟦tableDelimiter |⟧",
      "⟦tableDelimiter |---|---|⟧")
  }

  @Test func aPipeInCodeSplitsTheCell() {
    check(
      "⟦tableDelimiter |⟧ ⟦tableCell.header a⟧ ⟦tableDelimiter |⟧", "⟦tableDelimiter |---|⟧",
      "⟦tableDelimiter |⟧ ⟦tableCell `x⟧⟦tableDelimiter |⟧y` ⟦tableDelimiter |⟧")
  }

  @Test func aStyleOverTwoLinesIsTwoTokens() {
    check(
      "⟦delimiter.strikethrough ~~⟧⟦text.strikethrough this⟧", "⟦text.strikethrough is⟧⟦delimiter.strikethrough ~~⟧")
  }

  @Test func nothingLeaksFromAQuotedFence() {
    check(
      "⟦quoteMarker >⟧ ⟦codeFence ```⟧", "⟦quoteMarker >⟧ ⟦codeBlock **a**⟧", "",
      "⟦delimiter.strong **⟧⟦text.strong b⟧⟦delimiter.strong **⟧")
  }

  @Test func anUnevenRun() { check("*⟦delimiter.emphasis *⟧⟦text.emphasis is⟧⟦delimiter.emphasis *⟧") }

  @Test func dashesBelowAHeadingOrAnItem() {
    check("⟦delimiter.level2 ##⟧ ⟦heading.level2 A⟧", "⟦thematicBreak ----⟧")
    check("⟦listMarker -⟧ a", "⟦thematicBreak ---⟧")
  }

  @Test func frontMatter() {
    check("⟦delimiter ---⟧", "⟦frontMatter title: x⟧", "⟦delimiter ---⟧", "", "⟦delimiter.level1 #⟧ ⟦heading.level1 h⟧")
    check("⟦thematicBreak ---⟧", "title: x")
  }

  @Test func tildes() {
    check("(~14 vs ~7) and (~55 vs ~58)")
    check("5⟦delimiter.strikethrough ~⟧⟦text.strikethrough 10, 7⟧⟦delimiter.strikethrough ~⟧9")
    check("~~z~")
    check("⟦codeFence ~~~⟧⟦infoString w~~~⟧")
    check("a ~~~w~~~")
    var options = SyntaxOptions.github
    options.strikethrough = .twoTildes
    check("5~10, 7~9 ⟦delimiter.strikethrough ~~⟧⟦text.strikethrough a⟧⟦delimiter.strikethrough ~~⟧", options: options)
  }

  @Test func indentedContinuationLines() {
    check(
      "⟦listMarker -⟧ a", "     ⟦delimiter.emphasis *⟧⟦text.emphasis b⟧⟦delimiter.emphasis *⟧", "",
      "⟦quoteMarker >⟧ a", "  ⟦delimiter.strong **⟧⟦text.strong b⟧⟦delimiter.strong **⟧")
  }

  @Test func wideCharacters() { check("你好👍⟦delimiter [⟧⟦link x⟧⟦delimiter ](⟧⟦linkDestination a.md⟧⟦delimiter )⟧") }

  @Test func threeAsterisks() {
    check("⟦thematicBreak ***⟧ ")
    check(
      "⟦delimiter.emphasis *⟧⟦delimiter.strong.emphasis **⟧⟦text.strong.emphasis t⟧⟦delimiter.strong.emphasis **⟧"
        + "⟦delimiter.emphasis *⟧")
  }

  @Test func aTaskIsNoReference() { check("⟦listMarker +⟧ ⟦taskMarker.checked [x]⟧ todo") }
}
