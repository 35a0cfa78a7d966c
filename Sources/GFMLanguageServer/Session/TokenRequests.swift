import JSONRPC
import LanguageServerProtocol

/// The requests of whole documents' tokens that wait, and which of them a later one makes useless.
///
/// Editors ask for tokens after each keystroke. Where typing is faster than the answers, only the last of the requests
/// that wait is worth an answer.
struct TokenRequests {
  /// A request of all tokens of a document, or of their difference to the last ones.
  struct Request {
    let id: RequestID
    let uri: DocumentUri

    /// `nil` for any other event.
    init?(_ event: Inbox.Event) {
      guard case .message(let message) = event, case .request(let id, let method) = message.kind,
        method == "textDocument/semanticTokens/full" || method == "textDocument/semanticTokens/full/delta",
        let params = try? message.decode(SemanticTokensParams.self)
      else { return nil }
      self.id = id
      uri = params.textDocument.uri
    }
  }

  private struct Waiting {
    let id: RequestID
    /// How many changes, of whatever document, were posted before it.
    let changeCount: Int
  }

  private var changeCount = 0
  /// The requests that wait, in order.
  private var waiting: [DocumentUri: [Waiting]] = [:]
  private var documents: [RequestID: DocumentUri] = [:]

  /// Notes a message that waits from now on; `request` is what it is as a request of tokens.
  mutating func post(_ message: IncomingMessage, _ request: Request?) {
    if case .notification("textDocument/didChange") = message.kind { changeCount += 1 }
    guard let request else { return }
    documents[request.id] = request.uri
    waiting[request.uri, default: []].append(Waiting(id: request.id, changeCount: changeCount))
  }

  /// Notes that a request waits no more. Gives whether another of the same document does, behind a change, that is not
  /// among the cancelled ones.
  mutating func take(_ id: RequestID, cancelled: Set<RequestID>) -> Bool {
    guard let document = documents.removeValue(forKey: id), var others = waiting[document],
      let index = others.firstIndex(where: { $0.id == id })
    else { return false }
    let taken = others.remove(at: index)
    waiting[document] = others.isEmpty ? nil : others
    guard let last = others.last(where: { !cancelled.contains($0.id) }) else { return false }
    return last.changeCount > taken.changeCount
  }
}
