/// The parameters of requests about one place in a document: `textDocument/definition`, `hover`, `documentHighlight`,
/// `linkedEditingRange`, `prepareRename`.
public struct TextDocumentPositionParams: Decodable, Sendable {
  public var textDocument: TextDocumentIdentifier
  public var position: Position
}
