import Foundation
import GFMSyntax
import TestSupport
import Testing

@Suite struct AlignmentTests {
  @Test(.enabled(if: !Corpus.examples.isEmpty, "the specification's examples are not here"))
  func everySpecExampleLinesUp() {
    for example in Corpus.examples {
      let document = Document(example.source)
      let violation = TreeInvariants.violation(in: document, of: Array(example.source.utf8))
      #expect(violation == nil, "\(example.file) \(example.number): \(example.source.debugDescription)")
    }
  }

  @Test(.enabled(if: !Corpus.documents.isEmpty, "the corpus is not here"), arguments: Corpus.documents)
  func everyRealDocumentLinesUp(_ url: URL) throws {
    let text = Array(try Data(contentsOf: url))
    #expect(TreeInvariants.violation(in: Document(text), of: text) == nil)
  }

  /// What mutations of the specification's examples have found: texts whose tree and source once did not line up.
  @Test(arguments: [
    "[^w]:[^w]:d", "- \n  [o]:/\n  - [", ">\\\n !", ">[e]:/\r>>", "1. \\\n |", "\t[^w]:\n[^w]:[^w]:a", "[r]:<\\\nl>\n",
    "[^w]:[^w]:\n    [f]:/\n        [^w]:", "[](<\\\ni>)", "[\\^w]", ">[w]:l\n>     [^w]:f", "- [x] [^b]:x",
    "[^w]:\n[^w]:\n[^w]:\n[^w]:\n[^w]:\n[^w]:\n[^w]:\n[^w]:[^w]:", "[o]:\"\r    [^w]:]", "|\r\n|\\|\na||\n--|-",
    "- |\n |f\n  --|-", "[r]:i\n=\na||\n-|-", "- >r\n      - [x] ", "- e\r\r      \r  1- [x] ", "[](/ \"\\\\\"\")",
    "[^a@.v\n/a.b>w]", "- [x] # \n  -", "[b]:l\n-\n|-", "1. b\n\n   3- [x] ", "[^<b r=\"]\">\n]", "[a]:'\n-\n:-",
    "[&#94;aaaa] and [&Hat;b] and ![&#x5E;c]", "a\u{C}", "a@\u{B}\n", "# a\u{C}", "a \u{C} \nb\u{B}  \nc",
    "|a\u{C}|\u{B}b|\u{C}\n|-|-|\n|\u{B}c|d\u{C}\n", "[\u{C}a\u{B}](\u{B}u\u{C}\"t\"\u{B})", "```\u{C}\na\n```\u{C}\n",
    "[a\u{C}]:\u{B}u\n\n[a\u{C}] [a]", "\u{C}\n", "- \u{B}\n- a", "x[^[\\]\\\n^]é]", "x\\\ny[^[\\]\n^]é]",
    "x[^[\\]`\\\n`^]é]", "[^<!\n]>", "[^<!A\n]>]", "[^<!--\n--]>]", "[^<??\n]>]", "[^[^\r][]()]", "[^[^\r]![]()]",
    "![^[^\r][]()]", "[\\^]]", "``[^`x`]`]`", "``[^`x`\\][]`]`", "``a`x[^`]`",
    "[^\n[^x@.xé]]", "[^\n[^x@b.xéy]]z", "[^\n[^x@b.x\\]éy]]z", "[\\^a@b.c]z", "[^a &amp; a@b.c &amp;\n\\* d]z",
    "[^a\n&amp; a@b.c `[` d@e.f \\* `]]`", "[^\\*a@b.c\\*]\\*", "[^a@b.c\nd]]e",
    "[a]:x\r[\\^[a]]a", "[a]:x\n\n[^x a@b.c \\* &amp; [a]]\\*",
    "[a]:`\r[^<d[^é:[X]\n[a][a]: $$a/]", "[a]:`\n[^<d[^éé:[X]\n[a][a]: $$a/]", "[^[]:[a]:x\r[^[^\n]x[a]]",
    "[^[^\r]:[a]]:\r\r[a]:[", "[^[^\n]:[a]]: [^[^\n]:[^b]]: [^[^\n]:[a]]:\n\n[a]:[",
  ])
  func mutationsLineUp(_ text: String) {
    #expect(TreeInvariants.violation(in: Document(text), of: Array(text.utf8)) == nil)
  }

  /// No reference can have a label as long as the second, so the library drops its definition.
  @Test(arguments: [1000, 1001]) func longFootnoteLabel(_ length: Int) {
    let text = "a\n\n[^" + String(repeating: "x", count: length) + "]: *b*\n\n    c\n\n> - d\n"
    let document = Document(text)
    #expect(TreeInvariants.violation(in: document, of: Array(text.utf8)) == nil)
    #expect(document.segmentCount == (length > 1000 ? 4 : 3))
  }

  /// Each definition but one of a label has another label of its length for a moment; of one letter there are few.
  @Test func manyDefinitionsOfALetter() {
    let text = String(repeating: "[^a]: x\n", count: 80)
    #expect(TreeInvariants.violation(in: Document(text), of: Array(text.utf8)) == nil)
  }

  @Test func inlinesAloneAreTheSameAgain() {
    let texts =
      Corpus.examples.map(\.source) + Corpus.documents.compactMap { try? String(contentsOf: $0, encoding: .utf8) }
    var (same, other) = (0, [String]())
    for text in texts {
      let document = Document(text)
      for placed in document.blocks(in: 0..<document.byteCount) {
        for node in placed.tree.nodes where Self.standsAlone(node.kind) {
          let source = Array(placed.bytes[node.range])
          guard !source.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { continue }
          if Self.isWhole(source, node.kind) {
            same += 1
          } else {
            other.append(String(decoding: source, as: UTF8.self))
          }
        }
      }
    }
    // What is left needs what stood around it: `_a_b_`, cut out of other delimiters, may pair in another way.
    #expect(other.count * 100 <= same, "\(same) are the same, \(other)")
  }

  private static func standsAlone(_ kind: Node.Kind) -> Bool {
    switch kind {
    case .emphasis, .strong, .strikethrough, .codeSpan, .link(.inline), .link(.autolink), .image(.inline): true
    default: false
    }
  }

  /// Whether `source`, between spaces in a paragraph, is one node of this kind.
  private static func isWhole(_ source: [UInt8], _ kind: Node.Kind) -> Bool {
    let document = Document(Array("a ".utf8) + source + Array(" a".utf8))
    return document.block(at: 0).tree.nodes.contains {
      $0.kind == kind && $0.range == 2..<2 + source.count
    }
  }
}
