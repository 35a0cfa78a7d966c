import Testing

@testable import GFMLanguageServer

/// Code actions on links, definitions and tables of contents.
@Suite struct LinkActionTests {
  private static let text = "[a](b.md)\n\n<!-- toc -->\n<!-- /toc -->\n\n# C\n\n[z]: y\n[x]: w\n\n[x] [z]\n\n"

  private func actions(_ line: Int, _ only: JSON = nil) throws -> [JSON] {
    let client = try TestClient(["textDocument": ["codeAction": ["codeActionLiteralSupport": [:]]]])
    client.open(Self.text)
    var context: [String: JSON] = ["diagnostics": []]
    if only != .null { context["only"] = only }
    return try client.request(
      "textDocument/codeAction",
      ["textDocument": TestClient.identifier, "range": range(line, 1, line, 1), "context": .object(context)])["result"]
      .array
  }

  private func kinds(_ actions: [JSON]) -> [String] {
    actions.compactMap { $0["kind"].string }.filter { $0.hasPrefix("source") || $0.contains("linkTo") }
  }

  @Test func whereTheyAreOffered() throws {
    #expect(kinds(try actions(0)) == ["refactor.rewrite.gfm.linkToReference"])
    #expect(kinds(try actions(2)) == ["source.gfm.updateTableOfContents"])
    #expect(kinds(try actions(7)) == ["source.organizeLinkDefinitions.gfm"])
    #expect(kinds(try actions(10)) == ["refactor.rewrite.gfm.linkToInline"])
  }

  /// By the kind that VS Code has for it.
  @Test func extraction() throws {
    let client = try TestClient(["textDocument": ["codeAction": ["codeActionLiteralSupport": [:]]]])
    let text = "[a](b.md) <c>\n\n[d](b.md)\n"
    client.open(text)
    let asked: (Int) throws -> [JSON] = { character in
      try client.request(
        "textDocument/codeAction",
        [
          "textDocument": TestClient.identifier, "range": range(0, character, 0, character),
          "context": ["diagnostics": [], "only": ["refactor.extract.linkDefinition"]],
        ])["result"].array
    }
    let found = try asked(1)
    #expect(found.map { $0["title"] } == ["Extract to link definition"])
    #expect(
      applying(found[0]["edit"]["changes"]["file:///a.md"], to: text) == "[a][] <c>\n\n[d][a]\n\n[a]: b.md\n")
    #expect(try asked(11).isEmpty)
  }

  @Test func onSave() throws {
    let found = try actions(0, ["source.gfm.updateTableOfContents"])
    #expect(kinds(found) == ["source.gfm.updateTableOfContents"])
    #expect(
      applying(found[0]["edit"]["changes"]["file:///a.md"], to: Self.text)
        == Self.text.replacing("<!-- toc -->\n", with: "<!-- toc -->\n\n- [C](#c)\n\n"))
    #expect(kinds(try actions(0, ["source.organizeLinkDefinitions"])) == ["source.organizeLinkDefinitions.gfm"])
    #expect(
      kinds(try actions(0, ["source"])) == ["source.organizeLinkDefinitions.gfm", "source.gfm.updateTableOfContents"])
  }

  @Test func capabilities() throws {
    let literals: JSON = ["textDocument": ["codeAction": ["codeActionLiteralSupport": [:]]]]
    let provider = try TestClient().request("initialize", ["capabilities": literals])["result"]["capabilities"][
      "codeActionProvider"]
    #expect(provider["codeActionKinds"].array.contains("source.gfm.updateTableOfContents"))
  }
}
