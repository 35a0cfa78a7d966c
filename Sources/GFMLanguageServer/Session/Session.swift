import GFMSyntax
import JSONRPC
import LanguageServerProtocol
import RegularExpressions

/// One client's session: all of the server's state. One loop gives it events, one at a time; no lock, no thread.
///
/// Every request gets exactly one response, in the order of the requests; but that those which take long wait for all
/// that comes in meanwhile.
public final class Session {
  enum Phase: Equatable {
    case uninitialized
    case running
    /// After `shutdown`: only `exit` is left.
    case shutDown
    case ended(exitCode: Int32)
  }

  var phase = Phase.uninitialized
  var isInitialized = false
  var client = ClientFeatures()
  var positionEncoding = PositionEncoding.utf16
  var settings = SettingsLayers()
  /// How the client was told to read tokens, for as long as the session lasts.
  var tokenLegend = TokenLegend.gfm
  /// The patterns of rules that are off because they took too long.
  var exhaustedPatterns: Set<TextPattern> = []
  var documents: [DocumentUri: OpenDocument] = [:]
  /// The keys of ``documents`` by what they mean.
  var openResources = OpenResources()
  var memory = MemoryTrimmer()
  /// The folders whose files links may lead to.
  var workspaceFolders: Set<NormalizedURI> = []
  /// How many token results were given; the last one's id.
  var tokenResultCount = 0
  /// How many diagnostic results were given; the last one's id.
  var diagnosticResultCount = 0
  /// What links to files were found to lead to.
  var fileLinks = FileLinkCache()
  /// Requests whose answers take long to work out, which is done when nothing else is to be done.
  var waitingRequests: [IncomingMessage] = []
  /// Documents whose diagnostics are to be pushed when nothing else is to be done.
  var unpublished: Set<DocumentUri> = []
  /// How much of its doings the client wants to be told.
  var trace = TraceValue.off
  /// What was done since the server started.
  var counters = GFMStatusResult.Counters()

  let log: Log
  /// Called once, with the id of the process that started the server, where the client tells it.
  let watchClientProcess: (Int) -> Void
  /// Sends a message's body; `false` where the client cannot be reached any more.
  private let send: ([UInt8]) -> Bool
  private var requestCount = 0
  /// What waits for the client's answers to our own requests.
  private var responseHandlers: [RequestID: (IncomingMessage, _ isError: Bool) -> Void] = [:]

  public init(
    log: Log, watchClientProcess: @escaping (Int) -> Void = { _ in }, send: @escaping ([UInt8]) -> Bool
  ) {
    self.log = log
    self.watchClientProcess = watchClientProcess
    self.send = send
  }

  /// What the process should exit with, once the session is over.
  public var exitCode: Int32? {
    if case .ended(let exitCode) = phase { return exitCode }
    return nil
  }

  /// Ends the session as its client's leaving does: an exit is only clean after `shutdown`.
  func end() {
    guard exitCode == nil else { return }
    // First of all: where the client does not read any more, each answer to what waits would end the session again.
    phase = .ended(exitCode: phase == .shutDown ? 0 : 1)
    dropWaitingRequests()
  }
}

// MARK: - Receiving

extension Session {
  public func receive(_ event: Inbox.Event) {
    guard exitCode == nil else { return }
    defer { dropExhaustedRules() }
    switch event {
    case .message(let message):
      receive(message)
    case .cancelledRequest(let id):
      log.debug("request \(id) was cancelled")
      fail(.requestCancelled, id: id)
    case .supersededRequest(let message):
      receiveSuperseded(message)
    case .invalidMessage(let invalid):
      log.error("a message was refused: \(invalid.error.message)")
      fail(invalid.error, id: invalid.id)
    case .brokenFrame(let error):
      log.error("a frame was refused: \(error)")
      fail(RequestError(error.code, error.description), id: nil)
    case .inputEnded(let reason):
      switch reason {
      case .closed(isComplete: true): log.info("the client closed the connection")
      case .closed(isComplete: false): log.error("the input ended inside a message")
      case .failed(let error): log.error("the input could not be read: \(error)")
      }
      end()
    case .clientProcessEnded:
      log.info("the client's process has ended")
      end()
    }
  }

  private func receive(_ message: IncomingMessage) {
    switch message.kind {
    case .request(let id, let method): receiveRequest(message, id: id, method: method)
    case .notification(let method): receiveNotification(message, method: method)
    case .response(let id, let isError):
      guard let id, let handler = responseHandlers.removeValue(forKey: id) else {
        log.warning("a response to no request of ours: id \(id.map { "\($0)" } ?? "null")")
        return
      }
      handler(message, isError)
    }
  }

  private func receiveRequest(_ message: IncomingMessage, id: RequestID, method: String) {
    counters.requests += 1
    if phase == .running, let handler = RequestHandler.table[method], !handler.isReady(self, message) {
      log.debug("request \(id), \(method), waits")
      waitingRequests.append(message)
    } else {
      answer(message, id: id, method: method)
    }
  }

  private func answer(_ message: IncomingMessage, id: RequestID, method: String) {
    traced("request \(id), \(method)") {
      do throws(RequestError) {
        try checkPhase(forRequest: method)
        guard let handler = RequestHandler.table[method] else { throw .methodNotFound(method) }
        let response = try OutgoingMessage.response(to: id) { (bytes) throws(RequestError) in
          try handler.run(self, message, &bytes)
        }
        transmit(response)
        return "answered \(response.count) bytes"
      } catch {
        log.info("request \(id), \(method), failed: \(error.message)")
        fail(error, id: id)
        return "failed: \(error.message)"
      }
    }
  }

  /// Works on for the request that has waited longest, and answers it when that is done.
  func resumeWaitingRequest() {
    guard let message = waitingRequests.first, case .request(let id, let method) = message.kind,
      RequestHandler.table[method]?.isReady(self, message) != false
    else { return }
    waitingRequests.removeFirst()
    answer(message, id: id, method: method)
  }

  /// Answers a request that waits, and that the client wants no more.
  func cancelWaitingRequest(_ cancelled: RequestID) {
    let isWanted = { (message: IncomingMessage) in
      if case .request(cancelled, _) = message.kind { false } else { true }
    }
    guard !waitingRequests.allSatisfy(isWanted) else { return }
    waitingRequests = waitingRequests.filter(isWanted)
    log.debug("request \(cancelled) was cancelled")
    fail(.requestCancelled, id: cancelled)
  }

  /// Answers all that wait, as the session ends.
  func dropWaitingRequests() {
    let dropped = waitingRequests
    waitingRequests = []
    for case .request(let id, _) in dropped.map(\.kind) {
      fail(.serverCancelled("the session ends"), id: id)
    }
  }

  /// A request of tokens that a later one makes useless: not answered where the client can take that.
  private func receiveSuperseded(_ message: IncomingMessage) {
    guard client.semanticTokensServerCancel, phase == .running, case .request(let id, let method) = message.kind else {
      return receive(message)
    }
    log.debug("request \(id), \(method), was dropped: a later one asks for newer tokens")
    fail(.serverCancelled("a later request asks for newer tokens"), id: id)
  }

  private func checkPhase(forRequest method: String) throws(RequestError) {
    switch phase {
    case .uninitialized:
      if method != "initialize" { throw .serverNotInitialized }
    case .running:
      if method == "initialize" { throw .invalidRequest("the server is already initialized") }
    case .shutDown, .ended:
      throw .invalidRequest("the server is shutting down")
    }
  }

  private func receiveNotification(_ message: IncomingMessage, method: String) {
    counters.notifications += 1
    guard phase == .running || method == "exit" else {
      log.warning("\(method) was ignored: the server is not running")
      return
    }
    guard let handler = NotificationHandler.table[method] else {
      log.debug("\(method) is not known and was ignored")
      return
    }
    traced("notification \(method)") {
      do throws(RequestError) {
        try handler.run(self, message)
        return "done"
      } catch {
        report("\(method): \(error.message)")
        return "failed: \(error.message)"
      }
    }
  }
}

// MARK: - Sending

extension Session {
  /// Tells the client and the log of something that went wrong outside of any request.
  func report(_ problem: String) {
    log.error(problem)
    notify("window/logMessage", LogMessageParams(type: .error, message: problem))
  }

  func notify(_ method: String, _ params: some Encodable) {
    do throws(RequestError) {
      transmit(try OutgoingMessage.notification(method, params: params))
    } catch {
      log.error("\(method) could not be sent: \(error.message)")
    }
  }

  /// Sends a request; `handle` gets its response, if one ever comes.
  func request(
    _ method: String, _ params: some Encodable, then handle: @escaping (IncomingMessage, _ isError: Bool) -> Void
  ) {
    let id = nextRequestID()
    do throws(RequestError) {
      let body = try OutgoingMessage.request(method, id: id, params: params)
      responseHandlers[id] = handle
      transmit(body)
    } catch {
      log.error("\(method) could not be sent: \(error.message)")
    }
  }

  /// Sends a request that has no parameters.
  func request(_ method: String, then handle: @escaping (IncomingMessage, _ isError: Bool) -> Void) {
    let id = nextRequestID()
    responseHandlers[id] = handle
    transmit(OutgoingMessage.request(method, id: id))
  }

  private func nextRequestID() -> RequestID {
    requestCount += 1
    return .number(requestCount)
  }

  private func fail(_ error: RequestError, id: RequestID?) {
    transmit(OutgoingMessage.failure(error, id: id))
  }

  private func transmit(_ body: [UInt8]) {
    guard !send(body), exitCode == nil else { return }
    log.error("the client does not read any more")
    end()
  }
}

extension FrameError {
  /// What the client is told: a header is no message at all, an oversized one is refused.
  fileprivate var code: ErrorCode {
    switch self {
    case .malformedHeader, .missingContentLength, .invalidContentLength: .parseError
    case .bodyTooLarge: .invalidRequest
    }
  }
}
