import FuzzTargets
import GFMLanguageServer
import Glibc

/// The fuzzers, guided by coverage: `gfm-fuzz TARGET [LIBFUZZER-OPTION…] [FOLDER…]`.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// libFuzzer learns of a finding by a trap.
func fuzz(_ target: FuzzTarget, _ input: UnsafePointer<UInt8>?, _ length: Int) -> CInt {
  do throws(FuzzFinding) { try target.run(UnsafeBufferPointer(start: input, count: length)) } catch {
    fatalError("\(error)")
  }
  return 0
}

/// C functions capture nothing: one for each target.
func callback(for target: FuzzTarget) -> @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt {
  switch target {
  case .frames: { fuzz(.frames, $0, $1) }
  case .json: { fuzz(.json, $0, $1) }
  case .session: { fuzz(.session, $0, $1) }
  case .edits: { fuzz(.edits, $0, $1) }
  }
}

guard CommandLine.argc > 1, let target = FuzzTarget(rawValue: CommandLine.arguments[1]) else {
  let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")
  StandardError.writeLine("Usage: gfm-fuzz \(names) [OPTION…] [FOLDER…]")
  exit(64)
}
var count = CommandLine.argc - 1
// libFuzzer takes its options as `main` does.
var arguments = CommandLine.unsafeArgv.advanced(by: 1)
exit(runFuzzer(&count, &arguments, callback(for: target)))
