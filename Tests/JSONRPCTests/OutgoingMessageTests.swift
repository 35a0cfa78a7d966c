import Testing

@testable import JSONRPC

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

@Suite struct OutgoingMessageTests {
  @Test(arguments: [
    (0, "0"), (7, "7"), (10, "10"), (-1, "-1"), (-120, "-120"), (Int.max, "9223372036854775807"),
    (Int.min, "-9223372036854775808"),
  ])
  func numbers(_ number: Int, _ expected: String) {
    var bytes: [UInt8] = []
    JSONText.append(number, to: &bytes)
    #expect(text(bytes) == expected)
  }

  @Test func numberArrays() {
    var bytes: [UInt8] = []
    JSONText.append([], to: &bytes)
    JSONText.append([0, 12, UInt32.max], to: &bytes)
    #expect(text(bytes) == "[][0,12,4294967295]")
  }

  @Test(arguments: [
    ("", #""""#), ("a/é😀", #""a/é😀""#), ("\"\\", #""\"\\""#), ("\n\u{0}\u{1F}", #""\u000a\u0000\u001f""#),
  ])
  func strings(_ string: String, _ expected: String) {
    var bytes: [UInt8] = []
    JSONText.append(string, to: &bytes)
    #expect(text(bytes) == expected)
  }

  @Test func requestWithoutParameters() {
    #expect(
      text(OutgoingMessage.request("a/b", id: .number(1))) == #"{"jsonrpc":"2.0","id":1,"method":"a/b"}"#)
  }

  @Test func messages() throws {
    #expect(
      text(try OutgoingMessage.response(to: .string("a")) { $0 += "{}".utf8 })
        == #"{"jsonrpc":"2.0","id":"a","result":{}}"#)
    #expect(
      text(OutgoingMessage.failure(.requestCancelled, id: .number(3)))
        == #"{"jsonrpc":"2.0","id":3,"error":{"code":-32800,"message":"the request was cancelled"}}"#)
    #expect(
      text(OutgoingMessage.failure(.parseError("p"), id: nil))
        == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"p"}}"#)
    #expect(
      text(try OutgoingMessage.notification("a/b", params: ["k": "v"]))
        == #"{"jsonrpc":"2.0","method":"a/b","params":{"k":"v"}}"#)
    #expect(
      text(try OutgoingMessage.request("a", id: .number(1), params: [1]))
        == #"{"jsonrpc":"2.0","id":1,"method":"a","params":[1]}"#)
  }
}
