/// `initialize`. Nothing in it can fail to decode.
public struct InitializeParams: Decodable, Sendable {
  /// The process that started the server, where it is known.
  @Lenient public var processId: Int?
  @Lenient public var clientInfo: ClientInfo?
  /// The server's settings: at the top, or under the key `gfm`.
  @Lenient public var initializationOptions: LSPAny?
  @Lenient public var capabilities: ClientCapabilities?
  @Lenient public var trace: TraceValue?
  @Lenient public var workspaceFolders: [WorkspaceFolder]?
  /// The only folder of clients that know no others.
  @Lenient public var rootUri: DocumentUri?
}

public struct ClientInfo: Decodable, Sendable {
  public var name: String
  @Lenient public var version: String?
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
