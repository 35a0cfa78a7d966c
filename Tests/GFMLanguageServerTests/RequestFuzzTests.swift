import GFMFeatures
import Testing

@testable import GFMLanguageServer

/// Whatever numbers and texts a client sends, each request gets one answer and the server goes on.
@Suite struct RequestFuzzTests {
  private static let methods = [
    "textDocument/semanticTokens/full", "textDocument/semanticTokens/full/delta", "textDocument/semanticTokens/range",
    "textDocument/codeAction", "codeAction/resolve", "textDocument/onTypeFormatting", "textDocument/formatting",
    "textDocument/rangeFormatting", "workspace/executeCommand", "gfm/edit",
  ]
  private static let numbers = [Int.min, -1, 0, 1, 2, 3, 5, 8, 13, Int(Int32.max), Int.max]
  private static let texts = [
    "", "x", "\n", "\r\n", "\r", "😀", "- a\n", "1. ", "> ", "**", "`", "| a |\n| - |\n", "|b|\n", "3. ", "\t", "\u{0}",
  ]

  private var random = SystemRandomNumberGenerator()

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
      "data": ["uri": TestClient.uri, "range": stretch(), "operation": .string(operation)],
    ]
  }

  @Test(arguments: ["utf-8", "utf-16", "utf-32"]) func everyRequestIsAnsweredOnce(_ encoding: String) throws {
    var fuzz = self
    let client = try TestClient([
      "general": ["positionEncodings": [.string(encoding)]], "workspace": ["applyEdit": true],
      "textDocument": ["codeAction": ["codeActionLiteralSupport": [:]]],
    ])
    client.open("# a *b*\n\n- c\n- d 😀\n\n> e\n")
    for version in 2..<300 {
      let method = Self.methods.randomElement(using: &fuzz.random) ?? ""
      let response = try client.request(method, fuzz.params())
      #expect(response.has("result") != response.has("error"))
      client.change(
        change(fuzz.stretch(), fuzz.text()), change(fuzz.stretch(), fuzz.text()), version: .int(version))
      #expect(client.takeMessages().allSatisfy { $0["method"] == "workspace/applyEdit" })
    }
  }
}
