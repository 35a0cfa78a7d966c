import GFMLanguageServer
import Glibc
import JSONRPC

/// `EX_USAGE`: the command line is wrong.
let usageExitCode: Int32 = 64

switch Arguments(Array(CommandLine.arguments.dropFirst())) {
case .serve(let logLevel):
  let log = Log(level: logLevel, output: .standardError)
  exit(StandardIOServer.run(input: .standardInput, output: .claimingStandardOutput(), log: log))
case .highlight(let arguments):
  exit(Highlight.run(arguments))
case .help:
  print(Arguments.usage, terminator: "")
case .version:
  print("\(ServerIdentity.name) \(ServerIdentity.version)")
case .wrong(let reason):
  try? FileDescriptor.standardError.write(
    Array("gfm-language-server: \(reason)\nTry 'gfm-language-server --help'.\n".utf8))
  exit(usageExitCode)
}
