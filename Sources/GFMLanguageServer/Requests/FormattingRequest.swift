import GFMFeatures
import JSONRPC
import LanguageServerProtocol

extension Session {
  /// Aligns the document's tables and renumbers its lists. `null` where that changes nothing.
  func format(_ params: DocumentFormattingParams) throws(RequestError) -> [TextEdit]? {
    let document = try openDocument(params.textDocument.uri).document
    let edits = document.formatting()
    let converter = PositionConverter(document: document, encoding: positionEncoding)
    return edits.isEmpty ? nil : converter.edits(edits)
  }

  /// The same for the tables and the lists that touch the range, whole: a part of one cannot be aligned.
  func formatRange(_ params: DocumentRangeFormattingParams) throws(RequestError) -> [TextEdit]? {
    let document = try openDocument(params.textDocument.uri).document
    let converter = PositionConverter(document: document, encoding: positionEncoding)
    let edits = document.formatting(in: converter.range(params.range))
    return edits.isEmpty ? nil : converter.edits(edits)
  }
}
