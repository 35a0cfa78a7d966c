import LanguageServerProtocol
import TestSupport
import Testing

@testable import GFMLanguageServer
@testable import GFMSyntax

/// A client that can do everything that changes what the server sends.
private let allCapabilities: JSON = [
  "workspace": ["applyEdit": true, "workspaceEdit": ["documentChanges": true]],
  "textDocument": [
    "codeAction": [
      "codeActionLiteralSupport": ["codeActionKind": ["valueSet": []]], "dataSupport": true,
      "resolveSupport": ["properties": ["edit"]],
    ]
  ],
]

private let literals: JSON = ["textDocument": ["codeAction": ["codeActionLiteralSupport": ["codeActionKind": [:]]]]]

private func selection(_ anchor: JSON, _ head: JSON) -> JSON { ["anchor": anchor, "head": head] }

@Suite struct GFMEditTests {
  private func edit(_ client: TestClient, _ operation: JSON, _ selections: JSON..., version: JSON = nil) throws -> JSON
  {
    let response = try client.request(
      "gfm/edit",
      [
        "textDocument": TestClient.identifier, "version": version, "selections": .array(selections),
        "operation": operation,
      ])
    try #require(response.has("result"))
    return response["result"]
  }

  @Test func togglingAWord() throws {
    let client = try TestClient([:])
    client.open("é😀 word here\n")
    let result = try edit(client, "strong", selection(position(0, 6), position(0, 6)), version: 1)
    #expect(applying(result["edits"], to: "é😀 word here\n") == "é😀 **word** here\n")
    #expect(result["selections"] == [selection(position(0, 8), position(0, 8))])
  }

  /// The selections are positions in the text after the edits, with their directions.
  @Test(arguments: [("utf-8", 7), ("utf-16", 4), ("utf-32", 3)])
  func selectionsKeepTheirDirection(_ encoding: String, _ start: Int) throws {
    let client = try TestClient(encoding: encoding)
    client.open("é😀 word\n")
    let result = try edit(client, "emphasis", selection(position(0, start + 4), position(0, start)))
    let selected = result["selections"][0]
    let anchor = try #require(selected["anchor"]["character"].int)
    let head = try #require(selected["head"]["character"].int)
    #expect(anchor > head)
    #expect(result["edits"].array.isEmpty == false)
  }

  @Test func newlineMovesTheCaretToTheNextLine() throws {
    let client = try TestClient([:])
    client.open("1. a\n2. b\n")
    let result = try edit(client, "newline", selection(position(0, 4), position(0, 4)))
    #expect(applying(result["edits"], to: "1. a\n2. b\n") == "1. a\n2. \n3. b\n")
    #expect(result["selections"] == [selection(position(1, 3), position(1, 3))])
  }

  @Test func nothingWhereItMakesNoSense() throws {
    let client = try TestClient([:])
    client.open("    code\n")
    #expect(try edit(client, "strong", selection(position(0, 6), position(0, 6))) == .null)
    #expect(try edit(client, "newline", selection(position(0, 6), position(0, 6))) == .null)
    #expect(try edit(client, "strong") == .null)
  }

  @Test func arguments() throws {
    let client = try TestClient([:])
    client.open("word")
    func edit(_ operation: JSON, _ arguments: JSON) throws -> JSON {
      try client.request(
        "gfm/edit",
        [
          "textDocument": TestClient.identifier, "selections": [selection(position(0, 0), position(0, 4))],
          "operation": operation, "arguments": arguments,
        ])["result"]
    }
    #expect(applying(try edit("heading", ["level": 2])["edits"], to: "word") == "## word")
    #expect(try edit("heading", ["level": 7]) == .null)
    #expect(try edit("heading", .null) == .null)
    #expect(applying(try edit("link", ["url": "/u"])["edits"], to: "word") == "[word](/u)")
  }

  @Test func positionsPastTheEndAreClamped() throws {
    let client = try TestClient([:])
    client.open("word")
    let result = try edit(client, "strong", selection(position(0, 0), position(99, 99)))
    #expect(applying(result["edits"], to: "word") == "**word**")
  }
}

@Suite struct CodeActionTests {
  private static let text = "a word\n"

  private func actions(_ client: TestClient, only: JSON = nil) throws -> [JSON] {
    let response = try client.request(
      "textDocument/codeAction",
      [
        "textDocument": TestClient.identifier, "range": range(0, 2, 0, 6),
        "context": ["diagnostics": [], "only": only, "triggerKind": 1],
      ])
    try #require(response.has("result"))
    return response["result"].array
  }

  private func openClient(_ capabilities: JSON) throws -> TestClient {
    let client = try TestClient(capabilities)
    client.open(Self.text, version: 4)
    return client
  }

  @Test func wholeEditsForClientsThatDoNotResolve() throws {
    let actions = try actions(openClient(literals))
    #expect(
      actions.map { $0["title"] } == [
        "Toggle bold", "Toggle italic", "Toggle strikethrough", "Toggle code", "Toggle link", "Heading 1", "Heading 2",
        "Heading 3",
      ])
    let results = actions.map { applying($0["edit"]["changes"]["file:///a.md"], to: Self.text) }
    #expect(
      results == [
        "a **word**\n", "a *word*\n", "a ~~word~~\n", "a `word`\n", "a [word]()\n", "# a word\n", "## a word\n",
        "### a word\n",
      ])
    #expect(actions.allSatisfy { !$0.has("data") && !$0["edit"].has("documentChanges") })
  }

  @Test func kinds() throws {
    let client = try openClient(literals)
    let all = ["strong", "emphasis", "strikethrough", "code", "link", "heading", "heading", "heading"].map {
      JSON.string("refactor.rewrite.gfm.\($0)")
    }
    for only in ["refactor", "refactor.rewrite", "refactor.rewrite.gfm", ""] as [JSON] {
      #expect(try actions(client, only: [only]).map { $0["kind"] } == all)
    }
    #expect(try actions(client, only: []).count == 8)
    #expect(try actions(client, only: ["quickfix", "refactor.rewrite.gfm.code"]).map { $0["kind"] } == [all[3]])
    for only in ["quickfix", "refactor.rewrit", "refactor.rewrite.gfm.strong.x", "source"] as [JSON] {
      #expect(try actions(client, only: [only]).isEmpty)
    }
  }

  @Test func kindsThatAreOfferedWhenAskedFor() throws {
    let client = try openClient(allCapabilities)
    let headings = try actions(client, only: ["refactor.rewrite.gfm.heading"])
    #expect(headings.map { $0["title"] } == (1...6).map { .string("Heading \($0)") })
    let resolved = try client.request("codeAction/resolve", #require(headings.last))["result"]
    #expect(applying(resolved["edit"]["documentChanges"][0]["edits"], to: Self.text) == "###### a word\n")
    #expect(try actions(client, only: ["refactor.rewrite.gfm.quote"]).map { $0["title"] } == ["Toggle quote"])
    #expect(try actions(client, only: ["refactor.rewrite.gfm.indent"]).isEmpty)
  }

  /// A kind is asked for by itself and by those above it, not by one that starts with its letters.
  @Test func kindsThatStartAlike() throws {
    let client = try TestClient(allCapabilities)
    client.open("[a](u)\n\n# b\n")
    let offered = try actions(client, only: ["refactor", "refactor.rewrite.gfm.linkToReference"])
    #expect(!offered.isEmpty)
    #expect(!offered.contains { $0.has("disabled") && $0["kind"] != "refactor.rewrite.gfm.linkToReference" })
  }

  @Test func resolving() throws {
    let client = try openClient(allCapabilities)
    let action = try #require(try actions(client).first)
    #expect(!action.has("edit"))
    let resolved = try client.request("codeAction/resolve", action.setting("vendor", to: ["x": [1, nil]]))["result"]
    #expect(resolved["vendor"] == ["x": [1, nil]])
    #expect(resolved["title"] == "Toggle bold")
    let change = resolved["edit"]["documentChanges"][0]
    #expect(change["textDocument"] == ["uri": TestClient.uri, "version": 4])
    #expect(applying(change["edits"], to: Self.text) == "a **word**\n")

    client.change(["text": "other"], version: 5)
    #expect(try client.errorCode("codeAction/resolve", action) == -32801)
  }

  /// To a client that asks for the edit only when an action is chosen, nothing is offered that does nothing.
  @Test(arguments: [
    ("a <b‸r> c", ["Heading 1", "Heading 2", "Heading 3"]), ("a⟦ ⟧b", ["Heading 1", "Heading 2", "Heading 3"]),
    ("##‸# a", ["Paragraph", "Promote heading", "Demote heading"]),
    ("a‸  \nb", ["Toggle link", "Heading 1", "Heading 2"]),
    ("⟦x [a](b) c⟧", ["Heading 1", "Heading 2", "Heading 3"]),
    ("⟦# a\n\n## b⟧", ["Promote heading", "Demote heading"]), ("⟦a\n\n# b⟧", ["Demote heading"]),
  ])
  func whatIsOfferedDoesSomething(_ marked: String, _ expected: [String]) throws {
    let text = MarkedText(marked)
    let client = try TestClient(allCapabilities)
    client.open(text.text)
    let document = Document(text.text)
    let (start, end) = (text.selections[0].lowerBound, text.selections[0].upperBound)
    func place(_ offset: Int) -> JSON {
      let line = document.line(at: offset)
      return position(line, offset - document.lineRange(line).lowerBound)
    }
    let kinds = ["link", "heading", "promote", "demote"].map { JSON.string("refactor.rewrite.gfm.\($0)") }
    let offered = try client.request(
      "textDocument/codeAction",
      [
        "textDocument": TestClient.identifier, "range": ["start": place(start), "end": place(end)],
        "context": ["diagnostics": []],
      ])["result"].array.filter { kinds.contains($0["kind"]) }
    #expect(offered.compactMap { $0["title"].string } == expected)
    for action in offered { #expect(try client.request("codeAction/resolve", action)["result"].has("edit")) }
  }

  /// For clients that show why an action cannot be had, and ask for it.
  @Test func disabledActions() throws {
    let codeAction: JSON = [
      "codeActionLiteralSupport": ["codeActionKind": ["valueSet": []]], "disabledSupport": true,
    ]
    let client = try openClient(["textDocument": ["codeAction": codeAction]])
    let action = try #require(try actions(client, only: ["refactor.rewrite.gfm.outdent"]).first)
    #expect(action["title"] == "Outdent item")
    #expect(action["disabled"]["reason"] == "This is not an item of a list within another item.")
    #expect(!action.has("edit"))
    #expect(try actions(client, only: ["refactor.rewrite.gfm.formatTable"]).map { $0.has("disabled") } == [true])
    #expect(try actions(client, only: ["refactor.rewrite.gfm.strong"]).map { $0.has("disabled") } == [false])
    // The others would fill the menu.
    #expect(try actions(client, only: ["refactor"]).allSatisfy { !$0.has("disabled") })
    #expect(try actions(client).allSatisfy { !$0.has("disabled") })
    client.change(["text": "- a\n- b\n  - c"], version: 4)
    for (line, isDisabled) in [(0, true), (1, false), (2, true)] {
      let answer = try client.request(
        "textDocument/codeAction",
        [
          "textDocument": TestClient.identifier, "range": range(line, 4, line, 4),
          "context": ["diagnostics": [], "only": ["refactor.rewrite.gfm.indent"]],
        ])["result"].array
      #expect(answer.map { $0.has("disabled") } == [isDisabled])
    }
    // What cannot be told without working it out.
    client.change(["text": "    code"], version: 5)
    #expect(try actions(client, only: ["refactor.rewrite.gfm.strong"]).map { $0.has("disabled") } == [true])
  }

  /// Clients send actions that are complete, or another server's.
  @Test(
    arguments: [
      ["title": "t"], ["title": "t", "data": 1], ["title": "t", "data": ["uri": "x"]],
      ["title": "t", "edit": ["changes": [:]]], ["title": "t", "command": ["title": "c", "command": "d"]],
      [
        "title": "t", "edit": [:],
        "data": ["uri": "file:///a.md", "range": range(0, 0, 0, 1), "operation": "strong"],
      ],
    ] as [JSON])
  func resolvingWhatNeedsNone(_ action: JSON) throws {
    let client = try openClient(allCapabilities)
    #expect(try client.request("codeAction/resolve", action)["result"] == action)
  }

  @Test func commandsForClientsWithoutLiterals() throws {
    let client = try openClient(["workspace": ["applyEdit": true]])
    let command = try #require(try actions(client).first)
    #expect(command["command"] == "gfm.strong")
    #expect(try client.request("workspace/executeCommand", command)["result"] == .null)
    #expect(client.takeMessages().map { $0["method"] } == ["workspace/applyEdit"])
  }

  @Test func documentWithoutVersion() throws {
    let client = try TestClient(allCapabilities)
    client.open(Self.text, version: nil)
    let action = try #require(try actions(client).first)
    let resolved = try client.request("codeAction/resolve", action)["result"]
    #expect(resolved["edit"]["documentChanges"][0]["textDocument"] == ["uri": TestClient.uri, "version": nil])
  }
}

/// Clients that know snippets have the caret where a plain edit would not leave it.
@Suite struct SnippetEditTests {
  private static let capabilities: JSON = [
    "workspace": ["applyEdit": true, "workspaceEdit": ["documentChanges": true, "snippetEditSupport": true]],
    "textDocument": ["codeAction": ["codeActionLiteralSupport": ["codeActionKind": ["valueSet": []]]]],
  ]

  /// The edits of a command at `selections`, as the client is to apply them.
  private func edits(
    _ operation: String, in text: String, _ selections: JSON..., capabilities: JSON = Self.capabilities,
    arguments: JSON = nil
  ) throws -> [JSON] {
    let client = try TestClient(capabilities)
    client.open(text)
    _ = try client.request(
      "workspace/executeCommand",
      [
        "command": .string("gfm.\(operation)"),
        "arguments": [
          ["textDocument": TestClient.identifier, "selections": .array(selections), "arguments": arguments]
        ],
      ])
    let edit = client.takeMessages().first?["params"]["edit"] ?? .null
    return (edit.has("changes") ? edit["changes"]["file:///a.md"] : edit["documentChanges"][0]["edits"]).array
  }

  private static func caret(_ character: Int) -> JSON { selection(position(0, character), position(0, character)) }

  @Test(arguments: [
    ("strong", "**$0**"), ("emphasis", "*$0*"), ("strikethrough", "~~$0~~"), ("code", "`$0`"), ("link", "[$0]()"),
  ])
  func emptyPair(_ operation: String, _ snippet: String) throws {
    let edits = try edits(operation, in: "a  b", Self.caret(2))
    #expect(edits == [["range": range(0, 2, 0, 2), "snippet": ["kind": "snippet", "value": .string(snippet)]]])
  }

  @Test func destinationOfALink() throws {
    let edits = try edits("link", in: "a b", selection(position(0, 2), position(0, 3)))
    #expect(
      edits == [
        ["range": range(0, 2, 0, 2), "newText": "["],
        ["range": range(0, 3, 0, 3), "snippet": ["kind": "snippet", "value": "]($0)"]],
      ])
  }

  @Test func plainWhereTheCaretIsNotInside() throws {
    let word = selection(position(0, 0), position(0, 1))
    for (operation, selections, arguments) in [
      ("strong", [word], nil), ("link", [word], ["url": "/u"]), ("quote", [Self.caret(0)], nil),
      ("heading", [Self.caret(0)], ["level": 1]),
    ] as [(String, [JSON], JSON)] {
      let edits = try edits(operation, in: "a  b", selections[0], arguments: arguments)
      #expect(!edits.isEmpty && edits.allSatisfy { $0.has("newText") }, "\(operation)")
    }
    #expect(try edits("strong", in: "a  b   c", Self.caret(2), Self.caret(6)).allSatisfy { $0.has("newText") })
  }

  @Test func plainForOtherClients() throws {
    let others: [JSON] = [
      ["workspace": ["applyEdit": true]],
      ["workspace": ["applyEdit": true, "workspaceEdit": ["documentChanges": true]]],
      ["workspace": ["applyEdit": true, "workspaceEdit": ["snippetEditSupport": true]]],
    ]
    for capabilities in others {
      #expect(
        try edits("strong", in: "a  b", Self.caret(2), capabilities: capabilities)
          == [["range": range(0, 2, 0, 2), "newText": "****"]])
    }
  }

  @Test func codeActions() throws {
    let client = try TestClient(Self.capabilities)
    client.open("a  b")
    let actions = try client.request(
      "textDocument/codeAction",
      ["textDocument": TestClient.identifier, "range": range(0, 2, 0, 2), "context": ["diagnostics": []]])["result"]
    let edit = actions[0]["edit"]["documentChanges"][0]["edits"][0]
    #expect(edit["snippet"]["value"] == "**$0**")
    // What comes back is text for a plug-in of ours, which places the caret itself.
    let answer = try client.request(
      "gfm/edit",
      ["textDocument": TestClient.identifier, "selections": [Self.caret(2)], "operation": "strong"])["result"]
    #expect(answer["edits"] == [["range": range(0, 2, 0, 2), "newText": "****"]])
  }

  /// `$`, `}` and `\` are snippets' own.
  @Test func textOfTheDocumentIsEscaped() {
    let edit = SnippetTextEdit(
      range: PositionRange(start: Position(line: 0, character: 0), end: Position(line: 0, character: 0)),
      before: "[$x{y}](", after: "\\)")
    #expect(edit.snippet.value == "[\\$x{y\\}]($0\\\\)")
  }
}

@Suite struct ExecuteCommandTests {
  private func execute(_ client: TestClient, version: JSON = nil) throws -> JSON {
    try client.request(
      "workspace/executeCommand",
      [
        "command": "gfm.strong",
        "arguments": [
          [
            "textDocument": TestClient.identifier, "version": version,
            "selections": [selection(position(0, 0), position(0, 1))],
          ]
        ],
      ])
  }

  @Test(arguments: [true, false]) func theClientAppliesTheEdit(_ isApplied: Bool) throws {
    let client = try TestClient(["workspace": ["applyEdit": true]])
    client.open("a b")
    #expect(try execute(client, version: 1).has("result"))
    let messages = client.takeMessages()
    #expect(messages.count == 1)
    #expect(messages[0]["method"] == "workspace/applyEdit")
    #expect(messages[0]["params"]["label"] == "Toggle bold")
    #expect(applying(messages[0]["params"]["edit"]["changes"]["file:///a.md"], to: "a b") == "**a** b")
    client.send(
      body: (["jsonrpc": "2.0", "id": messages[0]["id"], "result": ["applied": .bool(isApplied)]] as JSON).bytes)
    #expect(client.log.contains { $0.contains("did not apply") } == !isApplied)
    #expect(client.takeMessages().isEmpty)
  }

  @Test func whatCannotBeDone() throws {
    let client = try TestClient(["workspace": ["applyEdit": true]])
    client.open("    a\n", version: 2)
    #expect(try execute(client)["result"] == .null)
    #expect(client.takeMessages().isEmpty)
    #expect(try execute(client, version: 1)["error"]["code"] == -32801)

    let other = try TestClient([:])
    other.open("a b")
    #expect(try execute(other)["error"]["code"] == -32803)
  }
}
