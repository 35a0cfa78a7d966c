import LanguageServerProtocol

/// The kinds of symbols, or of proposals, that the client knows, by their numbers.
struct KnownKinds {
  private let declared: Set<Int>?

  init(_ support: ClientCapabilities.KindSupport? = nil) { declared = support?.valueSet.map(Set.init) }

  /// Who does not say what it knows, knows the protocol's first ones: 18 of either sort.
  func contains(_ kind: Int) -> Bool { declared?.contains(kind) ?? (kind <= 18) }
}

/// What the client can do, as far as it changes what the server sends. Everything is off until it is declared.
struct ClientFeatures {
  /// It applies edits that the server sends by itself.
  var applyEdit = false
  /// Workspace edits may name the version they are for.
  var documentChanges = false
  /// Those edits may be snippets.
  var snippetEdits = false
  /// Code actions are more than commands.
  var codeActionLiterals = false
  /// It asks for an action's edit when the action is chosen.
  var codeActionEditResolve = false
  /// It shows why an action cannot be had.
  var disabledCodeActions = false
  /// It can be asked for settings.
  var configuration = false
  /// It takes a registration for changed settings.
  var configurationRegistration = false
  /// It takes a registration for changed files.
  var watchedFilesRegistration = false
  /// It takes it that a request of tokens is dropped, when a later one asks for newer ones.
  var semanticTokensServerCancel = false
  /// It can be told to ask for all tokens again.
  var semanticTokensRefresh = false
  /// Symbols may hold others.
  var hierarchicalSymbols = false
  /// Folds are whole lines.
  var lineFoldingOnly = false
  /// How many folds it takes at most.
  var foldingRangeLimit: Int?
  /// A definition's place may say what leads to it.
  var definitionLinks = false
  /// Links may say what they lead to.
  var linkTooltips = false
  /// The `SymbolKind`s that it knows, in documents and in the workspace.
  var symbolKinds = KnownKinds()
  var workspaceSymbolKinds = KnownKinds()
  /// The kind of markup that it wants most in hovers; `nil` where it knows none.
  var hoverFormat: MarkupKind?
  /// The `CompletionItemKind`s that it knows.
  var completionKinds = KnownKinds()
  /// What completion puts in may be a snippet.
  var completionSnippets = false
  /// It knows two ranges of what completion replaces: up to the caret, and with what goes on behind it.
  var completionInsertReplace = false
  /// It shows more beside each proposal, not only beside the selected one.
  var completionLabelDetails = false
  /// That range may be said once for all proposals.
  var completionDefaultRange = false
  /// The kind of markup that it wants most in what tells more of a proposal; `nil` where it knows none.
  var completionFormat: MarkupKind?
  /// It asks whether something can be renamed.
  var prepareRename = false
  /// It asks for diagnostics; else they are pushed. So they are to a client that asks, but cannot be told that those of
  /// a document have changed without an edit of it, if it takes pushed ones.
  var pullsDiagnostics = false
  /// Of the actions for a diagnostic, one may be said to be the best.
  var preferredCodeActions = false
  /// It can be told to ask for all diagnostics again.
  var diagnosticRefresh = false
  /// What diagnostics may hold.
  var relatedInformation = false
  var unnecessaryTag = false
  var diagnosticVersions = false
  var codeDescriptions = false

  init() {}

  init(_ capabilities: ClientCapabilities) {
    applyEdit = capabilities.workspace?.applyEdit ?? false
    documentChanges = capabilities.workspace?.workspaceEdit?.documentChanges ?? false
    snippetEdits = documentChanges && capabilities.workspace?.workspaceEdit?.snippetEditSupport == true
    let codeAction = capabilities.textDocument?.codeAction
    codeActionLiterals = codeAction?.codeActionLiteralSupport != nil
    codeActionEditResolve =
      codeAction?.dataSupport == true && codeAction?.resolveSupport?.properties?.contains("edit") == true
    disabledCodeActions = codeActionLiterals && codeAction?.disabledSupport == true
    configuration = capabilities.workspace?.configuration ?? false
    configurationRegistration = capabilities.workspace?.didChangeConfiguration?.dynamicRegistration ?? false
    watchedFilesRegistration = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration ?? false
    semanticTokensServerCancel = capabilities.textDocument?.semanticTokens?.serverCancelSupport ?? false
    hierarchicalSymbols = capabilities.textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport ?? false
    lineFoldingOnly = capabilities.textDocument?.foldingRange?.lineFoldingOnly ?? false
    foldingRangeLimit = capabilities.textDocument?.foldingRange?.rangeLimit
    definitionLinks = capabilities.textDocument?.definition?.linkSupport ?? false
    linkTooltips = capabilities.textDocument?.documentLink?.tooltipSupport ?? false
    symbolKinds = KnownKinds(capabilities.textDocument?.documentSymbol?.symbolKind)
    workspaceSymbolKinds = KnownKinds(capabilities.workspace?.symbol?.symbolKind)
    hoverFormat = capabilities.textDocument?.hover?.contentFormat.flatMap(MarkupKind.init(firstOf:))
    let completion = capabilities.textDocument?.completion
    completionSnippets = completion?.completionItem?.snippetSupport ?? false
    completionInsertReplace = completion?.completionItem?.insertReplaceSupport ?? false
    completionLabelDetails = completion?.completionItem?.labelDetailsSupport ?? false
    completionDefaultRange = completion?.completionList?.itemDefaults?.contains("editRange") ?? false
    completionFormat = completion?.completionItem?.documentationFormat.flatMap(MarkupKind.init(firstOf:))
    completionKinds = KnownKinds(completion?.completionItemKind)
    prepareRename = capabilities.textDocument?.rename?.prepareSupport ?? false
    diagnosticRefresh = capabilities.workspace?.diagnostics?.refreshSupport ?? false
    let (pulled, pushed) = (capabilities.textDocument?.diagnostic, capabilities.textDocument?.publishDiagnostics)
    pullsDiagnostics = pulled != nil && (diagnosticRefresh || pushed == nil)
    let declared = pullsDiagnostics ? pulled : pushed
    relatedInformation = declared?.relatedInformation ?? false
    unnecessaryTag = declared?.tagSupport?.valueSet?.contains(Diagnostic.Tag.unnecessary.rawValue) ?? false
    codeDescriptions = declared?.codeDescriptionSupport ?? false
    preferredCodeActions = codeAction?.isPreferredSupport ?? false
    diagnosticVersions = capabilities.textDocument?.publishDiagnostics?.versionSupport ?? false
    semanticTokensRefresh = capabilities.workspace?.semanticTokens?.refreshSupport ?? false
  }
}
