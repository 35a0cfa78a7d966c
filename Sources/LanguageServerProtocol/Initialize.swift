/// `initialize`. Nothing in it can fail to decode.
public struct InitializeParams: Decodable, Sendable {
  /// The process that started the server, where it is known.
  @Lenient public var processId: Int?
  @Lenient public var clientInfo: ClientInfo?
  @Lenient public var initializationOptions: InitializationOptions?
  @Lenient public var capabilities: ClientCapabilities?
}

public struct ClientInfo: Decodable, Sendable {
  public var name: String
  @Lenient public var version: String?
}

/// The server's settings: at the top, or under the key `gfm`.
public struct InitializationOptions: Decodable, Sendable {
  public struct Settings: Decodable, Sendable {
    /// A `PositionEncodingKind` to use whatever the client prefers.
    @Lenient public var positionEncoding: String?
  }

  @Lenient public var gfm: Settings?
  @Lenient public var positionEncoding: String?
}

public struct InitializeResult: Encodable, Sendable {
  public struct ServerInfo: Encodable, Sendable {
    public var name: String
    public var version: String

    public init(name: String, version: String) {
      self.name = name
      self.version = version
    }
  }

  public var capabilities: ServerCapabilities
  public var serverInfo: ServerInfo

  public init(capabilities: ServerCapabilities, serverInfo: ServerInfo) {
    self.capabilities = capabilities
    self.serverInfo = serverInfo
  }
}

/// `initialized`, `shutdown`, `exit`: whatever comes with them is not looked at.
public struct NoParams: Decodable, Sendable {
  public init(from decoder: any Decoder) throws {}
}

/// A result that is `null`.
public struct NoResult: Encodable, Sendable {
  public init() {}

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}
