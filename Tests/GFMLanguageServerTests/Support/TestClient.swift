import LanguageServerProtocol
import Synchronization
import Testing

@testable import GFMLanguageServer
@testable import GFMSyntax
@testable import JSONRPC

/// A client in the same process: it talks to a session through the real inbox and dispatch, without pipes.
final class TestClient {
  private final class Recorder: Sendable {
    let lines = Mutex<[String]>([])
  }

  private final class Sent {
    var messages: [JSON] = []
    var isRead = true
  }

  let inbox = Inbox()
  let session: Session
  private let sent = Sent()
  private let recorder = Recorder()
  private var lastID = 0

  /// A client that has not yet initialized the server.
  init() {
    let recorder = self.recorder
    let sent = self.sent
    session = Session(
      log: Log(level: .debug) { line in recorder.lines.withLock { $0.append(line) } },
      send: { body in
        if sent.isRead { sent.messages.append((try? JSON(body)) ?? .string("no JSON")) }
        return sent.isRead
      })
  }

  /// An initialized client.
  convenience init(_ capabilities: JSON, options: JSON = nil) throws {
    self.init()
    let reply = try request(
      "initialize", ["processId": nil, "capabilities": capabilities, "initializationOptions": options])
    try #require(reply.has("result"))
    notify("initialized", [:])
  }

  /// An initialized client that counts in `encoding`.
  convenience init(encoding: String) throws {
    try self.init(["general": ["positionEncodings": [.string(encoding)]]])
  }

  var log: [String] { recorder.lines.withLock { $0 } }

  /// Every message that the server has sent since the last call, in order.
  func takeMessages() -> [JSON] {
    defer { sent.messages = [] }
    return sent.messages
  }

  /// Closes the server's output: nothing that it sends arrives any more.
  func stopReading() { sent.isRead = false }

  // MARK: Sending

  /// Lets the server act on what waits in the inbox.
  func drain() {
    while let event = inbox.nextIfAvailable() { session.receive(event) }
  }

  /// Puts a message into the inbox without letting the server act.
  func enqueue(_ message: JSON) { inbox.post(.body(message.bytes)) }

  func send(body: [UInt8]) {
    inbox.post(.body(body))
    drain()
  }

  func notify(_ method: String, _ params: JSON) {
    send(body: (["jsonrpc": "2.0", "method": .string(method), "params": params] as JSON).bytes)
  }

  /// The one response to a request; what else the server sends is kept for ``takeMessages()``.
  func request(_ method: String, _ params: JSON) throws -> JSON {
    lastID += 1
    let id = JSON.int(lastID)
    send(body: (["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params] as JSON).bytes)
    let responses = sent.messages.filter { $0["id"] == id && !$0.has("method") }
    try #require(responses.count == 1)
    sent.messages.removeAll { $0["id"] == id && !$0.has("method") }
    return responses[0]
  }

  /// Answers a request of the server's.
  func respond(to request: JSON, _ result: JSON) {
    send(body: (["jsonrpc": "2.0", "id": request["id"], "result": result] as JSON).bytes)
  }

  /// Answers a request of the server's with an error.
  func refuse(_ request: JSON) {
    let error: JSON = ["code": -32601, "message": "no"]
    send(body: (["jsonrpc": "2.0", "id": request["id"], "error": error] as JSON).bytes)
  }

  // MARK: Documents

  static let uri: JSON = "file:///a.md"
  static let identifier: JSON = ["uri": uri]

  func open(_ text: String, version: JSON = 1) {
    notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": Self.uri, "languageId": "markdown", "version": version, "text": .string(text)]])
  }

  func change(_ changes: JSON..., version: JSON = 2) {
    notify(
      "textDocument/didChange",
      ["textDocument": ["uri": Self.uri, "version": version], "contentChanges": .array(changes)])
  }

  /// The server's text of the document that ``open(_:version:)`` opened.
  var text: String? {
    session.documents["file:///a.md"].map { String(decoding: $0.document.text, as: UTF8.self) }
  }

  func errorCode(_ method: String, _ params: JSON) throws -> Int? {
    try request(method, params)["error"]["code"].int
  }
}

func position(_ line: Int, _ character: Int) -> JSON { ["line": .int(line), "character": .int(character)] }

func range(_ startLine: Int, _ start: Int, _ endLine: Int, _ end: Int) -> JSON {
  ["start": position(startLine, start), "end": position(endLine, end)]
}

func change(_ range: JSON, _ text: String) -> JSON { ["range": range, "text": .string(text)] }

/// `text` after the protocol's `TextEdit`s, as a client applies them.
func applying(_ edits: JSON, to text: String, encoding: PositionEncoding = .utf16) -> String {
  let document = Document(text)
  func offset(_ position: JSON) -> Int {
    document.offset(line: position["line"].int ?? -1, column: position["character"].int ?? -1, encoding: encoding)
  }
  var bytes = Array(text.utf8)
  let sorted = edits.array.sorted { offset($0["range"]["start"]) < offset($1["range"]["start"]) }
  for edit in sorted.reversed() {
    let range = offset(edit["range"]["start"])..<offset(edit["range"]["end"])
    bytes.replaceSubrange(range, with: Array((edit["newText"].string ?? "?").utf8))
  }
  return String(decoding: bytes, as: UTF8.self)
}
