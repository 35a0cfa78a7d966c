public struct DocumentLinkOptions: Encodable, Sendable {
  public var resolveProvider: Bool

  public init(resolveProvider: Bool) { self.resolveProvider = resolveProvider }
}

/// `textDocument/documentLink`
public struct DocumentLinkParams: Decodable, Sendable {
  public var textDocument: TextDocumentIdentifier
}

/// `documentLink/resolve`: a link in a document, without a target until it is resolved.
public struct DocumentLinkResolveParams: Decodable, Sendable {
  /// What the target is found with.
  public struct Data: Decodable, Sendable, Hashable {
    /// The file that the link leads to.
    public var uri: DocumentUri
    /// Percent encodings undone.
    public var fragment: String
  }

  public var target: String?
  @Lenient public var data: Data?
}
