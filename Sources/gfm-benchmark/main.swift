import FoundationEssentials
import Glibc

let usage = """
  USAGE: gfm-benchmark [--json] [--sizes 10000,100000,1000000,10000000] [--keystrokes 300] [--file FILE]…
                       [--kinds \(BenchmarkText.Kind.allCases.map(\.rawValue).joined(separator: ","))]
         gfm-benchmark --edits [--sizes …] [--kinds …]
         gfm-benchmark --requests [--only NAME] [--sizes …] [--kinds …]
         gfm-benchmark --print KIND [--sizes …]

  Measures the server through its real dispatch, without pipes, beside a full cmark-gfm parse of the same text in the
  same run. Read the times as ratios: `+replay` is what exact ranges add to a full parse, `+document` what a document adds
  as a whole, both in full parses. With files, their text, put together, is what is measured. A hostile text stands beside
  a full parse of as much mixed text: one of its own would not end.

  With --edits, each edit operation at a caret in the middle of the text: of a list of 1 MB and of mixed text of 10 MB,
  unless sizes or kinds are given. `edit:parse` is what it costs in full parses.

  With --requests, what reading and moving in a text costs: about all of it, or about what stands in its middle; in texts
  of 10 MB, unless sizes or kinds are given. `answer` is the answer's bytes, `ns:byte` what each of them cost.
  With --only, the requests alone that have it in their names.
  """

var printsJSON = false
var printedKind: BenchmarkText.Kind?
var sizes = [10_000, 100_000, 1_000_000, 10_000_000]
var kinds = BenchmarkText.Kind.allCases
var keystrokeCount = 300
var files: [String] = []
var measuresEdits = false
var measuresRequests = false
var hasChosenTexts = false
var wantedRequests = ""

func fail(_ message: String) -> Never {
  let text = Array("gfm-benchmark: \(message)\n\(usage)\n".utf8)
  _ = write(STDERR_FILENO, text, text.count)
  exit(64)
}

var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--help":
    print(usage)
    exit(0)
  case "--edits":
    measuresEdits = true
  case "--requests":
    measuresRequests = true
  case "--only":
    wantedRequests = arguments.popFirst() ?? ""
  case "--json":
    printsJSON = true
  case "--print":
    guard let kind = BenchmarkText.Kind(rawValue: arguments.popFirst() ?? "") else { fail("--print takes a kind") }
    printedKind = kind
  case "--sizes":
    hasChosenTexts = true
    sizes = (arguments.popFirst() ?? "").split(separator: ",").compactMap { Int($0) }.filter { $0 > 0 }
    if sizes.isEmpty { fail("--sizes takes numbers of bytes") }
  case "--kinds":
    hasChosenTexts = true
    kinds = (arguments.popFirst() ?? "").split(separator: ",").compactMap { BenchmarkText.Kind(rawValue: String($0)) }
    if kinds.isEmpty { fail("--kinds takes names of kinds, with commas between") }
  case "--keystrokes":
    guard let count = arguments.popFirst().flatMap({ Int($0) }), count > 0 else { fail("--keystrokes takes a number") }
    keystrokeCount = count
  case "--file":
    guard let file = arguments.popFirst() else { fail("--file takes a file's path") }
    files.append(file)
  default:
    fail("unknown argument '\(argument)'")
  }
}

if measuresEdits {
  var texts: [(BenchmarkText.Kind, Int)] = [(.list, 1_000_000), (.mixed, 10_000_000)]
  if hasChosenTexts { texts = kinds.flatMap { kind in sizes.map { (kind, $0) } } }
  print(Report.editHeader)
  for (kind, size) in texts {
    for measured in Benchmark.measureEdits(kind.rawValue, BenchmarkText.make(kind, byteCount: size)) {
      print(Report.row(measured))
    }
  }
  exit(0)
}

if measuresRequests {
  if !hasChosenTexts { (kinds, sizes) = ([.mixed, .definitions, .links], [10_000_000]) }
  print(Report.requestHeader)
  for kind in kinds {
    for size in sizes {
      let text = BenchmarkText.make(kind, byteCount: size)
      for measured in Benchmark.measureRequests(kind.rawValue, text, only: wantedRequests) {
        print(Report.row(measured))
      }
    }
  }
  exit(0)
}

if let printedKind {
  for size in sizes {
    let text = BenchmarkText.make(printedKind, byteCount: size)
    text.withUnsafeBytes { bytes in _ = write(STDOUT_FILENO, bytes.baseAddress, bytes.count) }
  }
  exit(0)
}

var measurements: [Measurement] = []
if !printsJSON { print(Report.header) }

@MainActor func measure(_ name: String, _ text: [UInt8], baseline: [UInt8]? = nil) {
  let measurement = Benchmark.measure(name, text, baseline: baseline, keystrokeCount: keystrokeCount)
  measurements.append(measurement)
  if !printsJSON { print(Report.row(measurement)) }
}

if files.isEmpty {
  for kind in kinds {
    for size in sizes {
      let baseline = kind.hostileText.map { _ in BenchmarkText.make(.mixed, byteCount: size) }
      measure(kind.rawValue, BenchmarkText.make(kind, byteCount: size), baseline: baseline)
    }
  }
} else {
  do {
    measure("files", try files.flatMap { Array(try String(contentsOfFile: $0, encoding: .utf8).utf8) + [0x0A] })
  } catch {
    fail("a file could not be read: \(error)")
  }
}
print(printsJSON ? Report.json(measurements) : Report.ratios(measurements))
