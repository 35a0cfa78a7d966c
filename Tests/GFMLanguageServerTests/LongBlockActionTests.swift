import Testing

@testable import GFMLanguageServer

/// Code actions that would go through a long table, or all definitions of a long document, on every move of the caret.
@Suite struct LongBlockActionTests {
  private static let resolving: JSON = [
    "textDocument": [
      "codeAction": [
        "codeActionLiteralSupport": ["codeActionKind": ["valueSet": []]], "dataSupport": true,
        "resolveSupport": ["properties": ["edit"]],
      ]
    ]
  ]
  private static let plain: JSON = ["textDocument": ["codeAction": ["codeActionLiteralSupport": [:]]]]

  private func actions(_ client: TestClient, line: Int, only: JSON = nil) throws -> [JSON] {
    try actions(client, lines: line..<line, only: only)
  }

  private func actions(_ client: TestClient, lines: Range<Int>, only: JSON = nil) throws -> [JSON] {
    var context: [String: JSON] = ["diagnostics": []]
    if only != .null { context["only"] = only }
    return try client.request(
      "textDocument/codeAction",
      [
        "textDocument": TestClient.identifier, "range": range(lines.lowerBound, 3, lines.upperBound, 3),
        "context": .object(context),
      ])["result"].array
  }

  private func tableAction(_ client: TestClient, _ only: JSON = nil) throws -> JSON? {
    try actions(client, line: 40, only: only).first { $0["kind"] == "refactor.rewrite.gfm.formatTable" }
  }

  @Test func longTables() throws {
    let short = "| a | b |\n|---|---|\n" + String(repeating: "| cell | x |\n", count: 100)
    let long = "| a | b |\n|---|---|\n" + String(repeating: "| cell | x |\n", count: 20_000)
    for (text, isLong) in [(short, false), (long, true)] {
      let resolving = try TestClient(Self.resolving)
      resolving.open(text)
      let offered = try #require(try tableAction(resolving))
      #expect(!offered.has("edit"))
      let resolved = try resolving.request("codeAction/resolve", offered)["result"]
      #expect(resolved["edit"]["changes"].has("file:///a.md"))
      // Who cannot wait for the edit is offered it where it is asked for.
      let plain = try TestClient(Self.plain)
      plain.open(text)
      #expect(try (tableAction(plain) == nil) == isLong)
      #expect(try tableAction(plain, ["refactor.rewrite.gfm.formatTable"])?.has("edit") == true)
    }
  }

  /// A short table that is aligned is offered nothing; of a long one that is found out when it is chosen.
  @Test func alignedTables() throws {
    for (count, isOffered) in [(100, false), (20_000, true)] {
      let client = try TestClient(Self.resolving)
      client.open("| a   |\n| --- |\n" + String(repeating: "| bcd |\n", count: count))
      let offered = try tableAction(client)
      #expect((offered != nil) == isOffered)
      guard let offered else { continue }
      #expect(try !client.request("codeAction/resolve", offered)["result"].has("edit"))
    }
  }

  /// What a selection of very many lines becomes is worked out when it is chosen.
  @Test func longSelections() throws {
    let text = String(repeating: "*a* b\n\n", count: 10_000)
    let resolving = try TestClient(Self.resolving)
    resolving.open(text)
    let offered = try actions(resolving, lines: 0..<20_000)
    #expect(offered.contains { $0["kind"] == "refactor.rewrite.gfm.strong" })
    #expect(!offered.contains { $0.has("edit") })
    let plain = try TestClient(Self.plain)
    plain.open(text)
    #expect(try actions(plain, lines: 0..<20_000).isEmpty)
  }

  /// A list of megabytes is offered to nobody as another kind of list, not even to who would wait for the edit.
  @Test func listsOfMegabytes() throws {
    for (count, isOffered) in [(100, true), (400_000, false)] {
      let client = try TestClient(Self.resolving)
      client.open(String(repeating: "- item\n", count: count))
      let offered = try actions(client, lines: 40..<42)
      #expect(offered.contains { $0["kind"] == "refactor.rewrite.gfm.orderedList" } == isOffered)
    }
  }

  @Test func definitionsOfLongDocuments() throws {
    let client = try TestClient(Self.resolving)
    client.open("[b]: /u\n[a]: /v\n\n" + String(repeating: "some more text\n\n", count: 70_000) + "\n[a] [b]\n")
    let kind: JSON = "source.organizeLinkDefinitions.gfm"
    let offered = try #require(try actions(client, line: 0).first { $0["kind"] == kind })
    #expect(try client.request("codeAction/resolve", offered)["result"].has("edit"))
    // Where it is asked for, as on save, it counts whether there is anything to do.
    #expect(try !actions(client, line: 9, only: [kind]).isEmpty)
    client.change(change(range(0, 1, 0, 2), "a"), change(range(1, 1, 1, 2), "b"))
    #expect(try actions(client, line: 9, only: [kind]).isEmpty)
  }
}
