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

/// `client/registerCapability`, for notifications about changed settings.
public struct RegistrationParams: Encodable, Sendable {
  public struct Registration: Encodable, Sendable {
    public struct Options: Encodable, Sendable {
      public var section: String

      public init(section: String) { self.section = section }
    }

    public var id: String
    public var method: String
    public var registerOptions: Options?

    public init(id: String, method: String, registerOptions: Options?) {
      self.id = id
      self.method = method
      self.registerOptions = registerOptions
    }
  }

  public var registrations: [Registration]

  public init(registrations: [Registration]) { self.registrations = registrations }
}
