import Testing

@testable import GFMFeatures
@testable import GFMLanguageServer
@testable import GFMSyntax

/// Rules of the user's own, as they come and go with the settings.
@Suite struct UserRuleTests {
  private static let prompt: JSON = ["name": "prompt", "scope": "line", "pattern": #"^\$ "#, "tokenType": "prompt"]
  private static let todo: JSON = ["name": "todo", "pattern": "TODO", "tokenType": "heading", "modifiers": ["strong"]]

  private func start(_ rules: JSON, legend: JSON = nil, _ capabilities: JSON = [:]) throws -> (TestClient, JSON) {
    let client = TestClient()
    let result = try client.request(
      "initialize",
      [
        "capabilities": capabilities,
        "initializationOptions": ["gfm": ["rules": rules, "semanticTokens": ["legend": legend]]],
      ])["result"]
    client.notify("initialized", [:])
    return (client, result["capabilities"]["semanticTokensProvider"]["legend"])
  }

  /// Each token as its type, a `.` and its name for each modifier, and its length.
  private func tokens(_ client: TestClient, _ legend: JSON) throws -> [String] {
    let data = try client.request(
      "textDocument/semanticTokens/full", ["textDocument": TestClient.identifier])["result"]["data"]
      .array.compactMap(\.int)
    return stride(from: 0, to: data.count, by: 5).map { index in
      let type = legend["tokenTypes"][data[index + 3]].string ?? "?"
      let modifiers = legend["tokenModifiers"].array.enumerated()
        .filter { data[index + 4] & (1 << $0.offset) != 0 }.compactMap(\.element.string)
      return ([type] + modifiers).joined(separator: ".") + " \(data[index + 2])"
    }
  }

  private func messages(_ client: TestClient) -> [String] {
    client.takeMessages().filter { $0["method"] == "window/showMessage" }.compactMap {
      $0["params"]["message"].string
    }
  }

  private func setRules(_ rules: JSON, _ client: TestClient) {
    client.notify("workspace/didChangeConfiguration", ["settings": ["gfm": ["rules": rules]]])
  }

  @Test func rulesAddTypesToTheLegend() throws {
    let (client, legend) = try start([Self.prompt, Self.todo])
    #expect(legend["tokenTypes"].array.last == "prompt")
    #expect(legend["tokenTypes"].array.count == SemanticToken.Kind.allCases.count + 1)
    client.open("$ ls TODO\n\nTODO x\n")
    #expect(try tokens(client, legend) == ["prompt 9", "heading.strong 4"])
    #expect(messages(client) == [])
  }

  @Test func theStandardLegend() throws {
    let rules: JSON = [
      Self.prompt, Self.todo, ["name": "a", "pattern": "a", "tokenType": "keyword", "modifiers": ["strikethrough"]],
    ]
    let (client, legend) = try start(rules, legend: "standard")
    #expect(legend["tokenTypes"].array.filter { $0 == "keyword" }.count == 1)
    #expect(legend["tokenTypes"].array.last == "prompt")
    client.open("$ ls\nTODO\na\n")
    #expect(try tokens(client, legend) == ["prompt 4", "class 4", "keyword.deprecated 1"])
  }

  /// Each bad rule is told with its name and the reason; the others go on.
  @Test func badRules() throws {
    let (client, legend) = try start([
      ["name": "open", "pattern": "(a", "tokenType": "x"], ["name": "é", "pattern": "é[", "tokenType": "x"], 7,
      ["name": "scope", "scope": "word", "pattern": "a", "tokenType": "x"], ["name": "none", "tokenType": "x"],
      ["name": "mods", "pattern": "a", "tokenType": "x", "modifiers": ["bold"]],
      ["name": "more", "pattern": "a", "tokenType": "x", "color": "red"],
      ["name": "type", "pattern": "a", "tokenType": "a b"], ["pattern": "a", "tokenType": "x"], Self.todo,
    ])
    #expect(
      messages(client) == [
        #"The rule "open" in gfm.rules was ignored: its pattern is wrong at character 3: missing closing parenthesis."#,
        #"The rule "é" in gfm.rules was ignored: its pattern is wrong at character 3: missing terminating ] for character class."#,
        "The rule 3 in gfm.rules was ignored: it is no object.",
        #"The rule "scope" in gfm.rules was ignored: its "scope" is neither "line" nor "inline"."#,
        #"The rule "none" in gfm.rules was ignored: it has no "pattern"."#,
        #"The rule "mods" in gfm.rules was ignored: there is no modifier "bold"."#,
        #"The rule "more" in gfm.rules was ignored: a rule has no member "color"."#,
        #"The rule "type" in gfm.rules was ignored: its "tokenType" has other characters than ASCII letters, digits, `-` and `_`."#,
        #"The rule 9 in gfm.rules was ignored: it has no "name"."#,
      ])
    client.open("TODO a")
    #expect(try tokens(client, legend) == ["heading.strong 4"])
  }

  @Test func rulesThatComeLater() throws {
    let (client, legend) = try start([Self.prompt], ["workspace": ["semanticTokens": ["refreshSupport": true]]])
    client.open("$ a\nTODO\n")
    #expect(try tokens(client, legend) == ["prompt 3"])
    _ = client.takeMessages()
    setRules([Self.todo], client)
    #expect(client.takeMessages().map { $0["method"] } == ["workspace/semanticTokens/refresh"])
    #expect(try tokens(client, legend) == ["heading.strong 4"])
    setRules([], client)
    #expect(try tokens(client, legend) == [])
    client.notify("workspace/didChangeConfiguration", ["settings": ["gfm": [:]]])
    #expect(try tokens(client, legend) == ["prompt 3"])
  }

  /// The legend was agreed upon at the start.
  @Test func aTypeThatComesLater() throws {
    let (client, legend) = try start([])
    client.open("$ a\nTODO\n")
    setRules([Self.prompt, Self.todo], client)
    #expect(
      messages(client) == [
        #"The rule "prompt" in gfm.rules was ignored: its "tokenType" prompt is new, and new types count from the server's next start on."#
      ])
    #expect(try tokens(client, legend) == ["heading.strong 4"])
    setRules([Self.prompt, Self.todo], client)
    #expect(messages(client) == [])
  }

  /// A rule that takes too long is told of and off, in all documents, until the rules change.
  @Test func slowRules() throws {
    let slow: JSON = ["name": "slow", "pattern": "^(a+)+$", "tokenType": "heading"]
    let (client, legend) = try start([slow, Self.todo])
    client.open("aa\n\nTODO\n")
    #expect(try tokens(client, legend) == ["heading 2", "heading.strong 4"])
    #expect(messages(client) == [])
    let before = try client.request(
      "textDocument/semanticTokens/full", ["textDocument": TestClient.identifier])["result"]["resultId"]
    client.change(change(range(1, 0, 1, 0), String(repeating: "a", count: 100) + "!\n"))
    #expect(
      messages(client) == [
        #"The rule "slow" in gfm.rules takes too long on your text. It is off until the rules change."#
      ])
    #expect(try tokens(client, legend) == ["heading.strong 4"])
    let delta = try client.request(
      "textDocument/semanticTokens/full/delta",
      ["textDocument": TestClient.identifier, "previousResultId": before])["result"]
    #expect(delta.has("data"))
    // The same rules again change nothing; others do.
    setRules([slow, Self.todo], client)
    #expect(try tokens(client, legend) == ["heading.strong 4"])
    setRules([Self.todo, slow], client)
    #expect(messages(client).count == 1)
    #expect(try tokens(client, legend) == ["heading.strong 4"])
  }

  /// No line takes too long, but all of them do.
  @Test func rulesThatAreSlowOnManyLines() throws {
    let slow: JSON = ["name": "slow", "pattern": "a(?=(?:.*+)$)", "tokenType": "heading"]
    let (client, legend) = try start([slow, Self.todo])
    client.open(String(repeating: String(repeating: "a", count: 5_000) + "\n\n", count: 40) + "TODO\n")
    #expect(
      messages(client) == [
        #"The rule "slow" in gfm.rules takes too long on your text. It is off until the rules change."#
      ])
    #expect(try tokens(client, legend) == ["heading.strong 4"])
  }

  /// However long the document is.
  @Test func usualRulesStayOn() throws {
    let moderate: JSON = ["name": "twice", "pattern": #"(?<!\w)(\w+)\s+\1(?!\w)"#, "tokenType": "heading"]
    let (client, legend) = try start([["name": "todo", "pattern": "TODO|FIXME", "tokenType": "link"], moderate])
    let line = "some words TODO and more of of them, and FIXME as well, at the end of the line the letter x\n\n"
    client.open(String(repeating: line, count: 1_000_000 / line.utf8.count))
    #expect(messages(client) == [])
    #expect(try tokens(client, legend).prefix(3) == ["link 4", "heading 5", "link 5"])
  }

  @Test func whatGitHubDoesIsSwitchedBySettings() throws {
    let client = try TestClient(["workspace": ["semanticTokens": ["refreshSupport": true]]])
    let legend: JSON = [
      "tokenTypes": .array(SemanticToken.Kind.allCases.map { .string("\($0)") }),
      "tokenModifiers": .array(SemanticToken.Modifiers.names.map { .string($0) }),
    ]
    client.open("> [!TIP]\n> @a #1 :smile: $x$ 1a2b3c4\n")
    #expect(
      try tokens(client, legend) == ["quoteMarker 1", "alert.tip 6", "quoteMarker 1", "mention 2", "emoji 7"])
    let all = ["alerts", "mentions", "shortcodes", "nestedTasks", "issues", "commits", "math", "diagrams"]
    _ = client.takeMessages()
    client.notify(
      "workspace/didChangeConfiguration",
      ["settings": ["gfm": ["github": .object(Dictionary(uniqueKeysWithValues: all.map { ($0, false) }))]]])
    #expect(client.takeMessages().map { $0["method"] } == ["workspace/semanticTokens/refresh"])
    #expect(try tokens(client, legend) == ["quoteMarker 1", "quoteMarker 1"])
    client.notify(
      "workspace/didChangeConfiguration",
      ["settings": ["gfm": ["github": .object(Dictionary(uniqueKeysWithValues: all.map { ($0, true) }))]]])
    #expect(
      try tokens(client, legend) == [
        "quoteMarker 1", "alert.tip 6", "quoteMarker 1", "mention 2", "issue 2", "emoji 7", "delimiter 1", "math 1",
        "delimiter 1", "commit 7",
      ])
  }
}
