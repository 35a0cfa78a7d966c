import GFMFeatures
import GFMSyntax
import JSONRPC
import LanguageServerProtocol

// MARK: - Asked for

extension Session {
  /// The diagnostics of a document; only that they are the same, where the client holds them.
  func documentDiagnostics(_ params: DocumentDiagnosticParams) throws(RequestError) -> DocumentDiagnosticReport {
    let uri = params.textDocument.uri
    _ = try openDocument(uri)
    let items = currentItems(of: uri)
    if let told = documents[uri]?.diagnostics.told, told.id == params.previousResultId, told.items == items {
      return .unchanged(resultId: told.id)
    }
    diagnosticResultCount += 1
    let id = "\(diagnosticResultCount)"
    documents[uri]?.diagnostics.told = (id, items)
    return .full(resultId: id, items: items)
  }

  /// What documents' diagnostics hang on beside their text has changed.
  func refreshDiagnostics() {
    for uri in documents.keys { noteStaleDiagnostics(of: uri) }
    guard client.pullsDiagnostics, client.diagnosticRefresh, !documents.isEmpty else { return }
    request("workspace/diagnostic/refresh") { _, _ in }
  }

  /// Files were made, changed or removed, as far as the client watches them.
  func didChangeWatchedFiles(_ params: DidChangeWatchedFilesParams) throws(RequestError) {
    guard params.changes?.isEmpty == false else { return }
    filesHaveChanged()
    refreshDiagnostics()
  }
}

// MARK: - Pushed

extension Session {
  /// Whether something is left to be done that nobody waits for.
  public var hasIdleWork: Bool { !unpublished.isEmpty && phase == .running }

  /// Does a little of it, a few milliseconds long: reads some of a long document, or publishes a document's diagnostics.
  public func doIdleWork() {
    guard phase == .running, let uri = unpublished.min() else { return }
    guard let open = documents[uri] else {
      unpublished.remove(uri)
      return
    }
    let isReading = documents[uri]?.diagnostics.prepare(
      open.document, options: diagnosticOptions, byteCount: Self.idleByteCount)
    if isReading == true { return }
    unpublished.remove(uri)
    let items = currentItems(of: uri)
    // A document that has none is not told of.
    if open.diagnostics.told?.items ?? [] == items { return }
    documents[uri]?.diagnostics.told = ("", items)
    publish(items, of: uri, version: open.version)
  }

  /// How much of a document is read at a time while nothing else is to be done.
  private static let idleByteCount = 128 << 10

  /// Has a document's diagnostics pushed in the next pause, where the client does not ask for them.
  func noteStaleDiagnostics(of uri: DocumentUri) {
    if !client.pullsDiagnostics { unpublished.insert(uri) }
  }

  /// Takes back what was pushed of a document that is closed.
  func clearDiagnostics(of uri: DocumentUri, _ closed: OpenDocument) {
    unpublished.remove(uri)
    guard !client.pullsDiagnostics, closed.diagnostics.told?.items.isEmpty == false else { return }
    publish([], of: uri, version: nil)
  }

  private func publish(_ items: [Diagnostic], of uri: DocumentUri, version: Int?) {
    notify(
      "textDocument/publishDiagnostics",
      PublishDiagnosticsParams(uri: uri, version: client.diagnosticVersions ? version : nil, diagnostics: items))
  }
}

// MARK: - As the client takes them

extension Session {
  /// More than this tells nobody anything.
  private static let maximumCount = 2_000

  private var diagnosticOptions: GFMFeatures.DiagnosticOptions { .init(math: configuration.github.math) }

  /// A document's diagnostics as it now stands.
  private func currentDiagnostics(of uri: DocumentUri) -> DocumentDiagnostics? {
    guard let open = documents[uri] else { return nil }
    var state = open.diagnostics
    let checksFiles = configuration.diagnostics[.missingFile] != nil || configuration.diagnostics[.unknownFragment] != nil
    let current = state.current(open.document, options: diagnosticOptions) { path, fragment in
      checksFiles ? fault(ofLink: path, fragment, from: uri) : nil
    }
    documents[uri]?.diagnostics = state
    return current
  }

  private func currentItems(of uri: DocumentUri) -> [Diagnostic] {
    guard let current = currentDiagnostics(of: uri) else { return [] }
    let severities = configuration.diagnostics
    var positions = OrderedPositions(current.document, encoding: positionEncoding)
    return current.all(limit: Self.maximumCount) { severities[$0] != nil }
      .map { item($0, of: uri, in: current.document, range: positions.range($0.range)) }
  }

  private func item(
    _ found: PlacedDiagnostic, of uri: DocumentUri, in document: Document, range: PositionRange
  ) -> Diagnostic {
    var item = Diagnostic(
      range: range, severity: (configuration.diagnostics[found.code] ?? .hint).rawValue, code: found.code.rawValue,
      source: Setting.section, message: found.message)
    if client.unnecessaryTag, found.isUnnecessary { item.tags = [.unnecessary] }
    if client.relatedInformation, let related = found.related {
      let converter = PositionConverter(document: document, encoding: positionEncoding)
      item.relatedInformation = [
        .init(location: Location(uri: uri, range: converter.range(related.range)), message: related.message)
      ]
    }
    if client.codeDescriptions { item.codeDescription = Documentation.address(of: found.code).map { .init(href: $0) } }
    return item
  }
}

// MARK: - Quick fixes

extension QuickFix {
  static let kind = "quickfix"
}

extension Session {
  /// The fixes of the diagnostics that touch a range, for clients that take actions with edits.
  func quickFixes(_ params: CodeActionParams, _ range: Range<Int>) -> [CodeActionOrCommand] {
    let uri = params.textDocument.uri
    guard client.codeActionLiterals, CodeActionOffer.isWanted(QuickFix.kind, only: params.context?.only),
      let current = currentDiagnostics(of: uri)
    else { return [] }
    let severities = configuration.diagnostics
    let converter = PositionConverter(document: current.document, encoding: positionEncoding)
    return current.touching(range) { severities[$0] != nil }.prefix(Self.maximumFixCount).compactMap { found in
      guard let fix = current.document.quickFix(for: found, options: configuration.edit) else { return nil }
      var action = CodeAction(title: fix.title, kind: QuickFix.kind)
      action.diagnostics = [item(found, of: uri, in: current.document, range: converter.range(found.range))]
      if client.preferredCodeActions { action.isPreferred = true }
      action.edit = workspaceEdit(converter.edits(fix.edits), of: uri)
      return .action(action)
    }
  }

  /// A selection of a whole document is no question about each of its diagnostics.
  private static let maximumFixCount = 20

  private func workspaceEdit(_ edits: [TextEdit], of uri: DocumentUri) -> WorkspaceEdit {
    guard client.documentChanges else { return .changes([uri: edits]) }
    return .documentChanges([
      TextDocumentEdit(
        textDocument: OptionalVersionedTextDocumentIdentifier(uri: uri, version: documents[uri]?.version),
        edits: edits.map(DocumentTextEdit.text))
    ])
  }
}
