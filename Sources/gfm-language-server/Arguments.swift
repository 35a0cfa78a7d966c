import GFMLanguageServer

/// What the command line asks for.
enum Arguments {
  case serve(ServeOptions)
  case highlight([String])
  case syntax([String])
  case settings([String])
  case help
  case version
  case wrong(String)

  static let usage = """
    Usage: gfm-language-server [--stdio] [--clientProcessId PID] [--log-level LEVEL] [--log-file FILE]
           gfm-language-server highlight [--color WHEN] [--theme THEME] [FILE…]
           gfm-language-server syntax [--tokens] [FILE…]
           gfm-language-server settings [--json]

    A language server for GitHub Flavored Markdown. Without a subcommand it speaks the Language Server Protocol on standard
    input and output, and logs to standard error. 'highlight' prints files in colour, 'syntax' prints their syntax trees,
    'settings' prints the settings. 'gfm-language-server SUBCOMMAND --help' describes a subcommand.

      --stdio             Use standard input and output (the default).
      --clientProcessId PID
                          The client's process: the server exits when that process ends.
      --log-level LEVEL   error, warning (the default), info or debug. 'debug' logs each message, its duration and what
                          was parsed for it.
      --log-file FILE     Append the log, with times, to FILE instead of standard error. The server writes no other file.
      --version           Print the version.
      -h, --help          Print this help.

    Exit status: 0 after 'shutdown' and 'exit'; 1 if the client ended without 'shutdown'; 64 if the arguments are wrong;
    73 if the log file could not be written.

    """

  /// Reads the arguments that stand after the program's name.
  init(_ arguments: [String]) {
    switch arguments.first {
    case "highlight":
      self = .highlight(Array(arguments.dropFirst()))
      return
    case "syntax":
      self = .syntax(Array(arguments.dropFirst()))
      return
    case "settings":
      self = .settings(Array(arguments.dropFirst()))
      return
    default:
      break
    }
    var options = ServeOptions()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--stdio":
        break
      case "--help", "-h":
        self = .help
        return
      case "--version":
        self = .version
        return
      default:
        if let problem = options.read(argument, &rest) {
          self = .wrong(problem)
          return
        }
      }
    }
    self = .serve(options)
  }
}

/// The options that take a value, as `--name value` or `--name=value`.
struct ServeOptions {
  private(set) var logLevel = Log.Level.warning
  /// The file to log to instead of standard error.
  private(set) var logFile: String?
  private(set) var clientProcess: Int?

  /// Reads an option, and its value from the `rest` where it stands there. Gives what is wrong.
  fileprivate mutating func read(_ argument: String, _ rest: inout ArraySlice<String>) -> String? {
    let segments = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = segments[0]
    let reader: (inout ServeOptions, String?) -> String?
    switch name {
    case "--log-level": reader = { $0.readLevel($1) }
    case "--log-file": reader = { $0.readFile($1) }
    case "--clientProcessId": reader = { $0.readClientProcess($1) }
    case "--pipe", "--socket", "--node-ipc": return "\(name) is not supported, only standard input and output (--stdio)"
    default: return "unknown argument '\(argument)'"
    }
    return reader(&self, segments.count > 1 ? segments[1] : rest.popFirst())
  }

  private mutating func readLevel(_ value: String?) -> String? {
    let levels = Log.Level.allCases.map(\.rawValue).joined(separator: ", ")
    guard let value else { return "--log-level needs one of \(levels)" }
    guard let level = Log.Level(rawValue: value) else { return "--log-level is one of \(levels), not '\(value)'" }
    logLevel = level
    return nil
  }

  private mutating func readFile(_ value: String?) -> String? {
    guard let value, !value.isEmpty else { return "--log-file needs a file" }
    logFile = value
    return nil
  }

  private mutating func readClientProcess(_ value: String?) -> String? {
    guard let value else { return "--clientProcessId needs the number of a process" }
    guard let process = Int32(value), process > 0 else {
      return "--clientProcessId is the number of a process, not '\(value)'"
    }
    clientProcess = Int(process)
    return nil
  }
}
