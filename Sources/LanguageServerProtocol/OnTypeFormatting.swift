public struct DocumentOnTypeFormattingOptions: Encodable, Sendable {
  public var firstTriggerCharacter: String

  public init(firstTriggerCharacter: String) { self.firstTriggerCharacter = firstTriggerCharacter }
}

/// `textDocument/onTypeFormatting`
public struct DocumentOnTypeFormattingParams: Decodable, Sendable {
  public var textDocument: TextDocumentIdentifier
  /// The caret, after what was typed.
  public var position: Position
  /// What was typed.
  public var ch: String
  @Lenient public var options: FormattingOptions?
}
