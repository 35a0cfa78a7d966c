import Glibc
import RegularExpressions
import Testing

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

  /// The processor's time that this thread has had.
  private static func workedTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The processor's time that searches of `text` take, so many times over, and whether the pattern was exhausted then.
  private func cost(
    _ source: String, _ text: String, times: Int = 1
  ) throws -> (time: Duration, isExhausted: Bool) {
    let bytes = Array(text.utf8)
    let pattern = try TextPattern(source)
    let start = Self.workedTime()
    for _ in 0..<times {
      bytes.withUnsafeBufferPointer { _ = pattern.matches(in: $0, at: [.lineStart, .lineEnd]) }
    }
    let time = Self.workedTime() - start
    // Exhausted, it costs nothing and matches nothing.
    if pattern.isExhausted {
      #expect(Array("ab".utf8).withUnsafeBufferPointer { pattern.matches(in: $0, at: []) } == [])
      #expect(!Array("ab".utf8).withUnsafeBufferPointer { pattern.hasMatch(in: $0, at: []) })
    }
    return (time, pattern.isExhausted)
  }

  /// Patterns that take exponential time, or much memory.
  @Test(arguments: [
    #"^(a+)+$"#, #"(a|aa)+$"#, #"(.*)*b|!."#, #"(?:(?:a*)*)*c|!."#,
    #"^(?:(.)(.)(.)(.)(.)(.)(.)(.)(.)?)*!a"#, "a(?R)?(?R)?b|!.",
  ])
  func costIsBounded(_ source: String) throws {
    let (time, isExhausted) = try cost(source, String(repeating: "a", count: 5_000) + "!a")
    #expect(time < .seconds(2))
    #expect(isExhausted)
  }

  /// Matches that are cheap, one by one, or that take few steps over much text.
  @Test(arguments: [
    "a(?=(?:(?=.*$)a)*+)", ".(?=.*?$)", "a(?=(?>a|b)*+$)", #"(?<=a)a(?=(?:\w\w)*+)"#, "a(?=(?:(?=.*$)a){0,200}+)",
    "a(?=(?:[^" + String(repeating: #"\pN"#, count: 1_300) + "]*+)$)",
  ])
  func allMatchesTogetherAreBounded(_ source: String) throws {
    let (time, isExhausted) = try cost(source, String(repeating: "a", count: TextPattern.maximalTextLength))
    #expect(time < .seconds(2))
    #expect(isExhausted)
  }

  /// Texts that are no trouble alone.
  @Test func allTextsTogetherAreBounded() throws {
    let text = String(repeating: "a", count: 5_000)
    #expect(try !cost("a(?=(?:.*+)$)", text).isExhausted)
    let (time, isExhausted) = try cost("a(?=(?:.*+)$)", text, times: 10_000)
    #expect(time < .seconds(2))
    #expect(isExhausted)
  }

  @Test func nestedQuantifiersExhaust() throws {
    #expect(try cost("^(a+)+$", String(repeating: "a", count: 40) + "!").isExhausted)
  }

  /// What rules are made for is far from any limit.
  @Test(arguments: [
    #"\bTODO\b"#, #"^\$ .*$"#, #"\w+@\w+"#, #"(?i)[A-Z]+-\d+"#, #"==[^=]+=="#, "TODO|FIXME",
    #"(?<!\w)(\w+)\s+\1(?!\w)"#, #"\b\w+ing\b|\b\w+ed\b"#,
  ])
  func usualPatternsDoNotExhaust(_ source: String) throws {
    let words = "some words, TODO and more of them, ABC-12 @ x@y ==marked== "
    for count in [1, 3, 100] {
      let line = String(repeating: words, count: count)
      #expect(try !cost(source, line, times: 1_000_000 / line.utf8.count).isExhausted)
    }
  }

  @Test func longTextIsPassedOver() throws {
    let pattern = try TextPattern("a")
    let bytes = [UInt8](repeating: 0x61, count: TextPattern.maximalTextLength + 1)
    #expect(bytes.withUnsafeBufferPointer { pattern.matches(in: $0, at: []) } == [])
    #expect(bytes[1...].withUnsafeBufferPointer { pattern.matches(in: $0, at: []) }.count == bytes.count - 1)
  }
}
