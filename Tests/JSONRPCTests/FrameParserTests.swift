import TestSupport
import Testing

@testable import JSONRPC

/// What `input` gives when it comes in portions of `size` bytes.
private func parse(_ input: String, portion size: Int = .max, limit: Int = 1000) -> [FrameParser.Output] {
  var parser = FrameParser(bodyLimit: limit)
  var outputs: [FrameParser.Output] = []
  var rest = Array(input.utf8)[...]
  while !rest.isEmpty {
    let portion = Array(rest.prefix(size))
    rest = rest.dropFirst(portion.count)
    portion.withUnsafeBytes { parser.consume($0) { outputs.append($0) } }
  }
  return outputs
}

private func body(_ text: String) -> FrameParser.Output { .body(Array(text.utf8)) }

private func frame(_ text: String) -> String { "Content-Length: \(text.utf8.count)\r\n\r\n\(text)" }

@Suite struct FrameParserTests {
  @Test(arguments: [
    "Content-Length: 2\r\n\r\n{}",
    "content-length:2\r\n\r\n{}",
    "CONTENT-LENGTH:  2 \r\n\r\n{}",
    "Content-Length: 2\n\n{}",
    "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}",
    "Content-Length: 2\r\nContent-Type: application/vscode-jsonrpc; charset=utf8\r\n\r\n{}",
    "X-Unknown: a:b\r\nContent-Length: 2\r\nAnother:\r\n\r\n{}",
    "\r\n\r\nContent-Length: 2\r\n\r\n{}",
  ])
  func headersInAnyForm(_ input: String) {
    for portion in [1, 2, 3, 5, 7, .max] { #expect(parse(input, portion: portion) == [body("{}")]) }
  }

  @Test func severalMessagesInAnyPortions() {
    let texts = [#"{"a":1}"#, "", "é😀\u{FEFF}", "x\r\n\r\ny", "Content-Length: 5\r\n\r\n12345"]
    let input = texts.map(frame).joined()
    for portion in [1, 2, 3, 11, 64, .max] {
      #expect(parse(input, portion: portion) == texts.map(body))
    }
  }

  @Test func oversizedBodyIsSkippedByItsLength() {
    let input = frame(String(repeating: "x", count: 11)) + frame("ok")
    for portion in [1, 4, .max] {
      #expect(
        parse(input, portion: portion, limit: 10) == [
          .failure(.bodyTooLarge(byteCount: 11, limit: 10)), body("ok"),
        ])
    }
  }

  @Test func bodyAtTheLimitIsRead() {
    #expect(parse(frame("0123456789"), limit: 10) == [body("0123456789")])
  }

  @Test(arguments: ["-1", "", "abc", "1.5", "0x10", "99999999999999999999", "9223372036854775807", "1 2", "+3"])
  func lengthThatIsNone(_ length: String) {
    let input = "Content-Length: \(length)\r\n\r\n{\"lost\":1}" + frame("ok")
    for portion in [1, 4, .max] {
      #expect(parse(input, portion: portion) == [.failure(.invalidContentLength), body("ok")])
    }
  }

  @Test func missingLength() {
    let input = "Content-Type: x\r\n\r\n{\"lost\":1}" + frame("ok")
    #expect(parse(input) == [.failure(.missingContentLength), body("ok")])
  }

  @Test func bodyWithoutHeader() {
    let lost = "{\n  \"jsonrpc\": \"2.0\",\n\n  \"method\": \"x\"\n}"
    #expect(parse(lost + frame("ok") + frame("more")) == [.failure(.malformedHeader), body("ok"), body("more")])
  }

  @Test func eachBrokenFrameIsReportedOnce() {
    let broken = "garbage\r\nmore garbage\r\n\r\n"
    #expect(
      parse(broken + frame("one") + broken + frame("two")) == [
        .failure(.malformedHeader), body("one"), .failure(.malformedHeader), body("two"),
      ])
  }

  @Test func endlessLineTakesNoMemoryAndIsRecoveredFrom() {
    let input = String(repeating: "x", count: 100_000) + frame("ok")
    for portion in [1000, .max] {
      #expect(parse(input, portion: portion) == [.failure(.malformedHeader), body("ok")])
    }
  }

  @Test func knowsWhetherItIsBetweenFrames() {
    var parser = FrameParser()
    #expect(parser.isBetweenFrames)
    for byte in Array(frame("{}").utf8).dropLast() {
      withUnsafeBytes(of: byte) { parser.consume($0) { _ in } }
      #expect(!parser.isBetweenFrames)
    }
    withUnsafeBytes(of: UInt8(ascii: "}")) { parser.consume($0) { _ in } }
    #expect(parser.isBetweenFrames)
  }

  @Test func randomBytesNeverTrap() {
    var random = SeededGenerator(seed: 4)
    let tokens = ["Content-Length:", " 3", "\r\n", "\n", "\r", ":", "{}", "x", "content-length: 2\r\n\r\n", "\u{0}é"]
    for _ in 0..<2000 {
      let input = (0..<12).map { _ in tokens.randomElement(using: &random) ?? "" }.joined()
      let whole = parse(input, limit: 100)
      #expect(parse(input, portion: 1, limit: 100) == whole, "\(input.debugDescription)")
    }
  }
}
