import Foundation
import Testing

@testable import GFMLanguageServer

@Suite struct CompletionRequestTests {
  private func client(_ capabilities: JSON, _ text: String) throws -> TestClient {
    let client = try TestClient(["textDocument": ["completion": capabilities]])
    client.open(text)
    return client
  }

  private func completions(_ client: TestClient, _ line: Int, _ character: Int) throws -> JSON {
    try client.request(
      "textDocument/completion", ["textDocument": TestClient.identifier, "position": position(line, character)])[
        "result"]
  }

  private static let text = "# 👍 A\n\n👍 [x](#-b)\n\n<d\n"

  @Test func aClientThatDeclaresNothing() throws {
    let client = try client([:], Self.text)
    let list = try completions(client, 2, 9)
    #expect(
      list == [
        "isIncomplete": false,
        "items": [
          [
            "label": "-a", "kind": 18, "detail": "👍 A", "sortText": "0",
            "textEdit": ["range": range(2, 8, 2, 10), "newText": "-a"],
            "data": ["uri": TestClient.uri, "kind": "anchor", "name": "-a"],
          ]
        ],
      ])
    let tags = try completions(client, 4, 2)["items"].array
    #expect(tags.count > 50)
    #expect(tags.allSatisfy { !$0.has("insertTextFormat") && $0["textEdit"]["newText"].string?.contains("$") == false })
    #expect(tags[0]["sortText"] == "00")
    #expect(try completions(client, 1, 0) == .null)
  }

  @Test func twoRanges() throws {
    let client = try client(["completionItem": ["insertReplaceSupport": true]], Self.text)
    let item = try completions(client, 2, 9)["items"][0]
    #expect(
      item["textEdit"] == ["insert": range(2, 8, 2, 9), "replace": range(2, 8, 2, 10), "newText": "-a"])
  }

  @Test func oneRangeForAll() throws {
    let client = try client(
      ["completionItem": ["snippetSupport": true], "completionList": ["itemDefaults": ["editRange"]]], Self.text)
    let list = try completions(client, 2, 9)
    #expect(list["itemDefaults"] == ["editRange": range(2, 8, 2, 10)])
    #expect(!list["items"][0].has("textEdit") && !list["items"][0].has("textEditText"))
    let tags = try completions(client, 4, 2)["items"].array
    let kbd = tags.first { $0["label"] == "kbd" }
    #expect(kbd?["textEditText"] == "kbd>$0</kbd>")
    #expect(kbd?["insertTextFormat"] == 2)
    #expect(tags.first { $0["label"] == "br" }?["insertTextFormat"] == .null)
    let both = try self.client(
      ["completionItem": ["insertReplaceSupport": true], "completionList": ["itemDefaults": ["editRange"]]], Self.text)
    #expect(
      try completions(both, 2, 9)["itemDefaults"]["editRange"]
        == ["insert": range(2, 8, 2, 9), "replace": range(2, 8, 2, 10)])
  }

  /// Some clients put in the first word alone of what is no snippet.
  @Test func severalWords() throws {
    let text = "[a $b]: u\n\n["
    let snippets = try client(["completionItem": ["snippetSupport": true]], text)
    let item = try completions(snippets, 2, 1)["items"][0]
    #expect(item["insertTextFormat"] == 2)
    #expect(item["textEdit"]["newText"] == "a \\$b]")
    let plain = try client([:], text)
    #expect(try completions(plain, 2, 1)["items"][0]["textEdit"]["newText"] == "a $b]")
  }

  @Test func more() throws {
    let client = try client(["completionItem": ["documentationFormat": ["markdown"]]], Self.text)
    let item = try completions(client, 2, 9)["items"][0]
    let resolved = try client.request("completionItem/resolve", item)["result"]
    #expect(resolved["documentation"] == ["kind": "markdown", "value": "# 👍 A\n\n👍 [x](#-b)"])
    #expect(resolved["textEdit"] == item["textEdit"])
    let plain = try self.client([:], Self.text)
    #expect(
      try plain.request("completionItem/resolve", item)["result"]["documentation"] == "# 👍 A\n\n👍 [x](#-b)")
    let other: JSON = ["label": "x", "data": 5]
    #expect(try client.request("completionItem/resolve", other)["result"] == other)
    // A member that is there already is not written twice.
    #expect(try client.request("completionItem/resolve", resolved)["result"] == resolved)
    let undocumented = item.setting("documentation", to: .null)
    #expect(try client.request("completionItem/resolve", undocumented)["result"] == resolved)
  }

  /// Beside each proposal where the client can show it there.
  @Test func emoji() throws {
    let client = try client(["completionItem": ["labelDetailsSupport": true]], ":tad\n")
    let item = try completions(client, 0, 4)["items"][0]
    #expect(item["label"] == "tada")
    #expect(item["detail"] == "🎉")
    #expect(item["labelDetails"] == ["description": "🎉"])
    let plain = try completions(try self.client([:], ":tad :octoc\n"), 0, 4)["items"][0]
    #expect(plain["detail"] == "🎉")
    #expect(!plain.has("labelDetails"))
    let picture = try completions(try self.client([:], ":octoc\n"), 0, 6)["items"][0]
    #expect(picture["label"] == "octocat")
    #expect(!picture.has("detail"))
  }

  @Test func whatIsSwitchedOff() throws {
    let client = try TestClient([:], options: ["gfm": ["github": ["shortcodes": false, "alerts": false]]])
    client.open("> [!\n\n:sm\n")
    #expect(try completions(client, 0, 4) == .null)
    #expect(try completions(client, 2, 3) == .null)
  }

  @Test func capabilities() throws {
    let capabilities = try TestClient().request("initialize", [:])["result"]["capabilities"]
    #expect(capabilities["completionProvider"]["resolveProvider"] == true)
    #expect(!capabilities["completionProvider"]["triggerCharacters"].array.contains(" "))
  }
}

/// Paths in workspace folders.
@Suite final class PathCompletionTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "gfm-paths-\(UUID().uuidString)")

  init() throws {
    let root = folder.appending(path: "root")
    for directory in ["root/docs/b c", "root/.git", "out"] {
      try FileManager.default.createDirectory(at: folder.appending(path: directory), withIntermediateDirectories: true)
    }
    for file in ["root/docs/a.md", "root/docs/d(1).md", "root/i.png", "root/.hidden", "out/o.md"] {
      try Data("# In\n\n## File\n".utf8).write(to: folder.appending(path: file))
    }
    try FileManager.default.createSymbolicLink(
      at: root.appending(path: "way out"), withDestinationURL: folder.appending(path: "out"))
    try FileManager.default.createSymbolicLink(
      at: root.appending(path: "back"), withDestinationURL: root.appending(path: "docs"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The labels at `‸` in a document of the folder, and what the first one puts in. The workspace's folder is `root`,
  /// if no other is given.
  private func paths(
    _ marked: String, in document: String = "root/a.md", workspace: String? = nil
  ) throws -> (labels: [String], text: String?) {
    let client = TestClient()
    let root = workspace ?? folder.appending(path: "root").absoluteString
    _ = try client.request(
      "initialize", ["capabilities": [:], "workspaceFolders": [["uri": .string(root), "name": "root"]]])
    client.notify("initialized", [:])
    let uri = JSON.string(folder.appending(path: document).absoluteString)
    let text = marked.replacingOccurrences(of: "‸", with: "")
    client.notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": uri, "languageId": "markdown", "version": 1, "text": .string(text)]])
    let column = marked.utf16.prefix { $0 != "‸".utf16.first }.count
    let items = try client.request(
      "textDocument/completion", ["textDocument": ["uri": uri], "position": position(0, column)])["result"]["items"]
    return (items.array.compactMap { $0["label"].string }, items[0]["textEdit"]["newText"].string)
  }

  @Test(arguments: [
    ("[x](‸)", ["back/", "docs/", "i.png"]), ("![x](‸)", ["back/", "docs/", "i.png"]),
    ("[x](./‸)", ["back/", "docs/", "i.png"]),
    ("[x](docs/‸)", ["a.md", "b c/", "d(1).md"]), ("[x](/docs/‸", ["a.md", "b c/", "d(1).md"]),
    ("[x](back/‸", ["a.md", "b c/", "d(1).md"]),
    ("[x](../‸)", []), ("[x](../out/‸)", []), ("[x](way%20out/‸)", []), ("[x](docs/no/‸)", []),
    ("[x](docs%2F‸)", ["back/", "docs/", "i.png"]),
    ("[x](docs/a.md#‸)", ["in", "file"]), ("[x](../out/o.md#‸)", []), ("[x](way%20out/o.md#‸)", []),
    ("[x]: docs/‸", ["a.md", "b c/", "d(1).md"]),
  ])
  func listing(_ marked: String, _ expected: [String]) throws { #expect(try paths(marked).labels == expected) }

  @Test func spelling() throws {
    #expect(try paths("[x](docs/b‸)").text == "a.md")
    #expect(try paths("[x](ba‸").text == "back/")
    #expect(try paths("[x](ba‸c/a.md)").text == "back")
    #expect(try paths("[x](./docs/‸)", in: "root/b.md").labels.last == "d(1).md")
  }

  @Test func outsideOfAllFolders() throws { #expect(try paths("[x](‸)", in: "out/o.md").labels == []) }

  /// No link leads out of the file system's root.
  @Test func wholeFileSystem() throws {
    #expect(try paths("[x](‸)", workspace: "file:///").labels == ["back/", "docs/", "i.png", "way out/"])
  }
}
