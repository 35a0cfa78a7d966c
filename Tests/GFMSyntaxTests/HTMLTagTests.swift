import TestSupport
import Testing

@testable import GFMSyntax

@Suite struct HTMLTagTests {
  private func tags(_ text: String) -> [String] {
    var scanner = HTMLScanner(Array(text.utf8))
    return scanner.tags().map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) }
  }

  /// A tag without an end hides none that comes later.
  @Test func tagsBehindOnesWithoutAnEnd() {
    #expect(tags("<a b='<c d='e'> <f>") == ["<a b='<c d='e'>", "<f>"])
    #expect(tags("<a b='<c d=\"e\"> <f>") == ["<c d=\"e\">", "<f>"])
    #expect(tags("<a b='<c d=\"<e> <f>") == ["<e>", "<f>"])
    #expect(tags("<a <b <c") == [])
  }

  /// What is remembered of tags without an end changes nothing: each is found as the first of a text is.
  @Test func rememberedEndsChangeNothing() {
    var random = SeededGenerator(seed: 11)
    let words = [
      "<a", "<b ", "<", ">", " ", "/", "=", "'", "\"", "c", "d=", "e='", "f=\"", "=g", "\n", "</h", "<!--", "-->",
    ]
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 1...16, using: &random)).map { _ in
        words[Int.random(in: 0..<words.count, using: &random)]
      }.joined()
      #expect(ranges(Array(text.utf8)) == rangesOneByOne(Array(text.utf8)), "\(text)")
    }
  }

  private func ranges(_ text: [UInt8]) -> [Range<Int>] {
    var scanner = HTMLScanner(text)
    return scanner.tags().map(\.range)
  }

  private func rangesOneByOne(_ text: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "<"), let first = self.ranges(Array(text[index...])).first, first.lowerBound == 0 {
        ranges.append(index..<index + first.upperBound)
        index += first.upperBound
      } else {
        index += 1
      }
    }
    return ranges
  }
}
