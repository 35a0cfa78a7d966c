import GFMLanguageServer
import Glibc
import JSONRPC

/// `EX_USAGE`: the command line is wrong.
let usageExitCode: Int32 = 64
/// `EX_CANTCREAT`: a file that was asked for cannot be written.
let noFileExitCode: Int32 = 73

FileDescriptor.holdClosedStandardDescriptors()

switch Arguments(Array(CommandLine.arguments.dropFirst())) {
case .serve(let options):
  guard let path = options.logFile else {
    exit(StandardIOServer.run(log: Log(level: options.logLevel), clientProcess: options.clientProcess))
  }
  do throws(TransportError) {
    let file = try LogFile(path: path)
    let log = Log(level: options.logLevel) { file.writeLine($0) }
    exit(StandardIOServer.run(log: log, clientProcess: options.clientProcess))
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
