/// The answer to `gfm/status`: what the server is and has, and what it did so far.
public struct GFMStatusResult: Encodable, Sendable, Hashable {
  public struct OpenDocument: Encodable, Sendable, Hashable {
    public var uri: DocumentUri
    /// The client's last version number.
    public var version: Int?
    /// The text's length in UTF-8.
    public var byteCount: Int
    public var lineCount: Int
    /// The parts that are parsed again each by itself: blocks, and the items of long lists and quotes.
    public var partCount: Int

    public init(uri: DocumentUri, version: Int?, byteCount: Int, lineCount: Int, partCount: Int) {
      self.uri = uri
      self.version = version
      self.byteCount = byteCount
      self.lineCount = lineCount
      self.partCount = partCount
    }
  }

  /// Counted since the server started.
  public struct Counters: Encodable, Sendable, Hashable {
    public var requests = 0
    public var notifications = 0
    /// Documents that were read whole.
    public var documentsRead = 0
    /// Changes of documents after that.
    public var changes = 0
    /// What was parsed for the changes, and how much of the documents was kept as it was.
    public var partsParsed = 0
    public var bytesParsed = 0
    public var partsKept = 0
    public var bytesKept = 0
    /// Semantic token answers that can be the base of a delta.
    public var tokenResults = 0

    public init() {}
  }

  public var version: String
  /// The version of the parser's library.
  public var parserVersion: String
  /// In the order of their URIs.
  public var documents: [OpenDocument]
  public var counters: Counters

  public init(version: String, parserVersion: String, documents: [OpenDocument], counters: Counters) {
    self.version = version
    self.parserVersion = parserVersion
    self.documents = documents
    self.counters = counters
  }
}
