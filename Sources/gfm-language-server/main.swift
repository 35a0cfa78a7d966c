import GFMLanguageServer
import Glibc
import JSONRPC

/// `EX_USAGE`: the command line is wrong.
let usageExitCode: Int32 = 64
/// `EX_CANTCREAT`: a file that was asked for cannot be written.
let noFileExitCode: Int32 = 73

switch Arguments(Array(CommandLine.arguments.dropFirst())) {
case .serve(let logLevel, logFile: nil):
  exit(StandardIOServer.run(log: Log(level: logLevel)))
case .serve(let logLevel, let path?):
  do throws(TransportError) {
    let file = try LogFile(path: path)
    exit(StandardIOServer.run(log: Log(level: logLevel) { file.writeLine($0) }))
  } catch {
    StandardError.writeLine("gfm-language-server: \(path): \(error)")
    exit(noFileExitCode)
  }
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
