import Foundation
import TestSupport
import Testing

@testable import GFMSyntax

/// Texts that are parsed in several stretches equal those that are parsed in one.
@Suite struct SegmentedParseTests {
  private func stretched(_ text: [UInt8], _ length: Int) -> Document {
    Document(
      SegmentedParse(text, in: ParseContext(options: .github), stretchLength: length), of: text, options: .github,
      measure: nil)
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

  /// What an edit makes new between other blocks may be long, too.
  @Test(arguments: [1, 16, 64])
  func editsInStretchesMakeNoDifference(_ length: Int) {
    var typist = RandomTypist(seed: UInt64(length), seeds: RandomTypist.corpusSeeds)
    for _ in 0..<60 {
      var document = Document(typist.document())
      for _ in 0..<4 {
        let (range, replacement) = typist.edit(of: document.text)
        let before = document.text
        document = document.replacing(range, with: replacement, stretchLength: length)
        let violation = document.incrementalViolation
        #expect(violation == nil, "\(String(decoding: before, as: UTF8.self).debugDescription) \(range)")
      }
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
