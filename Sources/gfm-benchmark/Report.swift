/// Tables and data of what was measured.
enum Report {
  static let header =
    padded("text", 12) + padded("bytes", 10) + padded("full parse", 12) + padded("+replay", 10)
    + padded("+document", 11)
    + padded("open+full", 12) + padded("key p50", 10) + padded("p95", 10) + padded("p99", 10)
    + padded("parse:key", 10) + padded("open:parse", 11) + "memory:text"

  static func row(_ measured: Measurement) -> String {
    padded(measured.kind, 12) + padded("\(measured.byteCount)", 10) + padded(time(measured.fullParse), 12)
      + padded(ratio(max(measured.replay - measured.fullParse, 0), measured.fullParse), 10)
      + padded(ratio(max(measured.document - measured.fullParse, 0), measured.fullParse), 11)
      + padded(time(measured.open), 12) + padded(time(measured.percentile(0.5)), 10)
      + padded(time(measured.percentile(0.95)), 10) + padded(time(measured.percentile(0.99)), 10)
      + padded(ratio(measured.fullParse, measured.percentile(0.5)), 10)
      + padded(ratio(measured.open, measured.fullParse), 11)
      + ratio(Double(measured.peakMemory), Double(measured.byteCount))
  }

  static let editHeader =
    padded("text", 12) + padded("bytes", 10) + padded("operation", 16) + padded("edit p50", 11) + padded("p95", 11)
    + "edit:parse"

  static func row(_ measured: EditMeasurement) -> String {
    padded(measured.kind, 12) + padded("\(measured.byteCount)", 10) + padded(measured.operation, 16)
      + padded(time(percentile(0.5, of: measured.times)), 11) + padded(time(percentile(0.95, of: measured.times)), 11)
      + precise(percentile(0.5, of: measured.times) / measured.fullParse)
  }

  static let requestHeader =
    padded("text", 12) + padded("bytes", 10) + padded("request", 34) + padded("answer", 10) + padded("p50", 11)
    + padded("request:parse", 15) + "ns:byte"

  static func row(_ measured: RequestMeasurement) -> String {
    padded(measured.kind, 12) + padded("\(measured.byteCount)", 10) + padded(measured.title, 34)
      + padded("\(measured.answerByteCount)", 10) + padded(time(percentile(0.5, of: measured.times)), 11)
      + padded(precise(percentile(0.5, of: measured.times) / measured.fullParse), 15)
      + ratio(percentile(0.5, of: measured.times) * 1e9, Double(measured.answerByteCount))
  }

  private static func percentile(_ share: Double, of sorted: [Double]) -> Double {
    sorted.isEmpty ? 0 : sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)]
  }

  /// To four places.
  private static func precise(_ value: Double) -> String { "\((value * 10_000).rounded() / 10_000)" }

  /// How keystrokes grow from the smallest to the largest text of each kind.
  static func ratios(_ all: [Measurement]) -> String {
    var lines: [String] = [""]
    for kind in BenchmarkText.Kind.allCases {
      let measured = all.filter { $0.kind == kind.rawValue }.sorted { $0.byteCount < $1.byteCount }
      guard let first = measured.first, let last = measured.last, measured.count > 1 else { continue }
      lines.append(
        "\(kind.rawValue): keystroke p50 at \(last.byteCount) : at \(first.byteCount) = "
          + "\(ratio(last.percentile(0.5), first.percentile(0.5))); p99 : p50 at \(last.byteCount) = "
          + "\(ratio(last.percentile(0.99), last.percentile(0.5)))")
    }
    return lines.joined(separator: "\n")
  }

  static func json(_ all: [Measurement]) -> String {
    let rows = all.map { measured in
      #"  {"text":"\#(measured.kind)","bytes":\#(measured.byteCount),"fullParse":\#(measured.fullParse),"#
        + #""open":\#(measured.open),"p50":\#(measured.percentile(0.5)),"p95":\#(measured.percentile(0.95)),"#
        + #""p99":\#(measured.percentile(0.99)),"peakMemory":\#(measured.peakMemory)}"#
    }
    return "[\n" + rows.joined(separator: ",\n") + "\n]"
  }

  private static func time(_ seconds: Double) -> String {
    seconds < 0.001 ? "\(rounded(seconds * 1e6)) µs" : "\(rounded(seconds * 1e3)) ms"
  }

  private static func ratio(_ numerator: Double, _ denominator: Double) -> String {
    denominator > 0 ? rounded(numerator / denominator) : "-"
  }

  private static func rounded(_ value: Double) -> String {
    value < 100 ? "\((value * 10).rounded() / 10)" : "\(Int(value.rounded()))"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
