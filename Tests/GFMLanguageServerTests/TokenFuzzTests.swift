import Foundation
import LanguageServerProtocol
import RegularExpressions
import TestSupport
import Testing

@testable import GFMFeatures
@testable import GFMLanguageServer
@testable import GFMSyntax
@testable import JSONRPC

/// Random edits, each with the delta that a client would be sent: applied to the array it has, the delta gives the array
/// of a fresh parse. `GFM_FUZZ_ITERATIONS` and `GFM_FUZZ_SEED` make the run longer and another one.
@Suite struct TokenFuzzTests {
  /// All that there is, and rules.
  private static let options = TokenOptions(
    github: .all,
    rules: [
      (#"^\$ "#, TextRule.Scope.line, TokenType.added(0), SemanticToken.Modifiers()),
      (#"\bTODO\b"#, .inline, .added(1), .strong), ("[aeiou]{2}", .inline, .kind(.emoji), []),
    ].compactMap { pattern, scope, type, modifiers in
      (try? TextPattern(pattern)).map { TextRule(scope: scope, pattern: $0, type: type, modifiers: modifiers) }
    })
  private static let legend = TokenLegend(.gfm, ruleTypes: ["prompt", "todo"])

  /// A client's array, and what the server remembers of it.
  private struct Client {
    var document: Document
    private(set) var data: [UInt32]
    private var result: SentTokens
    private let encoding: PositionEncoding

    init(_ text: [UInt8], encoding: PositionEncoding = .utf16) {
      document = Document(text, measure: Document.semanticTokenCounter(options))
      result = SentTokens(id: "0", document: document, options: options, encoding: encoding, legend: legend)
      data = Self.all(of: document, encoding)
      self.encoding = encoding
    }

    mutating func type(_ range: Range<Int>, _ replacement: [UInt8]) {
      let edited = document.replacing(range, with: replacement)
      result.note(edited.change)
      document = edited
    }

    /// Asks for the delta, and applies it.
    mutating func update() {
      for edit in result.edits(to: document).reversed() {
        data.replaceSubrange(edit.start..<edit.start + edit.deleteCount, with: edit.data)
      }
      result = SentTokens(id: "0", document: document, options: options, encoding: encoding, legend: legend)
    }

    /// What is wrong with the array.
    var violation: String? {
      let fresh = Document(document.text, measure: Document.semanticTokenCounter(options))
      let expected = Self.all(of: fresh, encoding)
      if data == expected { return nil }
      let place = zip(data, expected).prefix { $0 == $1 }.count
      return "\(data.count / 5) tokens, fresh \(expected.count / 5), other at token \(place / 5)"
    }

    static func all(of document: Document, _ encoding: PositionEncoding) -> [UInt32] {
      var encoder = TokenEncoder(encoding: encoding, legend: legend)
      document.forEachSegment { encoder.append($0.block, firstLine: $0.firstLine, options: options) }
      return encoder.data
    }
  }

  @Test(.enabled(if: !Corpus.examples.isEmpty, "the specification's examples are not here"))
  func deltasGiveTheTokensOfFreshParses() {
    let environment = ProcessInfo.processInfo.environment
    let iterations = environment["GFM_FUZZ_ITERATIONS"].flatMap { Int($0) } ?? 4_000
    let seed = environment["GFM_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
    var typist = RandomTypist(seed: seed, seeds: RandomTypist.corpusSeeds)
    var failures = 0
    var iteration = 0
    while iteration < iterations, failures < 5 {
      var client = Client(typist.document())
      // So that earlier snapshots serve in small documents too.
      if iteration % 80 == 0 { client.document.reparseBudget = 40 }
      for _ in 0..<20 {
        iteration += 1
        let before = client.document.text
        let (range, replacement) = typist.edit(of: before)
        client.type(range, replacement)
        // At times a client asks after several edits.
        if iteration % 3 == 0 { continue }
        client.update()
        guard let violation = client.violation else { continue }
        failures += 1
        Issue.record(
          "\(iteration): \(violation): \(String(decoding: before, as: UTF8.self).debugDescription) \(range) \(String(decoding: replacement, as: UTF8.self).debugDescription)"
        )
        break
      }
    }
  }

  @Test(.enabled(if: !Corpus.documents.isEmpty), arguments: [PositionEncoding.utf16, .utf8])
  func deltasInRealDocuments(_ encoding: PositionEncoding) throws {
    var typist = RandomTypist(seed: 7, seeds: RandomTypist.corpusSeeds)
    for url in Corpus.documents {
      var client = Client([UInt8](try Data(contentsOf: url)), encoding: encoding)
      for _ in 0..<8 {
        let (range, replacement) = typist.edit(of: client.document.text)
        client.type(range, replacement)
        client.update()
      }
      #expect(client.violation == nil, "\(url.lastPathComponent)")
    }
  }

  /// The tokens of a range are those of the whole that touch it.
  @Test(.enabled(if: !Corpus.documents.isEmpty)) func rangesOfRealDocuments() throws {
    var random = SeededGenerator(seed: 3)
    for url in Corpus.documents {
      let text = try String(contentsOf: url, encoding: .utf8)
      let client = try TestClient([:])
      client.open(text)
      let all = Self.absolute(
        try client.request("textDocument/semanticTokens/full", ["textDocument": TestClient.identifier])["result"])
      let lineCount = Document(text).lineCount
      for _ in 0..<3 {
        let first = Int.random(in: 0..<lineCount, using: &random)
        let last = Int.random(in: first..<min(lineCount, first + 60), using: &random)
        let (start, end) = (Int.random(in: 0...20, using: &random), Int.random(in: 0...20, using: &random))
        guard (first, start) < (last, end) else { continue }
        let ranged = Self.absolute(
          try client.request(
            "textDocument/semanticTokens/range",
            ["textDocument": TestClient.identifier, "range": range(first, start, last, end)])["result"])
        let (lower, upper) = (Self.clamped(first, start, text), Self.clamped(last, end, text))
        let expected = all.filter { ($0[0], $0[1] + $0[2]) > lower && ($0[0], $0[1]) < upper }
        #expect(ranged == expected, "\(url.lastPathComponent) \(lower) \(upper)")
      }
    }
  }

  private static func absolute(_ result: JSON) -> [[Int]] {
    let data = result["data"].array.compactMap(\.int)
    var (line, column) = (0, 0)
    return stride(from: 0, to: data.count, by: 5).map { index in
      if data[index] > 0 { (line, column) = (line + data[index], 0) }
      column += data[index + 1]
      return [line, column] + data[index + 2..<index + 5]
    }
  }

  /// A position with the column no further than its line's end.
  private static func clamped(_ line: Int, _ column: Int, _ text: String) -> (Int, Int) {
    let document = Document(text)
    let end = document.position(of: document.lineRange(line).upperBound, encoding: .utf16).column
    return (line, min(column, end))
  }
}
