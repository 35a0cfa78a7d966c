import Testing

@testable import GFMLanguageServer

@Suite struct SymbolTests {
  private static let text = "# 👍 A\n\n## B \"q\"\n\nx\n\n# C\n\n[d]: e\n"

  private func symbols(_ capabilities: JSON, options: JSON = nil) throws -> JSON {
    let client = try TestClient(capabilities, options: options)
    client.open(Self.text)
    return try client.request("textDocument/documentSymbol", ["textDocument": TestClient.identifier])["result"]
  }

  private static let nested: JSON = ["textDocument": ["documentSymbol": ["hierarchicalDocumentSymbolSupport": true]]]

  @Test func nestedSymbols() throws {
    let inner: JSON = [
      "name": "B \"q\"", "kind": 15, "range": range(2, 0, 4, 1), "selectionRange": range(2, 3, 2, 8),
    ]
    #expect(
      try symbols(Self.nested) == [
        [
          "name": "👍 A", "kind": 15, "range": range(0, 0, 4, 1), "selectionRange": range(0, 2, 0, 6),
          "children": [inner],
        ],
        ["name": "C", "kind": 15, "range": range(6, 0, 8, 6), "selectionRange": range(6, 2, 6, 3)],
      ])
  }

  @Test func flatSymbols() throws {
    let symbols = try symbols([:])
    #expect(symbols.array.map { $0["name"] } == ["👍 A", "B \"q\"", "C"])
    #expect(symbols[1]["location"] == ["uri": TestClient.uri, "range": range(2, 0, 4, 1)])
    #expect(symbols[1]["containerName"] == "👍 A")
    #expect(!symbols[0].has("containerName"))
  }

  @Test func definitionsByASetting() throws {
    let symbols = try symbols(Self.nested, options: ["outline": ["definitions": true]])
    #expect(
      symbols[1]["children"] == [
        [
          "name": "[d]", "detail": "e", "kind": 18, "range": range(8, 0, 8, 6), "selectionRange": range(8, 1, 8, 2),
        ]
      ])
  }

  /// Who says that it knows more kinds than the first version had is given them.
  @Test func kindsByTheClient() throws {
    let support: JSON = ["hierarchicalDocumentSymbolSupport": true, "symbolKind": ["valueSet": [15, 20]]]
    let capabilities: JSON = ["textDocument": ["documentSymbol": support]]
    let symbols = try symbols(capabilities, options: ["outline": ["definitions": true]])
    #expect(symbols[1]["children"][0]["kind"] == 20)
  }

  @Test func anEmptyDocument() throws {
    let client = try TestClient(Self.nested)
    client.open("")
    let params: JSON = ["textDocument": TestClient.identifier]
    #expect(try client.request("textDocument/documentSymbol", params)["result"] == [])
    #expect(try client.request("textDocument/foldingRange", params)["result"] == [])
    #expect(try client.errorCode("textDocument/documentSymbol", ["textDocument": ["uri": "file:///no.md"]]) == -32602)
  }

  @Test(
    arguments: [
      ("", ["👍 A", "B \"q\"", "C", "Other"]), ("b", ["B \"q\""]), ("OR", ["Other"]), ("bq", ["B \"q\""]), ("qb", []),
    ] as [(String, [String])])
  func symbolsOfAllOpenDocuments(_ query: String, _ names: [String]) throws {
    let client = try TestClient([:])
    client.open(Self.text)
    client.notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": "file:///b.md", "languageId": "markdown", "version": 1, "text": "Other\n---\n"]])
    let result = try client.request("workspace/symbol", ["query": .string(query)])["result"]
    #expect(result.array.compactMap { $0["name"].string } == names)
    if names == ["Other"] {
      #expect(result[0]["location"] == ["uri": "file:///b.md", "range": range(0, 0, 1, 3)])
    }
  }

  @Test func capabilities() throws {
    let capabilities = try TestClient().request("initialize", ["capabilities": [:]])["result"]["capabilities"]
    for name in ["documentSymbolProvider", "workspaceSymbolProvider", "foldingRangeProvider"] {
      #expect(capabilities[name] == true)
    }
  }
}

@Suite struct FoldingRangeTests {
  private func folds(_ text: String, _ capabilities: JSON = [:]) throws -> JSON {
    let client = try TestClient(["textDocument": ["foldingRange": capabilities]])
    client.open(text)
    return try client.request("textDocument/foldingRange", ["textDocument": TestClient.identifier])["result"]
  }

  @Test func fromTheEndOfTheFirstLine() throws {
    #expect(
      try folds("# 👍\n\nab\n\n<!-- x\ny -->\n") == [
        ["startLine": 0, "startCharacter": 4, "endLine": 5, "endCharacter": 5],
        ["startLine": 4, "startCharacter": 6, "endLine": 5, "endCharacter": 5, "kind": "comment"],
      ])
  }

  @Test func wholeLines() throws {
    #expect(try folds("- a\n  b\n", ["lineFoldingOnly": true]) == [["startLine": 0, "endLine": 1]])
  }

  @Test func aLimitKeepsTheOuterOnes() throws {
    let text = "# A\n\n- b\n  - c\n    d\n\n# E\n\nf\n"
    let limited = try folds(text, ["lineFoldingOnly": true, "rangeLimit": 2])
    #expect(limited == [["startLine": 0, "endLine": 4], ["startLine": 6, "endLine": 8]])
    #expect(try folds(text, ["rangeLimit": 0]) == [])
  }
}
