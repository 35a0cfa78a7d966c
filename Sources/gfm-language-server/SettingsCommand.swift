import GFMLanguageServer

/// The subcommand `settings`: prints all settings.
struct SettingsCommand {
  static let usage = """
    Usage: gfm-language-server settings [--json]

    Prints the server's settings, their defaults and their descriptions as a Markdown table.

      --json              Print a JSON schema instead, in the form of VS Code's 'contributes.configuration'.

    Exit status: 0 on success; 64 if the arguments are wrong; 74 if the output could not be written.

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
