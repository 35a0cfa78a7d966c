import JSONRPC
import LanguageServerProtocol

extension Session {
  /// Goes on with the list or quote that the client's newline was typed in; `nil` where there is none.
  func formatOnType(_ params: DocumentOnTypeFormattingParams) throws(RequestError) -> [TextEdit]? {
    let document = try openDocument(params.textDocument.uri).document
    guard params.ch == "\n" else { return nil }
    let converter = PositionConverter(document: document, encoding: positionEncoding)
    return OnTypeNewline.edits(in: document, caret: converter.offset(params.position))?.map(converter.edit)
  }
}
