import GFMFeatures
import GFMSyntax
import JSONRPC
import LanguageServerProtocol

extension Session {
  func didOpen(_ params: DidOpenTextDocumentParams) throws(RequestError) {
    let item = params.textDocument
    if documents[item.uri] != nil { log.warning("\(item.uri) was opened twice; the later text counts") }
    let open = newDocument(item.text.utf8, version: item.version, replacing: documents[item.uri])
    countReading()
    logCost(of: open.document, at: item.uri)
    documents[item.uri] = open
    openResources.insert(item.uri)
    textHasChangedPlace(of: item.uri)
    noteStaleDiagnostics(of: item.uri)
  }

  /// A document was opened or closed: it is now the client's text, or the file's, that links lead to.
  private func textHasChangedPlace(of uri: DocumentUri) {
    filesHaveChanged()
    // Clients ask again by themselves only where a document is edited.
    guard asksForRefresh, let resource = NormalizedURI(uri), linksMayHang(on: resource, .changed) else { return }
    askForRefresh()
  }

  /// Applies the changes, each to the result of the one before.
  ///
  /// A version that goes backwards is reported, and its changes count all the same: a pipe keeps messages in order, so
  /// it is the client's counting that is off, and leaving its changes out would leave the text wrong for good.
  func didChange(_ params: DidChangeTextDocumentParams) throws(RequestError) {
    let uri = params.textDocument.uri
    guard var open = documents[uri] else { throw .invalidParams("no open document: \(uri)") }
    if let version = params.textDocument.version {
      if let current = open.version, version < current {
        report("textDocument/didChange: the version of \(uri) goes back from \(current) to \(version)")
      }
      open.version = version
    }
    for change in params.contentChanges {
      open.apply(change, encoding: positionEncoding)
      if !open.document.change.anchors.isEmpty { filesHaveChanged(besides: uri) }
      countChange(to: open.document)
      logCost(of: open.document, at: uri)
    }
    documents[uri] = open
    noteStaleDiagnostics(of: uri)
  }

  /// Logs what a document's last change cost, and what in it is read as plain text because it would cost too much.
  private func logCost(of document: Document, at uri: DocumentUri) {
    let change = document.change
    log.debug(
      "\(uri): parsed \(change.parsedSegmentCount) of \(document.segmentCount) parts, \(change.parsedByteCount) bytes")
    let segments = change.segments.stretches.flatMap { document.segments($0.new) }
    if let segment = segments.first(where: { $0.block.misalignmentCount > 0 }) {
      log.error("\(uri): ranges near line \(segment.firstLine + 1) are not exact; please report the text")
    }
    if segments.contains(where: \.block.isNeutralized) {
      log.warning("\(uri) holds text that would take too long to parse; it is read as plain text")
    }
  }

  func didSave(_ params: DidSaveTextDocumentParams) throws(RequestError) {
    log.debug("saved: \(params.textDocument.uri)")
    filesHaveChanged()
  }

  func didClose(_ params: DidCloseTextDocumentParams) throws(RequestError) {
    let uri = params.textDocument.uri
    guard let closed = documents.removeValue(forKey: uri) else { throw .invalidParams("no open document: \(uri)") }
    openResources.remove(uri)
    fileLinks.forgetPlaces(of: uri)
    textHasChangedPlace(of: uri)
    clearDiagnostics(of: uri, closed)
    memory.release(closed.document.byteCount)
  }
}

extension OpenDocument {
  /// Applies one change of a `didChange`.
  fileprivate mutating func apply(_ change: TextDocumentContentChangeEvent, encoding: PositionEncoding) {
    let edited: Document
    if let range = change.range {
      let bytes = PositionConverter(document: document, encoding: encoding).range(range)
      edited = document.replacing(bytes, with: Array(change.text.utf8))
    } else {
      edited = document.replacingText(with: Array(change.text.utf8))
    }
    tokens?.note(edited.change)
    diagnostics.note(edited.change)
    document = edited
  }
}
