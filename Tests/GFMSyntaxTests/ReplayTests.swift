import Foundation
import GFMSyntax
import TestSupport
import Testing

@Suite struct ReplayTests {
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
}
