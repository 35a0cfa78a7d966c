import GFMFeatures
import GFMSyntax
import JSONRPC
import LanguageServerProtocol

extension Session {
  var configuration: Configuration { settings.configuration }

  /// Has the client tell of changed settings, and asks for those that there are, as far as it can do either.
  func startConfiguration() {
    if client.configurationRegistration { registerForConfiguration() }
    if client.configuration { requestConfiguration() }
    tellSettingsProblems()
  }

  /// Takes the settings that the client sends; where it sends none, asks for them.
  func didChangeConfiguration(_ params: DidChangeConfigurationParams) throws(RequestError) {
    let sent = params.settings ?? .null
    if client.configuration, !SettingsReader.hasSection(sent) { return requestConfiguration() }
    updateConfiguration { $0.readSections(sent) }
  }

  /// Without a section the client says only that something has changed, which is enough of one that can be asked: what
  /// it then answers has gone through what its plugin makes of it.
  private func registerForConfiguration() {
    register("workspace/didChangeConfiguration", client.configuration ? nil : .section(Setting.section))
  }

  private func requestConfiguration() {
    let generation = settings.ask()
    let params = ConfigurationParams(items: [.init(section: Setting.section)])
    request("workspace/configuration", params) { [unowned self] response, isError in
      guard phase == .running, generation == settings.generation else { return }
      guard !isError, let section = try? response.decode([LSPAny].self).first else {
        log.warning("the client did not tell its settings")
        return
      }
      updateConfiguration { $0.readSection(section) }
    }
  }

  private func updateConfiguration(_ read: (inout SettingsReader) -> Void) {
    let old = configuration
    settings.update(read)
    if configuration.rules != old.rules { exhaustedPatterns = [] }
    tellSettingsProblems()
    let isReadOtherwise =
      configuration.syntax != old.syntax || configuration.github != old.github || configuration.rules != old.rules
    if isReadOtherwise { parseDocumentsAgain() }
    // Files are looked at only while one of their kinds is on.
    if configuration.diagnostics != old.diagnostics { filesHaveChanged() }
    if isReadOtherwise || configuration.diagnostics != old.diagnostics { refreshDiagnostics() }
    if configuration.legendNames != tokenLegend.names {
      log.info("gfm.semanticTokens.legend is changed in initializationOptions alone")
    }
  }

  /// Reads all documents as the settings now have it.
  func parseDocumentsAgain() {
    for (uri, open) in documents {
      documents[uri] = newDocument(open.document.text, version: open.version, replacing: open)
    }
    guard client.semanticTokensRefresh, !documents.isEmpty else { return }
    request("workspace/semanticTokens/refresh") { _, _ in }
  }

  /// A document as the settings have it. In place of `old`, it keeps what the client last got as diagnostics.
  func newDocument(_ text: [UInt8], version: Int?, replacing old: OpenDocument?) -> OpenDocument {
    let options = TokenOptions(
      github: configuration.github, taskLists: configuration.syntax.taskLists,
      footnotes: configuration.syntax.footnotes, rules: configuration.rules.compactMap(textRule))
    return OpenDocument(
      version: version,
      document: Document(
        text, options: configuration.syntax, measure: Document.semanticTokenCounter(options)),
      tokenOptions: options, diagnostics: DiagnosticState(told: old?.diagnostics.told))
  }

  /// Shows what is wrong in the settings to the user, and logs what is not known; each once.
  private func tellSettingsProblems() {
    for problem in settings.takeNewProblems(beside: problemsOfLegend()) {
      log.warning(problem.message)
      guard problem.severity == .wrongValue else { continue }
      notify("window/showMessage", ShowMessageParams(type: .warning, message: problem.message))
    }
  }
}
