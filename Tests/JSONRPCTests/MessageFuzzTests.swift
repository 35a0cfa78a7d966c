import Foundation
import TestSupport
import Testing

@testable import JSONRPC

/// Streams and bodies made of random parts, the same ones for the same seed. `GFM_FUZZ_ITERATIONS` and `GFM_FUZZ_SEED`
/// make the run longer and another one.
@Suite struct MessageFuzzTests {
  private static let iterations = number("GFM_FUZZ_ITERATIONS") ?? 20_000

  private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

  private static let streamParts = [
    "Content-Length: ", "content-length:", "Content-Length: 5\r\n\r\n", "Content-Length: 2\r\n\r\n{}", "\r\n", "\n",
    "\r", "\r\n\r\n", "0", "1", "2", "7", "99999999999999999999", "-1", "x", ":", " ", "\t", "{}", "[]", "\u{0}", "é",
    "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n", "Content-Length: 70000\r\n\r\n",
  ]

  private static let jsonParts = [
    "{", "}", "[", "]", ",", ":", "\"", "null", "true", "false", "0", "-1", "1.5", "1e9", "\"a\"",
    "\"jsonrpc\":\"2.0\"",
    "\"id\":1", "\"id\":\"x\"", "\"id\":null", "\"method\":\"m\"", "\"params\":{}", "\"params\":[1]", "\"result\":null",
    "\"error\":{}", "\\ud800", "\\udc00", "\\u00e9", "\\\"", "\\x", " ", "\n", "é", "\u{1}", "{\"jsonrpc\":\"2.0\",",
    "\"\\ud83d\\ude00\"", "\"params\":{\"a\":\"\\ud83d\"}", "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":",
  ]

  private var random = SeededGenerator(seed: UInt64(MessageFuzzTests.number("GFM_FUZZ_SEED") ?? 1))

  private mutating func text(of segments: [String], upTo count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...count, using: &random) {
      bytes += Array((segments.randomElement(using: &random) ?? "").utf8)
      if Int.random(in: 0..<40, using: &random) == 0 { bytes.append(UInt8.random(in: 0...255, using: &random)) }
    }
    return bytes
  }

  /// Any JSON, at most `depth` deep.
  private mutating func value(depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &random) {
    case 0: return "null"
    case 1: return "true"
    case 2: return ["0", "-1", "1.5", "1e9", "12345678901", "-0.25E-2"].randomElement(using: &random) ?? "0"
    case 3...6:
      let segments = ["a", "é", "\\ud800", "\\udc00", "\\ud83d\\ude00", "\\n", "\\\"", "\\/", "\\u0000", "😀", " "]
      return "\"" + (0..<3).map { _ in segments.randomElement(using: &random) ?? "" }.joined() + "\""
    case 7:
      return "["
        + (0..<Int.random(in: 0..<4, using: &random)).map { _ in value(depth: depth - 1) }.joined(separator: ", ") + "]"
    default:
      let names = ["a", "b\\u0041", "", "é"].prefix(Int.random(in: 0...4, using: &random))
      return "{" + names.map { "\"\($0)\" : \(value(depth: depth - 1))" }.joined(separator: ",") + "}"
    }
  }

  /// A body that is a message, or nearly.
  private mutating func body() -> [UInt8] {
    var members = ["\"jsonrpc\":\"2.0\""]
    if Bool.random(using: &random) { members.append("\"id\":" + (Bool.random(using: &random) ? "7" : value(depth: 0))) }
    if Int.random(in: 0..<4, using: &random) > 0 { members.append("\"method\": \"m\"") }
    members.append(
      "\"\(["params", "result", "error", "more"].randomElement(using: &random) ?? "")\":\(value(depth: 4))")
    members.shuffle(using: &random)
    var bytes = Array("{\(members.joined(separator: ","))}".utf8)
    for _ in 0..<Int.random(in: 0..<3, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      if Bool.random(using: &random), place < bytes.count {
        bytes.remove(at: place)
      } else {
        bytes.insert(contentsOf: Array((Self.jsonParts.randomElement(using: &random) ?? "").utf8), at: place)
      }
    }
    return bytes
  }

  private func outputs(of stream: [UInt8], portions: () -> Int) -> [FrameParser.Output] {
    var parser = FrameParser(bodyLimit: 1 << 16)
    var outputs: [FrameParser.Output] = []
    var start = 0
    while start < stream.count {
      let end = min(start + portions(), stream.count)
      stream[start..<end].withUnsafeBytes { segment in parser.consume(segment) { outputs.append($0) } }
      start = end
    }
    return outputs
  }

  @Test func framesAreTheSameHoweverTheyAreRead() {
    var fuzz = self
    for _ in 0..<Self.iterations {
      let stream = fuzz.text(of: Self.streamParts, upTo: 30)
      let whole = outputs(of: stream) { stream.count }
      let cut = outputs(of: stream) { Int.random(in: 1...9, using: &fuzz.random) }
      #expect(whole == cut, "\(String(decoding: stream, as: UTF8.self).debugDescription)")
    }
  }

  /// What the scanner takes for a message, the decoder can read; what the scanner refuses, the decoder refuses too,
  /// where it is asked for all of it.
  @Test func whatIsTakenForAMessageCanBeDecoded() throws {
    var fuzz = self
    var taken = 0
    for _ in 0..<Self.iterations {
      let body = fuzz.body()
      guard let message = try? IncomingMessage(body: body) else {
        guard var object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] else { continue }
        // It is JSON, so it is the message that is wrong.
        let isRight = object.removeValue(forKey: "jsonrpc") as? String == "2.0" && object["method"] is String
        // Foundation takes true for 1.
        let isBoolean = (object["id"] as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
        let hasID = object["id"] == nil || object["id"] is String || (object["id"] is Int && !isBoolean)
        #expect(!isRight || !hasID, "\(String(decoding: body, as: UTF8.self).debugDescription)")
        continue
      }
      taken += 1
      guard let payload = message.payload else { continue }
      #expect(throws: Never.self, "\(String(decoding: body, as: UTF8.self).debugDescription)") {
        try JSONSerialization.jsonObject(with: Data(payload), options: .fragmentsAllowed)
      }
    }
    #expect(taken > Self.iterations / 10)
  }
}
