import GFMSyntax
import LanguageServerProtocol
import Testing

@testable import GFMLanguageServer

@Suite struct TextSynchronizationTests {
  /// Two spellings are two documents, be they the same text in two normal forms.
  @Test func urisInTwoNormalForms() throws {
    let client = try TestClient([:])
    for (uri, text) in [("file:///caf\u{E9}.md", "a"), ("file:///cafe\u{301}.md", "b")] as [(JSON, JSON)] {
      client.notify(
        "textDocument/didOpen",
        ["textDocument": ["uri": uri, "languageId": "markdown", "version": 1, "text": text]])
    }
    let texts = client.session.documents.mapValues { String(decoding: $0.document.text, as: UTF8.self) }
    #expect(texts == ["file:///caf\u{E9}.md": "a", "file:///cafe\u{301}.md": "b"])
    #expect(!client.log.contains { $0.contains("opened twice") })
  }

  /// One change of a text, in each encoding's columns.
  private func check(
    _ text: String, _ ranges: [String: JSON], _ replacement: String, _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (encoding, range) in ranges {
      let client = try TestClient(encoding: encoding)
      client.open(text)
      client.change(change(range, replacement))
      #expect(client.text == expected, "\(encoding)", sourceLocation: sourceLocation)
    }
  }

  private func checkAll(
    _ text: String, _ range: JSON, _ replacement: String, _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try check(
      text, ["utf-8": range, "utf-16": range, "utf-32": range], replacement, expected, sourceLocation: sourceLocation)
  }

  @Test func lineEndings() throws {
    try checkAll("a\nb\nc", range(1, 0, 1, 1), "X", "a\nX\nc")
    try checkAll("a\r\nb\r\nc", range(1, 0, 1, 1), "X", "a\r\nX\r\nc")
    try checkAll("a\rb\rc", range(1, 0, 1, 1), "X", "a\rX\rc")
    try checkAll("a\r\nb\rc\nd", range(2, 0, 3, 0), "X", "a\r\nb\rXd")
    try checkAll("a\r\nb", range(0, 1, 1, 0), "", "ab")
    try checkAll("a\n", range(1, 0, 1, 0), "b", "a\nb")
    try checkAll("a\r\n\r\nb", range(1, 0, 2, 0), "X", "a\r\nXb")
  }

  @Test func astralCharacters() throws {
    try check(
      "é😀x\n", ["utf-8": range(0, 6, 0, 7), "utf-16": range(0, 3, 0, 4), "utf-32": range(0, 2, 0, 3)], "Y", "é😀Y\n")
    try check(
      "a\né😀x", ["utf-8": range(1, 2, 1, 6), "utf-16": range(1, 1, 1, 3), "utf-32": range(1, 1, 1, 2)], "", "a\néx")
    try check(
      "👩‍👩‍👧x", ["utf-8": range(0, 18, 0, 19), "utf-16": range(0, 8, 0, 9), "utf-32": range(0, 5, 0, 6)], "Y", "👩‍👩‍👧Y")
  }

  /// A column inside a character is the character's start.
  @Test func columnsInsideCharacters() throws {
    try check("😀x", ["utf-8": range(0, 3, 0, 3), "utf-16": range(0, 1, 0, 1)], "Y", "Y😀x")
  }

  @Test func clamping() throws {
    try checkAll("ab\ncd", range(0, 99, 0, 99), "X", "abX\ncd")
    try checkAll("ab\r\ncd", range(0, 99, 0, 99), "X", "abX\r\ncd")
    try checkAll("ab\ncd", range(99, 0, 99, 7), "X", "ab\ncdX")
    try checkAll("ab\ncd", range(1, 0, 99, 0), "X", "ab\nX")
    try checkAll("", range(0, 0, 0, 0), "X", "X")
    try checkAll("", range(5, 5, 9, 9), "X", "X")
    try checkAll("ab", range(0, 0, Int(Int32.max), Int(Int32.max)), "X", "X")
    try checkAll("ab", range(-3, -4, 0, 1), "X", "Xb")
    try checkAll("ab", range(Int.max, Int.max, Int.max, Int.max), "X", "abX")
    try checkAll("ab", range(Int.min, Int.min, Int.min, Int.min), "X", "Xab")
  }

  @Test(arguments: ["1.7976931348623157e308", "1e20", "99999999999999999999", "1.5"])
  func numbersBeyondIntegers(_ number: String) throws {
    let client = try TestClient([:])
    client.open("ab\ncd")
    let body = """
      {"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.md","version":2},\
      "contentChanges":[{"range":{"start":{"line":0,"character":1},"end":{"line":1,"character":\(number)}},"text":"X"}]}}
      """
    client.send(body: Array(body.utf8))
    #expect(client.text == (number == "1.5" ? "aXd" : "aX"))
  }

  @Test func reversedRange() throws {
    try checkAll("abcd", range(0, 3, 0, 1), "X", "aXd")
    try checkAll("ab\ncd", range(1, 1, 0, 1), "X", "aXd")
  }

  @Test func eachChangeAppliesToTheResultOfTheOneBefore() throws {
    let client = try TestClient([:])
    client.open("one\ntwo\n")
    client.change(
      change(range(0, 0, 0, 0), "zero\n"), change(range(1, 0, 1, 3), "1"), ["text": "a\nb\n"],
      change(range(1, 0, 1, 1), "B"), change(range(2, 0, 2, 0), "c"))
    #expect(client.text == "a\nB\nc")
  }

  @Test func fullTexts() throws {
    let client = try TestClient([:])
    client.open("a")
    client.change(["text": "b"], version: 2)
    #expect(client.text == "b")
    client.change(["range": nil, "text": "c"], version: 3)
    #expect(client.text == "c")
    client.change(["text": ""], version: 4)
    #expect(client.text == "")
    client.change(version: 5)
    #expect(client.text == "")
  }

  @Test func versionsMayBeMissing() throws {
    let client = try TestClient([:])
    client.open("a", version: nil)
    client.change(["text": "b"], version: nil)
    client.change(["text": "c"], version: "x")
    #expect(client.text == "c")
    #expect(client.takeMessages().isEmpty)
  }

  @Test func closingAndOpeningAgain() throws {
    let client = try TestClient([:])
    client.open("a", version: 9)
    client.notify("textDocument/didSave", ["textDocument": TestClient.identifier])
    client.notify("textDocument/didClose", ["textDocument": TestClient.identifier])
    #expect(client.text == nil)
    client.open("b", version: 1)
    #expect(client.text == "b")
    client.open("c", version: 1)
    #expect(client.text == "c")
    #expect(client.takeMessages().isEmpty)
  }

  @Test func loneSurrogatesLoseNoText() throws {
    let client = try TestClient([:])
    let body = """
      {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.md",\
      "languageId":"markdown","version":1,"text":"a\\ud83db\\n\\ude00"}}}
      """
    client.send(body: Array(body.utf8))
    #expect(client.text == "a\u{FFFD}b\n\u{FFFD}")
    client.change(change(range(0, 1, 0, 2), "X"))
    #expect(client.text == "aXb\n\u{FFFD}")
  }

  @Test func requestsSeeTheChangesBeforeThem() throws {
    let client = try TestClient([:])
    client.open("a\n")
    let tokens: JSON = [
      "jsonrpc": "2.0", "id": 1, "method": "textDocument/semanticTokens/full",
      "params": ["textDocument": TestClient.identifier],
    ]
    client.enqueue(tokens)
    client.enqueue([
      "jsonrpc": "2.0", "method": "textDocument/didChange",
      "params": ["textDocument": ["uri": TestClient.uri, "version": 2], "contentChanges": [["text": "`a`\n"]]],
    ])
    client.enqueue(tokens)
    client.drain()
    let replies = client.takeMessages()
    #expect(replies.count == 2)
    #expect(replies.first?["result"]["data"] == [])
    #expect(replies.last?["result"]["data"].array.isEmpty == false)
  }
}
