import GFMFeatures
import GFMSyntax

/// What an edit operation at a caret in the middle of a text cost. Times are in seconds.
struct EditMeasurement {
  var kind: String
  var byteCount: Int
  var operation: String
  /// `gfm/edit` after a letter was typed, so that nothing is left over from the time before; sorted.
  var times: [Double]
  /// A full parse of the text by cmark-gfm.
  var fullParse: Double
}

extension Benchmark {
  /// Measures each operation where it first does something from the text's middle on.
  static func measureEdits(_ kind: String, _ text: [UInt8], rounds: Int = 25) -> [EditMeasurement] {
    let client = BenchmarkClient()
    client.open(BenchmarkClient.openMessage(text))
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let parse = best(of: 3) { CMark.parseOnly(text, options: .github) }
    var measured: [EditMeasurement] = []
    for operation in EditOperation.allCases {
      let candidates = (lines.count / 2..<min(lines.count / 2 + 400, lines.count)).filter { lines[$0].count > 12 }
      guard let line = candidates.first(where: { client.edit(operation.rawValue, line: $0, character: 8) }) else {
        continue
      }
      var times: [Double] = []
      for _ in 0..<rounds {
        client.type("x", line: line, character: 8)
        times.append(seconds { _ = client.edit(operation.rawValue, line: line, character: 8) })
      }
      measured.append(
        EditMeasurement(
          kind: kind, byteCount: text.count, operation: operation.rawValue, times: times.sorted(), fullParse: parse))
    }
    client.close()
    return measured
  }
}
