import GFMFeatures
import GFMSyntax
import JSONRPC
import LanguageServerProtocol
import MarkdownText

extension Session {
  /// What can be renamed at a position, and its name as it is written.
  func prepareRename(_ params: TextDocumentPositionParams) throws(RequestError) -> PrepareRenameResult? {
    let document = try openDocument(params.textDocument.uri).document
    let converter = PositionConverter(document: document, encoding: positionEncoding)
    guard let target = document.renameTarget(at: converter.offset(params.position)) else { return nil }
    return PrepareRenameResult(
      range: converter.range(target.range), placeholder: String(decoding: target.name, as: UTF8.self))
  }

  /// Renames what is at a position, in its document and in the links of other open ones.
  func rename(_ params: RenameParams) throws(RequestError) -> WorkspaceEdit? {
    let uri = params.textDocument.uri
    let document = try openDocument(uri).document
    let converter = PositionConverter(document: document, encoding: positionEncoding)
    guard let target = document.renameTarget(at: converter.offset(params.position)) else {
      throw .requestFailed("There is nothing here that has a name.")
    }
    let result: RenameResult
    do throws(RenameError) {
      result = try document.renaming(target, to: Array(params.newName.utf8))
    } catch {
      throw .requestFailed(error.message(for: params.newName))
    }
    var edits: [DocumentUri: [SourceEdit]] = [uri: result.edits]
    let resource = NormalizedURI(uri)
    for (other, open) in documents where !result.anchors.isEmpty && resource != nil {
      let followed = result.anchors.flatMap { renamed in
        open.document.fragmentEdits(following: renamed, of: document) { link in
          guard case .file(let path, _) = link.target else { return false }
          return self.resource(path, from: other) == resource
        }
      }
      edits[other, default: []] += followed.filter { other != uri || result.replaced?.contains($0.range) != true }
    }
    return workspaceEdit(edits.filter { !$0.value.isEmpty })
  }

  /// Edits of several documents, by their URIs.
  private func workspaceEdit(_ edits: [DocumentUri: [SourceEdit]]) -> WorkspaceEdit? {
    guard !edits.isEmpty else { return nil }
    var all: [DocumentUri: [TextEdit]] = [:]
    for (uri, edits) in edits {
      guard let open = documents[uri] else { continue }
      let converter = PositionConverter(document: open.document, encoding: positionEncoding)
      all[uri] = converter.edits(edits.sorted { $0.range.lowerBound < $1.range.lowerBound })
    }
    guard client.documentChanges else { return .changes(all) }
    return .documentChanges(
      all.sorted { $0.key < $1.key }.map { uri, edits in
        TextDocumentEdit(
          textDocument: OptionalVersionedTextDocumentIdentifier(uri: uri, version: documents[uri]?.version),
          edits: edits.map(DocumentTextEdit.text))
      })
  }
}

extension RenameError {
  /// What the user is told.
  fileprivate func message(for name: String) -> String {
    switch self {
    case .notAName: "\"\(name)\" cannot be a name here."
    case .taken: "The name \"\(name)\" is taken."
    case .noSlug: "Links lead to this heading, and no link can lead to one that is called \"\(name)\"."
    case .changesMeaning: "With the name \"\(name)\" the text would be read as something else."
    }
  }
}
