import Dispatch
public import JSONRPC
import Synchronization

/// `$/cancelRequest`
struct CancelParams: Decodable {
  var id: RequestID
}

/// Where what comes in waits for the session's loop.
///
/// Threads that read post to it; one loop takes from it, in order. A `$/cancelRequest` overtakes: its request, while it
/// waits, becomes ``Event/cancelledRequest(_:)`` in its place. So does a request of all tokens, when another one of the
/// same document waits behind a change: it becomes ``Event/supersededRequest(_:)``.
public final class Inbox: Sendable {
  public enum Event: Sendable {
    case message(IncomingMessage)
    case cancelledRequest(RequestID)
    /// A request of a document's tokens, when a later one waits that will see newer text.
    case supersededRequest(IncomingMessage)
    case invalidMessage(InvalidMessage)
    case brokenFrame(FrameError)
    case inputEnded(FrameReader.End)
    /// The process that started the server is gone.
    case clientProcessEnded
  }

  private struct State {
    /// What waits, from `head` on; what is taken leaves nothing in its place.
    var events: [Event?] = []
    var head = 0
    var waitingRequests: Set<RequestID> = []
    var cancelledRequests: Set<RequestID> = []
    var tokenRequests = TokenRequests()

    /// Amortized O(1).
    mutating func takeFirst() -> Event? {
      guard head < events.count else { return nil }
      let event = events[head]
      events[head] = nil
      head += 1
      if head == events.count {
        events.removeAll(keepingCapacity: head < 1024)
        head = 0
      } else if head > 1024, head * 2 > events.count {
        events.removeFirst(head)
        head = 0
      }
      return event
    }
  }

  private let state = Mutex(State())
  private let available = DispatchSemaphore(value: 0)

  public init() {}

  public func post(_ event: Event) {
    // Decoded before the lock is taken; the loop must not wait for it.
    let cancelled = Self.requestToCancel(event)
    let tokenRequest = TokenRequests.Request(event)
    state.withLock { state in
      if case .message(let message) = event { state.tokenRequests.post(message, tokenRequest) }
      if case .message(let message) = event, case .request(let id, _) = message.kind {
        state.waitingRequests.insert(id)
      }
      if let cancelled, state.waitingRequests.contains(cancelled) { state.cancelledRequests.insert(cancelled) }
      state.events.append(event)
    }
    available.signal()
  }

  /// Posts what a frame holds.
  public func post(_ output: FrameParser.Output) {
    switch output {
    case .failure(let error):
      post(.brokenFrame(error))
    case .body(let body):
      do throws(InvalidMessage) {
        post(.message(try IncomingMessage(body: body)))
      } catch {
        post(.invalidMessage(error))
      }
    }
  }

  /// Takes what has waited longest; waits where there is nothing.
  public func next() -> Event {
    while true {
      available.wait()
      if let event = take() { return event }
    }
  }

  /// Takes what has waited longest; `nil` where nothing comes in `milliseconds`.
  public func next(within milliseconds: Int) -> Event? {
    guard available.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else { return nil }
    return take()
  }

  /// Takes what has waited longest, where there is something.
  public func nextIfAvailable() -> Event? {
    guard available.wait(timeout: .now()) == .success else { return nil }
    return take()
  }

  private func take() -> Event? {
    state.withLock { state in
      guard let event = state.takeFirst() else { return nil }
      guard case .message(let message) = event, case .request(let id, _) = message.kind else { return event }
      state.waitingRequests.remove(id)
      let isSuperseded = state.tokenRequests.take(id, cancelled: state.cancelledRequests)
      guard state.cancelledRequests.remove(id) == nil else { return .cancelledRequest(id) }
      return isSuperseded ? .supersededRequest(message) : event
    }
  }

  private static func requestToCancel(_ event: Event) -> RequestID? {
    guard case .message(let message) = event, case .notification("$/cancelRequest") = message.kind else { return nil }
    return try? message.decode(CancelParams.self).id
  }
}
