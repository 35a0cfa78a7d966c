/// What the server can do.
public struct ServerCapabilities: Encodable, Sendable {
  public var positionEncoding: String
  public var textDocumentSync: TextDocumentSyncOptions
  public var semanticTokensProvider: SemanticTokensOptions
  public var codeActionProvider: CodeActionProvider
  public var documentFormattingProvider: Bool
  public var documentRangeFormattingProvider: Bool
  public var documentOnTypeFormattingProvider: DocumentOnTypeFormattingOptions
  public var documentSymbolProvider = true
  public var workspaceSymbolProvider = true
  public var foldingRangeProvider = true
  public var documentLinkProvider = DocumentLinkOptions(resolveProvider: true)
  public var definitionProvider = true
  public var referencesProvider = true
  public var documentHighlightProvider = true
  public var linkedEditingRangeProvider = true
  public var hoverProvider = true
  public var completionProvider: CompletionOptions
  public var selectionRangeProvider = true
  public var renameProvider = RenameProvider.supported
  /// Only for clients that ask for diagnostics.
  public var diagnosticProvider: DiagnosticProviderOptions?
  public var workspace = Workspace()
  public var executeCommandProvider: ExecuteCommandOptions
  public var experimental: Experimental

  public init(
    positionEncoding: String, textDocumentSync: TextDocumentSyncOptions, semanticTokensProvider: SemanticTokensOptions,
    codeActionProvider: CodeActionProvider, completionProvider: CompletionOptions, documentFormattingProvider: Bool,
    documentRangeFormattingProvider: Bool,
    documentOnTypeFormattingProvider: DocumentOnTypeFormattingOptions,
    executeCommandProvider: ExecuteCommandOptions, experimental: Experimental
  ) {
    self.positionEncoding = positionEncoding
    self.textDocumentSync = textDocumentSync
    self.semanticTokensProvider = semanticTokensProvider
    self.codeActionProvider = codeActionProvider
    self.completionProvider = completionProvider
    self.documentFormattingProvider = documentFormattingProvider
    self.documentRangeFormattingProvider = documentRangeFormattingProvider
    self.documentOnTypeFormattingProvider = documentOnTypeFormattingProvider
    self.executeCommandProvider = executeCommandProvider
    self.experimental = experimental
  }

  /// What concerns all documents.
  public struct Workspace: Encodable, Sendable {
    public struct WorkspaceFolders: Encodable, Sendable {
      public var supported = true
      public var changeNotifications = true

      public init() {}
    }

    public var workspaceFolders = WorkspaceFolders()

    public init() {}
  }

  /// What goes beyond the specification.
  public struct Experimental: Encodable, Sendable {
    /// The operations that `gfm/edit` knows.
    public var gfmEdit: [String]
    /// Whether the server answers `gfm/status`.
    public var gfmStatus: Bool

    public init(gfmEdit: [String], gfmStatus: Bool) {
      self.gfmEdit = gfmEdit
      self.gfmStatus = gfmStatus
    }
  }
}
