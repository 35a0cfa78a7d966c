import Foundation
import GFMFeatures
import TestSupport
import Testing

@testable import GFMLanguageServer

/// Whatever numbers and texts a client sends, each request gets one answer and the server goes on. `GFM_FUZZ_SEED` makes
/// it another run.
@Suite struct RequestFuzzTests {
  /// Every request that there is, but for the two that would end the session.
  private static let methods = RequestHandler.table.keys.filter { $0 != "initialize" && $0 != "shutdown" }.sorted()
  private static let numbers = [Int.min, -1, 0, 1, 2, 3, 5, 8, 13, Int(Int32.max), Int.max]
  private static let texts = [
    "", "x", "\n", "\r\n", "\r", "😀", "- a\n", "1. ", "> ", "**", "`", "| a |\n| - |\n", "|b|\n", "3. ", "\t", "\u{0}",
  ]

  private var random = SeededGenerator(
    seed: ProcessInfo.processInfo.environment["GFM_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1)

  private mutating func number() -> JSON { .int(Self.numbers.randomElement(using: &random) ?? 0) }
  private mutating func place() -> JSON { ["line": number(), "character": number()] }
  private mutating func stretch() -> JSON { ["start": place(), "end": place()] }
  private mutating func text() -> String { Self.texts.randomElement(using: &random) ?? "" }

  private mutating func params() -> JSON {
    let operation = (EditOperation.allCases.map(\.rawValue) + ["nope"]).randomElement(using: &random) ?? ""
    let selections: JSON = [["anchor": place(), "head": place()], ["anchor": place(), "head": place()]]
    let argument: JSON = ["textDocument": TestClient.identifier, "selections": selections]
    return [
      "textDocument": TestClient.identifier, "range": stretch(), "position": place(), "ch": "\n",
      "context": ["diagnostics": []], "previousResultId": "1", "selections": selections,
      "operation": .string(operation), "command": .string("gfm." + operation), "arguments": [argument],
      "data": ["uri": TestClient.uri, "range": stretch(), "operation": .string(operation)], "positions": [place()],
      "newName": .string(text()), "query": .string(text()), "options": ["tabSize": number(), "insertSpaces": true],
    ]
  }

  @Test(arguments: ["utf-8", "utf-16", "utf-32"]) func everyRequestIsAnsweredOnce(_ encoding: String) throws {
    var fuzz = self
    let client = try TestClient([
      "general": ["positionEncodings": [.string(encoding)]], "workspace": ["applyEdit": true],
      "textDocument": ["codeAction": ["codeActionLiteralSupport": [:]]],
    ])
    client.open("# a *b*\n\n- c\n- d 😀\n\n> e\n")
    for version in 2..<500 {
      let method = Self.methods.randomElement(using: &fuzz.random) ?? ""
      let response = try client.request(method, fuzz.params())
      #expect(response.has("result") != response.has("error"))
      client.change(
        change(fuzz.stretch(), fuzz.text()), change(fuzz.stretch(), fuzz.text()), version: .int(version))
      #expect(client.takeMessages().allSatisfy { $0["method"] == "workspace/applyEdit" })
    }
  }

  /// Any messages in any order, some cancelled, the server acting now and then: each request has one answer.
  @Test func anySequenceIsAnsweredInOrder() throws {
    var fuzz = self
    for _ in 0..<20 {
      let client = try TestClient(["textDocument": ["semanticTokens": ["serverCancelSupport": true]]])
      var asked: [JSON] = []
      for version in 1..<80 {
        let message = fuzz.message(version: version, asked: &asked)
        client.enqueue(message)
        if Int.random(in: 0..<3, using: &fuzz.random) == 0 { client.drain() }
      }
      client.drain()
      let answered = client.takeMessages().filter { !$0.has("method") }.map { $0["id"] }
      #expect(answered == asked)
      #expect(client.session.exitCode == nil)
    }
  }

  private mutating func message(version: Int, asked: inout [JSON]) -> JSON {
    let uri: JSON = Bool.random(using: &random) ? TestClient.uri : "file:///b.md"
    let document: JSON = ["uri": uri, "version": .int(version), "text": .string(text())]
    func notification(_ method: String, _ params: JSON) -> JSON {
      ["jsonrpc": "2.0", "method": .string(method), "params": params]
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return notification("textDocument/didOpen", ["textDocument": document])
    case 1: return notification("textDocument/didClose", ["textDocument": document])
    case 2: return notification("$/cancelRequest", ["id": asked.randomElement(using: &random) ?? 99])
    case 3: return notification("textDocument/didSave", params())
    case 4, 5:
      return notification(
        "textDocument/didChange", ["textDocument": document, "contentChanges": [change(stretch(), text())]])
    default:
      let id = JSON.int(1000 + version)
      asked.append(id)
      let method = Self.methods.randomElement(using: &random) ?? ""
      return ["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params()]
    }
  }
}
