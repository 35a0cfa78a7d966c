import FoundationEssentials
import GFMFeatures
import GFMLanguageServer
import JSONRPC
import LanguageServerProtocol

/// Any sequence of messages, valid and not: each request is answered once, with JSON, and the session goes on to a clean
/// end.
///
/// The input is a program: each byte picks what the client does next.
final class SessionFuzzer {
  private static let methods = [
    "initialize", "shutdown", "nope", "$/nope", "gfm/status",
    "textDocument/semanticTokens/full", "textDocument/semanticTokens/full/delta", "textDocument/semanticTokens/range",
    "textDocument/codeAction", "codeAction/resolve", "textDocument/onTypeFormatting", "textDocument/formatting",
    "textDocument/rangeFormatting", "workspace/executeCommand", "gfm/edit", "textDocument/documentSymbol",
    "textDocument/foldingRange", "textDocument/selectionRange", "textDocument/documentLink", "textDocument/hover",
    "textDocument/definition", "textDocument/references", "textDocument/documentHighlight", "textDocument/rename",
    "textDocument/prepareRename", "textDocument/linkedEditingRange", "textDocument/completion",
    "textDocument/diagnostic", "workspace/diagnostic", "workspace/symbol", "completionItem/resolve",
    "documentLink/resolve",
  ]
  private static let places = [0, 1, 2, 3, 5, 8, 13, 21, 40, 1000, Int(Int32.max), Int.max, -1, Int.min]
  private static let documents = ["file:///a.md", "file:///b.md", "untitled:1", "file:///%"]

  private var source: ByteSource
  private let inbox = Inbox()
  private var answered: [Int: Int] = [:]
  private var asked: Set<Int> = []
  private var sentNoJSON = false
  private var isReading = true

  static func run(_ input: UnsafeBufferPointer<UInt8>) throws(FuzzFinding) {
    try SessionFuzzer(ByteSource(input)).play()
  }

  private init(_ source: ByteSource) { self.source = source }

  private func play() throws(FuzzFinding) {
    let session = Session(log: Log(level: .debug) { _ in }) { [unowned self] body in
      if isReading { receive(body) }
      return isReading
    }
    let encoding = ["utf-8", "utf-16", "utf-32"][source.number(below: 3)]
    if source.byte() % 16 != 0 { initialize(encoding) }
    var steps = 0
    while !source.isAtEnd, steps < 64 {
      step()
      steps += 1
      // What is not acted on at once waits, as behind a busy server.
      if source.byte() % 4 != 0 { drain(session) }
    }
    drain(session)
    if session.exitCode == nil {
      for id in asked { try require(answered[id] == 1, "request \(id) has \(answered[id] ?? 0) answers") }
    }
    for (id, count) in answered { try require(asked.contains(id) && count == 1, "\(count) answers to \(id)") }
    try require(!sentNoJSON, "a message that is no JSON")
    inbox.post(.inputEnded(.closed(isComplete: true)))
    drain(session)
    try require(session.exitCode != nil, "the session did not end")
  }

  private func drain(_ session: Session) {
    while let event = inbox.nextIfAvailable() { session.receive(event) }
    // Pauses are for what waits, and for diagnostics that are pushed; after some messages there is none.
    if source.byte() % 4 != 3 { while session.hasIdleWork { session.doIdleWork() } }
  }

  private func receive(_ body: [UInt8]) {
    guard let message = try? IncomingMessage(body: body) else {
      // An answer to what is no message has no id.
      if (try? JSONDecoder().decode(LSPAny.self, from: Data(body))) == nil { sentNoJSON = true }
      return
    }
    switch message.kind {
    case .response(.number(let id), _): answered[id, default: 0] += 1
    case .response, .notification: break
    case .request(let id, _):
      // Answered with whatever comes next in the input.
      guard case .number(let number) = id else { return }
      let answer = [
        #""result":null"#, #""result":{"applied":true}"#, #""result":[{}]"#, #""result":[null,1]"#,
        #""error":{"code":1,"message":"no"}"#, #""result":[{"list":{"bullet":"*"},"syntax":{"tables":false}}]"#,
      ][source.number(below: 6)]
      post(#"{"jsonrpc":"2.0","id":\#(number),\#(answer)}"#)
    }
  }

  private func initialize(_ encoding: String) {
    let capabilities = """
      {"general":{"positionEncodings":["\(encoding)"]},"workspace":{"applyEdit":true,"configuration":true,\
      "workspaceEdit":{"documentChanges":\(source.byte() % 2 == 0)},"didChangeConfiguration":{"dynamicRegistration":true},\
      "semanticTokens":{"refreshSupport":true}},"textDocument":{"semanticTokens":{"serverCancelSupport":true},\
      "codeAction":{"codeActionLiteralSupport":{},"dataSupport":true,"resolveSupport":{"properties":["edit"]}},\
      "documentSymbol":{"hierarchicalDocumentSymbolSupport":true}}}
      """
    request("initialize", #"{"capabilities":\#(capabilities),"trace":"verbose"}"#)
    notify("initialized", "{}")
    notify("textDocument/didOpen", #"{"textDocument":{"uri":"file:///a.md","version":1,"text":\#(text())}}"#)
  }

  private func step() {
    switch source.byte() % 16 {
    case 0:
      notify(
        "textDocument/didOpen", #"{"textDocument":{"uri":\#(document()),"version":\#(place()),"text":\#(text())}}"#)
    case 1...5:
      notify(
        "textDocument/didChange",
        #"{"textDocument":{"uri":\#(document()),"version":\#(place())},"contentChanges":[\#(change()),\#(change())]}"#)
    case 6: notify("textDocument/didClose", #"{"textDocument":{"uri":\#(document())}}"#)
    case 7: notify("$/cancelRequest", #"{"id":\#(source.number(below: asked.count + 2))}"#)
    case 8:
      notify(
        "workspace/didChangeConfiguration", #"{"settings":{"gfm":{"syntax":{"footnotes":\#(source.byte() % 2 == 0)}}}}"#
      )
    case 9:
      let body = source.bytes(source.number(below: 64))
      if case .request = (try? IncomingMessage(body: body))?.kind { return }
      inbox.post(.body(body))
    case 10:
      let faults = [FrameError.malformedHeader, .missingContentLength, .invalidContentLength]
      let choice = source.number(below: faults.count + 1)
      // Or the client goes away, and what it asked for finds nobody.
      if choice < faults.count { inbox.post(.failure(faults[choice])) } else { isReading = false }
    default: request(Self.methods[source.number(below: Self.methods.count)], params())
    }
  }

  private func params() -> String {
    if source.byte() % 16 == 0 { return ["null", "[]", "{}", "1"][source.number(below: 4)] }
    let operations = EditOperation.allCases.map(\.rawValue)
    let operation = operations[source.number(below: operations.count)]
    let uri = document()
    let selections = "[\(selection()),\(selection())]"
    let argument =
      #"{"textDocument":{"uri":\#(uri)},"selections":\#(selections),"arguments":{"level":\#(place()),"url":"u"}}"#
    return """
      {"textDocument":{"uri":\(uri)},"range":\(range()),"position":\(position()),"positions":[\(position())],"ch":"\\n",\
      "options":{"tabSize":4,"insertSpaces":\(source.byte() % 2 == 0)},"context":{"diagnostics":[],"includeDeclaration":true},\
      "previousResultId":"\(source.number(below: 8))","selections":\(selections),"operation":"\(operation)",\
      "command":"gfm.\(operation)","arguments":[\(argument)],"newName":\(text()),"query":"","title":"t",\
      "data":{"uri":\(uri),"range":\(range()),"operation":"\(operation)"},"capabilities":{}}
      """
  }

  private func change() -> String {
    source.byte() % 8 == 0 ? #"{"text":\#(text())}"# : #"{"range":\#(range()),"text":\#(text())}"#
  }

  private func document() -> String { "\"\(Self.documents[source.byte() % 4 == 0 ? source.number(below: 4) : 0])\"" }
  private func place() -> Int { Self.places[source.number(below: Self.places.count)] }
  private func position() -> String { #"{"line":\#(place()),"character":\#(place())}"# }
  private func range() -> String { #"{"start":\#(position()),"end":\#(position())}"# }
  private func selection() -> String { #"{"anchor":\#(position()),"head":\#(position())}"# }

  private func text() -> String {
    var json: [UInt8] = []
    JSONText.append(String(decoding: source.bytesToZero().prefix(400), as: UTF8.self), to: &json)
    return String(decoding: json, as: UTF8.self)
  }

  private func request(_ method: String, _ params: String) {
    let id = asked.count + 1
    asked.insert(id)
    post(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#)
  }

  private func notify(_ method: String, _ params: String) {
    post(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#)
  }

  private func post(_ message: String) { inbox.post(.body(Array(message.utf8))) }
}
