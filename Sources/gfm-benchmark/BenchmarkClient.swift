import FoundationEssentials
import GFMLanguageServer
import JSONRPC

/// A client in the same process, which talks to a session through the real dispatch, without pipes.
final class BenchmarkClient {
  private final class Sink {
    var byteCount = 0
    var last: [UInt8] = []
  }

  private let session: Session
  private let sink = Sink()
  private var version = 0
  private var lastID = 0
  private var resultID = ""

  static let uri = "file:///benchmark.md"

  /// As editors have it: actions that say nothing of their edits until they are chosen.
  private static let codeActions =
    #"{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":[]}},"dataSupport":true,"#
    + #""resolveSupport":{"properties":["edit"]}}"#

  init() {
    let sink = sink
    session = Session(
      log: Log(level: .error) { _ in },
      send: { body in
        sink.byteCount += body.count
        sink.last = body
        return true
      })
    request("initialize", #"{"processId":null,"capabilities":{"textDocument":{"codeAction":\#(Self.codeActions)}}}"#)
    notify("initialized", "{}")
  }

  /// Opens a document by a message that is ready, so that making it does not count, and asks for all its tokens.
  func open(_ message: [UInt8]) {
    receive(message)
    request("textDocument/semanticTokens/full", #"{"textDocument":{"uri":"\#(Self.uri)"}}"#)
    takeResultID()
  }

  /// The message that opens `text`.
  static func openMessage(_ text: [UInt8]) -> [UInt8] {
    let quoted = (try? JSONEncoder().encode(String(decoding: text, as: UTF8.self))) ?? Data("\"\"".utf8)
    let head =
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"\#(uri)","languageId":"markdown","version":0,"text":"#
    return Array(head.utf8) + quoted + Array("}}}".utf8)
  }

  func close() {
    notify("textDocument/didClose", #"{"textDocument":{"uri":"\#(Self.uri)"}}"#)
  }

  /// A letter typed at a position, and the token delta that an editor asks for after it.
  func type(_ letter: String, line: Int, character: Int) {
    version += 1
    let place = #"{"line":\#(line),"character":\#(character)}"#
    notify(
      "textDocument/didChange",
      #"{"textDocument":{"uri":"\#(Self.uri)","version":\#(version)},"contentChanges":[{"range":{"start":\#(place),"end":\#(place)},"text":"\#(letter)"}]}"#
    )
    request(
      "textDocument/semanticTokens/full/delta",
      #"{"textDocument":{"uri":"\#(Self.uri)"},"previousResultId":"\#(resultID)"}"#)
    takeResultID()
  }

  /// Asks what an operation does at a caret; whether it does anything.
  func edit(_ operation: String, line: Int, character: Int) -> Bool {
    let place = #"{"line":\#(line),"character":\#(character)}"#
    request(
      "gfm/edit",
      #"{"textDocument":{"uri":"\#(Self.uri)"},"operation":"\#(operation)","arguments":{"level":2},"#
        + #""selections":[{"anchor":\#(place),"head":\#(place)}]}"#)
    return !sink.last.suffix(16).elementsEqual(#""result":null}"#.utf8) && sink.last.contains(UInt8(ascii: "["))
  }

  /// Sends a request, and has the session work on as long as its answer takes, as nothing else comes in; how many bytes
  /// the answer has, and for how long others would have had to wait at most, in seconds.
  func ask(_ method: String, _ params: String) -> (byteCount: Int, longestStep: Double) {
    sink.last = []
    var longest = Benchmark.seconds { request(method, params) }
    while sink.last.isEmpty, session.hasIdleWork {
      longest = max(longest, Benchmark.seconds { session.doIdleWork() })
    }
    return (sink.last.count, longest)
  }

  // MARK: Messages

  private func request(_ method: String, _ params: String) {
    lastID += 1
    receive(Array(#"{"jsonrpc":"2.0","id":\#(lastID),"method":"\#(method)","params":\#(params)}"#.utf8))
  }

  private func notify(_ method: String, _ params: String) {
    receive(Array(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#.utf8))
  }

  private func receive(_ body: [UInt8]) {
    guard let message = try? IncomingMessage(body: body) else { return }
    session.receive(.message(message))
  }

  /// Keeps the id of the token result in the last answer.
  private func takeResultID() {
    let key = Array(#""resultId":""#.utf8)
    let head = sink.last.prefix(200)
    guard let start = head.indices.first(where: { head[$0...].starts(with: key) }) else { return }
    resultID = String(decoding: head[(start + key.count)...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
  }
}
