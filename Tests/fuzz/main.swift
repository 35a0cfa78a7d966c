import GFMLanguageServer
import Glibc

/// The fuzzers, guided by coverage: `gfm-fuzz TARGET [LIBFUZZER-OPTION…] [FOLDER…]`. A fuzzer finds a fault by trapping.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

let targets: [String: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt] = [
  "frames": { FrameFuzzer.run(UnsafeBufferPointer(start: $0, count: $1)) },
  "json": { JSONFuzzer.run(UnsafeBufferPointer(start: $0, count: $1)) },
  "session": { SessionFuzzer.run(UnsafeBufferPointer(start: $0, count: $1)) },
  "edits": { EditFuzzer.run(UnsafeBufferPointer(start: $0, count: $1)) },
]

guard CommandLine.argc > 1, let target = targets[CommandLine.arguments[1]] else {
  StandardError.writeLine("Usage: gfm-fuzz \(targets.keys.sorted().joined(separator: "|")) [OPTION…] [FOLDER…]")
  exit(64)
}
var count = CommandLine.argc - 1
// libFuzzer takes its options as `main` does.
var arguments = CommandLine.unsafeArgv.advanced(by: 1)
exit(runFuzzer(&count, &arguments, target))
