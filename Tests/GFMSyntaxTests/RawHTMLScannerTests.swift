import TestSupport
import Testing

@testable import GFMSyntax

/// What stands in angle brackets, as the library reads it.
@Suite struct RawHTMLScannerTests {
  private static let segments = [
    "<", "<", "!", "--", "-", ">", "A", "b", " ", "?", "]", "]]", "[CDATA[", "[cdata[", "=", "\"", "'", "/", "<!--",
    "-->", "<?",
    "?>", "<!A ", "<b ", "</b", "é", "`", ":", "@", ".", "http:",
  ]

  @Test func sameAsTheLibrary() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        Self.segments.randomElement(using: &random) ?? ""
      }
      // A paragraph whose end is seen, and no code span.
      let source = Array("a <\(text.joined())x".utf8)
      guard source.count(where: { $0 == UInt8(ascii: "`") }) < 2 else { continue }
      let scanned = RawHTMLScanner.end(in: source, from: 2, end: source.count)
      let nodes = Document(source).blocks(in: 0..<source.count).flatMap { $0.tree.nodes }
      let read = nodes.first { $0.start == 2 && ($0.kind == .htmlInline || $0.kind == .link(.autolink)) }.map {
        Int($0.end)
      }
      #expect(scanned == read, "\(String(decoding: source, as: UTF8.self))")
    }
  }
}
