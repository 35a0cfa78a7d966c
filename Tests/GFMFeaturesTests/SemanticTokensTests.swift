import Foundation
import GFMFeatures
import GFMSyntax
import TestSupport
import Testing

@Suite struct SemanticTokensTests {
  /// Checks the tokens of `source`, each as its kind, its modifiers and its text: `text.strong "b"`.
  private func check(
    _ source: String, _ expected: String..., options: SyntaxOptions = .github,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let document = Document(source, options: options)
    #expect(document.readableTokens() == expected, sourceLocation: sourceLocation)
  }

  // MARK: Inline styles

  @Test func plainTextHasNoToken() {
    check("plain text, nothing else\non two lines\n")
    check("")
    check("\n\n")
  }

  @Test func styles() {
    check(
      "a **b** *c* ~~d~~ __e__ _f_ ~g~",
      #"delimiter.strong "**""#, #"text.strong "b""#, #"delimiter.strong "**""#,
      #"delimiter.emphasis "*""#, #"text.emphasis "c""#, #"delimiter.emphasis "*""#,
      #"delimiter.strikethrough "~~""#, #"text.strikethrough "d""#, #"delimiter.strikethrough "~~""#,
      #"delimiter.strong "__""#, #"text.strong "e""#, #"delimiter.strong "__""#,
      #"delimiter.emphasis "_""#, #"text.emphasis "f""#, #"delimiter.emphasis "_""#,
      #"delimiter.strikethrough "~""#, #"text.strikethrough "g""#, #"delimiter.strikethrough "~""#)
  }

  @Test func stylesCompose() {
    check(
      "***b** i ~~s~~*",
      #"delimiter.emphasis "*""#, #"delimiter.strong.emphasis "**""#, #"text.strong.emphasis "b""#,
      #"delimiter.strong.emphasis "**""#, #"text.emphasis " i ""#, #"delimiter.emphasis.strikethrough "~~""#,
      #"text.emphasis.strikethrough "s""#, #"delimiter.emphasis.strikethrough "~~""#, #"delimiter.emphasis "*""#)
  }

  @Test func styleOverLines() {
    check(
      "**a\nb**",
      #"delimiter.strong "**""#, #"text.strong "a""#, #"text.strong "b""#, #"delimiter.strong "**""#)
  }

  @Test func styleInQuoteLeavesThePrefixOut() {
    check(
      "> **a\n> b**\n",
      #"quoteMarker ">""#, #"delimiter.strong "**""#, #"text.strong "a""#,
      #"quoteMarker ">""#, #"text.strong "b""#, #"delimiter.strong "**""#)
  }

  @Test func styleOnEveryInline() {
    check(
      "**`c` [l](d) ![i](s) &amp; \\* <br>**",
      #"delimiter.strong "**`""#, #"codeSpan.strong "c""#, #"delimiter.strong "`""#, #"text.strong " ""#,
      #"delimiter.strong "[""#, #"link.strong "l""#, #"delimiter.strong "](""#, #"linkDestination.strong "d""#,
      #"delimiter.strong ")""#, #"text.strong " ""#, #"delimiter.strong "![""#, #"image.strong "i""#,
      #"delimiter.strong "](""#, #"linkDestination.strong "s""#, #"delimiter.strong ")""#, #"text.strong " ""#,
      #"entity.strong "&amp;""#, #"text.strong " ""#, #"escape.strong "\*""#, #"text.strong " ""#,
      #"htmlInline.strong "<br>""#, #"delimiter.strong "**""#)
  }

  @Test func unicode() {
    check(
      "日本**太字😀**é",
      #"delimiter.strong "**""#, #"text.strong "太字😀""#, #"delimiter.strong "**""#)
  }

  @Test func strikethroughFollowsTheOptions() {
    var options = SyntaxOptions.github
    options.strikethrough = .off
    check("~~a~~", options: options)
  }

  // MARK: Inlines

  @Test func codeSpan() {
    check("``a ` b``", #"delimiter "``""#, #"codeSpan "a ` b""#, #"delimiter "``""#)
    check("`**a**`", #"delimiter "`""#, #"codeSpan "**a**""#, #"delimiter "`""#)
  }

  @Test func inlineLink() {
    check(
      #"[t **b**](/d "x")"#,
      #"delimiter "[""#, #"link "t ""#, #"delimiter.strong "**""#, #"link.strong "b""#, #"delimiter.strong "**""#,
      #"delimiter "](""#, #"linkDestination "/d""#, #"linkTitle ""x"""#, #"delimiter ")""#)
  }

  @Test func angleDestination() {
    check(
      "[t](<a b>)",
      #"delimiter "[""#, #"link "t""#, #"delimiter "](<""#, #"linkDestination "a b""#, #"delimiter ">)""#)
  }

  @Test func image() {
    check(
      "![a *b*](s)",
      #"delimiter "![""#, #"image "a ""#, #"delimiter.emphasis "*""#, #"image.emphasis "b""#,
      #"delimiter.emphasis "*""#, #"delimiter "](""#, #"linkDestination "s""#, #"delimiter ")""#)
  }

  @Test func imageInLink() {
    check(
      "[![a](s)](d)",
      #"delimiter "[![""#, #"image "a""#, #"delimiter "](""#, #"linkDestination "s""#, #"delimiter ")](""#,
      #"linkDestination "d""#, #"delimiter ")""#)
  }

  @Test func referencesAndTheirDefinition() {
    check(
      "[t][l] [l][] [l]\n\n[l]: /d 'x'\n",
      #"delimiter "[""#, #"link "t""#, #"delimiter "][""#, #"linkLabel "l""#, #"delimiter "]""#,
      #"delimiter "[""#, #"link "l""#, #"delimiter "][]""#,
      #"delimiter "[""#, #"link "l""#, #"delimiter "]""#,
      #"delimiter "[""#, #"linkLabel.definition "l""#, #"delimiter "]:""#, #"linkDestination "/d""#,
      #"linkTitle "'x'""#)
  }

  @Test func shortcutReferenceWithoutDefinitionIsText() {
    check("[l]")
  }

  @Test func autolinks() {
    check(
      "<https://a.b> https://c.d www.e.f me@g.h",
      #"delimiter "<""#, #"autolink "https://a.b""#, #"delimiter ">""#,
      #"autolink "https://c.d""#, #"autolink "www.e.f""#, #"autolink "me@g.h""#)
  }

  @Test func footnotes() {
    check(
      "a[^n]\n\n[^n]: b\n",
      #"delimiter "[^""#, #"footnoteLabel "n""#, #"delimiter "]""#,
      #"delimiter "[^""#, #"footnoteLabel.definition "n""#, #"delimiter "]:""#)
  }

  @Test func htmlInline() {
    check("a <b class='x'>c</b>", #"htmlInline "<b class='x'>""#, #"htmlInline "</b>""#)
  }

  @Test func entitiesAndEscapes() {
    check(#"&amp; &#35; \* &nope;"#, #"entity "&amp;""#, ##"entity "&#35;""##, #"escape "\*""#)
  }

  @Test func hardBreaks() {
    check("a  \nb\\\nc", #"hardBreak "  ""#, #"hardBreak "\""#)
  }

  // MARK: Leaf blocks

  @Test(arguments: 1...6) func headings(level: Int) {
    let marks = String(repeating: "#", count: level)
    check(
      "\(marks) a **b** `c` \(marks)",
      "delimiter.level\(level) \"\(marks)\"", "heading.level\(level) \"a \"", "delimiter.strong.level\(level) \"**\"",
      "heading.strong.level\(level) \"b\"", "delimiter.strong.level\(level) \"**\"", "heading.level\(level) \" \"",
      "delimiter.level\(level) \"`\"", "codeSpan.level\(level) \"c\"", "delimiter.level\(level) \"`\"",
      "delimiter.level\(level) \"\(marks)\"")
  }

  @Test func setextHeadings() {
    check(
      "a\nb\n===\n\nc\n---\n",
      #"heading.level1 "a""#, #"heading.level1 "b""#, #"delimiter.level1 "===""#,
      #"heading.level2 "c""#, #"delimiter.level2 "---""#)
  }

  @Test func linkInHeading() {
    check(
      "# [a](b)",
      ##"delimiter.level1 "#""##, #"delimiter.level1 "[""#, #"link.level1 "a""#, #"delimiter.level1 "](""#,
      #"linkDestination.level1 "b""#, #"delimiter.level1 ")""#)
  }

  @Test func fencedCode() {
    check(
      "```swift x\nlet a = **1**\n\n  b\n```\n",
      #"codeFence "```""#, #"infoString "swift x""#, #"codeBlock "let a = **1**""#, #"codeBlock "  b""#,
      #"codeFence "```""#)
  }

  @Test func indentedCode() {
    check("    a\n    b\n", #"codeBlock "a""#, #"codeBlock "b""#)
  }

  @Test func thematicBreak() {
    check("***\n- - -\n", #"thematicBreak "***""#, #"thematicBreak "- - -""#)
  }

  @Test func htmlBlock() {
    check("<div>\n**a**\n</div>\n", #"htmlBlock "<div>""#, #"htmlBlock "**a**""#, #"htmlBlock "</div>""#)
  }

  @Test func table() {
    check(
      "| a | **b** |\n| - | :-: |\n| c | `d` |\n",
      #"tableDelimiter "|""#, #"tableCell.header "a""#, #"tableDelimiter "|""#, #"delimiter.strong.header "**""#,
      #"tableCell.strong.header "b""#, #"delimiter.strong.header "**""#, #"tableDelimiter "|""#,
      #"tableDelimiter "|""#, #"tableDelimiter "-""#, #"tableDelimiter "|""#, #"tableDelimiter ":-:""#,
      #"tableDelimiter "|""#,
      #"tableDelimiter "|""#, #"tableCell "c""#, #"tableDelimiter "|""#, #"delimiter "`""#, #"codeSpan "d""#,
      #"delimiter "`""#, #"tableDelimiter "|""#)
  }

  @Test func delimiterRowWithoutSpacesIsOneToken() {
    check(
      "a|b\n-|-\n",
      #"tableCell.header "a""#, #"tableDelimiter "|""#, #"tableCell.header "b""#, #"tableDelimiter "-|-""#)
  }

  @Test func frontMatter() {
    check(
      "---\ntitle: **x**\n---\n# h\n",
      #"delimiter "---""#, #"frontMatter "title: **x**""#, #"delimiter "---""#, ##"delimiter.level1 "#""##,
      #"heading.level1 "h""#)
    check("+++\na = 1\n+++\n", #"delimiter "+++""#, #"frontMatter "a = 1""#, #"delimiter "+++""#)
  }

  // MARK: Containers

  @Test func lists() {
    check(
      "- a\n  + *b*\n10) c\n",
      #"listMarker "-""#, #"listMarker "+""#, #"delimiter.emphasis "*""#, #"text.emphasis "b""#,
      #"delimiter.emphasis "*""#, #"listMarker "10)""#)
  }

  @Test func tasks() {
    check(
      "- [ ] a\n- [x] **b**\n",
      #"listMarker "-""#, #"taskMarker "[ ]""#,
      #"listMarker "-""#, #"taskMarker.checked "[x]""#, #"delimiter.strong "**""#, #"text.strong "b""#,
      #"delimiter.strong "**""#)
  }

  @Test func nestedQuotes() {
    check("> > # a\n", #"quoteMarker ">""#, #"quoteMarker ">""#, ##"delimiter.level1 "#""##, #"heading.level1 "a""#)
    check(">> a\n", #"quoteMarker ">>""#)
  }

  @Test func codeInQuoteLeavesThePrefixOut() {
    check(
      "> ```\n> a\n> ```\n",
      #"quoteMarker ">""#, #"codeFence "```""#, #"quoteMarker ">""#, #"codeBlock "a""#, #"quoteMarker ">""#,
      #"codeFence "```""#)
  }

  @Test func lineEndingsOfEveryForm() {
    for ending in ["\n", "\r\n", "\r"] {
      check(
        "# a\(ending)**b\(ending)c**\(ending)",
        ##"delimiter.level1 "#""##, #"heading.level1 "a""#, #"delimiter.strong "**""#, #"text.strong "b""#,
        #"text.strong "c""#, #"delimiter.strong "**""#)
    }
  }

  // MARK: The legend

  @Test func legendNamesAreUniqueAndFitTheBits() {
    #expect(Set(SemanticToken.Modifiers.names).count == SemanticToken.Modifiers.names.count)
    #expect(SemanticToken.Kind.allCases.map(\.rawValue) == (0..<UInt8(SemanticToken.Kind.allCases.count)).map { $0 })
    #expect(SemanticToken.Modifiers.caution.rawValue == 1 << UInt32(SemanticToken.Modifiers.names.count - 1))
  }

  // MARK: Every text

  /// What holds for the tokens of any text.
  private func checkInvariants(_ text: [UInt8], _ name: String) {
    let document = Document(text)
    for placed in document.blocks(in: 0..<document.byteCount) {
      let block = placed.block
      let tokens = block.semanticTokens(.everything)
      var end: Int32 = 0
      for token in tokens {
        guard token.start >= end, token.end > token.start, Int(token.end) <= block.bytes.count else {
          Issue.record("\(name): token \(token) is out of order or outside of its block of \(block.bytes.count) bytes")
          return
        }
        end = token.end
        let bytes = block.bytes[Int(token.start)..<Int(token.end)]
        if bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
          Issue.record("\(name): token \(token) holds a line ending")
        }
      }
      #expect(block.semanticTokens(.everything) == tokens, "\(name): two answers for one block")
    }
    #expect(Document(text).readableTokens() == document.readableTokens(), "\(name): two answers for one text")
  }

  @Test(.enabled(if: !Corpus.examples.isEmpty)) func everyExample() {
    for example in Corpus.examples {
      checkInvariants(Array(example.source.utf8), "\(example.file) \(example.number)")
    }
  }

  @Test(.enabled(if: !Corpus.documents.isEmpty), arguments: Corpus.documents) func everyDocument(url: URL) throws {
    checkInvariants([UInt8](try Data(contentsOf: url)), url.lastPathComponent)
  }

  /// The legend holds nothing that no text brings forth.
  @Test(.enabled(if: !Corpus.examples.isEmpty)) func everyKindIsMet() {
    var met: Set<SemanticToken.Kind> = []
    // The specification has neither front matter nor footnotes, nor what GitHub does beside it.
    let others = [
      "---\na: 1\n---\n\nb[^1]\n\n[^1]: c\n", "> [!NOTE]\n> @a #1 0a1b2c3 :smile: $x$\n", "```mermaid\na\n```\n",
    ]
    for source in Corpus.examples.map(\.source) + others {
      let document = Document(source)
      for placed in document.blocks(in: 0..<document.byteCount) {
        met.formUnion(placed.block.semanticTokens(TokenOptions(github: .all)).compactMap(\.kind))
      }
    }
    #expect(Set(SemanticToken.Kind.allCases).subtracting(met).isEmpty)
  }
}
