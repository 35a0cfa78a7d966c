/// `textDocument/selectionRange`
public struct SelectionRangeParams: Decodable, Sendable {
  public var textDocument: TextDocumentIdentifier
  public var positions: [Position]
}
