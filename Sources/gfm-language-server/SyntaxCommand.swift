import GFMSyntax

/// The subcommand `syntax`: prints the trees of files, with where everything is.
struct SyntaxCommand {
  static let usage = """
    Usage: gfm-language-server syntax [--pieces] FILE…

    Prints what Markdown files hold, one node a line below its parent: its kind, LINE:COLUMN of its start and its end, its
    range in bytes, and how its source starts. Lines and columns count from 1, columns in bytes; ends are exclusive. '-' is
    standard input. Of several files, each comes after a line with its name.

      --pieces    Print also the pieces that the files' bytes are parted into: markers, text, white space.

    Exit status: 0; 64 for wrong arguments; 66 where a file could not be read; 74 where the output could not be written.

    """

  private enum Request {
    case run
    case help
    case wrong(String)
  }

  private static let output = SubcommandOutput(name: "syntax")

  private var includesPieces = false
  private var files: [String] = []

  /// Runs the subcommand with the arguments that stand after its name, and returns the exit status.
  static func run(_ arguments: [String]) -> Int32 {
    var command = SyntaxCommand()
    switch command.parse(arguments) {
    case .run:
      return output.printFiles(command.files) { file, bytes in
        let heading = command.files.count > 1 ? Array("\(file)\n".utf8) : []
        return heading + SyntaxDump.text(of: Document(bytes), includingPieces: command.includesPieces)
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
      } else if argument == "--pieces" {
        includesPieces = true
      } else {
        return .wrong("unknown option '\(argument)'")
      }
    }
    return files.isEmpty ? .wrong("no file given ('-' is standard input)") : .run
  }
}
