import Foundation
import GFMFeatures
import JSONRPC
import LanguageServerProtocol
import TestSupport
import Testing

@testable import GFMLanguageServer

/// Diagnostics as a client meets them: asked for or pushed, with their settings and fixes.
@Suite struct DiagnosticsTests {
  private static let actions: JSON = [
    "codeActionLiteralSupport": ["codeActionKind": ["valueSet": []]], "isPreferredSupport": true,
  ]
  private static let pulling: JSON = [
    "textDocument": [
      "diagnostic": ["relatedInformation": true, "tagSupport": ["valueSet": [1]], "codeDescriptionSupport": true],
      "codeAction": actions,
    ],
    "workspace": ["diagnostics": ["refreshSupport": true]],
  ]
  private static let pushed: JSON = ["textDocument": ["publishDiagnostics": ["versionSupport": true]]]

  private func pull(_ client: TestClient, previous: JSON = nil, uri: JSON = TestClient.uri) throws -> JSON {
    try client.request(
      "textDocument/diagnostic", ["textDocument": ["uri": uri], "previousResultId": previous])["result"]
  }

  private func codes(_ report: JSON) -> [String] { report["items"].array.compactMap { $0["code"].string } }

  private func publications(_ client: TestClient) -> [JSON] {
    while client.session.hasIdleWork { client.session.doIdleWork() }
    return client.takeMessages().filter { $0["method"] == "textDocument/publishDiagnostics" }.map { $0["params"] }
  }

  // MARK: Asked for

  @Test func pulled() throws {
    let client = try TestClient(Self.pulling)
    client.open("これは**「重要」**です\n\n[a]\n\n[a]: /1\n[a]: /2\n")
    let report = try pull(client)
    #expect(report["kind"] == "full")
    #expect(codes(report) == ["emphasisNotRendered", "duplicateDefinition"])
    let items = report["items"]
    #expect(items[0]["range"] == range(0, 3, 0, 11))
    #expect(items[0]["severity"] == 2)
    #expect(items[0]["source"] == "gfm")
    #expect(items[0]["codeDescription"]["href"].string?.hasSuffix("Documentation/diagnostics.md#emphasisnotrendered") == true)
    #expect(!items[0].has("tags"))
    #expect(items[1]["tags"] == [1])
    let first: JSON = ["uri": TestClient.uri, "range": range(4, 1, 4, 2)]
    #expect(items[1]["relatedInformation"][0]["location"] == first)
    #expect(publications(client).isEmpty)
  }

  @Test func pulledAgain() throws {
    let client = try TestClient(Self.pulling)
    client.open("# a\n\n[x][y]\n")
    let first = try pull(client)
    let id = first["resultId"]
    let unchanged: JSON = ["kind": "unchanged", "resultId": id]
    #expect(try pull(client, previous: id) == unchanged)
    client.change(change(range(2, 6, 2, 6), " z"))
    #expect(try pull(client, previous: id) == unchanged)
    client.change(change(range(0, 0, 0, 0), "\n"))
    let moved = try pull(client, previous: id)
    #expect(moved["kind"] == "full")
    #expect(moved["resultId"] != id)
    #expect(moved["items"][0]["range"] == range(3, 0, 3, 6))
    client.change(change(range(3, 0, 3, 3), ""))
    #expect(codes(try pull(client, previous: moved["resultId"])) == [])
  }

  @Test func capability() throws {
    let client = TestClient()
    let reply = try client.request("initialize", ["capabilities": Self.pulling])["result"]["capabilities"]
    let provider: JSON = [
      "identifier": "gfm", "interFileDependencies": .bool(true), "workspaceDiagnostics": .bool(false),
    ]
    #expect(reply["diagnosticProvider"] == provider)
    #expect(reply["codeActionProvider"]["codeActionKinds"].array.contains("quickfix"))
    let other = TestClient()
    let pushing = try other.request("initialize", ["capabilities": Self.pushed])["result"]["capabilities"]
    #expect(!pushing.has("diagnosticProvider"))
  }

  @Test func nothingOfWhatTheClientDoesNotKnow() throws {
    let client = try TestClient(["textDocument": ["diagnostic": [:]]])
    client.open("[a]\n\n[a]: /1\n[a]: /2\n")
    let item = try pull(client)["items"][0]
    #expect(item["code"] == "duplicateDefinition")
    for member in ["tags", "relatedInformation", "codeDescription"] { #expect(!item.has(member)) }
  }

  // MARK: Pushed

  /// What the client was told is taken back, when settings make something else of the text, or it is opened once more.
  @Test func pushedNoMore() throws {
    let client = try TestClient(Self.pushed)
    client.open("[^a]\n")
    #expect(publications(client).map { codes(["items": $0["diagnostics"]]) } == [["undefinedFootnote"]])
    client.notify("workspace/didChangeConfiguration", ["settings": ["gfm": ["syntax": ["footnotes": false]]]])
    #expect(publications(client).map { codes(["items": $0["diagnostics"]]) } == [[]])
    client.notify("workspace/didChangeConfiguration", ["settings": ["gfm": ["syntax": ["footnotes": true]]]])
    #expect(publications(client).count == 1)
    client.open("a\n")
    #expect(publications(client).map { codes(["items": $0["diagnostics"]]) } == [[]])
  }

  @Test func published() throws {
    let client = try TestClient(Self.pushed)
    client.open("[x][y]\n", version: 3)
    #expect(client.takeMessages().filter { $0["method"] == "textDocument/publishDiagnostics" }.isEmpty)
    let first = publications(client)
    #expect(first.count == 1)
    #expect(first[0]["version"] == 3)
    #expect(first[0]["diagnostics"][0]["code"] == "undefinedReference")
    // What has not changed is not told again.
    client.change(change(range(1, 0, 1, 0), "z"), version: 4)
    #expect(publications(client).isEmpty)
    client.change(change(range(0, 0, 0, 3), ""), version: 5)
    #expect(publications(client).map { $0["diagnostics"] } == [[]])
    client.change(change(range(0, 0, 0, 0), "[x]"), version: 6)
    #expect(publications(client).count == 1)
    client.notify("textDocument/didClose", ["textDocument": TestClient.identifier])
    let cleared: JSON = ["uri": TestClient.uri, "diagnostics": []]
    #expect(publications(client) == [cleared])
  }

  /// A long document is read a little at a time, so that what comes in meanwhile does not wait.
  @Test func longDocumentsAreReadInSteps() throws {
    let client = try TestClient(Self.pushed)
    client.open(String(repeating: "a *b* c\n\n", count: 60_000) + "[x][y]\n")
    _ = client.takeMessages()
    client.session.doIdleWork()
    #expect(client.session.hasIdleWork)
    #expect(client.takeMessages().isEmpty)
    #expect(publications(client).count == 1)
  }

  // MARK: Waiting

  private static let longText = String(repeating: "a *b* c\n\n", count: 60_000) + "[x][y]\n"

  /// Sends a request without waiting for its answer.
  private func ask(_ client: TestClient, _ method: JSON, id: JSON, _ params: JSON) {
    client.send(body: (["jsonrpc": "2.0", "id": id, "method": method, "params": params] as JSON).bytes)
  }

  private func answers(_ client: TestClient) -> [JSON] {
    client.takeMessages().filter { $0.has("id") && !$0.has("method") }
  }

  private func finish(_ client: TestClient) -> [JSON] {
    while client.session.hasIdleWork { client.session.doIdleWork() }
    return answers(client)
  }

  /// The first diagnostics of a long document hold nothing up: what comes in meanwhile is answered first, and changes
  /// count.
  @Test func firstOnesOfLongDocumentsWait() throws {
    let client = try TestClient(Self.pulling)
    client.open(Self.longText)
    ask(client, "textDocument/diagnostic", id: "first", ["textDocument": TestClient.identifier])
    #expect(answers(client).isEmpty)
    client.session.doIdleWork()
    let hover: JSON = ["textDocument": TestClient.identifier, "position": position(0, 3)]
    #expect(try client.request("textDocument/hover", hover).has("result"))
    client.change(change(range(0, 0, 0, 0), "[z][] "))
    ask(client, "textDocument/diagnostic", id: "second", ["textDocument": TestClient.identifier])
    #expect(answers(client).isEmpty)
    let answers = finish(client)
    #expect(answers.map { $0["id"] } == ["first", "second"])
    #expect(codes(answers[0]["result"]) == ["undefinedReference", "undefinedReference"])
    #expect(answers[1]["result"]["items"] == answers[0]["result"]["items"])
    // From now on an edit costs what it changes.
    client.change(change(range(0, 0, 0, 6), ""), version: 3)
    #expect(codes(try pull(client)) == ["undefinedReference"])
    // A text that is all new is read in steps again.
    client.change(["text": .string(Self.longText + "[u][v]\n")], version: 4)
    #expect(codes(try pull(client)) == ["undefinedReference", "undefinedReference"])
    client.change(["text": .string(String(repeating: "d *e* f\n\n", count: 60_000))], version: 5)
    ask(client, "textDocument/diagnostic", id: "third", ["textDocument": TestClient.identifier])
    #expect(self.answers(client).isEmpty)
    #expect(finish(client).map { codes($0["result"]) } == [[]])
  }

  @Test func waitingRequestsAreCancelled() throws {
    let client = try TestClient(Self.pulling)
    client.open(Self.longText)
    ask(client, "textDocument/diagnostic", id: 101, ["textDocument": TestClient.identifier])
    ask(client, "textDocument/diagnostic", id: 102, ["textDocument": TestClient.identifier])
    client.notify("$/cancelRequest", ["id": 101])
    let cancelled = answers(client)
    #expect(cancelled.map { $0["id"] } == [101])
    #expect(cancelled[0]["error"]["code"] == -32800)
    #expect(finish(client).map { $0["id"] } == [102])
  }

  /// Who asks before it opens the document is not told an error: some never ask again after one.
  @Test func pulledOfWhatIsNotOpen() throws {
    let client = try TestClient(Self.pulling)
    #expect(try pull(client) == ["kind": "full", "items": []])
  }

  /// Each request has its answer, whatever becomes of its document and the server.
  @Test func waitingRequestsOfWhatIsGone() throws {
    let client = try TestClient(Self.pulling)
    client.open(Self.longText)
    ask(client, "textDocument/diagnostic", id: 101, ["textDocument": TestClient.identifier])
    client.notify("textDocument/didClose", ["textDocument": TestClient.identifier])
    let closed = finish(client)
    #expect(closed.map { $0["id"] } == [101])
    #expect(closed[0]["result"] == ["kind": "full", "items": []])
    client.open(Self.longText)
    ask(client, "textDocument/diagnostic", id: 102, ["textDocument": TestClient.identifier])
    _ = try client.request("shutdown", nil)
    let stopped = answers(client)
    #expect(stopped.map { $0["id"] } == [102])
    #expect(stopped[0]["error"]["code"] == -32802)
    #expect(!client.session.hasIdleWork)
  }

  /// Those too that wait as the input ends.
  @Test func waitingRequestsAtTheInputsEnd() throws {
    let client = try TestClient(Self.pulling)
    client.open(Self.longText)
    ask(client, "textDocument/diagnostic", id: 101, ["textDocument": TestClient.identifier])
    client.session.receive(.inputEnded(.closed(isComplete: true)))
    #expect(answers(client).map { $0["id"] } == [101])
    #expect(client.session.exitCode == 1)
  }

  /// Nobody reads the answers any more: the first one that cannot be sent ends the session, once.
  @Test func waitingRequestsOfAClientThatHasGone() throws {
    let client = try TestClient(Self.pulling)
    client.open(Self.longText)
    ask(client, "textDocument/diagnostic", id: 101, ["textDocument": TestClient.identifier])
    ask(client, "textDocument/diagnostic", id: 102, ["textDocument": TestClient.identifier])
    client.stopReading()
    ask(client, "gfm/status", id: 103, nil)
    #expect(client.session.exitCode == 1)
    #expect(client.log.filter { $0.contains("does not read any more") }.count == 1)
  }

  /// What is written by hand is what the encoder writes.
  @Test func reportsAsEncoded() throws {
    let range = PositionRange(start: Position(line: 1, character: 2), end: Position(line: 13, character: 0))
    var full = Diagnostic(range: range, severity: 2, code: "a", source: "gfm", message: "“x” \"y\" \\ \u{1} 日")
    let plain = full
    full.tags = [.unnecessary]
    full.codeDescription = .init(href: "https://a.b/#c")
    full.relatedInformation = [
      .init(location: Location(uri: "file:///é", range: range), message: "m"),
      .init(location: Location(uri: "file:///b", range: range), message: ""),
    ]
    var written: [UInt8] = []
    DocumentDiagnosticReport.full(resultId: "7", items: [plain, full]).write(to: &written)
    let report = try JSON(written)
    #expect(report["kind"] == "full")
    #expect(report["resultId"] == "7")
    #expect(report["items"] == (try JSON(Array(JSONEncoder().encode([plain, full])))))
  }

  // MARK: Settings

  @Test func severities() throws {
    let client = try TestClient(
      Self.pulling, options: ["diagnostics": ["undefinedReference": "error", "listNumbering": "off"]])
    client.open("[x][y]\n\n1. a\n3. b\n\nhttps://a.b\n")
    let first = try pull(client)
    #expect(codes(first) == ["undefinedReference"])
    #expect(first["items"][0]["severity"] == 1)
    _ = client.takeMessages()
    client.notify(
      "workspace/didChangeConfiguration",
      ["settings": ["gfm": ["diagnostics": ["bareURL": "information", "undefinedReference": "off"]]]])
    #expect(client.takeMessages().contains { $0["method"] == "workspace/diagnostic/refresh" })
    let second = try pull(client, previous: first["resultId"])
    #expect(codes(second) == ["bareURL"])
    #expect(second["items"][0]["severity"] == 3)
  }

  // MARK: Fixes

  @Test func quickFix() throws {
    let text = "これは**「重要」**です\n"
    let client = try TestClient(Self.pulling)
    client.open(text)
    let actions = try client.request(
      "textDocument/codeAction",
      [
        "textDocument": TestClient.identifier, "range": range(0, 5, 0, 5),
        "context": ["diagnostics": [], "only": ["quickfix"]],
      ]
    )["result"].array
    #expect(actions.count == 1)
    #expect(actions[0]["kind"] == "quickfix")
    #expect(actions[0]["isPreferred"] == .bool(true))
    #expect(actions[0]["diagnostics"][0]["code"] == "emphasisNotRendered")
    #expect(actions[0]["diagnostics"] == (try pull(client))["items"])
    let fixed = applying(actions[0]["edit"]["changes"]["file:///a.md"], to: text)
    #expect(fixed == "これは「**重要**」です\n")
    // Those who ask for other kinds get none, and nothing is offered elsewhere.
    let refactorings = try client.request(
      "textDocument/codeAction",
      ["textDocument": TestClient.identifier, "range": range(0, 5, 0, 5), "context": ["only": ["refactor"]]])["result"]
      .array
    #expect(!refactorings.contains { $0["kind"] == "quickfix" })
    let elsewhere = try client.request(
      "textDocument/codeAction",
      ["textDocument": TestClient.identifier, "range": range(0, 0, 0, 0), "context": ["only": ["quickfix"]]])["result"]
      .array
    #expect(elsewhere.isEmpty)
  }

  // MARK: Files

  /// A workspace folder with files, and a folder beside it.
  private func client(_ files: [String: String]) throws -> (TestClient, SubcommandRun.Folder, String) {
    let folder = try SubcommandRun.Folder([:])
    let root = folder.url.appending(path: "root")
    try FileManager.default.createDirectory(at: root.appending(path: "sub"), withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: root.appending(path: name)) }
    let client = TestClient()
    let uri = "file://\(root.path)"
    _ = try client.request(
      "initialize", ["capabilities": Self.pulling, "workspaceFolders": [["uri": .string(uri), "name": "root"]]])
    client.notify("initialized", [:])
    return (client, folder, uri)
  }

  private func open(_ client: TestClient, _ uri: String, _ text: String) {
    client.notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": .string(uri), "languageId": "markdown", "version": 1, "text": .string(text)]])
  }

  @Test func files() throws {
    let (client, folder, root) = try client(["b.md": "# B\n", "c.txt": ""])
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.path + "/root/out", withDestinationPath: folder.url.path)
    open(
      client, root + "/a.md",
      "[1](b.md) [2](b.md#b) [3](b.md#x) [4](d.md) [5](/c.txt) [6](/e) [7](../f) [8](out/g) [9](sub) [10](sub/../h.md)\n"
    )
    let items = try pull(client, uri: .string(root + "/a.md"))["items"].array
    #expect(codes(["items": .array(items)]) == ["unknownFragment", "missingFile", "missingFile", "missingFile"])
    for (item, path) in zip(items, ["b.md", "d.md", "/e", "sub/../h.md"]) {
      #expect(item["message"].string?.contains("“\(path)”") == true)
    }
    // A file that is there now, and a heading that an open document has now.
    try Data().write(to: folder.url.appending(path: "root/d.md"))
    client.notify("workspace/didChangeWatchedFiles", ["changes": [["uri": .string(root + "/d.md"), "type": 1]]])
    open(client, root + "/b.md", "# B\n\n# X\n")
    let later = try pull(client, uri: .string(root + "/a.md"))
    #expect(codes(later) == ["missingFile", "missingFile"])
    client.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(root + "/b.md"), "version": 2],
        "contentChanges": [change(range(2, 2, 2, 3), "Y")],
      ])
    #expect(codes(try pull(client, uri: .string(root + "/a.md"))) == ["unknownFragment", "missingFile", "missingFile"])
  }

  /// Many links to files are looked at a little at a time, also again; an edit meanwhile counts.
  @Test func filesAreLookedAtInSteps() throws {
    let (client, folder, root) = try client(["b.md": ""])
    open(client, root + "/a.md", (0..<300).map { "[a](missing\($0).md) [b](b.md)\n\n" }.joined())
    let identifier: JSON = ["uri": .string(root + "/a.md")]
    func ask(_ id: JSON) { self.ask(client, "textDocument/diagnostic", id: id, ["textDocument": identifier]) }
    ask("first")
    #expect(answers(client).isEmpty)
    #expect(finish(client).map { codes($0["result"]).count } == [300])
    ask("second")
    #expect(answers(client).count == 1)
    try FileManager.default.removeItem(at: folder.url.appending(path: "root/b.md"))
    client.notify("textDocument/didSave", ["textDocument": identifier])
    ask("third")
    client.session.doIdleWork()
    #expect(answers(client).isEmpty)
    client.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": identifier["uri"], "version": 2],
        "contentChanges": [change(range(0, 0, 0, 0), "[x][y]\n\n")],
      ])
    #expect(finish(client).map { codes($0["result"]).count } == [601])
  }

  /// The document that is open counts, however the client spells its URI, and the file once it is closed.
  @Test func openDocumentsHoweverSpelled() throws {
    let (client, folder, root) = try client([:])
    defer { withExtendedLifetime(folder) {} }
    open(client, root + "/a.md", "[1](b.md) [2](b.md#x)\n")
    func found() throws -> [String] { codes(try pull(client, uri: .string(root + "/a.md"))) }
    #expect(try found() == ["missingFile", "missingFile"])
    for name in ["/b.md", "/%62.md"] { open(client, root + name, "# X\n") }
    #expect(try found() == [])
    client.notify("textDocument/didClose", ["textDocument": ["uri": .string(root + "/b.md")]])
    #expect(try found() == [])
    client.notify("textDocument/didClose", ["textDocument": ["uri": .string(root + "/%62.md")]])
    #expect(try found() == ["missingFile", "missingFile"])
  }

  /// Files are looked at once the settings want that.
  @Test func filesByTheSettings() throws {
    let (client, _folder, root) = try client([:])
    defer { withExtendedLifetime(_folder) {} }
    func set(_ severity: JSON) {
      client.notify(
        "workspace/didChangeConfiguration",
        ["settings": ["gfm": ["diagnostics": ["missingFile": severity, "unknownFragment": "off"]]]])
    }
    set("off")
    open(client, root + "/a.md", "[1](d.md)\n")
    #expect(codes(try pull(client, uri: .string(root + "/a.md"))) == [])
    set("error")
    #expect(codes(try pull(client, uri: .string(root + "/a.md"))) == ["missingFile"])
  }

  /// The client is asked to watch files where it can, and is told where a change may matter.
  @Test func watchedFiles() throws {
    let folder = try SubcommandRun.Folder(["b.md": "# B\n", "d.md": "# D\n"])
    try FileManager.default.createDirectory(at: folder.url.appending(path: "real"), withIntermediateDirectories: false)
    try Data("# C\n".utf8).write(to: folder.url.appending(path: "real/c.md"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.path + "/c.md", withDestinationPath: folder.url.path + "/real/c.md")
    let root = "file://\(folder.url.path)"
    let client = TestClient()
    let capabilities: JSON = [
      "textDocument": ["diagnostic": [:]],
      "workspace": ["diagnostics": ["refreshSupport": true], "didChangeWatchedFiles": ["dynamicRegistration": true]],
    ]
    _ = try client.request(
      "initialize", ["capabilities": capabilities, "workspaceFolders": [["uri": .string(root), "name": "root"]]])
    client.notify("initialized", [:])
    let asked = client.takeMessages()
    try #require(asked.map { $0["method"] } == ["client/registerCapability"])
    let registration = asked[0]["params"]["registrations"][0]
    #expect(registration["method"] == "workspace/didChangeWatchedFiles")
    #expect(
      registration["registerOptions"]["watchers"] == [
        ["globPattern": "**/*", "kind": 5], ["globPattern": "**/*.{md,markdown,mdown,mkd}", "kind": 2],
      ])
    open(client, root + "/a.md", "[1](b.md#b) [2](e/f.md) [3](c.md#c) [4](real) [5](d.md#d)\n")
    open(client, root + "/d.md", "# D\n")
    #expect(codes(try pull(client, uri: .string(root + "/a.md"))) == ["missingFile"])
    func isTold(_ path: String, _ type: JSON) -> Bool {
      client.notify("workspace/didChangeWatchedFiles", ["changes": [["uri": .string(root + path), "type": type]]])
      return client.takeMessages().contains { $0["method"] == "workspace/diagnostic/refresh" }
    }
    for (path, type) in [
      ("/x.md", 1), ("/b.md/x", 1), ("/real/x.md", 1), ("/.git/b.md", 2), ("/e/g.md", 1), ("/d.md", 2), ("/d.md", 3),
      ("/real/x", 3),
    ] {
      #expect(!isTold(path, .int(type)), "\(path)")
    }
    for (path, type) in [
      ("/b.md", 2), ("/b.md", 3), ("/e", 1), ("/e/f.md", 1), ("/real/c.md", 2), ("/real", 3),
    ] {
      #expect(isTold(path, .int(type)), "\(path) \(type)")
    }
    #expect(isTold("/b.md", nil))
    try FileManager.default.removeItem(at: folder.url.appending(path: "b.md"))
    // Also when it was not asked since.
    client.notify("textDocument/didSave", ["textDocument": ["uri": .string(root + "/a.md")]])
    #expect(isTold("/b.md", 3))
    #expect(codes(try pull(client, uri: .string(root + "/a.md"))) == ["missingFile", "missingFile"])
    // A folder that goes with what it holds.
    try FileManager.default.removeItem(at: folder.url.appending(path: "real"))
    #expect(isTold("/real/x", 3))
  }

  /// While a document is open, links lead to the client's text; those to the file are another matter.
  @Test func linkedDocumentsThatComeAndGo() throws {
    let (client, folder, root) = try client(["b.md": "# B\n"])
    defer { withExtendedLifetime(folder) {} }
    func isTold() -> Bool { client.takeMessages().contains { $0["method"] == "workspace/diagnostic/refresh" } }
    func close(_ path: String) {
      client.notify("textDocument/didClose", ["textDocument": ["uri": .string(root + path)]])
    }
    func found() throws -> [String] { codes(try pull(client, uri: .string(root + "/a.md"))) }
    open(client, root + "/a.md", "[1](b.md#new)\n")
    #expect(try found() == ["unknownFragment"])
    #expect(!isTold())
    open(client, root + "/b.md", "# New\n")
    #expect(isTold())
    #expect(try found() == [])
    open(client, root + "/other.md", "# New\n")
    close("/other.md")
    #expect(!isTold())
    close("/b.md")
    #expect(isTold())
    #expect(try found() == ["unknownFragment"])
  }

  /// What no open document links to any longer is of no interest.
  @Test func watchedFilesOfFormerLinks() throws {
    let (client, folder, root) = try client([:])
    func isTold(_ path: String) -> Bool {
      client.notify("workspace/didChangeWatchedFiles", ["changes": [["uri": .string(root + path), "type": 1]]])
      return client.takeMessages().contains { $0["method"] == "workspace/diagnostic/refresh" }
    }
    func edit(_ path: String, _ place: JSON, _ text: String) {
      client.notify(
        "textDocument/didChange",
        ["textDocument": ["uri": .string(root + path)], "contentChanges": [change(place, text)]])
    }
    func found(_ path: String) throws -> [String] { codes(try pull(client, uri: .string(root + path))) }
    open(client, root + "/a.md", "[1](b)\n")
    open(client, root + "/c.md", "[1](d.md)\n")
    for path in ["/a.md", "/c.md"] { #expect(try found(path) == ["missingFile"]) }
    edit("/a.md", range(0, 5, 0, 5), ".md")
    #expect(try found("/a.md") == ["missingFile"])
    client.notify("textDocument/didSave", ["textDocument": ["uri": .string(root + "/a.md")]])
    #expect(try found("/a.md") == ["missingFile"])
    #expect(!isTold("/b"))
    #expect(isTold("/b.md"))
    // Also what the other document says, which was not asked for since.
    #expect(isTold("/d.md"))
    client.notify("textDocument/didClose", ["textDocument": ["uri": .string(root + "/c.md")]])
    #expect(!isTold("/d.md"))
    #expect(isTold("/b.md"))
    // What is remembered of a former link is not believed when it comes back.
    open(client, root + "/c.md", "")
    edit("/a.md", range(0, 5, 0, 8), "")
    #expect(try found("/a.md") == ["missingFile"])
    edit("/a.md", range(0, 5, 0, 5), ".md")
    edit("/c.md", range(0, 0, 0, 0), "# C\n")
    #expect(try found("/a.md") == ["missingFile"])
    try Data().write(to: folder.url.appending(path: "root/b"))
    _ = isTold("/b")
    edit("/a.md", range(0, 5, 0, 8), "")
    #expect(try found("/a.md") == [])
  }

  /// A client that takes none that are pushed asks, though it cannot be told to ask again.
  @Test func pulledWithoutRefresh() throws {
    let client = try TestClient(["textDocument": ["diagnostic": [:]]])
    client.open("[a][b]\n")
    #expect(publications(client).isEmpty)
    #expect(codes(try pull(client)) == ["undefinedReference"])
  }

  /// Clients that do not ask, or cannot be told to ask again, are told by themselves.
  @Test(arguments: [
    pushed, ["textDocument": ["publishDiagnostics": [:], "diagnostic": [:]]],
  ])
  func watchedFilesArePushed(_ capabilities: JSON) throws {
    let folder = try SubcommandRun.Folder([:])
    let root = "file://\(folder.url.path)"
    let client = TestClient()
    _ = try client.request(
      "initialize",
      [
        "capabilities": capabilities,
        "workspaceFolders": [["uri": .string(root), "name": "root"]],
      ])
    client.notify("initialized", [:])
    #expect(client.takeMessages().isEmpty)
    open(client, root + "/a.md", "[1](b.md)\n")
    #expect(publications(client).map { $0["diagnostics"][0]["code"] } == ["missingFile"])
    try Data().write(to: folder.url.appending(path: "b.md"))
    client.notify("workspace/didChangeWatchedFiles", ["changes": [["uri": .string(root + "/b.md"), "type": 1]]])
    #expect(publications(client).map { $0["diagnostics"] } == [[]])
  }

  // MARK: Documentation

  @Test func pageExplainsEveryCode() throws {
    let page = String(
      decoding: try Data(contentsOf: Corpus.packageFolder.appending(path: "Documentation/diagnostics.md")), as: UTF8.self)
    for code in DiagnosticCode.allCases { #expect(page.contains("\n## `\(code.rawValue)`\n"), "\(code)") }
  }
}
