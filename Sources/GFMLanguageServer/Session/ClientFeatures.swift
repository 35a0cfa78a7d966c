import LanguageServerProtocol

/// What the client can do, as far as it changes what the server sends. Everything is off until it is declared.
struct ClientFeatures {
  /// It applies edits that the server sends by itself.
  var applyEdit = false
  /// Workspace edits may name the version they are for.
  var documentChanges = false
  /// Code actions are more than commands.
  var codeActionLiterals = false
  /// It asks for an action's edit when the action is chosen.
  var codeActionEditResolve = false

  init() {}

  init(_ capabilities: ClientCapabilities) {
    applyEdit = capabilities.workspace?.applyEdit ?? false
    documentChanges = capabilities.workspace?.workspaceEdit?.documentChanges ?? false
    let codeAction = capabilities.textDocument?.codeAction
    codeActionLiterals = codeAction?.codeActionLiteralSupport != nil
    codeActionEditResolve =
      codeAction?.dataSupport == true && codeAction?.resolveSupport?.properties?.contains("edit") == true
  }
}
