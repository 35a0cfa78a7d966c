import GFMFeatures
import GFMSyntax
import Testing

@Suite struct UnresolvedReferencesTests {
  private func check(
    _ source: String, _ expected: String..., options: TokenOptions = TokenOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let tokens = Document(source).readableTokens(options).filter { $0.contains(".unresolved ") }
      .map { $0.replacing(".unresolved", with: "") }
    #expect(tokens == expected, sourceLocation: sourceLocation)
  }

  @Test func fullReference() {
    check(
      "a [t][l] b", #"delimiter "[""#, #"link "t""#, #"delimiter "][""#, #"linkLabel "l""#, #"delimiter "]""#)
  }

  @Test func collapsedReference() {
    check("[t u][]", #"delimiter "[""#, #"link "t u""#, #"delimiter "][]""#)
  }

  @Test func image() {
    check("![t][l]", #"delimiter "![""#, #"image "t""#, #"delimiter "][""#, #"linkLabel "l""#, #"delimiter "]""#)
    check(
      "[![t][l]][m]", #"delimiter "[![""#, #"image "t""#, #"delimiter "][""#, #"linkLabel "l""#, #"delimiter "]][""#,
      #"linkLabel "m""#, #"delimiter "]""#)
  }

  @Test func footnote() {
    check("a[^l] b", #"delimiter "[^""#, #"footnoteLabel "l""#, #"delimiter "]""#)
    check("a[^l] b", options: TokenOptions(footnotes: false))
  }

  @Test func stylesInTheText() {
    check(
      "[a **b** `c`\nd][l]", #"delimiter "[""#, #"link "a ""#, #"link.strong "b""#, #"link " ""#, #"link "d""#,
      #"delimiter "][""#, #"linkLabel "l""#, #"delimiter "]""#)
    check(
      "> **[a][l]**\n", #"delimiter.strong "[""#, #"link.strong "a""#, #"delimiter.strong "][""#,
      #"linkLabel.strong "l""#, #"delimiter.strong "]""#)
    check("# [a][]\n", #"delimiter.level1 "[""#, #"link.level1 "a""#, #"delimiter.level1 "][]""#)
  }

  @Test func whatIsDefinedIsResolved() {
    check("[t][l] [l][] ![t][L] a[^n] [x\ny][]\n\n[l]: /d\n[X Y]: /e\n\n[^n]: m\n")
  }

  @Test func whatIsNoReference() {
    check("[x] [ ] [word] [[wiki]] [] [a] [b] [a](b [ ][ ] [][] \\[a][b] [a]\\[b] [a][b\\] `[a][b]` [^] [^ a] [^a b]")
    check("- [ ] [x]\n- [x] a\n")
    check("    [a][b]\n\n```\n[a][b]\n```\n\n<div>\n[a][b]\n</div>\n")
    check("[a\n\nb][c]\n\n*[a*][b]\n")
  }

  /// No link holds another, whatever its label leads to.
  @Test func linkAroundALink() {
    check("[a [b](/c) d][l]\n\n[l]: /d\n")
    check("[a [b](/c) d][l]\n")
  }

  @Test func severalInARow() {
    check(
      "[a][b][c]", #"delimiter "[""#, #"link "a""#, #"delimiter "][""#, #"linkLabel "b""#, #"delimiter "]""#)
    check("[a][b][c]\n\n[c]: /d\n")
  }

  @Test func shortcodeInTheText() {
    #expect(
      Document("[:smile: a][l]").readableTokens() == [
        #"delimiter.unresolved "[""#, #"emoji ":smile:""#, #"link.unresolved " a""#, #"delimiter.unresolved "][""#,
        #"linkLabel.unresolved "l""#, #"delimiter.unresolved "]""#,
      ])
  }

  /// A definition that comes or goes changes the blocks that mention it, wherever they are.
  @Test func definitionsThatComeAndGo() {
    let lines = (0..<500).map { "Paragraph \($0) [a][l\($0 % 7)] and [^n\($0 % 5)] *b*" }.joined(separator: "\n\n")
    var document = Document(lines + "\n", measure: Document.semanticTokenCounter())
    func unresolved(_ document: Document) -> [Int] {
      document.segments(0..<document.segmentCount).map { placed in
        placed.block.semanticTokens().filter { $0.modifiers.contains(.unresolved) }.count
      }
    }
    #expect(unresolved(document) == [Int](repeating: 8, count: 500))
    let end = document.byteCount
    let definitions = Array("\n[l3]: /x\n\n[^n2]: y\n".utf8)
    document = document.replacing(end..<end, with: definitions)
    let expected = (0..<500).map { ($0 % 7 == 3 ? 0 : 5) + ($0 % 5 == 2 ? 0 : 3) }
    #expect(unresolved(document).prefix(500) == expected[...])
    document = document.replacing(end..<document.byteCount, with: [])
    #expect(unresolved(document) == [Int](repeating: 8, count: 500))
  }
}
