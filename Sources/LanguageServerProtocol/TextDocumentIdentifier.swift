public struct TextDocumentIdentifier: Codable, Sendable, Hashable {
  public var uri: DocumentUri

  public init(uri: DocumentUri) { self.uri = uri }
}

/// A document and the version that is meant. A client that counts none sends `null`.
public struct VersionedTextDocumentIdentifier: Decodable, Sendable, Hashable {
  public var uri: DocumentUri
  @Lenient public var version: Int?
}

/// Encodes `version` always, as `null` where there is none.
public struct OptionalVersionedTextDocumentIdentifier: Encodable, Sendable, Hashable {
  public var uri: DocumentUri
  public var version: Int?

  public init(uri: DocumentUri, version: Int?) {
    self.uri = uri
    self.version = version
  }

  private enum CodingKeys: CodingKey {
    case uri, version
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(uri, forKey: .uri)
    try container.encode(version, forKey: .version)
  }
}
