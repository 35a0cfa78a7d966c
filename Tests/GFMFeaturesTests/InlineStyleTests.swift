import Foundation
import GFMFeatures
import GFMSyntax
import MarkdownText
import TestSupport
import Testing

/// Toggling strong, emphasis, strikethrough and code.
@Suite struct InlineStyleTests {
  /// Toggles at the marks of `before`, and checks the text and the marks after it; `nil` for no answer.
  private func check(
    _ operation: EditOperation, _ before: String, _ after: String?, options: EditOptions = EditOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let result = Self.toggling(operation, MarkedText(before), options: options)
    #expect(result?.marked == after, sourceLocation: sourceLocation)
  }

  static func toggling(
    _ operation: EditOperation, _ marked: MarkedText, options: EditOptions = EditOptions()
  ) -> MarkedText? {
    let selections = marked.selections.map { TextSelection(anchor: $0.lowerBound, head: $0.upperBound) }
    guard let result = Document(marked.text).edit(operation, selections: selections, options: options) else {
      return nil
    }
    return MarkedText(text: result.applied(to: marked.text), selections: result.selections.map { $0.range })
  }

  // MARK: Case files

  static let cases: [EditCase] = {
    let url = Bundle.module.url(forResource: "edits-inline", withExtension: "txt", subdirectory: "Fixtures")
    return url.flatMap { try? EditCase.load($0) } ?? []
  }()

  @Test(arguments: cases) func caseFile(_ editCase: EditCase) throws {
    let operation = try #require(EditOperation(rawValue: editCase.operation))
    let after = Self.toggling(operation, editCase.before)
    switch editCase.expectation {
    case .after(let expected): #expect(after?.marked == expected.marked)
    case .none: #expect(after?.marked == nil)
    case .html(let expected):
      let text = try #require(after).text
      if let html = try CommandLineRendering.html(of: text) {
        #expect(html.trimmingCharacters(in: .newlines) == expected, "\(text)")
      }
    }
  }

  // MARK: Carets

  @Test func caretInStyledRange() {
    check(.strong, "aa **bb c‸c** dd", "aa bb c‸c dd")
    check(.strong, "a ‸**b** c", "a ‸b c")
    check(.strong, "a **b**‸ c", "a b‸ c")
    check(.strong, "a *‸*b** c", "a ‸b c")
    check(.emphasis, "***‸x***", "**‸x**")
    check(.strong, "***‸x***", "*‸x*")
    check(.emphasis, "___‸x___", "__‸x__")
    check(.strong, "___‸x___", "_‸x_")
    check(.strong, "**a __b‸__ c**", "**a** b‸ **c**")
    check(.emphasis, "**a *b‸* c**", "**a b‸ c**")
    check(.strong, "<strong>a‸</strong>", "a‸")
    check(.strikethrough, "~~a‸~~", "a‸")
  }

  @Test func caretInConstruct() {
    check(.strong, "a `b ‸c` d", "a **`b ‸c`** d")
    check(.strong, "a `b c`‸ d", "a **`b c`‸** d")
    check(.emphasis, "<https://a.b‸>", "*<https://a.b‸>*")
    check(.emphasis, "see https://a‸.b now", "see *https://a‸.b* now")
    check(.strong, "[a b](u‸)", "**[a b](u‸)**")
    check(.strong, "[**a**](u‸)", "[a](u‸)")
    check(.strong, "[a]‸[b]\n\n[b]: u", "**[a]‸[b]**\n\n[b]: u")
    check(.strong, "![a‸](u)", "**![a‸](u)**")
    check(.code, "see https://a‸.b now", "see `https://a‸.b` now")
    check(.code, "`https://a‸.b`", "https://a‸.b")
  }

  @Test func caretInWord() {
    check(.strong, "I like sp‸orts, mainly", "I like **sp‸orts**, mainly")
    check(.strong, "‸word", "**‸word**")
    check(.strong, "word‸", "**word‸**")
    check(.strong, "don’‸t", "**don’‸t**")
    check(.strong, "3.1‸4.", "**3.1‸4**.")
    check(.strong, "snake_‸case", "**snake_‸case**")
    check(.strong, "un*fr‸ig*ging", "**un*fr‸ig*ging**")
    check(.strong, "日本iPho‸neを", "日本**iPho‸ne**を")
    check(.strong, "안녕‸하세요 여러분", "**안녕‸하세요** 여러분")
    check(.code, "wor‸d", "`wor‸d`")
    check(.code, "`word`‸", "word‸")
    check(.strong, "[go he‸re][]\n\n[go here]: u", "[go **he‸re**][go here]\n\n[go here]: u")
    check(.strong, "[go he‸re]\n\n[go here]: u", "[go **he‸re**][go here]\n\n[go here]: u")
  }

  @Test func emptyPairs() {
    check(.strong, "‸", "**‸**")
    check(.strong, "**‸**", "‸")
    check(.strong, "__‸__", "‸")
    check(.emphasis, "*‸*", "‸")
    check(.strikethrough, "a ~~‸~~", "a ‸")
    check(.code, "a ‸ b", "a `‸` b")
    check(.code, "a `‸` b", "a ‸ b")
    check(.strong, "a ‸ b", "a **‸** b")
    check(.emphasis, "**‸**", "***‸***")
    check(.emphasis, "***‸***", "**‸**")
    check(.emphasis, "a **‸** b", "a ***‸*** b")
    check(.strong, "<strong>‸</strong>", "‸")
    check(.strong, "a <b>‸</b>", "a ‸")
    check(.strong, "太字‸じゃない", "太字**‸**じゃない")
    check(.strong, "a\n\n‸\n\nb", "a\n\n**‸**\n\nb")
    check(.strong, "- a\n- ‸", "- a\n- **‸**")
    check(.strong, "> ‸", "> **‸**")
    check(.strong, ">‸", ">**‸**")
    check(.strong, "- [ ] ‸", "- [ ] **‸**")
    check(.strong, "|a|b|\n|-|-|\n| ‸ |x|", "|a|b|\n|-|-|\n| **‸** |x|")
    check(.strong, "a\n‸", "a\n**‸**")
    check(.strong, "# ‸", "# **‸**")
    check(.strong, "a ‸ b ‸ c", "a **‸** b **‸** c")
    check(.strong, "a ‸ wo‸rd", "a **‸** **wo‸rd**")
  }

  @Test func delimitersOfOthersAreNoEmptyPair() {
    check(.emphasis, "**‸*a***", "*‸*a**")
    check(.emphasis, "***a*‸**", "**a*‸*")
    check(.emphasis, "**bold*‸*", "***bold**‸*")
    check(.emphasis, "**太*‸*字**", "**太‸字**")
    check(.strong, "*太**‸**字*", "*太‸字*")
  }

  @Test func noPlaceForAnything() {
    check(.strong, "-‸", nil)
    check(.strong, "-‸ a", nil)
    check(.strong, "‸- a", nil)
    check(.strong, "#‸ a", nil)
    check(.strong, "‸> a", nil)
    check(.strong, "``` ‸", nil)
    check(.strong, "```\n‸\n```", nil)
    check(.strong, "    code ‸", nil)
    check(.strong, "[a]: /u‸", nil)
    check(.strong, "<!-- ‸ -->", nil)
    check(.strong, "a <b‸r> c", nil)
    check(.strong, "a\n==‸=", nil)
    check(.strong, "a &am‸p; b", nil)
    check(.strong, "|a|\n|-‸|", nil)
    check(.strong, "---\n‸\n---\n", nil)
    check(.strong, "a\r‸\n".replacing("\\r", with: "␍"), nil)
  }

  @Test func noCharacterIsParted() {
    check(.strong, "⚠️‸ 注意", "⚠️**‸** 注意")
    check(.strong, "⚠️Warn‸ing x", "⚠️**Warn‸ing** x")
    check(.strong, "☕️❤️©️‸", "☕️❤️©️**‸**")
    check(.strong, "葛\u{E0100}‸城", "葛\u{E0100}**‸**城")
    check(.strong, "1️⃣‸ x", "**1️⃣‸** x")
    check(.strong, "は⟦⚠️⟧です", "は**⟦⚠️⟧**です")
    check(.strong, "は⟦⚠⟧\u{FE0F}です", "は**⟦⚠\u{FE0F}⟧**です")
    check(.strong, "は⚠⟦\u{FE0F}注意⟧です", "は**⟦⚠\u{FE0F}注意⟧**です")
    check(.strong, "**⚠️a ⟦b⟧**", "**⚠️a** ⟦b⟧")
    check(.code, "⟦⚠⟧\u{FE0F} x", "`⟦⚠\u{FE0F}⟧` x")
    check(.code, "`⚠⟦\u{FE0F}⟧ x`", "⟦⚠\u{FE0F}⟧ `x`")
    check(.strong, "⚠‸\u{FE0F} x", nil)
    check(.strong, "👨\u{200D}‸👩 x", nil)
    check(.strong, "🇯🇵‸🇩🇪", "🇯🇵**‸**🇩🇪")
    // The parser has pieces of their own for stars, escapes and entities.
    check(.strong, "⟦a *⟧\u{FE0F}\u{20E3} b", "__⟦a *\u{FE0F}\u{20E3}⟧__ b")
    check(.strong, "a ⟦\\*⟧\u{FE0F}\u{20E3} b", "a **⟦\\*\u{FE0F}\u{20E3}⟧** b")
    check(.code, "a ⟦&copy;⟧\u{FE0F} b", "a `⟦©\u{FE0F}⟧` b")
    check(.strong, "می\u{200C}خوا‸هم", "**می\u{200C}خوا‸هم**")
    check(.strong, "क्षत्रि‸य है", "**क्षत्रि‸य** है")
  }

  @Test func whatGitHubTakesForOneThing() {
    check(.strong, "@us‸er です", "**@us‸er** です")
    check(.strong, "@org/te‸am", "**@org/te‸am**")
    check(.strong, ":ta‸da: x", "**:ta‸da:** x")
    check(.strong, ":tada:‸ x", "**:tada:‸** x")
    check(.code, "@us‸er", "`@us‸er`")
    check(.strong, "は⟦@user⟧です", "は<strong>⟦@user⟧</strong>です")
    check(.strong, "は⟦:tada:⟧です", "は<strong>⟦:tada:⟧</strong>です")
    check(.strong, "**:tada: ⟦x⟧**", "**:tada:** ⟦x⟧")
    check(.strong, "a @us⟦er b⟧", "a **@us⟦er b⟧**")
    check(.emphasis, "**a :ta‸da:**", "**a *:ta‸da:***")
    check(.strong, "[a :ta‸da:](u)", "[a **:ta‸da:**](u)")
    check(.strong, "a@us‸er :no‸ne:", "a@**us‸er** :**no‸ne**:")
    check(.strong, "see #1‸2", "see #**1‸2**")
    check(.strong, "@‸ x :ta‸: y", "@**‸** x :**ta‸**: y")
    check(.strong, "@user ‸ x", "@user **‸** x")
    var options = EditOptions()
    options.github = .all
    check(.strong, "see #1‸2", "see **#1‸2**", options: options)
    check(.strong, "$a x‸$", "**$a x‸$**", options: options)
    options.github = .none
    check(.strong, "@us‸er です", "@**us‸er** です", options: options)
  }

  @Test func alertMarkersAreLeftAlone() {
    check(.strong, "⟦> [!NOTE]\n> text⟧", "⟦> [!NOTE]\n> **text⟧**")
    check(.code, "⟦> [!tip]\n> text⟧", "⟦> [!tip]\n> `text⟧`")
    check(.strong, "> [!NO‸TE]\n> text", nil)
    check(.code, "> [!NOTE]‸\n> text", nil)
    check(.strong, "> [!NOTE] ‸\n> text", nil)
    check(.emphasis, "> ‸[!NOTE]\n> text", nil)
    check(.strong, "> [!⟦NOTE⟧]\n> text", nil)
    check(.strong, "> [!NOTE]\n> ‸", "> [!NOTE]\n> **‸**")
    check(.strong, "> [!NOTE]\n> te‸xt", "> [!NOTE]\n> **te‸xt**")
    check(.strong, "> [!NO‸PE]", "> [!**NO‸PE**]")
    check(.strong, "> a\n>\n> > [!NO‸TE]", "> a\n>\n> > [!**NO‸TE**]")
    check(.strong, "> - ⟦[ ] a⟧", "> - [ ] **⟦a⟧**")
    check(.strong, "> - [ ‸] a", nil)
  }

  @Test func delimitersThatDoNotWorkOut() {
    check(.strong, "⟦**「重要」**⟧です", "「**⟦重要⟧**」です")
    check(.strong, "⟦**Note:**⟧text", "**⟦Note⟧**:text")
    check(.strong, "これは⟦**「重要」**⟧です", "これは「**⟦重要⟧**」です")
    check(.strikethrough, "⟦~~「重要」~~⟧です", "「~~⟦重要⟧~~」です")
    check(.strong, "これは**「重‸要」**です", "これは「**重‸要**」です")
    check(.strong, "これは**「重要」**‸です", "これは「**重要**」‸です")
    check(.strong, "これは**「⟦重⟧要」**です", "これは「**⟦重要⟧**」です")
    check(.strong, "これは***⟦「重要」⟧***です", "これは「***⟦重要⟧***」です")
    check(.strong, "a ⟦b **「重要」**です⟧", "a **⟦b 「重要」です⟧**")
    check(.strong, "** bo‸ld ** x", "**bo‸ld** x")
    check(.strong, "<b>**「x‸」**y</b>", "<b>「x‸」y</b>")
    check(.strong, "は**「a‸」**だ\n\nは**「b‸」**だ ⟦c⟧", "は「**a‸**」だ\n\nは「**b‸**」だ **⟦c⟧**")
    check(.code, "これは**「重⟦要⟧」**です", "これは**「重`⟦要⟧`」**です")
    check(.strong, "2 ** 3‸ ** 4", "2 ** **3‸** ** 4")
  }

  @Test func bracketsAreLeftOutInPairs() {
    check(.strong, "⟦「重要」⟧です", "「**⟦重要⟧**」です")
    check(.strong, "は⟦これ【重要】⟧は", "は<strong>⟦これ【重要】⟧</strong>は")
    check(.strong, "は⟦「重要」これ⟧は", "は<strong>⟦「重要」これ⟧</strong>は")
    check(.strong, "は⟦「a」と「b」⟧は", "は<strong>⟦「a」と「b」⟧</strong>は")
    check(.strong, "⟦“b”⟧c", "“**⟦b⟧**”c")
    check(.strong, "⟦\"b\"⟧c", "\"**⟦b⟧**\"c")
    check(.strong, "⟦don't.⟧c", "**⟦don't⟧**.c")
    check(.strong, "は⟦これ【重要⟧】は", "は**⟦これ【重要⟧**】は")
    check(.strong, "⟦「重要」。⟧です", "**⟦「重要」⟧**。です")
  }

  // MARK: Selections

  @Test func selectionsThatHoldStyledText() {
    check(.strong, "⟦hello **world**⟧", "**⟦hello world⟧**")
    check(.strong, "**⟦hello world⟧**", "⟦hello world⟧")
    check(.strong, "⟦**a** b **c**⟧", "**⟦a b c⟧**")
    check(.strong, "⟦**a**⟧ b", "⟦a⟧ b")
    check(.strong, "**foo**⟦bar⟧", "**foo⟦bar⟧**")
    check(.strong, "⟦bar⟧**foo**", "**⟦bar⟧foo**")
    check(.strong, "***foo***⟦bar⟧", "***foo*⟦bar⟧**")
    check(.strong, "__foo__⟦ bar⟧", "__foo__ **⟦bar⟧**")
    check(.strong, "__foo ⟦bar⟧ baz__", "__foo__ ⟦bar⟧ __baz__")
    check(.strong, "__foo⟦bar⟧baz__", "**foo**⟦bar⟧**baz**")
    check(.strong, "<b>foo ⟦bar⟧ baz</b>", "<b>foo</b> ⟦bar⟧ <b>baz</b>")
    check(.strong, "**foo ⟦*bar*⟧ baz**", "**foo** ⟦*bar*⟧ **baz**")
    check(.strong, "**Hello ⟦world⟧!**", "**Hello** ⟦world⟧!")
    check(.strong, "⟦a __b__ c⟧", "**⟦a b c⟧**")
    check(.strikethrough, "~a ⟦b⟧ c~", "~a~ ⟦b⟧ ~c~")
  }

  @Test func edgesOfSelections() {
    check(.strong, "⟦one ⟧two", "**⟦one⟧** two")
    check(.strong, "⟦one\u{A0}⟧two", "**⟦one⟧**\u{A0}two")
    check(.strong, "⟦\u{3000}one\u{3000}⟧two", "\u{3000}**⟦one⟧**\u{3000}two")
    check(.strong, "a⟦\u{A0}⟧b", nil)
    check(.strong, "⟦历经10年，⟧年", "**⟦历经10年⟧**，年")
    check(.strikethrough, "これは⟦「重要」⟧です。", "これは「~~⟦重要⟧~~」です。")
    check(.emphasis, "Bru⟦ss⟧els", "Bru*⟦ss⟧*els")
    check(.strong, "これは⟦[a](b)⟧です", "これは[**⟦a⟧**](b)です")
    check(.strong, "これは⟦`x`⟧です", "これは<strong>⟦`x`⟧</strong>です")
    check(.strong, "これは⟦~~重要~~⟧です", "これは**⟦~~重要~~⟧**です")
    check(.strong, "これは⟦「(重要)」⟧です", "これは「**⟦(重要)⟧**」です")
    check(.strong, "a⟦\\*x\\*⟧b", "a\\***⟦x⟧**\\*b")
  }

  @Test func selectionsAcrossConstructs() {
    check(.strong, "a ⟦b `co⟧de` c", "a **⟦b `co⟧de`** c")
    check(.strong, "[⟦go here⟧](u)", "[**⟦go here⟧**](u)")
    check(.strong, "⟦[go here](u)⟧", "**⟦[go here](u)⟧**")
    check(.strong, "⟦see [go⟧ here](u)", "**⟦see** [**go⟧** here](u)")
    check(.strong, "*⟦foo⟧*", "***⟦foo⟧***")
    check(.strong, "⟦*foo*⟧", "**⟦*foo*⟧**")
    check(.emphasis, "**⟦foo⟧bar**", "***⟦foo⟧*bar**")
    check(.strong, "⟦foo<br>⟧", "**⟦foo⟧**<br>")
    check(.strong, "⟦a <span>b⟧ c</span>", "**⟦a** <span>**b⟧** c</span>")
  }

  @Test func selectionsOverBlocks() {
    check(.strikethrough, "⟦- this\n- is⟧", "⟦- ~~this~~\n- ~~is⟧~~")
    check(
      .strong, "⟦# a\n\n| b | c |\n|---|---|\n| d | e |⟧",
      "⟦# **a**\n\n| **b** | **c** |\n|---|---|\n| **d** | **e** |⟧")
    check(.strong, "⟦**a**\n\n**b**⟧", "⟦a\n\nb⟧")
    check(.strong, "⟦**a**\n\nb⟧", "⟦**a**\n\n**b⟧**")
    check(.strong, "⟦> a\n> b\n\nc⟧", "⟦> **a\n> b**\n\n**c⟧**")
    check(.strong, "⟦a␍\n␍\nb⟧␍\n", "**⟦a**␍\n␍\n**b⟧**␍\n")
  }

  @Test func manySelections() {
    check(.strong, "⟦a⟧ b ⟦c⟧", "**⟦a⟧** b **⟦c⟧**")
    check(.strong, "**⟦a⟧** b ⟦c⟧", "⟦a⟧ b **⟦c⟧**")
    check(.strong, "a‸a\n\nb‸b\n\n```\nc‸\n```", "**a‸a**\n\n**b‸b**\n\n```\nc‸\n```")
    check(.strong, "⟦a⟧⟦b⟧", "**⟦a⟧⟦b⟧**")
    check(.strong, "‸⟦\nb⟧ a", "‸⟦\n**b⟧** a")
    check(.strong, "a ‸ ‸ b", "a **‸** **‸** b")
  }

  // MARK: Text that would turn

  @Test func structureStays() {
    check(.strong, "**‸# x**", "‸\\# x")
    check(.emphasis, "*‸- x*", "‸\\- x")
    check(.strong, "**1.‸** x", "1\\.‸ x")
    check(.strong, "**+‸** x", "\\+‸ x")
    check(.strong, "a\n**===‸**", "a\n\\===‸")
    check(.strong, "a\n**‸---**", "a\n‸\\---")
    check(.strong, "**‸> x**", "‸\\> x")
    check(.emphasis, "*‸[a]: /u*", "‸\\[a]: /u")
    check(.strong, "- **[x]‸** a", "- \\[x]‸ a")
    check(.code, "`[‸`a](u)", "\\[‸a](u)")
    check(.strong, "**a*b‸**c*", "a\\*b‸c*")
    check(.strong, "_foo_**b‸ar**", "*foo*b‸ar")
    check(.strong, "**ht‸tp:**//a.b", "ht‸tp\\://a.b")
    check(.strong, "# a **#‸**", "# a \\#‸")
    check(.strong, "[**a‸**]\n\n[**a**]: u", "[a‸][**a**]\n\n[**a**]: u")
  }

  @Test func rawTags() {
    check(.emphasis, "⟦e <br>f</span>\n 字⟧", "*⟦e <br>f</span>\n 字⟧*")
    check(.emphasis, "<span></span>⟦b <em>c</em>⟧", "<span></span><em>⟦b c⟧</em>")
    check(.strong, "⟦<b class=x>a</b>⟧", "**⟦<b class=x>a</b>⟧**")
    check(.strong, "⟦a <!-- b --> c⟧", "**⟦a <!-- b --> c⟧**")
  }

  @Test func tildesAreLookedThrough() {
    check(.strong, "⟦~⟧", "**⟦~⟧**")
    check(.strong, "a⟦~~b~~⟧c", "a**⟦~~b~~⟧**c")
  }

  @Test func styledTextBesideNewKeepsItsStyle() {
    check(.emphasis, "fo⟦o _*⟧_", "fo*⟦o⟧* _*_")
  }

  // MARK: Code

  @Test func codeOn() {
    check(.code, "⟦List`1⟧", "``⟦List`1⟧``")
    check(.code, "⟦\\`x\\`⟧", "`` ⟦`x`⟧ ``")
    check(.code, "⟦a\\*b⟧", "`⟦a*b⟧`")
    check(.code, "⟦a &amp; b⟧", "`⟦a & b⟧`")
    check(.code, "⟦a *b* c⟧", "`⟦a` *`b`* `c⟧`")
    check(.code, "⟦see [x](y)⟧", "`⟦see` [`x⟧`](y)")
    check(.code, "⟦one\ntwo⟧", "`⟦one\ntwo⟧`")
    check(.code, "⟦one  \ntwo⟧", "`⟦one`  \n`two⟧`")
    check(.code, "it`s ⟦x⟧", "it`s ``⟦x⟧``")
    check(.code, "a ⟦![b](c)⟧", nil)
    check(.code, "|a|\n|-|\n|⟦x\\|y⟧|", "|a|\n|-|\n|`⟦x\\|y⟧`|")
    check(.code, "`a` ⟦b⟧", "`a` `⟦b⟧`")
    check(.code, "⟦`a` b⟧", "`⟦a b⟧`")
    check(.code, "`a`⟦b⟧", "`a⟦b⟧`")
  }

  @Test func codeOff() {
    check(.code, "`x‸`", "x‸")
    check(.code, "⟦`x`⟧", "⟦x⟧")
    check(.code, "`foo ⟦bar⟧ baz`", "`foo` ⟦bar⟧ `baz`")
    check(.code, "`*x‸*`", "\\*x‸*")
    check(.code, "`‸&amp;`", "‸\\&amp;")
    check(.code, "`\\*‸`", "\\\\*‸")
    check(.code, "`<b>‸`", "\\<b>‸")
    check(.code, "`- x‸`", "\\- x‸")
    check(.code, "`` `x‸` ``", "\\`x‸`")
    check(.code, "<code>x‸</code>", "x‸")
    check(.code, "**`x‸`**", "**x‸**")
    check(.code, "a `\nb‸\n` c", "a \nb‸\n c")
    check(.code, "a`\nb‸ `c", nil)
    check(.code, "a` b‸\n`c", nil)
    check(.code, "a` b‸ `c", "ab‸c")
    check(.code, "`[a](b)‸`", "\\[a](b)‸")
  }

  // MARK: Options

  @Test func delimiterSettings() {
    var options = EditOptions()
    options.strongDelimiter = "__"
    options.emphasisDelimiter = "_"
    check(.strong, "a ⟦b⟧ c", "a __⟦b⟧__ c", options: options)
    check(.emphasis, "a ⟦b⟧ c", "a _⟦b⟧_ c", options: options)
    check(.emphasis, "Bru⟦ss⟧els", "Bru*⟦ss⟧*els", options: options)
    check(.emphasis, "これは⟦重要⟧です", "これは*⟦重要⟧*です", options: options)
    check(.strong, "‸", "__‸__", options: options)
    check(.strong, "太字‸じゃない", "太字**‸**じゃない", options: options)
    check(.strong, "a **b ⟦c⟧ d**", "a **b** ⟦c⟧ **d**", options: options)
  }

  @Test func offsetsOutOfBounds() {
    for offset in [-5, 100, Int.max, Int.min] {
      _ = Document("a *b*").edit(.strong, selections: [TextSelection(anchor: offset, head: 1)])
      _ = Document("a *b*").edit(.code, selections: [TextSelection(caret: offset)])
    }
    // In the middle of a character.
    #expect(Document("「字」").edit(.strong, selections: [TextSelection(caret: 4)]) == nil)
    #expect(Document("").edit(.strong, selections: []) == nil)
  }

  @Test func longListsInSegments() {
    let item = "- item *text* here\n"
    let text = String(repeating: item, count: 2000)
    let all = Self.toggling(.strong, MarkedText(text: text, selections: [0..<text.utf8.count]))
    #expect(all?.text == String(repeating: "- **item *text* here**\n", count: 2000))
    let carets = (0..<2000).map { $0 * item.utf8.count + 3 }
    let words = Self.toggling(.strong, MarkedText(text: text, selections: carets.map { $0..<$0 }))
    #expect(words?.text == String(repeating: "- **item** *text* here\n", count: 2000))
  }

  @Test func deepNesting() {
    let text = String(repeating: "*a **b ", count: 2000) + "c" + String(repeating: " b** a*", count: 2000)
    let caret = text.utf8.count / 2
    let result = Self.toggling(.strikethrough, MarkedText(text: text, selections: [caret..<caret]))
    #expect(result?.text == text.replacing("c", with: "~~c~~"))
  }

  @Test func fallbackSettings() {
    var options = EditOptions()
    options.fallback = .html
    check(.strong, "これは⟦「重要」⟧です", "これは<strong>⟦「重要」⟧</strong>です", options: options)
    check(.emphasis, "a⟦-⟧1", "a<em>⟦-⟧</em>1", options: options)
    check(.strong, "a ⟦b⟧", "a **⟦b⟧**", options: options)
    options.fallback = .none
    check(.strong, "これは⟦「重要」⟧です", nil, options: options)
    check(.strong, "⟦Note:⟧text", nil, options: options)
    check(.strong, "a⟦-⟧1", nil, options: options)
    check(.strong, "これは⟦重要⟧です", "これは**⟦重要⟧**です", options: options)
    check(.strong, "⟦**Note:**⟧text", "⟦Note:⟧text", options: options)
  }
}
