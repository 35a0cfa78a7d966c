import GFMSyntax

/// What requests about a text cost. Times are in seconds.
struct RequestMeasurement {
  var kind: String
  var byteCount: Int
  var title: String
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

    /// The method, and what the caret stands in.
    var title: String {
      let name = method.split(separator: "/").last.map(String.init) ?? method
      guard let needle else { return method.hasPrefix("workspace") ? method : name }
      return "\(name) \(needle.trimmingPrefix { $0 == "\n" })"
    }
  }

  private static let requests: [Request] = [
    Request(method: "textDocument/documentSymbol"),
    Request(method: "textDocument/foldingRange"),
    Request(method: "textDocument/documentLink"),
    Request(method: "workspace/symbol", more: #""query":"Section 77""#),
    Request(method: "textDocument/selectionRange", needle: "](", offset: 3),
    Request(method: "textDocument/selectionRange", needle: "\n- ", offset: 4),
    Request(method: "textDocument/definition", needle: "](#", offset: 4),
    Request(method: "textDocument/definition", needle: "See [", offset: 6),
    Request(method: "textDocument/definition", needle: "[^", offset: 2),
    Request(method: "textDocument/hover", needle: "](", offset: 3),
    Request(method: "textDocument/hover", needle: "](#", offset: 4),
    Request(method: "textDocument/hover", needle: "\n## ", offset: 5),
    Request(method: "textDocument/hover", needle: "\n### ", offset: 6),
    Request(method: "textDocument/hover", needle: "See [", offset: 6),
    Request(method: "textDocument/hover", needle: "[^", offset: 2),
    Request(method: "textDocument/completion", needle: "](#", offset: 3),
    Request(method: "textDocument/completion", needle: "](#section-", offset: 13),
    Request(method: "textDocument/completion", needle: "See [", offset: 5),
    Request(method: "textDocument/completion", needle: "See [label ", offset: 12),
    Request(method: "textDocument/completion", needle: "[^", offset: 2),
    Request(method: "textDocument/references", needle: "\n## ", offset: 5),
    Request(method: "textDocument/references", needle: "\n### ", offset: 6),
    Request(method: "textDocument/references", needle: "](#", offset: 4),
    Request(method: "textDocument/references", needle: "See [", offset: 6),
    Request(method: "textDocument/references", needle: "[^", offset: 2),
    Request(method: "textDocument/documentHighlight", needle: "\n## ", offset: 5),
    Request(method: "textDocument/documentHighlight", needle: "See [", offset: 6),
    Request(method: "textDocument/documentHighlight", needle: "[^", offset: 2),
    Request(method: "textDocument/linkedEditingRange", needle: "\n[label", offset: 3),
    Request(method: "textDocument/linkedEditingRange", needle: "[^", offset: 3),
    Request(method: "textDocument/prepareRename", needle: "\n## ", offset: 5),
    Request(method: "textDocument/prepareRename", needle: "\n[label", offset: 3),
    Request(method: "textDocument/rename", needle: "\n## ", offset: 5, more: #""newName":"Another name""#),
    Request(method: "textDocument/rename", needle: "\n[label", offset: 3, more: #""newName":"another name""#),
    Request(method: "textDocument/codeAction", needle: " the ", offset: 2),
    Request(method: "textDocument/codeAction", needle: "](", offset: 3),
    Request(method: "textDocument/codeAction", needle: "See [", offset: 6),
    Request(method: "textDocument/codeAction", needle: "\n[label", offset: 3),
  ]

  /// Each request, a few times, as far as the text has what it is about.
  static func measureRequests(_ kind: String, _ text: [UInt8], only name: String) -> [RequestMeasurement] {
    func isWanted(_ title: String) -> Bool { name.isEmpty || title.contains(name) }
    let client = BenchmarkClient()
    client.open(BenchmarkClient.openMessage(text))
    var measured = isWanted("diagnostic") ? measureFirstDiagnostics(kind, text, client) : []
    for request in requests where isWanted(request.title) {
      guard let params = params(of: request, in: text) else { continue }
      var times: [Double] = []
      var answer = 0
      while times.count < 50, times.reduce(0, +) < 1 {
        times.append(seconds { answer = client.ask(request.method, params).byteCount })
      }
      measured.append(
        RequestMeasurement(
          kind: kind, byteCount: text.count, title: request.title, answerByteCount: answer, times: times.sorted(),
          fullParse: 0))
    }
    if isWanted("diagnostic") { measured += measureDiagnosticsOfEdits(kind, text, client) }
    client.close()
    let fullParse = best(of: 3) { CMark.parseOnly(text, options: .github) }
    for index in measured.indices { measured[index].fullParse = fullParse }
    return measured
  }

  private static let diagnosticMethod = "textDocument/diagnostic"
  private static let diagnosticParams = #"{"textDocument":{"uri":"\#(BenchmarkClient.uri)"}}"#

  /// All diagnostics of a document that was opened just now, and how long other requests have to wait for them at most.
  private static func measureFirstDiagnostics(
    _ kind: String, _ text: [UInt8], _ client: BenchmarkClient
  ) -> [RequestMeasurement] {
    var answer = (byteCount: 0, longestStep: 0.0)
    let time = seconds { answer = client.ask(diagnosticMethod, diagnosticParams) }
    return [("diagnostic, first", time), ("diagnostic, first: longest step", answer.longestStep)].map { title, time in
      RequestMeasurement(
        kind: kind, byteCount: text.count, title: title, answerByteCount: answer.byteCount, times: [time], fullParse: 0)
    }
  }

  /// All diagnostics again after each of some edits in a document's middle.
  private static func measureDiagnosticsOfEdits(
    _ kind: String, _ text: [UInt8], _ client: BenchmarkClient
  ) -> [RequestMeasurement] {
    let edits = [("a letter", " the ", 1), ("a heading", "\n## ", 4), ("a label", "\n[label", 2)]
    return edits.compactMap { title, needle, offset in
      guard let found = firstIndex(of: needle, in: text) else { return nil }
      let (line, character) = place(of: found + offset, in: text)
      var answer = 0
      let times = (0..<50).map { _ in
        client.type("x", line: line, character: character)
        return seconds { answer = client.ask(diagnosticMethod, diagnosticParams).byteCount }
      }
      return RequestMeasurement(
        kind: kind, byteCount: text.count, title: "diagnostic, after \(title)", answerByteCount: answer,
        times: times.sorted(), fullParse: 0)
    }
  }

  private static func params(of request: Request, in text: [UInt8]) -> String? {
    var members = [#""textDocument":{"uri":"\#(BenchmarkClient.uri)"}"#]
    if let needle = request.needle {
      guard let found = firstIndex(of: needle, in: text) else { return nil }
      let (line, character) = place(of: found + request.offset, in: text)
      let place = #"{"line":\#(line),"character":\#(character)}"#
      switch request.method {
      case "textDocument/selectionRange": members.append(#""positions":[\#(place)]"#)
      case "textDocument/codeAction":
        members.append(#""range":{"start":\#(place),"end":\#(place)},"context":{"diagnostics":[]}"#)
      default: members.append(#""position":\#(place)"#)
      }
    }
    if !request.more.isEmpty { members.append(request.more) }
    return "{\(members.joined(separator: ","))}"
  }

  /// Where a text first stands from the middle on.
  private static func firstIndex(of needle: String, in text: [UInt8]) -> Int? {
    let needle = Array(needle.utf8)
    return (text.count / 2..<text.count - needle.count).first {
      text[$0] == needle[0] && text[$0...].starts(with: needle)
    }
  }

  /// In UTF-16 units, as a client without preference counts.
  private static func place(of offset: Int, in text: [UInt8]) -> (line: Int, character: Int) {
    let before = text[..<offset]
    let lineStart = (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    let line = before.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    return (line, String(decoding: text[lineStart..<offset], as: UTF8.self).utf16.count)
  }
}
