import GFMLanguageServer

/// The subcommand `settings`: prints what settings there are.
struct SettingsCommand {
  static let usage = """
    Usage: gfm-language-server settings [--json]

    Prints the server's settings, their defaults and what they do, as a table in Markdown.

      --json      Print a JSON object with a schema for each: the 'properties' of Visual Studio Code's
                  'contributes.configuration'.

    Exit status: 0; 64 for wrong arguments; 74 where the output could not be written.

    """

  private static let output = SubcommandOutput(name: "settings")

  /// Runs the subcommand with the arguments that stand after its name, and returns the exit status.
  static func run(_ arguments: [String]) -> Int32 {
    if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) { return output.print(usage) }
    if let unknown = arguments.first(where: { $0 != "--json" }) {
      return output.refuse("unknown argument '\(unknown)'")
    }
    return output.print(arguments.isEmpty ? SettingsDocumentation.markdown : SettingsDocumentation.json)
  }
}
