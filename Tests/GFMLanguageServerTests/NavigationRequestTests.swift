import Foundation
import Testing

@testable import GFMLanguageServer

@Suite struct NavigationRequestTests {
  private static let text = "# 👍 A\n\n👍 [x](#-a) [y][z] [w](b.md#c) <https://a.b>\n\n[z]: d.md \"t\"\n"

  private func at(_ line: Int, _ character: Int, _ more: [String: JSON] = [:]) -> JSON {
    .object(["textDocument": TestClient.identifier, "position": position(line, character)].merging(more) { $1 })
  }

  private func client(_ capabilities: JSON = [:]) throws -> TestClient {
    let client = try TestClient(capabilities)
    client.open(Self.text)
    client.notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": "file:///b.md", "languageId": "markdown", "version": 7, "text": "x\n\n## C\n\n[o](a.md#-a)\n",
        ]
      ])
    return client
  }

  @Test func definitions() throws {
    let client = try client()
    let method = "textDocument/definition"
    #expect(try client.request(method, at(2, 8))["result"] == ["uri": TestClient.uri, "range": range(0, 2, 0, 6)])
    #expect(try client.request(method, at(2, 16))["result"] == ["uri": TestClient.uri, "range": range(4, 1, 4, 2)])
    #expect(try client.request(method, at(2, 26))["result"] == ["uri": "file:///b.md", "range": range(2, 3, 2, 4)])
    #expect(try client.request(method, at(2, 36))["result"] == .null)
    #expect(try client.request(method, at(4, 8))["result"] == ["uri": "file:///d.md", "range": range(0, 0, 0, 0)])
    let linking = try self.client(["textDocument": ["definition": ["linkSupport": true]]])
    #expect(
      try linking.request(method, at(2, 8))["result"] == [
        [
          "originSelectionRange": range(2, 3, 2, 11), "targetUri": TestClient.uri, "targetRange": range(0, 0, 0, 6),
          "targetSelectionRange": range(0, 2, 0, 6),
        ]
      ])
  }

  @Test func references() throws {
    let client = try client()
    let here: JSON = ["uri": TestClient.uri, "range": range(2, 7, 2, 10)]
    let there: JSON = ["uri": "file:///b.md", "range": range(4, 4, 4, 11)]
    let heading: JSON = ["uri": TestClient.uri, "range": range(0, 2, 0, 6)]
    let method = "textDocument/references"
    #expect(try client.request(method, at(0, 3))["result"] == [here, there, heading])
    #expect(
      try client.request(method, at(2, 9, ["context": ["includeDeclaration": false]]))["result"] == [here, there])
    #expect(
      try client.request(method, at(2, 26))["result"] == [
        ["uri": TestClient.uri, "range": range(2, 23, 2, 29)], ["uri": "file:///b.md", "range": range(2, 3, 2, 4)],
      ])
    #expect(try client.request(method, at(4, 1))["result"].array.count == 2)
    #expect(try client.request(method, at(1, 0))["result"] == [])
  }

  /// What leads to a heading is what is listed for it, in other documents too: with GitHub's prefix, but not what an
  /// element of the very name takes.
  @Test func referencesLeadThere() throws {
    let client = try TestClient([:])
    client.open("# A\n\n<a id=\"A\">\n\n[x](#A) [y](#user-content-a)\n")
    client.notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": "file:///b.md", "languageId": "markdown", "version": 1,
          "text": "[u](a.md#user-content-a) [v](a.md#A)\n",
        ]
      ])
    let method = "textDocument/references"
    let toHeading: JSON = [
      ["uri": TestClient.uri, "range": range(4, 12, 4, 27)], ["uri": "file:///b.md", "range": range(0, 4, 0, 23)],
      ["uri": TestClient.uri, "range": range(0, 2, 0, 3)],
    ]
    let toElement: JSON = [
      ["uri": TestClient.uri, "range": range(4, 4, 4, 6)], ["uri": "file:///b.md", "range": range(0, 29, 0, 35)],
      ["uri": TestClient.uri, "range": range(2, 7, 2, 8)],
    ]
    #expect(try client.request(method, at(0, 2))["result"] == toHeading)
    #expect(try client.request(method, at(4, 14))["result"] == toHeading)
    #expect(try client.request(method, at(2, 7))["result"] == toElement)
    let fromThere: JSON = ["textDocument": ["uri": "file:///b.md"], "position": position(0, 6)]
    #expect(try client.request(method, fromThere)["result"] == toHeading)
  }

  @Test func highlightsAndLinkedRanges() throws {
    let client = try client()
    #expect(
      try client.request("textDocument/documentHighlight", at(4, 1))["result"] == [
        ["range": range(2, 16, 2, 17), "kind": 2], ["range": range(4, 1, 4, 2), "kind": 3],
      ])
    #expect(try client.request("textDocument/documentHighlight", at(1, 0))["result"] == .null)
    #expect(
      try client.request("textDocument/linkedEditingRange", at(4, 1))["result"]["ranges"]
        == [range(2, 16, 2, 17), range(4, 1, 4, 2)])
    #expect(try client.request("textDocument/linkedEditingRange", at(0, 3))["result"] == .null)
  }

  /// Without a folder to look in, a link's file is taken for there: the client finds out.
  @Test func filesBesideADocumentAlone() throws {
    let client = try TestClient([:])
    client.open("[t](oth.md#x) [u](/abs.md)\n")
    #expect(try client.request("textDocument/definition", at(0, 6))["result"]["uri"] == "file:///oth.md")
    #expect(try client.request("textDocument/definition", at(0, 20))["result"]["uri"] == "file:///abs.md")
  }

  @Test func hovers() throws {
    let client = try client()
    #expect(
      try client.request("textDocument/hover", at(2, 16))["result"]
        == ["contents": "`d.md`\n\nt", "range": range(2, 12, 2, 18)])
    let plain = try self.client(["textDocument": ["hover": ["contentFormat": ["plaintext"]]]])
    #expect(
      try plain.request("textDocument/hover", at(2, 16))["result"]["contents"]
        == ["kind": "plaintext", "value": "d.md\n\nt"])
    let rich = try self.client(["textDocument": ["hover": ["contentFormat": ["markdown"]]]])
    #expect(
      try rich.request("textDocument/hover", at(2, 8))["result"]["contents"]
        == ["kind": "markdown", "value": "`#-a`\n\n👍 A"])
    #expect(try rich.request("textDocument/hover", at(1, 0))["result"] == .null)
  }

  /// Of the kinds of markup that are declared, the first that there is.
  @Test(
    arguments: [
      (["plaintext", "markdown"], "plaintext"), (["markdown", "plaintext"], "markdown"),
      (["html", "plaintext"], "plaintext"),
    ] as [([JSON], JSON)])
  func mostWantedMarkup(_ formats: [JSON], _ kind: JSON) throws {
    let client = try client(["textDocument": ["hover": ["contentFormat": .array(formats)]]])
    #expect(try client.request("textDocument/hover", at(2, 16))["result"]["contents"]["kind"] == kind)
  }

  @Test func links() throws {
    let client = try client(["textDocument": ["documentLink": ["tooltipSupport": true]]])
    let links = try client.request("textDocument/documentLink", ["textDocument": TestClient.identifier])["result"]
    #expect(
      links == [
        ["range": range(2, 7, 2, 10), "target": "file:///a.md#L1"],
        ["range": range(2, 16, 2, 17), "target": "file:///d.md"],
        ["range": range(2, 23, 2, 29), "data": ["uri": "file:///b.md", "fragment": "c"]],
        ["range": range(2, 32, 2, 43), "target": "https://a.b"],
        ["range": range(4, 5, 4, 9), "target": "file:///d.md", "tooltip": "t"],
      ])
    #expect(
      try client.request("documentLink/resolve", links[2])["result"]
        == [
          "range": range(2, 23, 2, 29), "data": ["uri": "file:///b.md", "fragment": "c"], "target": "file:///b.md#L3",
        ])
    #expect(try client.request("documentLink/resolve", links[3])["result"] == links[3])
  }

  /// A URI has one fragment (RFC 3986, 3): no line is put behind a notebook cell's.
  @Test func linksOfADocumentWithAFragment() throws {
    let client = try TestClient([:])
    let cell: JSON = "vscode-notebook-cell:/ws/n.ipynb#W0sZmlsZQ%3D%3D"
    let other: JSON = "file:///ws/b.md#cell"
    for (uri, text) in [(cell, "# H\n\n[a](#h) <http://x.y>\n"), (other, "# X\n")] {
      client.notify(
        "textDocument/didOpen",
        ["textDocument": ["uri": uri, "languageId": "markdown", "version": 1, "text": .string(text)]])
    }
    let links = try client.request("textDocument/documentLink", ["textDocument": ["uri": cell]])["result"]
    #expect(links == [["range": range(2, 9, 2, 19), "target": "http://x.y"]])
    #expect(
      try client.request("textDocument/definition", ["textDocument": ["uri": cell], "position": position(2, 5)])[
        "result"] == ["uri": cell, "range": range(0, 2, 0, 3)])
    let link: JSON = ["range": range(0, 0, 0, 0), "data": ["uri": "file:///ws/b.md", "fragment": "x"]]
    #expect(try client.request("documentLink/resolve", link)["result"]["target"] == other)
  }

  /// What some client can't parse for a URI costs it all links of the document: it is written so that all can, or left out.
  @Test(arguments: [
    ("http://localhost:8080/x", "http://localhost:8080/x"), ("http://localhost:PORT/x", nil), ("http://a.b:65536", nil),
    ("https://x.y/?filter[name]=1", "https://x.y/?filter%5Bname%5D=1"), ("https://x.y/100%", "https://x.y/100%25"),
    ("https://x.y/%7Ea%g", "https://x.y/%7Ea%25g"), ("https://x.y/#a#b", "https://x.y/#a%23b"), ("http://%s/", nil),
    ("http://[host]/a", nil), ("http://[::1]:80/a", "http://[::1]:80/a"), ("http://", nil), ("http:", nil),
    ("http:x", nil), ("http://1.2.3.4.5/", nil), ("http://1.2.3.4/", "http://1.2.3.4/"), ("http://user@:80", nil),
    ("http://u[@a.b/", "http://u%5B@a.b/"), ("http:////x", nil), ("file:////srv/share", nil),
    ("file:///srv/a b", "file:///srv/a%20b"), ("//a.b/c", "https://a.b/c"),
    ("https://日本.jp/語", "https://%E6%97%A5%E6%9C%AC.jp/%E8%AA%9E"),
    ("http://a\u{2028}b/", nil), ("mailto:a@b.c", "mailto:a@b.c"), ("urn:x:[y]", "urn:x:%5By%5D"),
    ("HTTPS://A.B", "HTTPS://A.B"),
    ("javascript:alert(1)", nil), ("command:x", nil), ("x://y{z}", "x://y%7Bz%7D"),
    ("vscode://a.b/c", "vscode://a.b/c"),
  ])
  func addresses(_ address: String, _ target: String?) throws {
    let client = try TestClient([:])
    client.open("[a](<\(address)>)\n")
    let links = try client.request("textDocument/documentLink", ["textDocument": TestClient.identifier])["result"]
    #expect(links.array.map { $0["target"].string } == target.map { [$0] } ?? [])
  }

  @Test func selectionRanges() throws {
    let client = try client()
    let result = try client.request(
      "textDocument/selectionRange",
      ["textDocument": TestClient.identifier, "positions": [position(2, 4), position(0, 5)]])["result"]
    #expect(result[0]["range"] == range(2, 4, 2, 5))
    #expect(result[0]["parent"]["range"] == range(2, 3, 2, 11))
    #expect(result[1]["range"] == range(0, 5, 0, 6))
    #expect(result[1]["parent"]["parent"]["range"] == range(0, 0, 0, 6))
  }

  @Test func renames() throws {
    let client = try client(["workspace": ["workspaceEdit": ["documentChanges": true]]])
    #expect(
      try client.request("textDocument/prepareRename", at(0, 4))["result"]
        == ["range": range(0, 2, 0, 6), "placeholder": "👍 A"])
    #expect(try client.request("textDocument/prepareRename", at(1, 0))["result"] == .null)
    let changes = try client.request("textDocument/rename", at(0, 4, ["newName": "B"]))["result"]["documentChanges"]
    #expect(
      changes == [
        [
          "textDocument": ["uri": TestClient.uri, "version": 1],
          "edits": [
            ["range": range(0, 2, 0, 6), "newText": "B"], ["range": range(2, 8, 2, 10), "newText": "b"],
          ],
        ],
        [
          "textDocument": ["uri": "file:///b.md", "version": 7],
          "edits": [["range": range(4, 9, 4, 11), "newText": "b"]],
        ],
      ])
    #expect(try client.errorCode("textDocument/rename", at(1, 0, ["newName": "B"])) == -32803)
    #expect(try client.errorCode("textDocument/rename", at(4, 1, ["newName": "]"])) == -32803)
    let plain = try self.client()
    let byURI = try plain.request("textDocument/rename", at(4, 1, ["newName": "q"]))["result"]["changes"]
    #expect(byURI["file:///a.md"].array.count == 2)
  }

  /// A link from a heading to itself, by the file's name, goes with the old text: no two edits meet.
  @Test func renamesOfWhatLinksToItself() throws {
    let client = try TestClient([:])
    client.open("# A [b](a.md#a-b)\n\n[x](a.md#a-b)\n")
    let edits = try client.request("textDocument/rename", at(0, 3, ["newName": "C"]))["result"]["changes"]
    #expect(
      edits["file:///a.md"] == [
        ["range": range(0, 2, 0, 17), "newText": "C"], ["range": range(2, 9, 2, 12), "newText": "c"],
      ])
  }

  @Test func capabilities() throws {
    let preparing: JSON = ["textDocument": ["rename": ["prepareSupport": true]]]
    let capabilities = try TestClient().request("initialize", ["capabilities": preparing])["result"]["capabilities"]
    for name in ["definition", "references", "documentHighlight", "linkedEditingRange", "hover", "selectionRange"] {
      #expect(capabilities[.init(name) + "Provider"] == true, "\(name)")
    }
    #expect(capabilities["renameProvider"] == ["prepareProvider": true])
    #expect(capabilities["documentLinkProvider"] == ["resolveProvider": true])
    #expect(try TestClient().request("initialize", [:])["result"]["capabilities"]["renameProvider"] == true)
  }
}

/// Links between files of workspace folders.
@Suite struct LinkedFileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "gfm-links-\(UUID().uuidString)")
    let root = folder.appending(path: "root/sub dir")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    try Data("# In\n\n## File\n".utf8).write(to: root.appending(path: "b.md"))
    try Data("# Out\n".utf8).write(to: folder.appending(path: "out.md"))
    try FileManager.default.createSymbolicLink(
      at: root.appending(path: "link.md"), withDestinationURL: folder.appending(path: "out.md"))
  }

  private func definition(_ link: String) throws -> JSON {
    defer { try? FileManager.default.removeItem(at: folder) }
    let client = TestClient()
    let root = folder.appending(path: "root").absoluteString
    _ = try client.request(
      "initialize", ["capabilities": [:], "workspaceFolders": [["uri": .string(root), "name": "root"]]])
    client.notify("initialized", [:])
    let uri = JSON.string(root + "/a.md")
    client.notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": uri, "languageId": "markdown", "version": 1, "text": .string("[x](\(link))\n")]])
    return try client.request(
      "textDocument/definition", ["textDocument": ["uri": uri], "position": position(0, 5)])["result"]
  }

  private var uri: JSON { .string(folder.absoluteString + "/root/sub%20dir/b.md") }

  @Test(arguments: ["sub%20dir/b.md#file", "<sub dir/b.md#file>", "./x/../sub%20dir/b.md#File", "/sub%20dir/b.md#file"])
  func aHeadingOfAFile(_ link: String) throws {
    let uri = uri
    #expect(try definition(link) == ["uri": uri, "range": range(2, 3, 2, 7)])
  }

  @Test func aFile() throws {
    let uri = uri
    #expect(try definition("sub%20dir/b.md#no") == ["uri": uri, "range": range(0, 0, 0, 0)])
  }

  @Test(arguments: ["../out.md", "sub%20dir/link.md#out", "no.md", "sub%20dir%2Fb.md", "sub%20dir/b.md%00"])
  func whatIsNotInAFolderIsNotRead(_ link: String) throws {
    #expect(try definition(link) == .null)
  }
}
