import Testing
import YAMLSyntax

@Suite struct YAMLSyntaxTests {
  private func fault(_ text: String) -> YAMLFault? { YAMLSyntax.firstFault(in: Array(text.utf8)) }

  @Test func valid() {
    for text in [
      "", "\n", "# a\n", "title: x\n", "a: [1, 2]\nb:\n  - c\n", "a: &x 1\nb: *x\n", "日本: 語\r\nb: c\r\n", "plain",
    ] {
      #expect(fault(text) == nil, "\(text)")
    }
  }

  /// Where it is, in bytes, whatever stands before it.
  @Test func faults() throws {
    #expect(try #require(fault("a: 日\nb: c: d\n")).offset == 11)
    #expect(try #require(fault("a: *none\n")).reason == "no anchor has the name none")
    #expect(fault("a: [1\n") != nil)
    #expect(fault("a:\n\t- b\n") != nil)
    #expect(fault("title: \"x\n") != nil)
    #expect(fault("a: \u{1}\n")?.offset == 3)
    #expect(YAMLSyntax.firstFault(in: [0x61, 0x3A, 0x20, 0xFF, 0x0A])?.offset == 3)
  }

  /// Longer than what the parser reads at a time: it comes back for more.
  @Test func longTexts() {
    let text = String(repeating: "key: [日本, \"x\"]\n---\n", count: 5_000)
    #expect(fault(text) == nil)
    #expect(fault(text + "a: b: c\n")?.offset == text.utf8.count + 4)
  }

  /// Texts that would cost much are not judged; none is followed where its aliases lead.
  @Test(.timeLimit(.minutes(1))) func hostileTexts() {
    #expect(fault(String(repeating: "[", count: 200_000)) == nil)
    #expect(fault(String(repeating: "- ", count: 100_000)) == nil)
    #expect(fault(String(repeating: "a: [\n", count: 300_000)) == nil)
    let bomb = "a: &a [x, x]\n" + (1..<40).map { "b\($0): &b\($0) [*\($0 == 1 ? "a" : "b\($0 - 1)"), *a]\n" }.joined()
    #expect(fault(bomb) == nil)
    _ = fault(String(repeating: "? ", count: 100_000))
    _ = fault(String(repeating: "{a: ", count: 60_000))
    _ = fault(String(repeating: "x ", count: 120_000))
  }
}
