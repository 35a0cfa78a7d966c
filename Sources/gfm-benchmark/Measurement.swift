import GFMSyntax
import Glibc

/// What was measured of one text. Times are in seconds, sizes in bytes.
struct Measurement {
  var kind: String
  var byteCount: Int
  /// A full parse by cmark-gfm, tree thrown away: the best of a few.
  var fullParse: Double
  /// The same, its tree copied and replayed for exact ranges.
  var replay: Double
  /// A whole document, blocks and indexes and all, but without tokens.
  var document: Double
  /// `didOpen` and the first full tokens.
  var open: Double
  /// `didChange` and the token delta, for letters typed all over the text; sorted.
  var keystrokes: [Double]
  /// What the process held at most while the document was open, beyond what it held before.
  var peakMemory: Int

  func percentile(_ share: Double) -> Double {
    guard !keystrokes.isEmpty else { return 0 }
    return keystrokes[min(Int(Double(keystrokes.count) * share), keystrokes.count - 1)]
  }
}

/// Measures a text: through the real dispatch, in this process, beside a full parse of the same text.
enum Benchmark {
  /// `baseline` is parsed in place of a text that a full parse would take hours for.
  static func measure(
    _ kind: String, _ text: [UInt8], baseline: [UInt8]? = nil, keystrokeCount: Int
  ) -> Measurement {
    let message = BenchmarkClient.openMessage(text)
    let client = BenchmarkClient()
    let before = ResidentMemory.current
    ResidentMemory.resetPeak()
    let open = seconds { client.open(message) }
    let peak = ResidentMemory.peak
    let keystrokes = typing(in: text, client, count: keystrokeCount)
    client.close()
    // Last, since what the library frees stays resident.
    let rounds = min(max(20_000_000 / max(text.count, 1), 3), 50)
    let fullParse = best(of: rounds) { CMark.parseOnly(baseline ?? text, options: .github) }
    let replay = best(of: rounds) { Parser.replayOnly(baseline ?? text, options: .github) }
    let document = best(of: rounds) { _ = Document(text) }
    return Measurement(
      kind: kind, byteCount: text.count, fullParse: fullParse, replay: replay, document: document, open: open,
      keystrokes: keystrokes.sorted(),
      peakMemory: max(peak - before, 0))
  }

  /// Letters at random places, each timed with the delta after it. Not in the lines of fences and of delimiter rows: a
  /// letter there remakes the blocks below.
  private static func typing(in text: [UInt8], _ client: BenchmarkClient, count: Int) -> [Double] {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let long = lines.indices.filter { line in
      lines[line].count > 12 && !lines[line].starts(with: "```".utf8) && !lines[line].starts(with: "|:".utf8)
    }
    let typable = long.isEmpty ? Array(lines.indices) : long
    var random = Random(state: 7)
    var times: [Double] = []
    for round in 0..<count + 20 {
      let (line, character) = (typable[random.below(typable.count)], 6 + random.below(5))
      let time = seconds { client.type("x", line: line, character: character) }
      // The first few warm up.
      if round >= 20 { times.append(time) }
    }
    return times
  }

  static func best(of rounds: Int, _ body: () -> Void) -> Double {
    (0..<rounds).map { _ in seconds(body) }.min() ?? 0
  }

  static func seconds(_ body: () -> Void) -> Double {
    let duration = ContinuousClock().measure(body)
    let (seconds, attoseconds) = duration.components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}

/// This process's resident memory, in bytes, as Linux tells it.
enum ResidentMemory {
  static var current: Int { field("VmRSS:") }
  static var peak: Int { field("VmHWM:") }

  /// Makes the peak start from what is resident now.
  static func resetPeak() {
    guard let file = fopen("/proc/self/clear_refs", "w") else { return }
    fputs("5", file)
    fclose(file)
  }

  private static func field(_ name: String) -> Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 256)
    while fgets(&buffer, CInt(buffer.count), file) != nil {
      let line = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if line.hasPrefix(name) { return (Int(line.split(whereSeparator: { !$0.isNumber }).first ?? "") ?? 0) * 1024 }
    }
    return 0
  }
}
