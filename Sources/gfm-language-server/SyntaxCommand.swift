import GFMSyntax

/// The subcommand `syntax`: prints the trees of files, with where everything is.
struct SyntaxCommand {
  static let usage = """
    Usage: gfm-language-server syntax [--tokens] [FILE…]

    Prints the syntax trees of Markdown files: one node per line, below its parent, with its kind, LINE:COLUMN of its start
    and end, its byte range, and the start of its source. Lines and columns count from 1, columns in bytes; ends are
    exclusive. Reads standard input if no FILE is given, or if FILE is '-'. Several files have their names above them.

      --tokens            Also print the tokens, which cover all bytes of a file: markers, text, white space.

    Exit status: 0 on success; 64 if the arguments are wrong; 66 if a file could not be read; 74 if the output could not
    be written.

    """

  private enum Request {
    case run
    case help
    case wrong(String)
  }

  private static let output = SubcommandOutput(name: "syntax")

  private var includesTokens = false
  private var files: [String] = []

  /// Runs the subcommand with the arguments that stand after its name, and returns the exit status.
  static func run(_ arguments: [String]) -> Int32 {
    var command = SyntaxCommand()
    switch command.parse(arguments) {
    case .run:
      return output.printFiles(command.files) { file, bytes in
        let heading = command.files.count > 1 ? Array("\(file)\n".utf8) : []
        return heading + SyntaxDump.text(of: Document(bytes), includingTokens: command.includesTokens)
      }
    case .help: return output.print(usage)
    case .wrong(let reason): return output.refuse(reason)
    }
  }

  private mutating func parse(_ arguments: [String]) -> Request {
    var optionsEnded = false
    for argument in arguments {
      if optionsEnded || argument == "-" || !argument.hasPrefix("-") {
        files.append(argument)
      } else if argument == "--" {
        optionsEnded = true
      } else if argument == "--help" || argument == "-h" {
        return .help
      } else if argument == "--tokens" {
        includesTokens = true
      } else {
        return .wrong("unknown option '\(argument)'")
      }
    }
    if files.isEmpty { files = ["-"] }
    return .run
  }
}
