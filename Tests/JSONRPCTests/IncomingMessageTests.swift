import TestSupport
import Testing

@testable import JSONRPC

private func message(_ text: String) throws(InvalidMessage) -> IncomingMessage {
  try IncomingMessage(body: Array(text.utf8))
}

private func failure(_ body: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) -> InvalidMessage? {
  do throws(InvalidMessage) {
    _ = try IncomingMessage(body: body)
    Issue.record("no failure", sourceLocation: sourceLocation)
    return nil
  } catch {
    return error
  }
}

private func failure(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) -> InvalidMessage? {
  failure(Array(text.utf8), sourceLocation: sourceLocation)
}

private struct Text: Decodable {
  var text: String
}

@Suite struct IncomingMessageTests {
  @Test func kinds() throws {
    #expect(
      try message(#"{"jsonrpc":"2.0","id":7,"method":"a","params":{}}"#).kind == .request(id: .number(7), method: "a"))
    #expect(
      try message(#" { "method" : "aA" , "id" : "\"x" , "jsonrpc" : "2.0" } "#).kind
        == .request(id: .string("\"x"), method: "aA"))
    #expect(try message(#"{"jsonrpc":"2.0","method":"a/b"}"#).kind == .notification(method: "a/b"))
    #expect(
      try message(#"{"jsonrpc":"2.0","id":1,"result":null}"#).kind == .response(id: .number(1), isError: false))
    #expect(
      try message(#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}"#).kind
        == .response(id: .number(1), isError: true))
  }

  @Test func unknownMembersAreIgnored() throws {
    let text = #"{"x":[1,{"id":2,"method":"no"}],"jsonrpc":"2.0","method":"a","params":{"text":"t","y":null}}"#
    #expect(try message(text).decode(Text.self).text == "t")
  }

  @Test(arguments: [
    "", " ", "{", "}", #"{"a"}"#, #"{"a":1,}"#, "{\"a\":01}", "nul", #"{"a":"\x"}"#, #"{"a":"\u12"}"#, "{\"a\":\"\n\"}",
    #"{"a":-}"#, #"{"a":1.}"#, #"{"a":1e}"#, "{} {}", #"{"a":"b"#, "[1,]", "\u{FEFF}{}", "{'a':1}", "[1 2]",
    #"{"a" 1}"#,
  ])
  func wrongJSON(_ text: String) {
    #expect(failure(text)?.error.code == .parseError)
    #expect(failure(text)?.id == nil)
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80],
    ] as [[UInt8]])
  func invalidUTF8(_ bytes: [UInt8]) {
    let body = Array(#"{"jsonrpc":"2.0","id":1,"method":"a","params":{"text":""#.utf8) + bytes + Array(#""}}"#.utf8)
    #expect(failure(body)?.error.code == .parseError)
  }

  @Test(arguments: [
    "[]", #"[{"jsonrpc":"2.0","id":1,"method":"a"}]"#, "1", "null", #""x""#, "{}", #"{"jsonrpc":"2.0"}"#,
    #"{"jsonrpc":"2.0","id":null,"method":"a"}"#, #"{"jsonrpc":"2.0","id":1.5,"method":"a"}"#,
    #"{"jsonrpc":"2.0","id":{},"method":"a"}"#, #"{"jsonrpc":"2.0","id":99999999999999999999,"method":"a"}"#,
  ])
  func noMessageWithoutID(_ text: String) {
    #expect(failure(text)?.error.code == .invalidRequest)
    #expect(failure(text)?.id == nil)
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","id":4,"method":1}"#, #"{"jsonrpc":"1.0","id":4,"method":"a"}"#,
    #"{"id":4,"method":"a"}"#,
  ])
  func noMessageWithID(_ text: String) {
    #expect(failure(text)?.error.code == .invalidRequest)
    #expect(failure(text)?.id == .number(4))
  }

  /// What is no request is not answered, whatever is wrong with it.
  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":4,"result":1,"error":null}"#, 4, false),
    (#"{"jsonrpc":"2.0","id":4,"result":null,"error":{}}"#, 4, true),
    (#"{"jsonrpc":"2.0","id":4,"result":1,"error":{}}"#, 4, true), (#"{"id":4,"result":1}"#, 4, false),
    (#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}"#, nil, true),
    (#"{"jsonrpc":"2.0","id":4}"#, 4, false), (#"{"id":4,"params":{}}"#, 4, false),
  ])
  func oddResponses(_ text: String, _ id: Int?, _ isError: Bool) throws {
    let message = try IncomingMessage(body: Array(text.utf8))
    #expect(message.kind == .response(id: id.map { .number($0) }, isError: isError))
  }

  @Test(arguments: [
    (#"\ud800"#, "\u{FFFD}"), (#"a\udc00b"#, "a\u{FFFD}b"), (#"\ud83d\ude00"#, "😀"),
    (#"\ud83d\ud83d\ude00"#, "\u{FFFD}😀"), (#"\uD83Dx"#, "\u{FFFD}x"), (#"\ud800\n"#, "\u{FFFD}\n"),
    (#"\ud800\u0041"#, "\u{FFFD}A"), (#"\\ud800"#, #"\ud800"#), (#"\u0000"#, "\u{0}"),
    (#"\ude00\ud83d"#, "\u{FFFD}\u{FFFD}"),
  ])
  func surrogates(_ escaped: String, _ expected: String) throws {
    let text = #"{"jsonrpc":"2.0","method":"a","params":{"text":""# + escaped + #""}}"#
    #expect(try message(text).decode(Text.self).text == expected)
  }

  @Test func depthIsLimitedWithoutStack() throws {
    func nested(_ depth: Int) -> String {
      let value = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
      return #"{"jsonrpc":"2.0","method":"a","params":{"text":"t","deep":"# + value + "}}"
    }
    #expect(try message(nested(400)).decode(Text.self).text == "t")
    #expect(failure(nested(100_000))?.error.code == .parseError)
    #expect(failure(String(repeating: #"{"a":"#, count: 100_000))?.error.code == .parseError)
  }

  @Test func wrongShapeSaysWhere() throws {
    let message = try message(#"{"jsonrpc":"2.0","method":"a","params":{"text":1}}"#)
    #expect(throws: RequestError.invalidParams("params.text is not of type String")) {
      try message.decode(Text.self)
    }
    let empty = try IncomingMessage(body: Array(#"{"jsonrpc":"2.0","method":"a","params":null}"#.utf8))
    #expect(throws: RequestError.invalidParams("params.text is missing")) { try empty.decode(Text.self) }
  }

  @Test(arguments: ["1.5", "1e999", "99999999999999999999"])
  func numbersThatAreNoIntegers(_ number: String) throws {
    struct Numbers: Decodable { var values: [Int] }
    let message = try message(#"{"jsonrpc":"2.0","method":"a","params":{"values":["# + number + "]}}")
    #expect(
      throws: RequestError.invalidParams("params holds a number that is too large, or no integer where one is needed")
    ) { try message.decode(Numbers.self) }
  }

  @Test func randomJSONNeverTraps() {
    var random = SeededGenerator(seed: 3)
    let tokens = [
      "{", "}", "[", "]", ",", ":", "\"", "\"id\":", "\"method\":\"a\"", "\"jsonrpc\":\"2.0\"", "1", "-", "e", ".",
      "null",
      "\\u", "d83d", "\\", " ", "😀",
    ]
    for _ in 0..<5000 {
      var body = Array((0..<10).map { _ in tokens.randomElement(using: &random) ?? "" }.joined().utf8)
      if !body.isEmpty, Bool.random(using: &random) { body.removeLast() }
      _ = try? IncomingMessage(body: body)
    }
  }
}
