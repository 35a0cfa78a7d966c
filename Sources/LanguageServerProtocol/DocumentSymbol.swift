/// `textDocument/documentSymbol`
public struct DocumentSymbolParams: Decodable, Sendable {
  public var textDocument: TextDocumentIdentifier
}

/// `workspace/symbol`
public struct WorkspaceSymbolParams: Decodable, Sendable {
  /// What a symbol's name is to match, loosely; empty: all.
  public var query: String
}

/// What clients show a symbol as; those of the specification's kinds that are used.
public enum SymbolKind: Int, Encodable, Sendable {
  case constant = 14
  case string = 15
  case array = 18
  case object = 19
  case key = 20
}

/// A place in a document.
public struct Location: Encodable, Sendable, Hashable {
  public var uri: DocumentUri
  public var range: PositionRange

  public init(uri: DocumentUri, range: PositionRange) {
    self.uri = uri
    self.range = range
  }
}
