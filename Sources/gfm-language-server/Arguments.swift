import GFMLanguageServer

/// What the command line asks for.
enum Arguments {
  case serve(logLevel: Log.Level)
  case highlight([String])
  case syntax([String])
  case settings([String])
  case help
  case version
  case wrong(String)

  static let usage = """
    Usage: gfm-language-server [--stdio] [--log-level LEVEL]
           gfm-language-server highlight [--color always|auto|never] FILE…
           gfm-language-server syntax [--pieces] FILE…
           gfm-language-server settings [--json]

    A language server for GitHub Flavored Markdown. Without a subcommand it speaks the Language Server Protocol on its
    standard input and output, and logs to standard error. 'highlight' prints files in colour, 'syntax' what they hold and
    where, 'settings' what can be set.

      --stdio             Serve on standard input and output (the default).
      --log-level LEVEL   error, warning (the default), info or debug.
      --version           Print the version.
      -h, --help          Print this help.

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
    let levels = Log.Level.allCases.map(\.rawValue).joined(separator: ", ")
    var logLevel = Log.Level.warning
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
      case "--log-level",
        _ where argument.hasPrefix("--log-level="):
        let given = argument == "--log-level" ? rest.popFirst() : String(argument.dropFirst("--log-level=".count))
        guard let given else {
          self = .wrong("--log-level needs one of \(levels)")
          return
        }
        guard let level = Log.Level(rawValue: given) else {
          self = .wrong("--log-level is one of \(levels), not '\(given)'")
          return
        }
        logLevel = level
      default:
        self = .wrong("unknown argument '\(argument)'")
        return
      }
    }
    self = .serve(logLevel: logLevel)
  }
}
