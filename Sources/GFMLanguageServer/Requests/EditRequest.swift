import GFMFeatures
import GFMSyntax
import JSONRPC
import LanguageServerProtocol
import MarkdownText

extension Session {
  /// `gfm/edit`; `nil` where the operation makes no sense.
  func edit(_ params: GFMEditParams) throws(RequestError) -> GFMEditResult? {
    guard let operation = EditOperation(rawValue: params.operation) else {
      throw .invalidParams("no such operation: \(params.operation)")
    }
    let open = try openDocument(params.textDocument.uri, version: params.version)
    let before = PositionConverter(document: open.document, encoding: positionEncoding)
    guard !params.selections.isEmpty,
      let result = open.document.edit(
        operation, selections: params.selections.map(before.selection), arguments: EditArguments(params.arguments),
        options: configuration.edit)
    else { return nil }
    let after = PositionConverter(document: open.document.replacing(result.edits), encoding: positionEncoding)
    return GFMEditResult(
      edits: before.edits(result.edits), selections: result.selections.map(after.selection))
  }

  /// A command `gfm.OPERATION`: has the client apply the edit.
  ///
  /// The answer does not wait for the client's, since some clients serve no request while they wait for one.
  func executeCommand(_ params: ExecuteCommandParams) throws(RequestError) -> NoResult {
    guard let operation = EditOperation(commandName: params.command) else {
      throw .invalidParams("no such command: \(params.command)")
    }
    guard let arguments = params.arguments, arguments.count == 1, let argument = arguments.first else {
      throw .invalidParams("\(params.command) takes one argument: { textDocument, version?, selections, arguments? }")
    }
    guard client.applyEdit else { throw .requestFailed("the client applies no edits (workspace/applyEdit)") }
    let open = try openDocument(argument.textDocument.uri, version: argument.version)
    let converter = PositionConverter(document: open.document, encoding: positionEncoding)
    guard
      let edit = workspaceEdit(
        operation, uri: argument.textDocument.uri, open: open,
        selections: argument.selections.map(converter.selection), arguments: EditArguments(argument.arguments))
    else { return NoResult() }
    let log = self.log
    request("workspace/applyEdit", ApplyWorkspaceEditParams(label: operation.title, edit: edit)) { response, isError in
      let result = isError ? nil : try? response.decode(ApplyWorkspaceEditResult.self)
      guard result?.applied != true else { return }
      log.warning(
        "the client did not apply the edit of \(params.command): \(result?.failureReason ?? "no reason given")")
    }
    return NoResult()
  }

  /// What `operation` does to an open document, for the client to apply; `nil` where it makes no sense.
  func workspaceEdit(
    _ operation: EditOperation, uri: DocumentUri, open: OpenDocument, selections: [TextSelection],
    arguments: EditArguments = EditArguments()
  ) -> WorkspaceEdit? {
    // A command cannot move carets, so an operation that does only that does nothing.
    guard !selections.isEmpty,
      let result = open.document.edit(
        operation, selections: selections, arguments: arguments, options: configuration.edit),
      !result.edits.isEmpty
    else { return nil }
    let converter = PositionConverter(document: open.document, encoding: positionEncoding)
    guard client.documentChanges else { return .changes([uri: converter.edits(result.edits)]) }
    let edits = result.documentEdits(
      converter, withSnippet: client.snippetEdits && operation.mayLeaveCaretInside)
    return .documentChanges([
      TextDocumentEdit(
        textDocument: OptionalVersionedTextDocumentIdentifier(uri: uri, version: open.version), edits: edits)
    ])
  }
}
