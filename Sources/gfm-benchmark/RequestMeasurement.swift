import GFMSyntax

/// What requests about a text cost. Times are in seconds.
struct RequestMeasurement {
  var kind: String
  var byteCount: Int
  var method: String
  /// Bytes of the answer.
  var answerByteCount: Int
  /// Sorted.
  var times: [Double]
  /// A full parse of the text by cmark-gfm, in the same run.
  var fullParse: Double
}

extension Benchmark {
  /// A request that is measured: about the whole document, or about the place where a text stands.
  private struct Request {
    var method: String
    /// What the caret stands in, the first after the text's middle, and where in it.
    var needle: String?
    var offset = 0
    var more = ""
  }

  private static let requests: [Request] = [
    Request(method: "textDocument/documentSymbol"),
    Request(method: "textDocument/foldingRange"),
    Request(method: "textDocument/documentLink"),
    Request(method: "workspace/symbol", more: #""query":"Section 77""#),
    Request(method: "textDocument/selectionRange", needle: "](", offset: 3),
    Request(method: "textDocument/definition", needle: "](#", offset: 4),
    Request(method: "textDocument/definition", needle: "See [", offset: 6),
    Request(method: "textDocument/definition", needle: "[^", offset: 2),
    Request(method: "textDocument/hover", needle: "](#", offset: 4),
    Request(method: "textDocument/hover", needle: "\n## ", offset: 5),
    Request(method: "textDocument/completion", needle: "](#", offset: 3),
    Request(method: "textDocument/completion", needle: "](#", offset: 4),
    Request(method: "textDocument/references", needle: "\n## ", offset: 5),
    Request(method: "textDocument/documentHighlight", needle: "See [", offset: 6),
    Request(method: "textDocument/linkedEditingRange", needle: "\n[label", offset: 3),
    Request(method: "textDocument/prepareRename", needle: "\n## ", offset: 5),
    Request(method: "textDocument/rename", needle: "\n## ", offset: 5, more: #""newName":"Another name""#),
    Request(method: "textDocument/rename", needle: "\n[label", offset: 3, more: #""newName":"another name""#),
  ]

  /// Each request, a few times, as far as the text has what it is about.
  static func measureRequests(_ kind: String, _ text: [UInt8]) -> [RequestMeasurement] {
    let client = BenchmarkClient()
    client.open(BenchmarkClient.openMessage(text))
    var measured: [RequestMeasurement] = []
    for request in requests {
      guard let params = params(of: request, in: text) else { continue }
      var times: [Double] = []
      var answer = 0
      while times.count < 50, times.reduce(0, +) < 1 {
        times.append(seconds { answer = client.ask(request.method, params) })
      }
      measured.append(
        RequestMeasurement(
          kind: kind, byteCount: text.count, method: request.method, answerByteCount: answer, times: times.sorted(),
          fullParse: 0))
    }
    measured += measureDiagnostics(kind, text, client)
    client.close()
    let fullParse = best(of: 3) { CMark.parseOnly(text, options: .github) }
    for index in measured.indices { measured[index].fullParse = fullParse }
    return measured
  }

  /// All diagnostics of a document that is open, and again after each letter that is typed in its middle.
  private static func measureDiagnostics(
    _ kind: String, _ text: [UInt8], _ client: BenchmarkClient
  ) -> [RequestMeasurement] {
    let method = "textDocument/diagnostic"
    let params = #"{"textDocument":{"uri":"\#(BenchmarkClient.uri)"}}"#
    var answer = 0
    let first = seconds { answer = client.ask(method, params) }
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let line = lines.indices[(lines.count / 2)...].first { lines[$0].count > 40 } ?? 0
    let times = (0..<50).map { _ in
      client.type("x", line: line, character: 12)
      return seconds { _ = client.ask(method, params) }
    }
    return [("first", [first]), ("after a letter", times.sorted())].map { title, times in
      RequestMeasurement(
        kind: kind, byteCount: text.count, method: "diagnostic, \(title)", answerByteCount: answer, times: times,
        fullParse: 0)
    }
  }

  private static func params(of request: Request, in text: [UInt8]) -> String? {
    var members = [#""textDocument":{"uri":"\#(BenchmarkClient.uri)"}"#]
    if let needle = request.needle {
      let needle = Array(needle.utf8)
      guard
        let found = (text.count / 2..<text.count - needle.count).first(where: { text[$0...].starts(with: needle) })
      else { return nil }
      let place = position(of: found + request.offset, in: text)
      members.append(
        request.method.hasSuffix("selectionRange") ? #""positions":[\#(place)]"# : #""position":\#(place)"#)
    }
    if !request.more.isEmpty { members.append(request.more) }
    return "{\(members.joined(separator: ","))}"
  }

  /// In UTF-16 units, as a client without preference counts.
  private static func position(of offset: Int, in text: [UInt8]) -> String {
    let before = text[..<offset]
    let lineStart = (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    let line = before.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    let column = String(decoding: text[lineStart..<offset], as: UTF8.self).utf16.count
    return #"{"line":\#(line),"character":\#(column)}"#
  }
}
