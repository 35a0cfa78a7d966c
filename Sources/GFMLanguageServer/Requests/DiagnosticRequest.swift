import GFMFeatures
import GFMSyntax
import JSONRPC
import LanguageServerProtocol

// MARK: - Asked for

extension Session {
  /// Whether a document's diagnostics can be told without holding up other requests. Where not, takes a step to there.
  func mayTellDiagnostics(_ params: DocumentDiagnosticParams) -> Bool {
    prepareDiagnostics(of: params.textDocument.uri)
  }

  /// The diagnostics of a document; only that they are the same, where the client holds them. None of one that is not
  /// open.
  func documentDiagnostics(_ params: DocumentDiagnosticParams) throws(RequestError) -> DocumentDiagnosticReport {
    let uri = params.textDocument.uri
    guard documents[uri] != nil else {
      // Some clients ask before they open it, or when it is just closed, and never again after an error.
      log.debug("textDocument/diagnostic: no open document: \(uri)")
      return .full(resultId: nil, items: [])
    }
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
    askForRefresh()
  }

  /// Whether the client asks for diagnostics again where it is told to, and has any.
  var asksForRefresh: Bool { client.pullsDiagnostics && client.diagnosticRefresh && !documents.isEmpty }

  /// Has the client ask for all diagnostics again, if it is one that does.
  func askForRefresh() {
    if asksForRefresh { request("workspace/diagnostic/refresh") { _, _ in } }
  }
}

// MARK: - Pushed

extension Session {
  /// Whether something is left to be done when nothing comes in.
  public var hasIdleWork: Bool { phase == .running && !(unpublished.isEmpty && waitingRequests.isEmpty) }

  /// Does a little of it: reads some of a long document, looks at some of the files that it links to, answers a request
  /// that waits for that, or publishes a document's diagnostics.
  public func doIdleWork() {
    guard phase == .running else { return }
    defer { dropExhaustedRules() }
    if !waitingRequests.isEmpty { return resumeWaitingRequest() }
    guard let uri = unpublished.min(), prepareDiagnostics(of: uri) else { return }
    unpublished.remove(uri)
    guard documents[uri] != nil else { return }
    let items = currentItems(of: uri)
    // A document that has none is not told of.
    if documents[uri]?.diagnostics.told?.items ?? [] == items { return }
    documents[uri]?.diagnostics.told = ("", items)
    publish(items, of: uri, version: documents[uri]?.version)
  }

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

  /// How much of a document is read at a time.
  private static let stepByteCount = 128 << 10

  /// Takes a step to a document's diagnostics; whether they can be told now.
  private func prepareDiagnostics(of uri: DocumentUri) -> Bool {
    withDiagnostics(of: uri) { state, document in
      state.prepare(
        document, options: diagnosticOptions, byteCount: Self.stepByteCount, checkingFiles: fileCheck(from: uri))
    } ?? true
  }

  /// A document's diagnostics as it now stands.
  private func currentDiagnostics(of uri: DocumentUri) -> DocumentDiagnostics? {
    withDiagnostics(of: uri) { state, document in
      state.current(document, options: diagnosticOptions, checkingFiles: fileCheck(from: uri))
    } ?? nil
  }

  /// Works on what is known of a document's diagnostics, which is taken out of the document meanwhile, so that nothing
  /// of it is copied. Where its links lead is found out anew where files have changed.
  private func withDiagnostics<Result>(
    of uri: DocumentUri, _ body: (inout DiagnosticState, Document) -> Result
  ) -> Result? {
    guard let document = documents[uri]?.document, var state = documents[uri]?.diagnostics else { return nil }
    documents[uri]?.diagnostics = DiagnosticState()
    defer { documents[uri]?.diagnostics = state }
    if state.filesChanged { fileLinks.forgetPlaces(of: uri) }
    return body(&state, document)
  }

  private func fileCheck(from uri: DocumentUri) -> FileLinkCheck {
    guard configuration.diagnostics[.missingFile] != nil || configuration.diagnostics[.unknownFragment] != nil else {
      return { _, _ in nil }
    }
    return { self.fault(ofLink: $0, $1, from: uri) }
  }

  private func currentItems(of uri: DocumentUri) -> [Diagnostic] {
    guard let current = currentDiagnostics(of: uri) else { return [] }
    let severities = configuration.diagnostics
    var positions = OrderedPositions(current.document, encoding: positionEncoding)
    return current.all(limit: Self.maximumCount) { severities[$0] != nil }
      .map { item($0, of: uri, in: current.document, range: positions.range($0.range)) }
  }

  private func item(
    _ found: LocatedDiagnostic, of uri: DocumentUri, in document: Document, range: PositionRange
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
      let document = documents[uri]?.document
    else { return [] }
    let severities = configuration.diagnostics
    let converter = PositionConverter(document: document, encoding: positionEncoding)
    let found = document.diagnostics(
      touching: range, limit: Self.stepByteCount, options: diagnosticOptions, checkingFiles: fileCheck(from: uri)
    ) { severities[$0] != nil }
    return found.prefix(Self.maximumFixCount).compactMap { found in
      guard let fix = document.quickFix(for: found, options: configuration.edit) else { return nil }
      var action = CodeAction(title: fix.title, kind: QuickFix.kind)
      action.diagnostics = [item(found, of: uri, in: document, range: converter.range(found.range))]
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
