public struct ExecuteCommandOptions: Encodable, Sendable {
  public var commands: [String]

  public init(commands: [String]) { self.commands = commands }
}

/// `workspace/executeCommand`: each command of ours takes one argument.
public struct ExecuteCommandParams: Decodable, Sendable {
  public var command: String
  public var arguments: [EditCommandArgument]?

  private enum CodingKeys: CodingKey {
    case command, arguments
  }

  /// The arguments of a command that is not ours may be anything, so they are looked at only after the name.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.command = try container.decode(String.self, forKey: .command)
    self.arguments =
      command.hasPrefix(Self.commandPrefix)
      ? try container.decodeIfPresent([EditCommandArgument].self, forKey: .arguments) : nil
  }

  /// What the names of all our commands start with.
  public static let commandPrefix = "gfm."
}
