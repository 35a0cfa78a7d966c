/// `workspace/didChangeConfiguration`
public struct DidChangeConfigurationParams: Decodable, Sendable {
  /// The settings, by section; `nil` where the client wants to be asked for them, or has none.
  @Lenient public var settings: LSPAny?
}

/// `workspace/configuration`: asks the client for settings.
public struct ConfigurationParams: Encodable, Sendable {
  public struct Item: Encodable, Sendable {
    public var section: String

    public init(section: String) { self.section = section }
  }

  public var items: [Item]

  public init(items: [Item]) { self.items = items }
}
