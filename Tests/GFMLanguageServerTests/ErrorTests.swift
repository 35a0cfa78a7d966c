import Testing

@testable import GFMLanguageServer
@testable import JSONRPC

/// Each mistake of a client's gets its own error, and the next request works.
@Suite struct ErrorTests {
  private static let tokens = "textDocument/semanticTokens/full"
  private static let tokenParams: JSON = ["textDocument": TestClient.identifier]

  private func expectWorking(_ client: TestClient, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(
      try client.request(Self.tokens, Self.tokenParams)["result"].has("data"), sourceLocation: sourceLocation)
  }

  private func openClient() throws -> TestClient {
    let client = try TestClient([:])
    client.open("*a*\n")
    return client
  }

  @Test(arguments: [
    (FrameError.malformedHeader, -32700), (.missingContentLength, -32700), (.invalidContentLength, -32700),
    (.bodyTooLarge(byteCount: 11, limit: 10), -32600),
  ])
  func brokenFrame(_ error: FrameError, _ code: Int) throws {
    let client = try openClient()
    client.inbox.post(.failure(error))
    client.drain()
    let replies = client.takeMessages()
    #expect(replies.count == 1)
    #expect(replies.first?["id"] == .null)
    #expect(replies.first?["error"]["code"].int == code)
    try expectWorking(client)
  }

  @Test(arguments: ["{", "[1", "", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"shutdown\"", "\u{FEFF}{}"])
  func wrongJSON(_ body: String) throws {
    let client = try openClient()
    client.send(body: Array(body.utf8))
    let replies = client.takeMessages()
    #expect(replies.count == 1)
    #expect(replies.first?.has("id") == true)
    #expect(replies.first?["id"] == .null)
    #expect(replies.first?["error"]["code"] == -32700)
    try expectWorking(client)
  }

  @Test func invalidUTF8() throws {
    let client = try openClient()
    let before = Array(#"{"jsonrpc":"2.0","id":9,"method":"gfm/edit","params":{"operation":""#.utf8)
    client.send(body: before + [0xC3, 0x28] + Array(#""}}"#.utf8))
    #expect(client.takeMessages().map { $0["error"]["code"] } == [-32700])
    try expectWorking(client)
  }

  @Test(arguments: ["[]", "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"shutdown\"}]", "3", "{}"])
  func noMessage(_ body: String) throws {
    let client = try openClient()
    client.send(body: Array(body.utf8))
    #expect(client.takeMessages().map { $0["error"]["code"] } == [-32600])
    try expectWorking(client)
  }

  @Test(arguments: ["nope", "$/nope", "textDocument/moniker", "initialized", "textDocument/didOpen"])
  func unknownMethod(_ method: String) throws {
    let client = try openClient()
    #expect(try client.errorCode(method, [:]) == -32601)
    try expectWorking(client)
  }

  private static let wrongCalls: [(method: String, params: JSON)] = [
    (tokens, nil), (tokens, []), (tokens, 1), (tokens, [:]), (tokens, ["textDocument": nil]),
    (tokens, ["textDocument": ["uri": 1]]), ("textDocument/semanticTokens/range", tokenParams),
    (
      "textDocument/semanticTokens/range",
      ["textDocument": TestClient.identifier, "range": ["start": [:], "end": [:]]]
    ),
    ("textDocument/semanticTokens/full/delta", tokenParams), ("textDocument/codeAction", tokenParams),
    ("textDocument/onTypeFormatting", tokenParams), ("textDocument/formatting", [:]),
    ("textDocument/rangeFormatting", tokenParams), ("workspace/executeCommand", [:]), ("codeAction/resolve", nil),
    ("workspace/executeCommand", ["command": "gfm.strong"]),
    ("workspace/executeCommand", ["command": "gfm.strong", "arguments": [1]]),
    ("workspace/executeCommand", ["command": "gfm.nope", "arguments": []]),
    ("workspace/executeCommand", ["command": "other", "arguments": [1, "x"]]), ("gfm/edit", tokenParams),
    ("gfm/edit", ["textDocument": TestClient.identifier, "selections": [], "operation": "nope"]),
    ("gfm/edit", ["textDocument": TestClient.identifier, "selections": [1], "operation": "strong"]),
  ]

  @Test(arguments: wrongCalls)
  func wrongParams(_ method: String, _ params: JSON) throws {
    let client = try openClient()
    #expect(try client.errorCode(method, params) == -32602)
    try expectWorking(client)
  }

  @Test(arguments: ["shutdown", "gfm/edit", "nope"])
  func beforeInitialize(_ method: String) throws {
    let client = TestClient()
    client.open("lost")
    #expect(try client.errorCode(method, [:]) == -32002)
    #expect(try client.request("initialize", ["capabilities": [:]]).has("result"))
    #expect(client.text == nil)
    client.open("*a*\n")
    try expectWorking(client)
  }

  @Test func secondInitialize() throws {
    let client = try openClient()
    #expect(try client.errorCode("initialize", ["capabilities": [:]]) == -32600)
    try expectWorking(client)
  }

  @Test(arguments: ["shutdown", "initialize", "gfm/edit", "nope"])
  func afterShutdown(_ method: String) throws {
    let client = try openClient()
    _ = try client.request("shutdown", nil)
    #expect(try client.errorCode(method, [:]) == -32600)
    #expect(try client.errorCode(Self.tokens, Self.tokenParams) == -32600)
  }

  @Test(arguments: [
    tokens, "textDocument/semanticTokens/range", "textDocument/semanticTokens/full/delta", "textDocument/codeAction",
    "textDocument/onTypeFormatting", "textDocument/formatting", "textDocument/rangeFormatting", "gfm/edit",
  ])
  func unknownDocument(_ method: String) throws {
    let client = try openClient()
    let params: JSON = [
      "textDocument": ["uri": "file:///other.md"], "range": range(0, 0, 0, 0), "position": position(0, 0), "ch": "\n",
      "context": ["diagnostics": []], "previousResultId": "1", "selections": [], "operation": "strong",
    ]
    #expect(try client.errorCode(method, params) == -32602)
    try expectWorking(client)
  }

  @Test(arguments: ["textDocument/didChange", "textDocument/didClose"])
  func notificationForUnknownDocument(_ method: String) throws {
    let client = try openClient()
    client.notify(
      method, ["textDocument": ["uri": "file:///other.md", "version": 2], "contentChanges": [["text": "x"]]])
    let messages = client.takeMessages()
    #expect(messages.map { $0["method"] } == ["window/logMessage"])
    #expect(messages.first?["params"]["type"] == 1)
    #expect(client.log.contains { $0.contains("error: \(method): no open document: file:///other.md") })
    try expectWorking(client)
  }

  @Test(
    arguments: [
      ["textDocument": TestClient.identifier], ["textDocument": TestClient.identifier, "contentChanges": nil],
      ["textDocument": TestClient.identifier, "contentChanges": [["range": [:], "text": "x"]]],
      ["textDocument": TestClient.identifier, "contentChanges": [["text": "x"], ["text": 1]]],
    ] as [JSON])
  func notificationOfTheWrongShape(_ params: JSON) throws {
    let client = try openClient()
    client.notify("textDocument/didChange", params)
    #expect(client.takeMessages().map { $0["method"] } == ["window/logMessage"])
    #expect(client.text == "*a*\n")
    try expectWorking(client)
  }

  @Test func versionThatGoesBackwards() throws {
    let client = try TestClient([:])
    client.open("ab", version: 5)
    client.change(change(range(0, 2, 0, 2), "c"), version: 3)
    #expect(client.takeMessages().map { $0["params"]["type"] } == [1])
    #expect(client.log.contains { $0.contains("error:") && $0.contains("goes back from 5 to 3") })
    #expect(client.text == "abc")
    client.change(change(range(0, 3, 0, 3), "d"), version: 4)
    #expect(client.takeMessages().isEmpty)
    #expect(client.text == "abcd")
    try expectWorking(client)
  }

  @Test func staleVersion() throws {
    let client = try openClient()
    client.change(change(range(0, 0, 0, 0), "x"), version: 2)
    let caret: JSON = ["anchor": position(0, 1), "head": position(0, 1)]
    for (version, code) in [(1, -32801), (3, -32801), (2, nil)] as [(Int, Int?)] {
      let params: JSON = [
        "textDocument": TestClient.identifier, "version": .int(version), "selections": [caret], "operation": "strong",
      ]
      #expect(try client.errorCode("gfm/edit", params) == code)
    }
    try expectWorking(client)
  }

  @Test func responseToNoRequest() throws {
    let client = try openClient()
    client.send(body: (["jsonrpc": "2.0", "id": 77, "result": nil] as JSON).bytes)
    #expect(client.takeMessages().isEmpty)
    try expectWorking(client)
  }
}

@Suite struct CancellationTests {
  private func request(_ id: JSON) -> JSON { ["jsonrpc": "2.0", "id": id, "method": "nope"] }
  private func cancel(_ id: JSON) -> JSON {
    ["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": id]]
  }

  /// Two strings are one id where they are the same bytes, not where they are the same text in two normal forms.
  @Test func idsInTwoNormalForms() throws {
    let client = try TestClient([:])
    for id in ["caf\u{E9}", "cafe\u{301}"] as [JSON] { client.enqueue(request(id)) }
    client.enqueue(cancel("cafe\u{301}"))
    client.drain()
    #expect(client.takeMessages().map { $0["error"]["code"] } == [-32601, -32800])
  }

  @Test(arguments: [7, "seven"] as [JSON]) func waitingRequest(_ id: JSON) throws {
    let client = try TestClient([:])
    client.enqueue(request(1))
    client.enqueue(request(id))
    client.enqueue(cancel(id))
    client.enqueue(request(3))
    client.drain()
    let replies = client.takeMessages()
    #expect(replies.map { $0["id"] } == [1, id, 3])
    #expect(replies.map { $0["error"]["code"] } == [-32601, -32800, -32601])
  }

  @Test func requestThatIsDoneOrUnknown() throws {
    let client = try TestClient([:])
    client.enqueue(request(7))
    client.drain()
    for id in [7, 99, nil, [:]] as [JSON] { client.enqueue(cancel(id)) }
    client.enqueue(request(7))
    client.drain()
    #expect(client.takeMessages().map { $0["error"]["code"] } == [-32601, -32601])
  }
}
