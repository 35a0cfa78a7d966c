public struct DocumentLinkOptions: Encodable, Sendable {
  public var resolveProvider: Bool

  public init(resolveProvider: Bool) { self.resolveProvider = resolveProvider }
}

/// `textDocument/documentLink`
public struct DocumentLinkParams: Decodable, Sendable {
  public var textDocument: TextDocumentIdentifier
}

/// A link in a document; without a target until it is resolved.
public struct DocumentLink: Codable, Sendable, Hashable {
  /// What `documentLink/resolve` needs to find the target.
  public struct Unresolved: Codable, Sendable, Hashable {
    /// The file that the link leads to.
    public var uri: DocumentUri
    /// Percent encodings undone.
    public var fragment: String

    public init(uri: DocumentUri, fragment: String) {
      self.uri = uri
      self.fragment = fragment
    }
  }

  public var range: PositionRange
  public var target: String?
  public var tooltip: String?
  @Lenient public var data: Unresolved?

  public init(range: PositionRange, target: String?, tooltip: String?, data: Unresolved?) {
    self.range = range
    self.target = target
    self.tooltip = tooltip
    self.data = data
  }

  private enum CodingKeys: CodingKey {
    case range, target, tooltip, data
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(range, forKey: .range)
    try container.encodeIfPresent(target, forKey: .target)
    try container.encodeIfPresent(tooltip, forKey: .tooltip)
    try container.encodeIfPresent(data, forKey: .data)
  }
}
