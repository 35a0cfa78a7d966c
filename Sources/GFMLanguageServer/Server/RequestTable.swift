import JSONRPC
import LanguageServerProtocol

/// How a request is answered.
struct RequestHandler: Sendable {
  typealias Run = @Sendable (Session, IncomingMessage, inout [UInt8]) throws(RequestError) -> Void

  /// Appends the result's JSON.
  let run: Run
  /// Whether that takes no longer than others may wait. Where it does, takes a step of the work that there is first.
  private(set) var isReady: @Sendable (Session, IncomingMessage) -> Bool = { _, _ in true }

  init(raw run: @escaping Run) { self.run = run }

  init<Params: Decodable & SendableMetatype, Result: JSONWritable & SendableMetatype>(
    writing handle: @escaping @Sendable (Session) -> (Params) throws(RequestError) -> Result,
    when isReady: @escaping @Sendable (Session) -> (Params) -> Bool
  ) {
    self.init(writing: handle)
    self.isReady = { session, message in (try? message.decode(Params.self)).map(isReady(session)) ?? true }
  }

  init<Params: Decodable & SendableMetatype, Result: Encodable & SendableMetatype>(
    _ handle: @escaping @Sendable (Session) -> (Params) throws(RequestError) -> Result
  ) {
    self.run = { (session, message, bytes) throws(RequestError) in
      let params = try message.decode(Params.self)
      try JSONText.append(encoding: try handle(session)(params), to: &bytes)
    }
  }

  init<Params: Decodable & SendableMetatype, Result: JSONWritable & SendableMetatype>(
    writing handle: @escaping @Sendable (Session) -> (Params) throws(RequestError) -> Result
  ) {
    self.run = { (session, message, bytes) throws(RequestError) in
      let params = try message.decode(Params.self)
      try handle(session)(params).write(to: &bytes)
    }
  }

  static let table: [String: RequestHandler] = [
    "initialize": .init(Session.initialize),
    "shutdown": .init(Session.shutdown),
    "textDocument/semanticTokens/full": .init(writing: Session.semanticTokensFull),
    "textDocument/semanticTokens/full/delta": .init(writing: Session.semanticTokensDelta),
    "textDocument/semanticTokens/range": .init(writing: Session.semanticTokensRange),
    "textDocument/codeAction": .init(Session.codeActions),
    "codeAction/resolve": .init(raw: resolveCodeAction),
    "textDocument/onTypeFormatting": .init(Session.formatOnType),
    "textDocument/formatting": .init(Session.format),
    "textDocument/rangeFormatting": .init(Session.formatRange),
    "textDocument/documentSymbol": .init(writing: Session.documentSymbols),
    "textDocument/foldingRange": .init(writing: Session.foldingRanges),
    "textDocument/documentLink": .init(writing: Session.documentLinks),
    "documentLink/resolve": .init(raw: resolveDocumentLink),
    "textDocument/definition": .init(Session.definition),
    "textDocument/references": .init(Session.references),
    "textDocument/documentHighlight": .init(Session.documentHighlights),
    "textDocument/linkedEditingRange": .init(Session.linkedEditingRanges),
    "textDocument/hover": .init(Session.hover),
    "textDocument/completion": .init(Session.completion),
    "completionItem/resolve": .init(raw: resolveCompletion),
    "textDocument/selectionRange": .init(writing: Session.selectionRanges),
    "textDocument/prepareRename": .init(Session.prepareRename),
    "textDocument/rename": .init(Session.rename),
    "textDocument/diagnostic": .init(writing: Session.documentDiagnostics, when: Session.mayTellDiagnostics),
    "workspace/symbol": .init(writing: Session.workspaceSymbols),
    "workspace/executeCommand": .init(Session.executeCommand),
    "gfm/edit": .init(Session.edit),
    "gfm/status": .init(Session.status),
  ]
}

/// What a notification does. A thrown error is reported to the client's log.
struct NotificationHandler: Sendable {
  typealias Run = @Sendable (Session, IncomingMessage) throws(RequestError) -> Void

  let run: Run

  init(raw run: @escaping Run) { self.run = run }

  init<Params: Decodable & SendableMetatype>(
    _ handle: @escaping @Sendable (Session) -> (Params) throws(RequestError) -> Void
  ) {
    self.run = { (session, message) throws(RequestError) in
      try handle(session)(try message.take(Params.self))
    }
  }

  static let table: [String: NotificationHandler] = [
    "initialized": .init(Session.initialized),
    "exit": .init(Session.exit),
    "$/setTrace": .init(Session.setTrace),
    // For requests that are under way: the inbox has acted on those that waited there.
    "$/cancelRequest": .init(raw: cancelRequest),
    "workspace/didChangeConfiguration": .init(Session.didChangeConfiguration),
    "workspace/didChangeWatchedFiles": .init(Session.didChangeWatchedFiles),
    "workspace/didChangeWorkspaceFolders": .init(Session.didChangeWorkspaceFolders),
    "textDocument/didOpen": .init(Session.didOpen),
    "textDocument/didChange": .init(Session.didChange),
    "textDocument/didSave": .init(Session.didSave),
    "textDocument/didClose": .init(Session.didClose),
  ]
}
