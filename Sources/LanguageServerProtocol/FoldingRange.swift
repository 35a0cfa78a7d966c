/// `textDocument/foldingRange`
public struct FoldingRangeParams: Decodable, Sendable {
  public var textDocument: TextDocumentIdentifier
}
