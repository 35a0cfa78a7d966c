import Foundation
import TestSupport
import Testing

@testable import GFMSyntax

/// Documents that are parsed in several stretches equal those that are parsed in one.
@Suite struct DocumentParseTests {
  private func stretched(_ text: [UInt8], _ length: Int) -> Document {
    Document(
      DocumentParse(text, options: .github, tokenizer: nil, stretchLength: length), of: text, options: .github,
      tokenizer: nil)
  }

  @Test(arguments: [1, 16, 64, 300])
  func stretchesMakeNoDifference(_ length: Int) {
    var typist = RandomTypist(seed: UInt64(length), seeds: RandomTypist.corpusSeeds)
    for _ in 0..<150 {
      let text = typist.document()
      let violation = stretched(text, length).incrementalViolation
      #expect(violation == nil, "\(String(decoding: text, as: UTF8.self).debugDescription)")
    }
  }

  @Test(.enabled(if: !Corpus.documents.isEmpty, "the corpus is not here"), arguments: Corpus.documents)
  func realDocumentsToo(_ url: URL) throws {
    #expect(stretched(Array(try Data(contentsOf: url)), 3_000).incrementalViolation == nil)
  }

  @Test func frontMatterOverStretches() {
    let text = "---\n" + String(repeating: "key: value\n", count: 100) + "---\n\n# Title\n"
    #expect(stretched(Array(text.utf8), 100).incrementalViolation == nil)
  }
}
