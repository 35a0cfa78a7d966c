import GFMFeatures
import GFMSyntax
import TestSupport
import Testing

@Suite struct IntendedEmphasisTests {
  private func check(_ marked: String, sourceLocation: SourceLocation = #_sourceLocation) {
    GFMFeaturesTests.check(.emphasisNotRendered, marked, sourceLocation: sourceLocation)
  }

  private func fix(_ source: String, _ expected: String?, sourceLocation: SourceLocation = #_sourceLocation) {
    checkFix(.emphasisNotRendered, source, expected, sourceLocation: sourceLocation)
  }

  @Test func punctuationInsideEastAsianText() {
    check("これは⟦**「重要」**⟧です")
    check("⟦**注意：**⟧本文")
    check("⟦**请注意。**⟧下一句")
    check("강조⟦**(괄호)**⟧는")
    check("- ⟦~~「削除」~~⟧した\n> *「斜体」*\n")
    check("これは⟦*「斜体」*⟧です")
    check("これは⟦***「両方」***⟧です")
    check("| ⟦**「a」**⟧だ | b |\n|---|---|\n| c | は⟦**「d」**⟧だ |\n")
    check("# は⟦**「重要」**⟧だ\n\n[は⟦**「重要」**⟧だ](/u)\n")
    check("これは⟦**「重\n要」**⟧です")
  }

  @Test func underscoresInsideEastAsianText() {
    check("これは⟦_重要_⟧です。ここも⟦__重要__⟧です")
    check("変数__init__を使う。snake_case_name と_foo_を")
  }

  @Test func punctuationInsideSpacedText() {
    check("⟦**Note:**⟧text")
    check("see ⟦**this.**⟧But\n")
    check("word⟦**(note)**⟧ word")
  }

  /// What is left over pairs up with what it was not meant for.
  @Test func runsThatPairOtherwise() {
    check("これは⟦**「重要」**です。また**「他」**⟧だ")
    check("⟦**注意：**本文と**重要**⟧です")
    check("**a** は⟦**「b」**⟧だ、**c** も")
  }

  @Test func spacesInside() {
    check("⟦** bold **⟧ text")
    check("a ⟦**Note: **⟧text\n")
    check("a text and ⟦** more**⟧.\n")
    check("これは⟦** 重要 **⟧です")
    check("⟦~~ gone ~~⟧\n")
  }

  @Test func whatIsMeantAsItIs() {
    check("2 * 3 * 4, 2 ** 3 ** 4, a ** b ** c, width ** height ** depth, 2**(n) and 3**(m), x**(y+1)**z, 2**n")
    check("snake_case, __init__, a_b_c, _x_y, foo__bar__baz")
    check("*.md and *.txt, src/**/*.md, **/foo and **/bar, foo**.md and bar**.md, `**`, \\*\\*x\\*\\*")
    check("f(**a, **b), {**a, **b}, f(*args, **kwargs): g(**kwargs), f(**a) and g(**b)")
    check("price* and other*\n\n* see above\n\n5*3, 6*7 * x")
    check("**bold** *italic* ***both*** ~~x~~ **a *b* c** *a **b** c* __d__ _e_")
    check("```\nは**「x」**だ\n```\n\n    は**「x」**だ\n\n`は**「x」**だ`\n\n<div>\nは**「x」**だ\n</div>\n")
    check("**「重要」** です、 **注意：** 本文、**重要**です")
    check("~5~10, 5 ~ 10, a ~~ b ~~ c")
    check("** a\n\nb **\n\n- ** x\n- y **\n")
  }

  @Test func formulas() {
    GFMFeaturesTests.check(.emphasisNotRendered, "$は**「x」**だ$", options: DiagnosticOptions(math: true))
  }

  @Test func fixes() {
    fix("これは**「重要」**です", "これは「**重要**」です")
    fix("**注意：**本文", "**注意**：本文")
    fix("これは**「重要」**です。また**「他」**だ", "これは「**重要**」です。また「**他**」だ")
    fix("**注意：**本文と**重要**です", "**注意**：本文と**重要**です")
    fix("これは*「斜体」*です", "これは「*斜体*」です")
    fix("~~「削除」~~した", "「~~削除~~」した")
    fix("**（a）と（b）**だ", "<strong>（a）と（b）</strong>だ")
    fix("**English (x)**です", "<strong>English (x)</strong>です")
    fix("これは***「両方」***です", "これは「***両方***」です")
    fix("** bold ** text", "**bold** text")
    fix("**Note: **text", "**Note:** text")
    fix("**Note:**text", "**Note**:text")
    fix("これは** 重要 **です", "これは**重要**です")
    fix("> - は**「重要」**だ\n>   続き\n", "> - は「**重要**」だ\n>   続き\n")
    fix("これは_重要_です", "これは*重要*です")
  }

  @Test func fixesInsideOfStyledText() {
    fix("<b>**「x」**y</b>", "<b>「x」y</b>")
    fix("<strong>a **（x）**だ。また**「z」**だ</strong>", "<strong>a （x）だ。また「z」だ</strong>")
    fix("<b>***「x」***y</b>", "<b>「*x*」y</b>")
    fix("_a **「x」**y_", "_a 「**x**」y_")
    fix("<i>a **「x」**y</i>", "<i>a 「**x**」y</i>")
  }

  /// A fix leaves no diagnostic of its kind behind, and all else as it was.
  @Test func fixesOfTheCorpus() throws {
    for document in try corpusDocuments() {
      let all = document.diagnostics().filter { $0.code == .emphasisNotRendered }
      for found in all.prefix(3) {
        guard let fix = document.quickFix(for: found) else { continue }
        let fixed = Document(Array(String(decoding: document.text, as: UTF8.self).applying(fix.edits).utf8))
        #expect(fixed.diagnostics().filter { $0.code == .emphasisNotRendered }.count < all.count)
      }
    }
  }
}
