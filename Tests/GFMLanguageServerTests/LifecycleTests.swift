import Foundation
import Testing

@testable import GFMLanguageServer
@testable import JSONRPC

@Suite struct LifecycleTests {
  @Test func fromInitializeToExit() throws {
    let client = TestClient()
    let result = try client.request("initialize", ["capabilities": [:]])["result"]
    #expect(result["serverInfo"] == ["name": "gfm-language-server", "version": .string(ServerIdentity.version)])
    client.notify("initialized", [:])
    #expect(try client.request("shutdown", nil)["result"] == .null)
    #expect(client.session.exitCode == nil)
    client.notify("exit", nil)
    #expect(client.session.exitCode == 0)
    #expect(client.takeMessages().isEmpty)
  }

  @Test func shutdownAnswersNull() throws {
    let client = try TestClient([:])
    #expect(try client.request("shutdown", nil).has("result"))
  }

  @Test func exitWithoutShutdown() throws {
    let client = try TestClient([:])
    client.notify("exit", nil)
    #expect(client.session.exitCode == 1)
  }

  @Test func exitBeforeInitialize() {
    let client = TestClient()
    client.notify("exit", nil)
    #expect(client.session.exitCode == 1)
  }

  @Test(arguments: [false, true]) func endOfInput(isShutDown: Bool) throws {
    let client = try TestClient([:])
    if isShutDown { _ = try client.request("shutdown", nil) }
    client.inbox.post(.inputEnded(.closed(isComplete: true)))
    client.drain()
    #expect(client.session.exitCode == (isShutDown ? 0 : 1))
  }

  @Test func endOfTheClientsProcess() throws {
    let client = try TestClient([:])
    client.inbox.post(.clientProcessEnded)
    client.drain()
    #expect(client.session.exitCode == 1)
  }

  @Test func clientThatReadsNoMoreEndsTheSession() {
    let session = Session(log: Log(level: .error) { _ in }, send: { _ in false })
    session.receive(.brokenFrame(.malformedHeader))
    #expect(session.exitCode == 1)
  }

  @Test func nothingIsAnsweredAfterExit() throws {
    let client = try TestClient([:])
    client.notify("exit", nil)
    client.enqueue(["jsonrpc": "2.0", "id": 1, "method": "shutdown"])
    client.drain()
    #expect(client.takeMessages().isEmpty)
  }

  @Test func processToWatch() throws {
    var watched: [Int] = []
    let session = Session(
      log: Log(level: .error) { _ in }, watchClientProcess: { watched.append($0) }, send: { _ in true })
    let message = #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":42,"capabilities":{}}}"#
    session.receive(.message(try IncomingMessage(body: Array(message.utf8))))
    #expect(watched == [42])
  }

  @Test func unknownNotificationsAreTaken() throws {
    let client = try TestClient([:])
    client.notify("$/unknown", [:])
    client.notify("workspace/didChangeWorkspaceFolders", ["event": ["added": [], "removed": []]])
    client.notify("workspace/didChangeConfiguration", ["settings": nil])
    #expect(client.takeMessages().isEmpty)
    #expect(client.log.contains { $0.contains("debug: $/unknown is not known") })
  }
}

@Suite struct InitializeTests {
  /// What real clients send, and the encoding that they get.
  @Test(arguments: [
    ("emacs-eglot", "utf-16"), ("emacs-lspmode", "utf-16"), ("kate", "utf-16"), ("monaco", "utf-16"),
    ("nvim", "utf-8"), ("vscode-languageclient", "utf-16"),
  ])
  func realClients(_ name: String, _ encoding: String) throws {
    let url = try #require(
      Bundle.module.url(forResource: "\(name)-initialize", withExtension: "json", subdirectory: "Fixtures/initialize"))
    let client = TestClient()
    let capabilities = try client.request("initialize", try JSON(Array(Data(contentsOf: url))))["result"][
      "capabilities"]
    #expect(capabilities["positionEncoding"].string == encoding)
    #expect(capabilities["textDocumentSync"]["change"] == 2)
    #expect(capabilities["semanticTokensProvider"]["legend"]["tokenTypes"][0] == "heading")
    #expect(capabilities["semanticTokensProvider"]["legend"]["tokenModifiers"][0] == "strong")
    #expect(capabilities["codeActionProvider"]["resolveProvider"] == true)
    client.notify("initialized", [:])
    client.open("**a** b\n")
    #expect(
      try client.request("textDocument/semanticTokens/full", ["textDocument": TestClient.identifier]).has("result"))
    #expect(try client.request("shutdown", nil).has("result"))
  }

  /// A client's mistakes in what it says about itself keep the server from nothing.
  @Test(
    arguments: [
      nil, [:], ["capabilities": nil], ["capabilities": "x"], ["capabilities": ["general": 1, "workspace": []]],
      ["capabilities": ["general": ["positionEncodings": nil], "textDocument": ["codeAction": nil]]],
      ["capabilities": ["general": ["positionEncodings": "utf-8"]]],
      ["capabilities": ["general": ["positionEncodings": []]]],
      ["capabilities": ["general": ["positionEncodings": ["utf-7"]]]],
      ["processId": "x", "clientInfo": 3, "initializationOptions": "x", "capabilities": [:]],
      ["initializationOptions": ["gfm": 1, "positionEncoding": 1], "capabilities": [:]],
      ["initializationOptions": ["positionEncoding": "utf-7"], "capabilities": [:]],
    ] as [JSON])
  func oddParams(_ params: JSON) throws {
    let result = try TestClient().request("initialize", params)["result"]
    #expect(result["capabilities"]["positionEncoding"] == "utf-16")
    #expect(result["capabilities"]["codeActionProvider"] == true)
  }

  @Test(
    arguments: [
      (["utf-32", "utf-8"], nil, "utf-32"), (["utf-7", "utf-8", "utf-16"], nil, "utf-8"), (["utf-16"], nil, "utf-16"),
      (["utf-8"], ["positionEncoding": "utf-32"], "utf-32"),
      (["utf-8"], ["gfm": ["positionEncoding": "utf-16"]], "utf-16"),
      (["utf-8"], ["positionEncoding": "utf-7"], "utf-8"), ([], ["gfm": ["positionEncoding": "utf-8"]], "utf-8"),
    ] as [([JSON], JSON, String)])
  func encodings(_ offered: [JSON], _ options: JSON, _ expected: String) throws {
    let result = try TestClient().request(
      "initialize",
      ["capabilities": ["general": ["positionEncodings": .array(offered)]], "initializationOptions": options])["result"]
    #expect(result["capabilities"]["positionEncoding"].string == expected)
  }
}
