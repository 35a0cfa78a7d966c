import Foundation
import Glibc
import Testing

@testable import GFMLanguageServer

/// Workspace folders and their files by the bytes of their paths, however a URI spells them.
@Suite struct WorkspacePathTests {
  private let folder: SubcommandRun.Folder
  private var path: String { folder.url.path }

  init() throws { folder = try SubcommandRun.Folder([:]) }

  private func make(_ name: String, _ text: String = "# In\n") throws {
    let url = folder.url.appending(path: name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func link(_ name: String, to target: String) { #expect(symlink(target, "\(path)/\(name)") == 0) }

  /// A client with workspace folders by their URIs.
  private func client(_ folders: String...) throws -> TestClient {
    let client = TestClient()
    let capabilities: JSON = [
      "textDocument": ["diagnostic": [:]], "workspace": ["diagnostics": ["refreshSupport": true]],
    ]
    _ = try client.request(
      "initialize",
      ["capabilities": capabilities, "workspaceFolders": .array(folders.map { ["uri": .string($0), "name": "w"] })])
    client.notify("initialized", [:])
    return client
  }

  private func open(_ client: TestClient, _ uri: String, _ text: String) {
    client.notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": .string(uri), "languageId": "markdown", "version": 1, "text": .string(text)]])
  }

  /// The codes of what is wrong with the links of a document.
  private func faults(_ client: TestClient, _ uri: String, _ text: String) throws -> [String] {
    open(client, uri, text)
    let report = try client.request("textDocument/diagnostic", ["textDocument": ["uri": .string(uri)]])["result"]
    return report["items"].array.compactMap { $0["code"].string }
  }

  /// The labels at `‸` in a document of one line.
  private func labels(_ client: TestClient, _ uri: String, _ marked: String) throws -> [String] {
    open(client, uri, marked.replacingOccurrences(of: "‸", with: ""))
    let column = marked.utf16.prefix { $0 != "‸".utf16.first }.count
    let list = try client.request(
      "textDocument/completion", ["textDocument": ["uri": .string(uri)], "position": position(0, column)])["result"]
    return list["items"].array.compactMap { $0["label"].string }
  }

  // MARK: Names

  /// To the file system, one text in two normal forms is two names.
  @Test func siblingInAnotherNormalForm() throws {
    try make("caf\u{E9}/own.md")
    try make("cafe\u{301}/secret.md", "# Secret\n")
    link("caf\u{E9}/way out.md", to: "\(path)/cafe\u{301}/secret.md")
    link("caf\u{E9}/way out", to: "\(path)/cafe\u{301}")
    let root = "file://\(path)/caf%C3%A9"
    let client = try client(root)
    #expect(try labels(client, root + "/a.md", "[x](own.md#‸)") == ["in"])
    #expect(try labels(client, root + "/a.md", "[x](way%20out.md#‸)") == [])
    #expect(try labels(client, root + "/a.md", "[x](way%20out/‸)") == [])
    #expect(try labels(client, root + "/a.md", "[x](‸)") == ["own.md"])
  }

  @Test func nameThatStartsWithACombiningMark() throws {
    try make("\u{301}x.md")
    try make("x.md")
    link("real.md", to: "\(path)/\u{301}x.md")
    let root = "file://\(path)"
    let client = try client(root)
    #expect(try faults(client, root + "/a.md", "[x](%CC%81x.md#in) [y](%CC%81x.md#no)") == ["unknownFragment"])
    #expect(try labels(client, root + "/a.md", "[x](‸)").map { Array($0.utf8) }.contains(Array("\u{301}x.md".utf8)))
    #expect(try labels(client, root + "/a.md", "[x](real.md#‸)") == ["in"])
  }

  @Test func nameThatIsNotUTF8() throws {
    let name = try #require(FilePath(Array(path.utf8))).appending([0xFF] + Array("é.md".utf8))
    let descriptor = name.withCString { creat($0, 0o600) }
    try #require(descriptor >= 0)
    close(descriptor)
    let root = "file://\(path)"
    let client = try client(root)
    #expect(try faults(client, root + "/a.md", "[x](%FF%C3%A9.md) [y](%FE.md)") == ["missingFile"])
    #expect(try labels(client, root + "/a.md", "[x](‸)") == ["%FF%C3%A9.md"])
  }

  // MARK: Absence

  /// What cannot be looked at is not told to be missing.
  @Test func absence() throws {
    try make("b.md")
    link("loop", to: "loop")
    link("dangling", to: "/nowhere/at all")
    let root = "file://\(path)"
    let client = try client(root)
    func missing(_ link: String) throws -> Bool {
      try faults(client, root + "/a.md", "[x](\(link))") == ["missingFile"]
    }
    let (long, deep) = (String(repeating: "n", count: 300), String(repeating: "n/", count: 3000))
    for link in ["c.md", "no/c.md", "b.md/c.md", long, deep] {
      #expect(try missing(link), "\(link.prefix(20))")
    }
    for link in ["b.md", "loop", "loop/c.md", "dangling", "dangling/c.md"] { #expect(try !missing(link), "\(link)") }
  }

  @Test func longestResolvedSegment() throws {
    try make("a/b/c.md")
    link("l", to: "\(path)/a")
    func segment(_ name: String) -> (String?, String?) {
      let found = FilePath(Array("\(path)/\(name)".utf8))?.longestResolvedSegment()
      func text(_ path: FilePath?) -> String? { path.map { String(decoding: $0.bytes, as: UTF8.self) } }
      return (text(found?.resolved), text(found?.next ?? nil))
    }
    #expect(segment("a/b/c.md") == ("\(path)/a/b/c.md", nil))
    #expect(segment("l/b/no/x/y") == ("\(path)/a/b", "\(path)/l/b/no"))
    #expect(segment("no") == (path, "\(path)/no"))
    #expect(try #require(FilePath(Array("/".utf8))?.longestResolvedSegment()).next == nil)
  }

  @Test(arguments: [
    ("/a/b", "/a", true), ("/a", "/a", true), ("/ab", "/a", false), ("/a", "/", true), ("/", "/", true),
    ("/a", "/a/b", false), ("/a\u{301}", "/\u{E1}", false), ("/a/\u{301}b", "/a", true),
  ])
  func inside(_ path: String, _ folder: String, _ expected: Bool) throws {
    let folder = try #require(FilePath(Array(folder.utf8)))
    #expect(FilePath(Array(path.utf8))?.isInside(folder) == expected)
  }

  // MARK: Opening

  /// What is opened is what a path itself leads to, and tells where it is.
  @Test func openFiles() throws {
    try make("b.md", "text")
    link("l.md", to: "\(path)/b.md")
    try #require(mkfifo("\(path)/pipe.md", 0o600) == 0)
    let folder = try #require(FilePath(Array(path.utf8))?.resolved())
    func file(_ name: String) -> OpenFile? { OpenFile(folder.appending(Array(name.utf8))) }
    let isLinkOpened = file("l.md") != nil
    #expect(!isLinkOpened)
    let pipe = file("pipe.md")?.status
    #expect(pipe?.isRegularFile == false)
    guard let opened = file("b.md") else {
      Issue.record("b.md was not opened")
      return
    }
    let start = opened.contents(limit: 3)
    #expect(start == Array("tex".utf8))
    #expect(rename("\(path)/b.md", "\(path)/c.md") == 0)
    let place = opened.place
    #expect(place == folder.appending(Array("c.md".utf8)))
    let rest = opened.contents(limit: 3)
    #expect(rest == Array("t".utf8))
  }

  /// A pipe is not waited for.
  @Test func pipe() throws {
    try #require(mkfifo("\(path)/pipe.md", 0o600) == 0)
    let root = "file://\(path)"
    #expect(try labels(try client(root), root + "/a.md", "[x](pipe.md#‸)") == [])
  }

  // MARK: Folders

  @Test func pathsIntoOtherFolders() throws {
    try make("one/o.md")
    try make("one/in/i.md")
    try make("two/t.md")
    let root = "file://\(path)"
    let client = try client(root + "/one", root + "/one/in", root + "/two")
    #expect(try labels(client, root + "/one/a.md", "[x](../two/‸)") == ["t.md"])
    #expect(try labels(client, root + "/one/in/a.md", "[x](../‸)") == ["in/", "o.md"])
    #expect(try labels(client, root + "/one/in/a.md", "[x](/‸)") == ["i.md"])
    #expect(try labels(client, root + "/one/a.md", "[x](../‸)") == [])
  }

  /// A scheme's letter case means nothing, nor does `localhost` in a file's URI.
  @Test(arguments: [
    ("file://localhost", "file://"), ("file://", "file://LocalHost"), ("FILE://", "file://"), ("file://", "File:"),
  ])
  func spellings(_ folder: String, _ document: String) throws {
    let client = try client(folder + path)
    try make("b.md")
    let links = "[x](no.md) [y](b.md#in) [z](b.md#no)"
    #expect(try faults(client, document + path + "/a.md", links) == ["missingFile", "unknownFragment"])
  }

  @Test func otherHosts() throws {
    let client = try client("file://elsewhere" + path)
    #expect(try faults(client, "file://elsewhere\(path)/a.md", "[x](no.md)") == [])
  }
}
