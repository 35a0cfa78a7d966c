import Testing

@testable import GFMLanguageServer
@testable import GFMSyntax

@Suite struct FormattingRequestTests {
  private static let text = "日本 x\n\n|日本|b|\n|-|-|\n|x|y|\n\n1. a\n1. b\n4. c\n"
  private static let options: JSON = ["tabSize": 4, "insertSpaces": true]

  private func edits(_ client: TestClient, _ method: String, _ range: JSON = nil) throws -> JSON {
    let response = try client.request(
      method, ["textDocument": TestClient.identifier, "range": range, "options": Self.options])
    try #require(response.has("result"))
    return response["result"]
  }

  @Test(arguments: [("utf-8", PositionEncoding.utf8), ("utf-16", .utf16), ("utf-32", .utf32)])
  func theDocument(_ name: String, _ encoding: PositionEncoding) throws {
    let client = try TestClient(encoding: name)
    client.open(Self.text)
    let edits = try edits(client, "textDocument/formatting")
    #expect(
      applying(edits, to: Self.text, encoding: encoding)
        == "日本 x\n\n| 日本 | b   |\n| ---- | --- |\n| x    | y   |\n\n1. a\n2. b\n3. c\n")
  }

  @Test func aRange() throws {
    let client = try TestClient([:])
    client.open(Self.text)
    let edits = try edits(client, "textDocument/rangeFormatting", range(7, 0, 7, 1))
    #expect(applying(edits, to: Self.text) == Self.text.replacing("1. b\n4", with: "2. b\n3"))
    #expect(try self.edits(client, "textDocument/rangeFormatting", range(0, 0, 0, 1)) == .null)
  }

  @Test func nothingToDo() throws {
    let client = try TestClient([:])
    client.open("a  \n\n\n* b\n")
    #expect(try edits(client, "textDocument/formatting") == .null)
    #expect(try client.errorCode("textDocument/formatting", ["textDocument": ["uri": "file:///b.md"]]) == -32602)
  }

  @Test func capabilities() throws {
    let capabilities = try TestClient().request("initialize", ["capabilities": [:]])["result"]["capabilities"]
    #expect(capabilities["documentFormattingProvider"] == true)
    #expect(capabilities["documentRangeFormattingProvider"] == true)
  }
}

/// Code actions and commands that are offered where they change something only.
@Suite struct TableAndListActionTests {
  private static let capabilities: JSON = [
    "workspace": ["applyEdit": true], "textDocument": ["codeAction": ["codeActionLiteralSupport": [:]]],
  ]

  private func actions(_ text: String, _ line: Int, _ kind: JSON) throws -> [JSON] {
    let client = try TestClient(Self.capabilities)
    client.open(text)
    let response = try client.request(
      "textDocument/codeAction",
      [
        "textDocument": TestClient.identifier, "range": range(line, 1, line, 1),
        "context": ["diagnostics": [], "only": [kind]],
      ])
    return response["result"].array
  }

  @Test func renumberList() throws {
    let text = "1. a\n3. b\n"
    let action = try #require(try actions(text, 1, "refactor.rewrite.gfm.renumberList").first)
    #expect(action["title"] == "Renumber list")
    #expect(applying(action["edit"]["changes"]["file:///a.md"], to: text) == "1. a\n2. b\n")
    #expect(try actions("1. a\n2. b\n", 1, "refactor.rewrite.gfm.renumberList").isEmpty)
    #expect(try actions("- a\n- b\n", 1, "refactor.rewrite.gfm.renumberList").isEmpty)
  }

  @Test func formatTable() throws {
    let text = "|a|\n|-|\n"
    let action = try #require(try actions(text, 0, "refactor.rewrite.gfm.formatTable").first)
    #expect(action["title"] == "Format table")
    #expect(applying(action["edit"]["changes"]["file:///a.md"], to: text) == "| a   |\n| --- |\n")
    #expect(try actions("| a   |\n| --- |\n", 0, "refactor.rewrite.gfm.formatTable").isEmpty)
  }

  /// A command cannot move the caret: only a new row is something to apply.
  @Test func commandsThatMoveTheCaret() throws {
    let client = try TestClient(Self.capabilities)
    client.open("|a|b|\n|-|-|\n")
    func execute(_ command: JSON, _ line: Int, _ character: Int) throws -> [JSON] {
      let caret = position(line, character)
      let response = try client.request(
        "workspace/executeCommand",
        [
          "command": command,
          "arguments": [
            ["textDocument": TestClient.identifier, "selections": [["anchor": caret, "head": caret]]]
          ],
        ])
      #expect(response["result"] == .null)
      return client.takeMessages()
    }
    #expect(try execute("gfm.previousCell", 0, 4).isEmpty)
    #expect(try execute("gfm.nextCell", 0, 1).isEmpty)
    #expect(try execute("gfm.nextCell", 0, 4).map { $0["method"] } == ["workspace/applyEdit"])
  }

  @Test func cellsThroughTheProtocol() throws {
    let client = try TestClient([:])
    client.open("|日本|b|\n|-|-|\n")
    let caret = position(0, 2)
    let response = try client.request(
      "gfm/edit",
      [
        "textDocument": TestClient.identifier, "selections": [["anchor": caret, "head": caret]],
        "operation": "nextCell",
      ])
    #expect(response["result"]["edits"] == [])
    #expect(response["result"]["selections"] == [["anchor": position(0, 4), "head": position(0, 5)]])
  }
}
