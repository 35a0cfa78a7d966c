import JSONRPC
import LanguageServerProtocol

extension Session {
  /// Goes on with the list or quote that the client's newline was typed in; `nil` where there is none.
  func formatOnType(_ params: DocumentOnTypeFormattingParams) throws(RequestError) -> [TextEdit]? {
    let document = try openDocument(params.textDocument.uri).document
    guard params.ch == "\n" else { return nil }
    let converter = PositionConverter(document: document, encoding: positionEncoding)
    let caret = converter.offset(params.position)
    // A place that the text does not have is one of another text.
    guard converter.position(caret) == params.position else { return nil }
    return OnTypeNewline.edits(in: document, caret: caret)?.map(converter.edit)
  }
}
