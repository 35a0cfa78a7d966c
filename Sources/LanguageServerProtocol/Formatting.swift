/// How the client indents.
public struct FormattingOptions: Decodable, Sendable {
  /// How many columns a tab takes.
  @Lenient public var tabSize: Int?
  @Lenient public var insertSpaces: Bool?
}

/// `textDocument/formatting`
public struct DocumentFormattingParams: Decodable, Sendable {
  public var textDocument: TextDocumentIdentifier
}

/// `textDocument/rangeFormatting`
public struct DocumentRangeFormattingParams: Decodable, Sendable {
  public var textDocument: TextDocumentIdentifier
  public var range: PositionRange
}
