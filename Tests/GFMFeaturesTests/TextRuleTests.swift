import GFMFeatures
import GFMSyntax
import RegularExpressions
import Testing

@Suite struct TextRuleTests {
  /// Checks the tokens that rules make in `source`; the type of the first rule is `added0`, and so on.
  private func check(
    _ source: String, _ patterns: [(TextRule.Scope, String)], _ expected: String...,
    modifiers: SemanticToken.Modifiers = [], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let rules = try patterns.enumerated().map { index, rule in
      TextRule(
        scope: rule.0, pattern: try TextPattern(rule.1), type: .added(UInt8(index)), modifiers: modifiers)
    }
    let tokens = Document(source).readableTokens(TokenOptions(rules: rules)).filter { $0.hasPrefix("added") }
    #expect(tokens == expected, sourceLocation: sourceLocation)
  }

  @Test func linesThatBeginWithAPrompt() throws {
    let rule = [(TextRule.Scope.line, #"^\$ "#)]
    try check("$ ls -l\nno $ here\n  $ cd\n", rule, #"added0 "$ ls -l""#, #"added0 "$ cd""#)
    try check("> $ ls\n> - $ cd\n", rule, #"added0 "$ ls""#, #"added0 "$ cd""#)
    try check("# $ ls #\n", rule, #"added0.level1 "$ ls""#)
    try check("- [ ] $ ls\n", rule, #"added0 "$ ls""#)
    try check("$ **ls** `-l` x\n", rule, #"added0 "$ ""#, #"added0.strong "ls""#, #"added0 " ""#, #"added0 " x""#)
    try check("**a** $ ls\n\n`a` $ ls\n", rule)
    try check("    $ ls\n\n```\n$ ls\n```\n\n<div>\n$ ls\n</div>\n", rule)
  }

  @Test func matchesInALine() throws {
    try check("TODO a TODO: b\nTODOS", [(.inline, #"\bTODO\b"#)], #"added0 "TODO""#, #"added0 "TODO""#)
    try check("**TODO** # *a TODO*", [(.inline, "TODO")], #"added0.strong "TODO""#, #"added0.emphasis "TODO""#)
    try check("==mark== a ==b", [(.inline, "==[^=]+==")], #"added0 "==mark==""#)
    try check("日本 é😀", [(.inline, #"\w+"#)], #"added0 "日本""#, #"added0 "é""#)
    try check("a\nb", [(.inline, #"\s"#)])
  }

  /// Plain text alone is looked at; a link's text is plain.
  @Test func onlyPlainText() throws {
    try check(
      "x `x` <b x> [x](x 'x') ![x](x) \\x &#120; <xx:x> https://x.y <!-- x -->\n\n[x]: x\n", [(.inline, "x")],
      #"added0 "x""#, #"added0 "x""#, #"added0 "x""#, #"added0 "x""#)
    try check(
      "| x | `x` |\n| - | - |\n| x | \\x |\n", [(.inline, "x")], #"added0.header "x""#, #"added0 "x""#, #"added0 "x""#)
  }

  @Test func edgesOfLines() throws {
    try check("x *y* x\nx\n", [(.inline, "^x")], #"added0 "x""#, #"added0 "x""#)
    try check("x *y* x\nx  \nx\n", [(.inline, "x$")], #"added0 "x""#, #"added0 "x""#, #"added0 "x""#)
    try check("*x*", [(.inline, "^x|x$")])
  }

  @Test func theFirstRuleCounts() throws {
    try check(
      "abcd", [(.inline, "bc"), (.inline, "abcd")], #"added1 "a""#, #"added0 "bc""#, #"added1 "d""#)
    try check("$ TODO", [(.inline, "TODO"), (.line, #"^\$ "#)], #"added1 "$ ""#, #"added0 "TODO""#)
  }

  @Test func rulesCountBeforeWhatGitHubDoes() throws {
    try check("@a :smile: [t][l]", [(.inline, ".+")], #"added0 "@a :smile: [t][l]""#)
  }

  @Test func modifiersAreLaidOver() throws {
    try check("*x* y", [(.inline, "[xy]")], #"added0.strong.emphasis "x""#, #"added0.strong "y""#, modifiers: .strong)
  }

  @Test func kindsThatThereAre() throws {
    let rule = TextRule(scope: .inline, pattern: try TextPattern("x"), type: .kind(.heading))
    #expect(Document("x").readableTokens(TokenOptions(rules: [rule])) == [#"heading "x""#])
  }

  @Test func exhaustedRulesPaintNothingAndTheOthersGoOn() throws {
    let slow = try TextPattern("^(a+)+$")
    let rules = [
      TextRule(scope: .inline, pattern: slow, type: .added(0)),
      TextRule(scope: .inline, pattern: try TextPattern("!"), type: .added(1)),
    ]
    let source = String(repeating: "a", count: 60) + "!\n\naaa\n"
    #expect(Document(source).readableTokens(TokenOptions(rules: rules)) == [#"added1 "!""#])
    #expect(slow.isExhausted)
  }
}
