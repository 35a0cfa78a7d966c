import Foundation
import LanguageServerProtocol
import Testing

@testable import GFMFeatures
@testable import GFMLanguageServer
@testable import GFMSyntax

/// How settings come, and what they change.
@Suite struct ConfigurationTests {
  private static let pulling: JSON = ["workspace": ["configuration": true]]
  private static let refreshing: JSON = ["workspace": ["semanticTokens": ["refreshSupport": true]]]

  /// A way for settings to reach a session.
  enum Door: CaseIterable {
    case options, bareOptions, push, pull, pullAfterChange, pushToOneThatIsAsked

    /// A client whose settings have come.
    func client(_ settings: JSON) throws -> TestClient {
      switch self {
      case .options: return try TestClient([:], options: ["gfm": settings])
      case .bareOptions: return try TestClient([:], options: settings)
      case .push:
        let client = try TestClient([:])
        client.notify("workspace/didChangeConfiguration", ["settings": ["gfm": settings]])
        return client
      case .pull:
        let client = try TestClient(pulling)
        try client.answerConfiguration(settings)
        return client
      case .pullAfterChange:
        let client = try TestClient(pulling)
        try client.answerConfiguration(nil)
        client.notify("workspace/didChangeConfiguration", ["settings": nil])
        try client.answerConfiguration(settings)
        return client
      case .pushToOneThatIsAsked:
        let client = try TestClient(pulling)
        let question = try #require(client.takeMessages().last)
        client.notify("workspace/didChangeConfiguration", ["settings": ["gfm": settings]])
        // What was asked before is out of date.
        client.respond(to: question, [nil])
        return client
      }
    }
  }

  // MARK: Syntax

  @Test(
    arguments: [
      ("tables", false, "| a |\n| - |\n", "tableCell"), ("strikethrough", "off", "~~a~~", "text"),
      ("strikethrough", "twoTildes", "~a~", "text"), ("autolinks", false, "https://a.org", "autolink"),
      ("taskLists", false, "- [ ] a", "taskMarker"), ("footnotes", false, "a[^1]\n\n[^1]: b\n", "footnoteLabel"),
      ("frontMatter", false, "---\na: b\n---\n", "frontMatter"),
    ] as [(String, JSON, String, String)], Door.allCases)
  func syntax(_ setting: (String, JSON, String, String), _ door: Door) throws {
    let (name, value, text, type) = setting
    let plain = try TestClient([:])
    plain.open(text)
    #expect(try plain.tokenTypes().contains(type))
    let client = try door.client(["syntax": [name: value]] as JSON)
    client.open(text)
    #expect(try !client.tokenTypes().contains(type))
  }

  @Test func documentsAreReadAgain() throws {
    let client = try TestClient(Self.refreshing)
    client.open("a\n\n| a |\n| - |\n", version: 7)
    #expect(try client.tokenTypes().contains("tableCell"))
    let id = try client.request(
      "textDocument/semanticTokens/full", ["textDocument": TestClient.identifier])["result"]["resultId"]
    _ = client.takeMessages()

    client.notify("workspace/didChangeConfiguration", ["settings": ["gfm": ["syntax": ["tables": false]]]])
    let messages = client.takeMessages()
    #expect(messages.map { $0["method"] } == ["workspace/semanticTokens/refresh"])
    #expect(messages.allSatisfy { !$0.has("params") })
    #expect(client.text == "a\n\n| a |\n| - |\n")
    #expect(client.session.documents["file:///a.md"]?.version == 7)
    // The array before was that of another document.
    let delta = try client.request(
      "textDocument/semanticTokens/full/delta",
      ["textDocument": TestClient.identifier, "previousResultId": id])["result"]
    #expect(delta.has("data"))
    #expect(try !client.tokenTypes().contains("tableCell"))

    // Edits go on by the same syntax.
    client.change(change(range(0, 0, 0, 0), "| b |\n| - |\n\n"), version: 8)
    #expect(try !client.tokenTypes().contains("tableCell"))
    client.notify("workspace/didChangeConfiguration", ["settings": ["gfm": [:]]])
    #expect(try client.tokenTypes().contains("tableCell"))
  }

  @Test func refreshOnlyWhereSyntaxChanges() throws {
    let client = try TestClient(Self.refreshing)
    client.notify("workspace/didChangeConfiguration", ["settings": ["gfm": ["syntax": ["tables": false]]]])
    client.open("a")
    client.notify("workspace/didChangeConfiguration", ["settings": ["gfm": ["syntax": ["tables": false]]]])
    client.notify(
      "workspace/didChangeConfiguration",
      ["settings": ["gfm": ["syntax": ["tables": false], "list": ["bullet": "*"]]]])
    #expect(client.takeMessages().isEmpty)
  }

  @Test func noRefreshForClientsWithoutIt() throws {
    let client = try TestClient([:])
    client.open("a")
    client.notify("workspace/didChangeConfiguration", ["settings": ["gfm": ["syntax": ["tables": false]]]])
    #expect(client.takeMessages().isEmpty)
  }

  // MARK: Edits

  @Test(
    arguments: [
      (["emphasis": ["strong": "__"]], "strong", "a", 0, 0, "__a__"),
      (["emphasis": ["emphasis": "_"]], "emphasis", "a", 0, 0, "_a_"),
      (["list": ["bullet": "*"]], "bulletList", "a", 0, 0, "* a"),
      (["list": ["numbering": "one"]], "orderedList", "a\n\nb", 0, 2, "1. a\n\n1. b"),
      (["newline": ["wrappedLine": "indent"]], "newline", "- a\n  b", 1, 3, "- a\n  b\n  "),
      (["newline": ["hardBreak": "nextItem"]], "newline", "- a\\\n", 0, 4, "- a\\\n- \n"),
      (["newline": ["emptyItem": "end"]], "newline", "- a\n  - ", 1, 4, "- a\n"),
      (["newline": ["emptyQuote": "once"]], "newline", "> a\n> ", 1, 2, "> a\n"),
      (["newline": ["closesFences": false]], "newline", "- ```", 0, 5, "- ```\n  "),
    ] as [(JSON, JSON, String, Int, Int, String)], Door.allCases)
  func edits(_ setting: (JSON, JSON, String, Int, Int, String), _ door: Door) throws {
    let (settings, operation, text, line, column, expected) = setting
    let client = try door.client(settings)
    client.open(text)
    // Selections of lines start where the text does.
    let caret = position(line, column)
    let anchor = operation == "orderedList" ? position(0, 0) : caret
    let head = operation == "orderedList" ? position(2, 1) : caret
    let selection: JSON = ["anchor": anchor, "head": head]
    let params: JSON = [
      "textDocument": TestClient.identifier, "selections": [selection], "operation": operation,
    ]
    let result = try client.request("gfm/edit", params)["result"]
    #expect(applying(result["edits"], to: text).trimmed == expected.trimmed)

    let plain = try TestClient([:])
    plain.open(text)
    #expect(applying(try plain.request("gfm/edit", params)["result"]["edits"], to: text).trimmed != expected.trimmed)
  }

  @Test func codeActions() throws {
    let client = try TestClient(
      ["textDocument": ["codeAction": ["codeActionLiteralSupport": ["codeActionKind": [:]]]]],
      options: ["emphasis": ["strong": "__"]])
    client.open("a word")
    let actions = try client.request(
      "textDocument/codeAction",
      [
        "textDocument": TestClient.identifier, "range": range(0, 2, 0, 6),
        "context": ["diagnostics": [], "only": ["refactor.rewrite.gfm.strong"]],
      ])["result"]
    #expect(applying(actions[0]["edit"]["changes"]["file:///a.md"], to: "a word") == "a __word__")
  }

  @Test func commands() throws {
    let client = try TestClient(["workspace": ["applyEdit": true]], options: ["emphasis": ["strong": "__"]])
    client.open("a word")
    let selection: JSON = ["anchor": position(0, 2), "head": position(0, 6)]
    _ = try client.request(
      "workspace/executeCommand",
      [
        "command": "gfm.strong", "arguments": [["textDocument": TestClient.identifier, "selections": [selection]]],
      ])
    let edit = client.takeMessages().first { $0["method"] == "workspace/applyEdit" } ?? .null
    #expect(applying(edit["params"]["edit"]["changes"]["file:///a.md"], to: "a word") == "a __word__")
  }

  private func typedNewline(_ text: String, line: Int, column: Int, _ settings: JSON) throws -> JSON {
    let client = try TestClient([:], options: settings)
    client.open(text)
    return try client.request(
      "textDocument/onTypeFormatting",
      [
        "textDocument": TestClient.identifier, "position": position(line, column), "ch": "\n",
        "options": ["tabSize": 4, "insertSpaces": true],
      ])["result"]
  }

  @Test func onTypeFormatting() throws {
    let text = "- a\n  b\n"
    #expect(applying(try typedNewline(text, line: 2, column: 0, [:]), to: text) == "- a\n  b\n- ")
    let indenting: JSON = ["newline": ["wrappedLine": "indent"]]
    #expect(applying(try typedNewline(text, line: 2, column: 0, indenting), to: text) == "- a\n  b\n  ")
    // No fence behind the caret, even if it is asked for.
    let fence = "- ```\n"
    let closing: JSON = ["newline": ["closesFences": true]]
    #expect(applying(try typedNewline(fence, line: 1, column: 0, closing), to: fence) == "- ```\n  ")
  }

  // MARK: Doors

  @Test func laterSettingsLieOverTheOptions() throws {
    let client = try TestClient([:], options: ["list": ["bullet": "*"], "syntax": ["tables": false]])
    client.notify("workspace/didChangeConfiguration", ["settings": ["gfm": ["list": ["bullet": "+"]]]])
    #expect(client.session.configuration.edit.bulletMarker == .plus)
    #expect(!client.session.configuration.syntax.tables)
    for settings: JSON in [[:], nil, ["gfm": nil], ["gfm": ["list": ["bullet": nil]]], ["other": 1], "x", []] {
      client.notify("workspace/didChangeConfiguration", ["settings": settings])
      #expect(client.session.configuration.edit.bulletMarker == .asterisk)
    }
    client.notify("workspace/didChangeConfiguration", [:])
    #expect(client.takeMessages().isEmpty)
  }

  @Test func registration() throws {
    let client = try TestClient(["workspace": ["didChangeConfiguration": ["dynamicRegistration": true]]])
    let messages = client.takeMessages()
    try #require(messages.map { $0["method"] } == ["client/registerCapability"])
    let registration = messages[0]["params"]["registrations"][0]
    #expect(registration["method"] == "workspace/didChangeConfiguration")
    #expect(registration["registerOptions"] == ["section": "gfm"])
    client.refuse(messages[0])
    #expect(client.log.contains { $0.contains("warning: the client did not register") })
  }

  /// Of a client that can be asked, the news is enough.
  @Test func registrationWithoutASection() throws {
    let client = try TestClient(
      ["workspace": ["didChangeConfiguration": ["dynamicRegistration": true], "configuration": true]])
    let messages = client.takeMessages()
    try #require(messages.map { $0["method"] } == ["client/registerCapability", "workspace/configuration"])
    #expect(!messages[0]["params"]["registrations"][0].has("registerOptions"))
    client.notify("workspace/didChangeConfiguration", ["settings": nil])
    #expect(client.takeMessages().map { $0["method"] } == ["workspace/configuration"])
  }

  @Test func theClientIsAskedForOurSection() throws {
    let client = try TestClient(Self.pulling)
    let messages = client.takeMessages()
    try #require(messages.map { $0["method"] } == ["workspace/configuration"])
    #expect(messages[0]["params"] == ["items": [["section": "gfm"]]])
  }

  @Test(arguments: [[], [nil], nil, "x", [[]], [[:]]] as [JSON]) func oddAnswers(_ answer: JSON) throws {
    let client = try TestClient(Self.pulling, options: ["list": ["bullet": "*"]])
    try client.answerConfiguration(nil)
    client.notify("workspace/didChangeConfiguration", ["settings": nil])
    let question = try #require(client.takeMessages().first)
    client.respond(to: question, answer)
    #expect(client.session.configuration.edit.bulletMarker == .asterisk)
    #expect(client.takeMessages().isEmpty)
  }

  @Test func refusedQuestionsAndLateAnswers() throws {
    let client = try TestClient(Self.pulling)
    client.notify("workspace/didChangeConfiguration", ["settings": nil])
    let questions = client.takeMessages()
    try #require(questions.count == 2)
    client.respond(to: questions[1], [["list": ["bullet": "*"]]])
    client.respond(to: questions[0], [["list": ["bullet": "+"]]])
    #expect(client.session.configuration.edit.bulletMarker == .asterisk)
    client.notify("workspace/didChangeConfiguration", ["settings": nil])
    client.refuse(try #require(client.takeMessages().first))
    #expect(client.session.configuration.edit.bulletMarker == .asterisk)
    client.notify("workspace/didChangeConfiguration", ["settings": nil])
    let last = try #require(client.takeMessages().first)
    _ = try client.request("shutdown", nil)
    client.respond(to: last, [["list": ["bullet": "+"]]])
    #expect(client.session.configuration.edit.bulletMarker == .asterisk)
  }

  // MARK: Problems

  @Test(arguments: Door.allCases) func wrongValuesAreShownOnce(_ door: Door) throws {
    let settings: JSON = ["list": ["bullet": "x", "numbering": "one"], "listt": 1]
    let client = try door.client(settings)
    let shown = client.takeMessages().filter { $0["method"] == "window/showMessage" }
    #expect(
      shown.map { $0["params"] } == [
        ["type": 2, "message": #"The setting gfm.list.bullet is "x", not "-", "*" or "+". It was ignored."#]
      ])
    #expect(client.session.configuration.edit.numbering == .one)
    #expect(client.log.filter { $0.contains("warning: There is no setting gfm.listt.") }.count == 1)
    // The same again says nothing new; gone and back does.
    client.notify("workspace/didChangeConfiguration", ["settings": ["gfm": settings]])
    #expect(client.takeMessages().isEmpty)
    if door != .options && door != .bareOptions {
      client.notify("workspace/didChangeConfiguration", ["settings": ["gfm": [:]]])
      client.notify("workspace/didChangeConfiguration", ["settings": ["gfm": settings]])
      #expect(client.takeMessages().count == 1)
    }
  }

  /// Nothing but its response goes to a client that is not yet initialized.
  @Test func problemsWaitForTheStart() throws {
    let client = TestClient()
    _ = try client.request("initialize", ["capabilities": [:], "initializationOptions": ["gfm": ["syntax": 1]]])
    #expect(client.takeMessages().isEmpty)
    client.notify("initialized", [:])
    #expect(client.takeMessages().map { $0["method"] } == ["window/showMessage"])
  }

  // MARK: Clients

  /// Every client's start, with what each is asked and answers.
  @Test(arguments: ["emacs-eglot", "emacs-lspmode", "kate", "monaco", "nvim", "vscode-languageclient"])
  func realClients(_ name: String) throws {
    let url = try #require(
      Bundle.module.url(forResource: "\(name)-initialize", withExtension: "json", subdirectory: "Fixtures/initialize"))
    let client = TestClient()
    _ = try client.request("initialize", try JSON(Array(Data(contentsOf: url))))
    client.notify("initialized", [:])
    client.open("| a |\n| - |\n")
    #expect(try client.tokenTypes().contains("tableCell"))
    for message in client.takeMessages() {
      switch message["method"].string {
      case "client/registerCapability": client.respond(to: message, nil)
      case "workspace/configuration": client.respond(to: message, [["syntax": ["tables": false]]])
      default: Issue.record("an unexpected message: \(message)")
      }
    }
    client.notify("workspace/didChangeConfiguration", ["settings": ["gfm": ["syntax": ["tables": false]]]])
    #expect(try !client.tokenTypes().contains("tableCell"))
    let refreshes = client.takeMessages().filter { $0["method"] == "workspace/semanticTokens/refresh" }
    #expect(refreshes.count == (["emacs-lspmode", "nvim", "vscode-languageclient"].contains(name) ? 1 : 0))
    #expect(try client.request("shutdown", nil).has("result"))
  }
}

extension String {
  /// Without white space at the end, which is not what these tests are about.
  fileprivate var trimmed: String { String(reversed().drop { $0.isWhitespace }.reversed()) }
}

extension TestClient {
  /// Answers the server's question for settings, which must be there.
  fileprivate func answerConfiguration(_ section: JSON) throws {
    let question = try #require(takeMessages().last { $0["method"] == "workspace/configuration" })
    respond(to: question, [section])
  }

  /// The names of the types of all tokens.
  fileprivate func tokenTypes() throws -> Set<String> {
    let result = try request("textDocument/semanticTokens/full", ["textDocument": Self.identifier])["result"]
    let data = result["data"].array.compactMap(\.int)
    return Set(stride(from: 3, to: data.count, by: 5).map { "\(SemanticToken.Kind.allCases[data[$0]])" })
  }
}
