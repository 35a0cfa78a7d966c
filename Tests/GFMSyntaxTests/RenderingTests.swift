import Foundation
import GFMSyntax
import TestSupport
import Testing

/// A document rendered from our ranges is the document as the library renders it: the ranges have lost nothing.
@Suite struct RenderingTests {
  /// Front matter is Markdown to the library.
  private static let optionSets: [SyntaxOptions] = {
    var github = SyntaxOptions.github
    github.frontMatter = false
    var plain = github
    plain.tables = false
    plain.strikethrough = .off
    plain.autolinks = false
    plain.taskLists = false
    plain.footnotes = false
    var strict = github
    strict.strikethrough = .twoTildes
    return [github, plain, strict]
  }()

  /// The first line where our HTML and the library's part, or `nil`.
  static func difference(in text: [UInt8], options: SyntaxOptions) -> String? {
    if options.footnotes, hasGuardedCaret(text) { return nil }
    let ours = HTMLRenderer.html(of: Document(text, options: options))
    let theirs = CMark.html(of: text, options: options)
    if ours.utf8.elementsEqual(theirs.utf8) { return nil }
    let ourLines = ours.split(separator: "\n", omittingEmptySubsequences: false)
    let theirLines = theirs.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(ourLines, theirLines).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let show = { (lines: [Substring]) in line < lines.count ? lines[line].debugDescription : "nothing" }
    return "line \(line + 1): \(show(ourLines)) for \(show(theirLines))"
  }

  /// Whether a text has a caret that the library must not see: it takes what is around for a footnote reference and
  /// reads beyond the text. What it would render is anyone's guess, so it gets another character there.
  private static func hasGuardedCaret(_ text: [UInt8]) -> Bool {
    let string = String(decoding: text, as: UTF8.self)
    return string.contains(#/!\[\\\^|\[&(Hat|#0*94|#[xX]0*5[eE]);/#)
  }

  @Test(.enabled(if: !Corpus.examples.isEmpty, "the specification's examples are not here"))
  func everyExampleRenders() {
    for options in Self.optionSets {
      for example in Corpus.examples {
        let difference = Self.difference(in: Array(example.source.utf8), options: options)
        #expect(difference == nil, "\(example.file) \(example.number): \(example.source.debugDescription)")
      }
    }
  }

  @Test(.enabled(if: !Corpus.documents.isEmpty, "the corpus is not here"), arguments: Corpus.documents)
  func everyRealDocumentRenders(_ url: URL) throws {
    let text = Array(try Data(contentsOf: url))
    #expect(Self.difference(in: text, options: Self.optionSets[0]) == nil)
  }
}

// MARK: - Small cases

extension RenderingTests {
  /// What the fuzzer found, made small.
  @Test(arguments: [
    // Lines of code and HTML that are blank or partly indentation
    " ```\n ", ">~~~\n>", ">- ```\n>>", "- <!--\n ", "<a f=\"\">\n ", "* a\n\n\t```\n\tb\n\t```\n", "[^w]\r[^w]:```\r ",
    // Lazy lines
    "- \n\t- ``\n\to``", "1. >\\\n\tf", ">>[o]:/\n>\tf", "[foo]:\\\n'\n 't[foo]",
    // Titles that are none
    "[bar]\n\n[BAR]:l\n(_)_", "[^w]:[foo]:l\n \"e\"[^w] [foo]", ">[foo]:l\n\"[foo]\n \"t",
    // Footnotes: nested, repeated, escaped, over several lines
    "[^w]:[^w]:[^w]", "[^w]:[^footnote]\n[^w]:[^footnote]:", "[^&amp;]", "[\\^`]", "[^\\\n]", "![\\^1]abc",
    "[^w]:\n[^1]\n[^w]:[^w]:", "m[^\\+@.m]", "[^w]:- [^w]:-\n][^w]",
    "1.\to\n [^\n  a]",
    // Tasks that the library sees
    "1. >o\n       - [ ] ", "- a\n\n  1: [x] b", "- a\n\n  1: [x]\n", "- 1.\n  2- [ ] ",
    "- \n  [f]:i\n  6- [ ] ",
    // Bare autolinks
    "www.://", "www. h", "[ www.@.c", "/www.a@b.c",
    // Tables
    "o\n-|\n<tp:\\|>",
  ])
  func smallCasesRender(_ source: String) {
    let text = Array(source.utf8)
    for options in Self.optionSets {
      let document = Document(text, options: options)
      #expect(TreeInvariants.violation(in: document, of: text) == nil)
      #expect(Self.difference(in: text, options: options) == nil)
    }
  }
}

// MARK: - Fuzzing

extension RenderingTests {
  /// Random texts made from the specification's examples. `GFM_FUZZ_ITERATIONS` and `GFM_FUZZ_SEED` make the run longer
  /// and another one.
  @Test(.enabled(if: !Corpus.examples.isEmpty, "the specification's examples are not here"))
  func mutatedExamplesRender() {
    let environment = ProcessInfo.processInfo.environment
    let iterations = environment["GFM_FUZZ_ITERATIONS"].flatMap { Int($0) } ?? 4_000
    let seed = environment["GFM_FUZZ_SEED"].flatMap { UInt64($0) } ?? 2
    var mutator = Mutator(seed: seed, seeds: Corpus.examples.map { Array($0.source.utf8) })
    var failures = 0
    for iteration in 0..<iterations where failures < 10 {
      let text = mutator.next()
      let options = Self.optionSets[iteration % Self.optionSets.count]
      guard Self.difference(in: text, options: options) != nil else { continue }
      failures += 1
      let small = Shrinking.smallest(text) { Self.difference(in: $0, options: options) != nil }
      let difference = Self.difference(in: small, options: options) ?? ""
      Issue.record("\(iteration): \(String(decoding: small, as: UTF8.self).debugDescription): \(difference)")
    }
  }
}
