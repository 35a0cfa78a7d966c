import TestSupport
import Testing

@testable import GFMFeatures
@testable import GFMLanguageServer
@testable import GFMSyntax

@Suite struct TokenEncoderTests {
  /// Tokens for every run of `x`, `é` and `😀` in a text, as numbers.
  private func encode(_ text: String, _ encoding: PositionEncoding, firstLine: Int = 0, touching: Range<Int>? = nil)
    -> [UInt32]
  {
    let bytes = Array(text.utf8)
    var tokens: [SemanticToken] = []
    var start: Int?
    for (index, byte) in (bytes + [0x20]).enumerated() {
      let isInside = byte == UInt8(ascii: "x") || byte >= 0x80
      if isInside, start == nil { start = index }
      if !isInside, let first = start {
        tokens.append(SemanticToken(start: Int32(first), end: Int32(index), kind: .text, modifiers: .emphasis))
        start = nil
      }
    }
    var encoder = TokenEncoder(encoding: encoding)
    encoder.append(tokens, in: bytes, firstLine: firstLine, touching: touching)
    return encoder.data
  }

  @Test func columnsOfEachEncoding() {
    #expect(encode("é x", .utf8) == [0, 0, 2, 1, 2, 0, 3, 1, 1, 2])
    #expect(encode("é x", .utf16) == [0, 0, 1, 1, 2, 0, 2, 1, 1, 2])
    #expect(encode("a 😀x x", .utf8) == [0, 2, 5, 1, 2, 0, 6, 1, 1, 2])
    #expect(encode("a 😀x x", .utf16) == [0, 2, 3, 1, 2, 0, 4, 1, 1, 2])
    #expect(encode("a 😀x x", .utf32) == [0, 2, 2, 1, 2, 0, 3, 1, 1, 2])
  }

  @Test(arguments: ["\n", "\r\n", "\r"]) func lines(_ ending: String) {
    let text = ["x", "", " x x", "é x"].joined(separator: ending)
    #expect(
      encode(text, .utf16) == [0, 0, 1, 1, 2, 2, 1, 1, 1, 2, 0, 2, 1, 1, 2, 1, 0, 1, 1, 2, 0, 2, 1, 1, 2])
    #expect(encode(text, .utf16, firstLine: 7).first == 7)
  }

  @Test func tokensThatTouchARange() {
    #expect(encode("x x x", .utf8, touching: 1..<4) == [0, 2, 1, 1, 2])
    #expect(encode("xx xx", .utf8, touching: 1..<4) == [0, 0, 2, 1, 2, 0, 3, 2, 1, 2])
    #expect(encode("x x", .utf8, touching: 1..<1) == [])
    #expect(encode("x x", .utf8, touching: -9..<99).count == 10)
  }

  @Test func tokensThatCannotBeAreLeftOut() {
    var encoder = TokenEncoder(encoding: .utf16)
    encoder.append(
      [
        SemanticToken(start: 0, end: 2, kind: .text), SemanticToken(start: 1, end: 3, kind: .text),
        SemanticToken(start: 3, end: 3, kind: .text), SemanticToken(start: 3, end: 9, kind: .text),
      ], in: Array("abcd".utf8), firstLine: 0)
    #expect(encoder.data == [0, 0, 2, 1, 0])
  }
}

@Suite struct SemanticTokensTests {
  private static let text = """
    # Title *é😀*

    A **bold** line with `code`,
    and [a link](https://example.com "t").

    > - [x] task
    > - ~~no~~

    | a | b |
    | - | - |
    | 1 | *2* |

    ```swift
    let x = 1
    ```

    """

  private func numbers(_ data: JSON) -> [Int] { data.array.compactMap(\.int) }

  private func full(_ client: TestClient) throws -> (id: String, data: [Int]) {
    let result = try client.request(
      "textDocument/semanticTokens/full", ["textDocument": TestClient.identifier])["result"]
    return (try #require(result["resultId"].string), numbers(result["data"]))
  }

  @Test(arguments: [("utf-8", [0, 8, 6]), ("utf-16", [0, 8, 3]), ("utf-32", [0, 8, 2])])
  func columns(_ encoding: String, _ expected: [Int]) throws {
    let client = try TestClient(encoding: encoding)
    client.open("# Title *é😀*\n")
    let data = try full(client).data
    let tokens = stride(from: 0, to: data.count, by: 5).map { Array(data[$0..<$0 + 5]) }
    // `#`, `Title `, `*`, `é😀`, `*`
    let emphasized = try #require(tokens.count > 3 ? tokens[3] : nil)
    #expect(emphasized[2] == expected[2])
    #expect(tokens.map { $0[0] }.reduce(0, +) == 0)
  }

  @Test func tokensStandInOrderAndInTheText() throws {
    let client = try TestClient([:])
    client.open(Self.text)
    try expectOrdered(try full(client).data, in: Self.text)
  }

  /// Tokens are inside their lines, in order, without overlap.
  private func expectOrdered(_ data: [Int], in text: String) throws {
    try #require(data.count % 5 == 0)
    let document = Document(text)
    var (line, column, end) = (0, 0, 0)
    for index in stride(from: 0, to: data.count, by: 5) {
      if data[index] > 0 { (line, column, end) = (line + data[index], 0, 0) }
      column += data[index + 1]
      #expect(column >= end && data[index + 2] > 0)
      end = column + data[index + 2]
      let length = document.position(of: document.lineRange(line).upperBound, encoding: .utf16).column
      #expect(line < document.lineCount && end <= length)
    }
  }

  /// The range's tokens are those of the whole that touch it.
  @Test func ranges() throws {
    let client = try TestClient([:])
    client.open(Self.text)
    let all = try full(client).data
    func absolute(_ data: [Int]) -> [[Int]] {
      var (line, column) = (0, 0)
      return stride(from: 0, to: data.count, by: 5).map { index in
        if data[index] > 0 { (line, column) = (line + data[index], 0) }
        column += data[index + 1]
        return [line, column] + data[index + 2..<index + 5]
      }
    }
    let lineCount = Document(Self.text).lineCount
    for first in 0..<lineCount {
      for last in first..<lineCount {
        let result = try client.request(
          "textDocument/semanticTokens/range",
          ["textDocument": TestClient.identifier, "range": range(first, 2, last, 5)])["result"]
        #expect(!result.has("resultId"))
        let expected = absolute(all).filter { token in
          (token[0], token[1] + token[2]) > (first, 2) && (token[0], token[1]) < (last, 5)
        }
        #expect(absolute(numbers(result["data"])) == expected)
      }
    }
  }

  private func apply(_ edits: JSON, to data: [Int]) -> [Int] {
    var data = data
    for edit in edits.array.reversed() {
      let start = edit["start"].int ?? 0
      data.replaceSubrange(start..<start + (edit["deleteCount"].int ?? 0), with: numbers(edit["data"]))
    }
    return data
  }

  /// The delta applied to the tokens before gives the tokens after, whatever was typed.
  @Test(arguments: ["\n", "\r\n"]) func deltas(_ ending: String) throws {
    let client = try TestClient([:])
    client.open((Self.text + "\nSee *this* [a].\n\n*x*\n\n[a] too\n").replacing("\n", with: ending))
    var (id, data) = try full(client)
    var generator = SeededGenerator(seed: 5)
    let tokens = ["*", "**", "`", "\n", "\n\n", "# ", "- ", "x", "😀", "> ", "```\n", "[a]: b\n", "|", "  ", "\r\n"]
    for version in 2..<200 {
      let line = Int.random(in: 0...16, using: &generator)
      let column = Int.random(in: 0...8, using: &generator)
      let end = Bool.random(using: &generator) ? column : column + 3
      client.change(
        change(range(line, column, line, end), tokens.randomElement(using: &generator) ?? ""), version: .int(version))
      if Int.random(in: 0..<3, using: &generator) == 0 { continue }
      let result = try client.request(
        "textDocument/semanticTokens/full/delta",
        ["textDocument": TestClient.identifier, "previousResultId": .string(id)])["result"]
      data = apply(result["edits"], to: data)
      let text = try #require(client.text)
      let fresh = try TestClient([:])
      fresh.open(text)
      try #require(data == (try full(fresh)).data)
      id = try #require(result["resultId"].string)
    }
  }

  @Test func deltaOfAnUnchangedTextIsEmpty() throws {
    let client = try TestClient([:])
    client.open(Self.text)
    let (id, _) = try full(client)
    let result = try client.request(
      "textDocument/semanticTokens/full/delta",
      ["textDocument": TestClient.identifier, "previousResultId": .string(id)])["result"]
    #expect(result["edits"] == [])
    #expect(result["resultId"].string != id)
  }

  @Test func smallChangeGivesASmallDelta() throws {
    let client = try TestClient([:])
    client.open(Self.text + String(repeating: "A *b* c\n\n", count: 500))
    let (id, data) = try full(client)
    client.change(change(range(2, 0, 2, 0), "`x`\n\n"))
    let result = try client.request(
      "textDocument/semanticTokens/full/delta",
      ["textDocument": TestClient.identifier, "previousResultId": .string(id)])["result"]
    let edit = result["edits"][0]
    #expect(result["edits"].array.count == 1)
    #expect(edit["data"].array.count < 100)
    #expect(data.count > 5000)
  }

  /// A definition makes references all over the document; what stands between them is not sent.
  @Test func definitionGivesAnEditForEachReference() throws {
    let client = try TestClient([:])
    let filler = String(repeating: "A *b* c\n\n", count: 300)
    client.open("[a]\n\n" + filler + "[a]\n\n" + filler)
    let (id, data) = try full(client)
    client.change(change(range(1204, 0, 1204, 0), "[a]: /url\n"))
    let result = try client.request(
      "textDocument/semanticTokens/full/delta",
      ["textDocument": TestClient.identifier, "previousResultId": .string(id)])["result"]
    #expect(result["edits"].array.count == 3)
    #expect(result["edits"].array.allSatisfy { $0["data"].array.count < 40 })
    #expect(apply(result["edits"], to: data) == (try full(client)).data)
  }

  @Test(arguments: ["", "0", "999", "é"]) func unknownResultGetsAllTokens(_ id: String) throws {
    let client = try TestClient([:])
    client.open(Self.text)
    let (_, data) = try full(client)
    let result = try client.request(
      "textDocument/semanticTokens/full/delta",
      ["textDocument": TestClient.identifier, "previousResultId": .string(id)])["result"]
    #expect(numbers(result["data"]) == data)
    #expect(!result.has("edits"))
  }

  @Test func closingForgetsTheLastResult() throws {
    let client = try TestClient([:])
    client.open("*a*")
    let (id, _) = try full(client)
    client.notify("textDocument/didClose", ["textDocument": TestClient.identifier])
    client.open("*b*")
    let result = try client.request(
      "textDocument/semanticTokens/full/delta",
      ["textDocument": TestClient.identifier, "previousResultId": .string(id)])["result"]
    #expect(result.has("data"))
  }

  @Test func emptyDocument() throws {
    let client = try TestClient([:])
    client.open("")
    #expect(try full(client).data == [])
    let result = try client.request(
      "textDocument/semanticTokens/range",
      ["textDocument": TestClient.identifier, "range": range(0, 0, 9, 9)])["result"]
    #expect(result == ["data": []])
  }
}
