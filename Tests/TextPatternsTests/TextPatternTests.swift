import Testing
import TextPatterns

@Suite struct TextPatternTests {
  private func matches(
    _ pattern: String, _ text: String, at place: TextPattern.Place = [.lineStart, .lineEnd]
  ) throws -> [String] {
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBufferPointer { buffer in
      try TextPattern(pattern).matches(in: buffer, at: place).map { String(decoding: bytes[$0], as: UTF8.self) }
    }
  }

  @Test func matchesInOrder() throws {
    #expect(try matches("a+", "aa b a aaa") == ["aa", "a", "aaa"])
    #expect(try matches("x*", "axxa") == ["xx"])
    #expect(try matches("", "abc") == [])
    #expect(try matches("a", "") == [])
  }

  @Test func charactersAreUnicodes() throws {
    #expect(try matches(".", "é😀") == ["é", "😀"])
    #expect(try matches(#"\w+"#, "Größe 日本") == ["Größe", "日本"])
    #expect(try matches("x*", "éx😀x") == ["x", "x"])
  }

  @Test func placeInTheLine() throws {
    #expect(try matches("^a|a$", "a a") == ["a", "a"])
    #expect(try matches("^a|a$", "a a", at: .lineStart) == ["a"])
    #expect(try matches("^a|a$", "a a", at: .lineEnd) == ["a"])
    #expect(try matches("^a|a$", "a a", at: []) == [])
  }

  @Test func keptOutTextMovesTheStart() throws {
    #expect(try matches(#"a\Kb"#, "abab") == ["b", "b"])
  }

  @Test func textThatIsNoUTF8HasNoMatch() throws {
    let bytes: [UInt8] = [0x61, 0xFF, 0x61]
    let pattern = try TextPattern("a")
    #expect(bytes.withUnsafeBufferPointer { pattern.matches(in: $0, at: []) } == [])
    #expect(!pattern.isExhausted)
  }

  @Test(arguments: [
    ("(a", "missing closing parenthesis", 2), ("[", "missing terminating ] for character class", 1), (#"\C"#, "", 2),
  ])
  func wrongPatterns(_ source: String, _ reason: String, _ offset: Int) {
    #expect { try TextPattern(source) } throws: { error in
      guard let problem = error as? TextPattern.Problem else { return false }
      return problem.reason.contains(reason) && problem.offset == offset
    }
  }

  /// Patterns that take exponential time, or much memory, on this text.
  @Test(arguments: [
    #"^(a+)+$"#, #"(a|aa)+$"#, #"(.*)*b"#, #"(?:(?:a*)*)*c"#, #"^(?:(.)(.)(.)(.)(.)(.)(.)(.)(.)?)*b"#, "(?R)?a*b",
  ])
  func costIsBounded(_ source: String) throws {
    let bytes = Array(String(repeating: "a", count: 5_000).utf8) + [0x21]
    let pattern = try TextPattern(source)
    let clock = ContinuousClock()
    let time = clock.measure {
      bytes.withUnsafeBufferPointer { _ = pattern.matches(in: $0, at: [.lineStart, .lineEnd]) }
    }
    #expect(time < .seconds(1))
    // Exhausted, it costs nothing and matches nothing.
    if pattern.isExhausted {
      #expect(Array("ab".utf8).withUnsafeBufferPointer { pattern.matches(in: $0, at: []) } == [])
    }
  }

  @Test func nestedQuantifiersExhaust() throws {
    let pattern = try TextPattern("^(a+)+$")
    let bytes = Array(String(repeating: "a", count: 40).utf8) + [0x21]
    #expect(bytes.withUnsafeBufferPointer { pattern.matches(in: $0, at: [.lineStart, .lineEnd]) } == [])
    #expect(pattern.isExhausted)
  }

  /// What rules are made for is far from any limit.
  @Test(arguments: [#"\bTODO\b"#, #"^\$ .*$"#, #"\w+@\w+"#, #"(?i)[A-Z]+-\d+"#, #"==[^=]+=="#])
  func usualPatternsDoNotExhaust(_ source: String) throws {
    let pattern = try TextPattern(source)
    let line = String(repeating: "some words, TODO and more of them, ABC-12 @ x@y ==marked== ", count: 100)
    let bytes = Array(line.utf8)
    _ = bytes.withUnsafeBufferPointer { pattern.matches(in: $0, at: [.lineStart, .lineEnd]) }
    #expect(!pattern.isExhausted)
  }

  @Test func longTextIsPassedOver() throws {
    let pattern = try TextPattern("a")
    let bytes = [UInt8](repeating: 0x61, count: TextPattern.maximalTextLength + 1)
    #expect(bytes.withUnsafeBufferPointer { pattern.matches(in: $0, at: []) } == [])
    #expect(bytes[1...].withUnsafeBufferPointer { pattern.matches(in: $0, at: []) }.count == bytes.count - 1)
  }
}
