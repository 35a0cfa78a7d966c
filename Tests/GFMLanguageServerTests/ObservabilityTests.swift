import Synchronization
import Testing

@testable import GFMLanguageServer

private let tokens = "textDocument/semanticTokens/full"
private let tokenParams: JSON = ["textDocument": TestClient.identifier]

@Suite struct TraceTests {
  @Test(arguments: ["messages", "verbose"]) func eachMessageIsTraced(_ value: String) throws {
    let client = try TestClient([:])
    client.notify("$/setTrace", ["value": .string(value)])
    _ = client.takeMessages()
    client.open("*a*\n")
    _ = try client.request(tokens, tokenParams)
    let traces = client.takeMessages()
    #expect(traces.map { $0["method"] } == ["$/logTrace", "$/logTrace"])
    let messages = traces.map { $0["params"]["message"].string ?? "" }
    #expect(messages[0].contains(/^notification textDocument\/didOpen: \d+\.\d{3} ms$/))
    #expect(messages[1].contains(/^request \d+, textDocument\/semanticTokens\/full: \d+\.\d{3} ms$/))
    #expect(traces.map { $0["params"].has("verbose") } == [value == "verbose", value == "verbose"])
    if value == "verbose" {
      #expect(
        traces[1]["params"]["verbose"].string?.contains(/^answered \d+ bytes; parsed \d+ bytes in \d+ parses$/) == true)
    }
    client.notify("$/setTrace", ["value": "off"])
    _ = client.takeMessages()
    _ = try client.request(tokens, tokenParams)
    #expect(client.takeMessages().isEmpty)
  }

  @Test func traceFromTheStart() throws {
    let client = TestClient()
    _ = try client.request("initialize", ["capabilities": [:], "trace": "messages"])
    #expect(client.takeMessages().map { $0["method"] } == ["$/logTrace"])
  }

  @Test(arguments: ["loud", nil] as [JSON]) func unknownTraceIsOff(_ value: JSON) throws {
    let client = TestClient()
    _ = try client.request("initialize", ["capabilities": [:], "trace": value])
    #expect(client.takeMessages().isEmpty)
  }

  @Test func theLogTellsWhatARequestTook() throws {
    let client = try TestClient([:])
    client.open("*a*\n")
    _ = try client.request("nope", [:])
    #expect(
      client.log.contains { $0.contains(/debug: notification textDocument\/didOpen: \d+\.\d{3} ms, done; parsed/) })
    #expect(
      client.log.contains { $0.contains(/debug: request \d+, nope: \d+\.\d{3} ms, failed: no such method: nope/) })
  }
}

@Suite struct LogTests {
  private func lines(_ level: Log.Level, _ write: (Log) -> Void) -> [String] {
    final class Recorder: Sendable { let lines = Mutex<[String]>([]) }
    let recorder = Recorder()
    write(Log(level: level) { line in recorder.lines.withLock { $0.append(line) } })
    return recorder.lines.withLock { $0 }
  }

  @Test func levels() {
    let all: (Log) -> Void = {
      $0.error("e")
      $0.warning("w")
      $0.info("i")
      $0.debug("d")
    }
    #expect(lines(.error, all) == ["gfm-language-server: error: e"])
    #expect(lines(.info, all).count == 3)
    #expect(lines(.debug, all).last == "gfm-language-server: debug: d")
  }

  @Test func whatAClientSendsStaysOnOneLine() {
    let written = lines(.error) { $0.error("file:///a\nfake: error\u{1B}[2J\r") }
    #expect(written == ["gfm-language-server: error: file:///a fake: error [2J "])
  }

  /// Terminals obey C1 controls, too, as `U+009B`, which starts a sequence.
  @Test func noControlReachesATerminal() {
    let controls = (0x80...0x9F).compactMap { Unicode.Scalar(UInt32($0)).map { String(Character($0)) } }.joined()
    #expect(
      lines(.error) { $0.error("x\(controls)31mé\u{A0}y") } == [
        "gfm-language-server: error: x\(String(repeating: " ", count: 32))31mé\u{A0}y"
      ])
    for offset in 0..<4 {
      let written = lines(.error) {
        $0.error(String(repeating: "x", count: offset) + String(repeating: "\u{9B}\u{85}", count: 2_000))
      }
      #expect(written[0].unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
      #expect(written[0].hasSuffix("…"))
    }
  }

  @Test func longLinesAreCut() {
    let written = lines(.error) { $0.error(String(repeating: "é", count: 10_000)) }
    #expect(written[0].utf8.count < 4096)
    #expect(written[0].hasSuffix("…"))
  }
}

@Suite struct StatusTests {
  @Test func documentsAndCounters() throws {
    let client = try TestClient([:])
    client.open("# a\n\n*b*\n\nc\n", version: 7)
    client.change(change(range(2, 1, 2, 1), "x"), version: 8)
    _ = try client.request(tokens, tokenParams)
    let status = try client.request("gfm/status", [:])["result"]
    #expect(status["version"].string == ServerIdentity.version)
    #expect(status["parserVersion"].string?.hasPrefix("0.29.0.gfm") == true)
    #expect(
      status["documents"] == [["uri": TestClient.uri, "version": 8, "byteCount": 13, "lineCount": 6, "partCount": 3]])
    let counters = status["counters"]
    #expect(counters["documentsRead"] == 1)
    #expect(counters["changes"] == 1)
    #expect(counters["tokenResults"] == 1)
    #expect(counters["requests"] == 3)
    // The change parsed less than the whole, and kept the rest.
    #expect((1...2).contains(counters["partsParsed"].int ?? 0))
    #expect((1...2).contains(counters["partsKept"].int ?? 0))
    #expect((counters["bytesParsed"].int ?? 99) < 13)
    #expect((1..<13).contains(counters["bytesKept"].int ?? 0))
  }

  @Test func closedDocumentsAreGone() throws {
    let client = try TestClient([:])
    client.open("a")
    client.notify("textDocument/didClose", tokenParams)
    #expect(try client.request("gfm/status", nil)["result"]["documents"] == [])
  }

  @Test func itIsAdvertised() throws {
    let result = try TestClient().request("initialize", ["capabilities": [:]])["result"]
    #expect(result["capabilities"]["experimental"]["gfmStatus"] == true)
  }
}

/// Requests of tokens that a later one makes useless.
@Suite struct SupersededTokensTests {
  private func request(_ id: Int, _ method: String = tokens, _ uri: JSON = TestClient.uri) -> JSON {
    [
      "jsonrpc": "2.0", "id": .int(id), "method": .string(method),
      "params": ["textDocument": ["uri": uri], "previousResultId": "0"],
    ]
  }

  private func typed(_ version: Int, _ uri: JSON = TestClient.uri) -> JSON {
    [
      "jsonrpc": "2.0", "method": "textDocument/didChange",
      "params": [
        "textDocument": ["uri": uri, "version": .int(version)],
        "contentChanges": [change(range(0, 0, 0, 0), "*x* ")],
      ],
    ]
  }

  private func client(_ isCancellable: Bool = true) throws -> TestClient {
    let client = try TestClient(["textDocument": ["semanticTokens": ["serverCancelSupport": .bool(isCancellable)]]])
    client.open("*a*\n")
    return client
  }

  private func codes(_ client: TestClient, _ messages: JSON...) -> [JSON] {
    for message in messages { client.enqueue(message) }
    client.drain()
    return client.takeMessages().map { $0["error"]["code"] }
  }

  @Test func onlyTheLastIsAnswered() throws {
    let delta = "textDocument/semanticTokens/full/delta"
    #expect(
      codes(try client(), request(1), typed(2), request(2, delta), typed(3), request(3, delta)) == [
        -32802, -32802, .null,
      ])
  }

  @Test func allAreAnsweredWhereTheClientCannotTakeThat() throws {
    #expect(codes(try client(false), request(1), typed(2), request(2)) == [.null, .null])
  }

  @Test func withoutAChangeAllAreAnswered() throws {
    #expect(codes(try client(), request(1), request(2), typed(2), request(3)) == [-32802, -32802, .null])
    #expect(codes(try client(), request(1), request(2)) == [.null, .null])
  }

  @Test func otherDocumentsAndRequestsCount() throws {
    let other: JSON = "file:///other.md"
    let client = try client()
    client.notify("textDocument/didOpen", ["textDocument": ["uri": other, "text": "b"]])
    #expect(codes(client, request(1), typed(2), request(2, tokens, other)) == [.null, .null])
    #expect(
      codes(client, request(1), typed(3), request(2, "textDocument/formatting")) == [.null, .null])
  }

  @Test func aCancelledRequestSupersedesNothing() throws {
    let cancel: JSON = ["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": 2]]
    #expect(codes(try client(), request(1), typed(2), request(2), cancel) == [.null, -32800])
  }

  @Test func aDeltaFollowsTheLastAnswerThatWasGiven() throws {
    let client = try client()
    let first = try client.request(tokens, tokenParams)["result"]
    let delta = "textDocument/semanticTokens/full/delta"
    var later = request(92, delta)
    if case .object(var members) = later {
      members["params"] = ["textDocument": TestClient.identifier, "previousResultId": first["resultId"]]
      later = .object(members)
    }
    for message in [typed(2), request(91, delta), typed(3), later] { client.enqueue(message) }
    client.drain()
    let replies = client.takeMessages()
    #expect(replies.map { $0["id"] } == [91, 92])
    #expect(replies[0]["error"]["code"] == -32802)
    #expect(replies[1]["result"].has("edits"))
  }
}
