import GFMFeatures
import GFMSyntax
import Testing

/// What GitHub does beyond the specification. Tokens that other tests are about are left out where they would only be in
/// the way.
@Suite struct GitHubTokensTests {
  /// Checks the tokens of `kinds` in `source`.
  private func check(
    _ source: String, _ kinds: [SemanticToken.Kind], _ expected: String..., options: TokenOptions.GitHub = .all,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let tokens = Document(source).readableTokens(TokenOptions(github: options)).filter { token in
      kinds.contains { token.hasPrefix("\($0) ") || token.hasPrefix("\($0).") }
    }
    #expect(tokens == expected, sourceLocation: sourceLocation)
  }

  // MARK: Alerts

  @Test(arguments: [
    ("NOTE", "note"), ("TIP", "tip"), ("IMPORTANT", "important"), ("WARNING", "warning"), ("CAUTION", "caution"),
    ("Note", "note"), ("warning", "warning"),
  ])
  func alert(_ name: String, _ modifier: String) {
    check(
      "> [!\(name)]\n> Text\n", [.alert, .quoteMarker], "quoteMarker \">\"", "alert.\(modifier) \"[!\(name)]\"",
      "quoteMarker \">\"")
  }

  @Test func alertAfterWhitespace() {
    check("x\n\n  >  [!TIP]  \n> a\n", [.alert], #"alert.tip "[!TIP]""#)
    check(">[!TIP]\r\n>a\r\n", [.alert], #"alert.tip "[!TIP]""#)
    check("> [!TIP]", [.alert], #"alert.tip "[!TIP]""#)
  }

  @Test func noAlert() {
    check("> [!NOTE] Title\n> a\n", [.alert])
    check("> [!HINT]\n> a\n", [.alert])
    check("> a\n> [!NOTE]\n", [.alert])
    check("> a\n>\n> [!NOTE]\n> b\n", [.alert])
    check("> > [!NOTE]\n> > a\n", [.alert])
    check("- > [!NOTE]\n  > a\n", [.alert])
    check("> - [!NOTE]\n", [.alert])
    check("> # [!NOTE]\n", [.alert])
    check("[!NOTE]\n", [.alert])
    check("> \\[!NOTE]\n> a\n", [.alert])
    check("> **[!NOTE]**\n> a\n", [.alert])
    check("> `[!NOTE]`\n> a\n", [.alert])
    check("> [!NOTE]\n> a\n\n[!note]: /a\n", [.alert])
    check("> [!NOTE]\n> a\n", [.alert], options: .none)
  }

  /// A long quote is kept in parts, none of which starts where an alert would seem to.
  @Test func alertInALongQuote() {
    let quote = String(repeating: "> some words of a quote that goes on and on\n>\n> [!NOTE]\n> a\n>\n", count: 200)
    check(quote, [.alert])
    let document = Document(quote, measure: Document.semanticTokenCounter(TokenOptions(github: .all)))
    #expect(document.segmentCount > 1)
    #expect(
      document.segments(0..<document.segmentCount).allSatisfy {
        !$0.block.semanticTokens(TokenOptions(github: .all)).contains { $0.kind == .alert }
      })
    check("> [!NOTE]\n>\n" + quote, [.alert], #"alert.note "[!NOTE]""#)
  }

  // MARK: Tasks

  @Test func tasksInQuotes() {
    check(
      "> - [x] a\n> - [ ] b\n", [.taskMarker], #"taskMarker.checked "[x]""#, #"taskMarker "[ ]""#)
    check("> > 1. [X] a\n", [.taskMarker], #"taskMarker.checked "[X]""#)
    check("- - [ ] a\n", [.taskMarker], #"taskMarker "[ ]""#)
    check("> - a\n>   - [x] b\n", [.taskMarker], #"taskMarker.checked "[x]""#)
  }

  @Test func noTasksInQuotes() {
    check(
      "> - [x](/a) b\n> - [y] c\n> - [x]d\n> - \\[x] e\n> - **[x]** f\n> - a [x] g\n> -\n>   [x] h\n", [.taskMarker])
    check("> [x] a\n", [.taskMarker])
    check("- [x]\n- [ ]\n> - [x]", [.taskMarker])
    check("> - [x] a\n", [.taskMarker], options: .none)
    var options = TokenOptions()
    options.taskLists = false
    #expect(!Document("> - [x] a\n").readableTokens(options).contains { $0.contains("task") })
  }

  // MARK: Mentions

  @Test func mentions() {
    check(
      "@a, (@b-c) @d/e-f: @G. **@h** @i's 日本@j @k...", [.mention],
      #"mention "@a""#, #"mention "@b-c""#, #"mention "@d/e-f""#, #"mention "@G""#, #"mention.strong "@h""#,
      #"mention "@i""#, #"mention "@j""#, #"mention "@k""#)
    check("# Thanks to @a\n", [.mention], #"mention.level1 "@a""#)
    check("| @a |\n| - |\n| @b |\n", [.mention], #"mention.header "@a""#, #"mention "@b""#)
  }

  @Test func noMentions() {
    check(
      "me@example.com a@b @ @@ @-a @a_b @a.b @a/ @a/b/c \\@a `@a` <b title='@a'> [@a](/@b) ![@a](/@b) <https://@a.b>",
      [.mention])
    check("    @a\n\n```\n@a\n```\n\n<div>\n@a\n</div>\n\n[@a]: /@b\n", [.mention])
    check("@a", [.mention], options: .none)
    check("@" + String(repeating: "a", count: 40), [.mention])
  }

  // MARK: Issues and commits

  @Test func issues() {
    check(
      "#1, (#23) owner/repo.js#456 GH-7 gh-8 **#9** see:#10", [.issue],
      ##"issue "#1""##, ##"issue "#23""##, ##"issue "owner/repo.js#456""##, #"issue "GH-7""#, #"issue "gh-8""#,
      ##"issue.strong "#9""##, ##"issue "#10""##)
  }

  @Test func noIssues() {
    check(
      "a#1 #a #1a ##1 /#1 a/b/c#1 -/b#1 XGH-1 GH-a GH- &#35; `#1` [#1](/a) https://a.b/c#1 #12345678901 #", [.issue])
    check("#1 GH-1 o/r#1", [.issue], options: TokenOptions.GitHub())
  }

  @Test func commits() {
    let hash = "a5c3785ed8d6a35868bc169f07e40e889087fd2e"
    check(
      "\(hash) a5c3785 (a5c3785) jlord@\(hash) jlord/sheetsee.js@\(hash)", [.commit],
      "commit \"\(hash)\"", #"commit "a5c3785""#, #"commit "a5c3785""#, "commit \"jlord@\(hash)\"",
      "commit \"jlord/sheetsee.js@\(hash)\"")
    check("0123456789012345678901234567890123456789", [.commit], #"commit "0123456789012345678901234567890123456789""#)
  }

  @Test func noCommits() {
    check(
      "1234567 defaced a5c378 A5C3785 a5c3785x xa5c3785 123e4567-e89b-12d3-a456-426614174000 #a5c3785 /a5c3785 `a5c3785` [a5c3785](/b)",
      [.commit])
    check("\(String(repeating: "a1", count: 21))", [.commit])
    check("a5c3785", [.commit], options: TokenOptions.GitHub())
  }

  // MARK: Emoji

  @Test func shortcodes() {
    check(
      ":smile: :+1::-1: a:tada:b :octocat: [:heart:](/a) **:t-rex:** :a_b:smile:", [.emoji],
      #"emoji ":smile:""#, #"emoji ":+1::-1:""#, #"emoji ":tada:""#, #"emoji ":octocat:""#, #"emoji ":heart:""#,
      #"emoji.strong ":t-rex:""#, #"emoji ":smile:""#)
  }

  @Test func noShortcodes() {
    check(":nope: :Smile: : smile: 10:30:45 `:smile:` \\:smile: <a title=':smile:'> [a](:smile:) ::", [.emoji])
    check(":smile:", [.emoji], options: .none)
  }

  // MARK: Formulas

  @Test func inlineFormulas() {
    check("a $x+1$ b", [.math, .delimiter], #"delimiter "$""#, #"math "x+1""#, #"delimiter "$""#)
    check("**$x$**, ($y_1$).", [.math], #"math.strong "x""#, #"math "y_1""#)
    check("$a\\_b &lt; c$", [.math], #"math "a\_b &lt; c""#)
    check("$`a*b*c`$", [.math, .codeSpan], #"math "`a*b*c`""#)
    check("# $x$\n", [.math], #"math.level1 "x""#)
  }

  @Test func displayedFormulas() {
    check("$$x$$", [.math, .delimiter], #"delimiter "$$""#, #"math "x""#, #"delimiter "$$""#)
    check(
      "> $$\n> a \\\\\n> b\n> $$\n", [.math, .quoteMarker],
      #"quoteMarker ">""#, #"quoteMarker ">""#, #"math "a \\""#, #"quoteMarker ">""#, #"math "b""#, #"quoteMarker ">""#)
    check("```math\nx\n```\n", [.math, .codeBlock], #"math "x""#)
  }

  @Test func noFormulas() {
    for text in [
      "$5 and $6", "a$b$c", "$ x$", "$x $", "\\$x$", "$x\\$", "$a\nb$", "`$x$`", "[a]($x$)", "$a *b* c$", "$x", "$$x$",
      "$$$x$$$",
    ] { check(text, [.math]) }
    check("$$ x\n\ny $$\n", [.math])
    check("$x$ $$y$$ $`z`$\n```math\nx\n```\n", [.math], options: TokenOptions.GitHub())
  }

  // MARK: Drawings

  @Test(arguments: ["mermaid", "geojson", "topojson", "stl", "Mermaid", "mermaid {a}"]) func diagrams(
    _ language: String
  ) {
    check(
      "```\(language)\nx\n```\n", [.diagram, .codeBlock, .infoString], "infoString \"\(language)\"", #"diagram "x""#)
    check("> ~~~ \(language)\n> x\n", [.diagram, .codeBlock], #"diagram "x""#)
    check("```\(language)\nx\n```\n", [.diagram, .codeBlock], #"codeBlock "x""#, options: TokenOptions.GitHub())
  }

  /// The lines of a fence that is kept in parts are told from its language, whatever part they are in.
  @Test func longDiagram() {
    func kinds(_ document: Document) -> Set<SemanticToken.Kind> {
      #expect(document.segmentCount > 5)
      return Set(
        document.segments(0..<document.segmentCount).flatMap {
          $0.block.semanticTokens(TokenOptions(github: .all)).compactMap(\.kind)
        })
    }
    let lines = String(repeating: "a --> b and some more words to make the line a long one\n", count: 1000)
    var document = Document(
      "```mermaid\n\(lines)```\n", measure: Document.semanticTokenCounter(TokenOptions(github: .all)))
    #expect(kinds(document) == [.codeFence, .infoString, .diagram])
    document = document.replacing(3..<10, with: Array("math x".utf8))
    #expect(kinds(document) == [.codeFence, .infoString, .math])
    document = document.replacing(4..<5, with: Array("u".utf8))
    #expect(kinds(document) == [.codeFence, .infoString, .codeBlock])
    document = document.replacing(4..<5, with: Array("a".utf8))
    #expect(kinds(document) == [.codeFence, .infoString, .math])
    document = document.replacing(20_000..<20_000, with: Array("c".utf8))
    #expect(kinds(document) == [.codeFence, .infoString, .math])
    #expect(document.change.parsedSegmentCount < 4)
  }

  @Test func noDiagrams() {
    check("```mermaids\nx\n```\n\n```\nmermaid\n```\n", [.diagram])
  }

  @Test func theSpecificationAlone() {
    let source = "> [!NOTE]\n> - [x] @a #1 a5c3785 :smile: $x$\n\n```mermaid\nx\n```\n"
    let extras: [SemanticToken.Kind] = [.alert, .taskMarker, .mention, .issue, .commit, .emoji, .math, .diagram]
    check(source, extras, options: .none)
  }
}
