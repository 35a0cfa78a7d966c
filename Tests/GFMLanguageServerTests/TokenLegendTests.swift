import Foundation
import TestSupport
import Testing

@testable import GFMFeatures
@testable import GFMLanguageServer
@testable import GFMSyntax

@Suite struct TokenLegendTests {
  /// What LSP 3.17 names.
  private static let protocolTypes: Set<String> = [
    "namespace", "type", "class", "enum", "interface", "struct", "typeParameter", "parameter", "variable", "property",
    "enumMember", "event", "function", "method", "macro", "keyword", "modifier", "comment", "string", "number",
    "regexp", "operator", "decorator",
  ]
  private static let protocolModifiers: Set<String> = [
    "declaration", "definition", "readonly", "static", "deprecated", "abstract", "async", "modification",
    "documentation", "defaultLibrary",
  ]

  private func initialize(_ options: JSON, _ capabilities: JSON = [:]) throws -> (TestClient, legend: JSON) {
    let client = TestClient()
    let result = try client.request(
      "initialize", ["capabilities": capabilities, "initializationOptions": options])["result"]
    client.notify("initialized", [:])
    return (client, result["capabilities"]["semanticTokensProvider"]["legend"])
  }

  @Test func legends() throws {
    let own = try initialize(nil).legend
    #expect(own["tokenTypes"].array.count == SemanticToken.Kind.allCases.count)
    #expect(own["tokenTypes"][0] == "heading")
    let standard = try initialize(["gfm": ["semanticTokens": ["legend": "standard"]]]).legend
    #expect(Set(standard["tokenTypes"].array.compactMap(\.string)).isSubset(of: Self.protocolTypes))
    #expect(Set(standard["tokenModifiers"].array.compactMap(\.string)).isSubset(of: Self.protocolModifiers))
    #expect(standard["tokenTypes"].array.count > 10)
  }

  /// The tokens of a text: the type, a `.` and its name for each modifier.
  private func tokens(_ text: String, _ options: JSON) throws -> [String] {
    let (client, legend) = try initialize(options)
    client.open(text)
    let data = try client.request(
      "textDocument/semanticTokens/full", ["textDocument": TestClient.identifier])["result"]["data"]
      .array.compactMap(\.int)
    return stride(from: 0, to: data.count, by: 5).map { index in
      let type = legend["tokenTypes"][data[index + 3]].string ?? "?"
      let modifiers = legend["tokenModifiers"].array.enumerated()
        .filter { data[index + 4] & (1 << $0.offset) != 0 }.compactMap(\.element.string)
      return ([type] + modifiers).joined(separator: ".")
    }
  }

  @Test(arguments: [
    ("# a", ["operator.declaration", "class.declaration"]),
    ("**a**", ["operator", "keyword", "operator"]), ("*a*", ["operator", "parameter", "operator"]),
    ("~~a~~", ["operator.deprecated", "comment.deprecated", "operator.deprecated"]),
    ("***a***", ["operator", "operator", "keyword", "operator", "operator"]),
    ("`a`", ["operator", "macro", "operator"]), ("- [x] a", ["operator", "enumMember"]),
    ("[a]: /b", ["operator", "variable.definition", "operator", "string"]),
    ("[a](/b)", ["operator", "function", "operator", "string", "operator"]), ("&amp;", ["regexp"]),
    ("|a\n|-", ["operator", "property.declaration", "operator"]),
  ])
  func standardNames(_ text: String, _ expected: [String]) throws {
    #expect(try tokens(text, ["semanticTokens": ["legend": "standard"]]) == expected)
  }

  /// Both legends have the same tokens at the same places, and so the same deltas.
  @Test func placesAreTheSame() throws {
    let text = "# *a*\n\n- **b**\n- `c`\n\n| d |\n| - |\n"
    var data: [[Int]] = []
    for legend: JSON in ["gfm", "standard"] {
      let (client, _) = try initialize(["semanticTokens": ["legend": legend]])
      client.open(text)
      let full = try client.request(
        "textDocument/semanticTokens/full", ["textDocument": TestClient.identifier])["result"]
      client.change(change(range(2, 0, 2, 0), "*x*\n\n"))
      let delta = try client.request(
        "textDocument/semanticTokens/full/delta",
        ["textDocument": TestClient.identifier, "previousResultId": full["resultId"]])["result"]["edits"]
      let ranged = try client.request(
        "textDocument/semanticTokens/range", ["textDocument": TestClient.identifier, "range": range(0, 0, 99, 0)])[
          "result"]
      var numbers = full["data"].array.compactMap(\.int)
      for edit in delta.array {
        let start = edit["start"].int ?? 0
        numbers.replaceSubrange(
          start..<start + (edit["deleteCount"].int ?? 0), with: edit["data"].array.compactMap(\.int))
      }
      #expect(numbers == ranged["data"].array.compactMap(\.int))
      data.append(numbers.enumerated().filter { $0.offset % 5 < 3 }.map(\.element))
    }
    #expect(data[0] == data[1])
  }

  /// The legend was agreed upon at the start.
  @Test func laterSettingsDoNotChangeIt() throws {
    let (client, _) = try initialize(nil)
    client.open("# a")
    client.notify(
      "workspace/didChangeConfiguration", ["settings": ["gfm": ["semanticTokens": ["legend": "standard"]]]])
    let result = try client.request(
      "textDocument/semanticTokens/full", ["textDocument": TestClient.identifier])["result"]
    #expect(result["data"].array.count == 10)
    #expect(result["data"][8] == .int(Int(SemanticToken.Kind.heading.rawValue)))
    #expect(client.log.contains { $0.contains("initializationOptions alone") })
  }

  /// Whatever a client says it can take, no token crosses a line's end and none lies over another.
  @Test(arguments: [nil, false, true] as [JSON], [nil, false, true] as [JSON])
  func noMultilineAndNoOverlappingTokens(_ multiline: JSON, _ overlapping: JSON) throws {
    let (client, _) = try initialize(
      nil,
      [
        "textDocument": [
          "semanticTokens": ["multilineTokenSupport": multiline, "overlappingTokenSupport": overlapping]
        ]
      ])
    let page = try Data(contentsOf: Corpus.packageFolder.appending(path: "Documentation/semantic-tokens.md"))
    let text = String(decoding: page, as: UTF8.self) + Self.multilineText
    client.open(text)
    let data = try client.request(
      "textDocument/semanticTokens/full", ["textDocument": TestClient.identifier])["result"]["data"]
      .array.compactMap(\.int)
    let lengths = text.split(separator: "\n", omittingEmptySubsequences: false).map(\.utf16.count)
    var (line, column, end) = (0, 0, 0)
    for index in stride(from: 0, to: data.count, by: 5) {
      if data[index] > 0 { (line, column, end) = (line + data[index], 0, 0) }
      column += data[index + 1]
      try #require(column >= end)
      end = column + data[index + 2]
      try #require(lengths.indices.contains(line) && end <= lengths[line])
    }
  }

  private static let multilineText = """


    **bold *over
    two* lines** `code over
    two lines` [link
    text](/a
    "title
    more")

    <div
      class="a">
    </div>

    > ~~struck
    > out~~ <b
    > title="x">
    """
}
