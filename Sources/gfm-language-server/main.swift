import GFMLanguageServer
import Glibc

/// `EX_USAGE`: the command line is wrong.
let usageExitCode: Int32 = 64

switch Arguments(Array(CommandLine.arguments.dropFirst())) {
case .serve(let logLevel):
  exit(StandardIOServer.run(log: Log(level: logLevel)))
case .highlight(let arguments):
  exit(Highlight.run(arguments))
case .syntax(let arguments):
  exit(SyntaxCommand.run(arguments))
case .settings(let arguments):
  exit(SettingsCommand.run(arguments))
case .help:
  print(Arguments.usage, terminator: "")
case .version:
  print("\(ServerIdentity.name) \(ServerIdentity.version)")
case .wrong(let reason):
  StandardError.writeLine("gfm-language-server: \(reason)\nTry 'gfm-language-server --help'.")
  exit(usageExitCode)
}
