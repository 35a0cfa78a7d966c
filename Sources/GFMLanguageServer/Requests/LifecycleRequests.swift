import GFMFeatures
import GFMSyntax
import JSONRPC
import LanguageServerProtocol

extension Session {
  func initialize(_ params: InitializeParams) throws(RequestError) -> InitializeResult {
    if let client = params.clientInfo {
      log.info("client: \(client.name) \(client.version ?? "")")
    }
    if let capabilities = params.capabilities { client = ClientFeatures(capabilities) }
    let folders = params.workspaceFolders?.map(\.uri) ?? params.rootUri.map { [$0] } ?? []
    workspaceFolders = Set(folders.compactMap(NormalizedURI.init))
    settings.start(with: params.initializationOptions)
    positionEncoding = chooseEncoding(params)
    tokenLegend = TokenLegend(configuration.legendNames, ruleTypes: configuration.rules.map(\.tokenType))
    trace = params.trace ?? .off
    phase = .running
    if let process = params.processId { watchClientProcess(process) }
    return InitializeResult(
      capabilities: serverCapabilities,
      serverInfo: .init(name: ServerIdentity.name, version: ServerIdentity.version))
  }

  /// The setting's encoding, else the first of the client's that we know, else UTF-16, as the protocol has it.
  private func chooseEncoding(_ params: InitializeParams) -> PositionEncoding {
    let offered = (params.capabilities?.general?.positionEncodings ?? []).compactMap { PositionEncoding(kind: $0) }
    if let encoding = configuration.positionEncoding {
      if !offered.isEmpty, !offered.contains(encoding) {
        log.warning("the client does not offer \(encoding.kind), which gfm.positionEncoding pins: it may refuse it")
      }
      return encoding
    }
    return offered.first ?? .utf16
  }

  private var serverCapabilities: ServerCapabilities {
    var capabilities = ServerCapabilities(
      positionEncoding: positionEncoding.kind,
      textDocumentSync: .init(openClose: true, change: .incremental, save: true),
      semanticTokensProvider: .init(legend: SemanticTokensLegend(tokenLegend), range: true, full: .init(delta: true)),
      codeActionProvider: client.codeActionLiterals
        ? .options(
          .init(
            codeActionKinds: [QuickFix.kind] + EditOperation.codeActions.map(\.codeActionKind), resolveProvider: true))
        : .supported,
      completionProvider: .init(triggerCharacters: CompletionList.triggerCharacters, resolveProvider: true),
      documentFormattingProvider: true,
      documentRangeFormattingProvider: true,
      documentOnTypeFormattingProvider: .init(firstTriggerCharacter: "\n"),
      executeCommandProvider: .init(commands: EditOperation.allCases.map(\.commandName)),
      experimental: .init(gfmEdit: EditOperation.allCases.map(\.rawValue), gfmStatus: true))
    if client.prepareRename { capabilities.renameProvider = .options(.init(prepareProvider: true)) }
    if client.pullsDiagnostics {
      capabilities.diagnosticProvider = .init(
        identifier: Setting.section, interFileDependencies: true, workspaceDiagnostics: false)
    }
    return capabilities
  }

  func initialized(_: NoParams) throws(RequestError) {
    guard !isInitialized else { return }
    isInitialized = true
    startConfiguration()
    watchFiles()
  }

  /// Has the client send a notification, of a kind that it sends to those who ask.
  func register(_ method: String, _ options: RegistrationParams.Registration.Options?) {
    let registration = RegistrationParams.Registration(id: method, method: method, registerOptions: options)
    let log = self.log
    request("client/registerCapability", RegistrationParams(registrations: [registration])) { _, isError in
      if isError { log.warning("the client did not register \(method)") }
    }
  }

  func didChangeWorkspaceFolders(_ params: DidChangeWorkspaceFoldersParams) throws(RequestError) {
    workspaceFolders.subtract((params.event.removed ?? []).compactMap { NormalizedURI($0.uri) })
    workspaceFolders.formUnion((params.event.added ?? []).compactMap { NormalizedURI($0.uri) })
    guard params.event.removed?.isEmpty == false || params.event.added?.isEmpty == false else { return }
    filesHaveChanged()
    askForRefresh()
  }

  func shutdown(_: NoParams) throws(RequestError) -> NoResult {
    dropWaitingRequests()
    phase = .shutDown
    documents = [:]
    unpublished = []
    return NoResult()
  }

  func exit(_: NoParams) throws(RequestError) { end() }

  func setTrace(_ params: SetTraceParams) throws(RequestError) {
    trace = params.value
  }
}

/// Cancels a request that waits for its turn; one that has been answered by now is none.
func cancelRequest(_ session: Session, _ message: IncomingMessage) {
  if let params = try? message.decode(CancelParams.self) { session.cancelWaitingRequest(params.id) }
}
