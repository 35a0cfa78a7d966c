import GFMFeatures
import JSONRPC
import LanguageServerProtocol

extension Session {
  /// Goes on with the list, quote or table that the client's newline was typed in; `nil` where there is none.
  func formatOnType(_ params: DocumentOnTypeFormattingParams) throws(RequestError) -> [TextEdit]? {
    let document = try openDocument(params.textDocument.uri).document
    guard params.ch == "\n" else { return nil }
    let converter = PositionConverter(document: document, encoding: positionEncoding)
    let caret = converter.offset(params.position)
    // A place that the text does not have is one of another text.
    guard converter.position(caret) == params.position else { return nil }
    var options = configuration.edit
    options.indentation = params.options?.indentation ?? .spaces
    return OnTypeNewline.edits(in: document, caret: caret, options: options).map(converter.edits)
  }
}

extension FormattingOptions {
  /// Tabs only where the editor shows them as Markdown counts them: other widths would set lines apart that belong
  /// together.
  fileprivate var indentation: EditOptions.Indentation { insertSpaces == false && tabSize == 4 ? .tabs : .spaces }
}
