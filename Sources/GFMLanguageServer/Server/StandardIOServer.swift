import Dispatch
import Glibc
import JSONRPC
import Synchronization

/// Runs a session over standard input and output.
///
/// One thread reads and posts to the inbox; the calling thread runs the session and writes.
public enum StandardIOServer {
  /// How long nothing must come in before the session does what nobody waits for, in milliseconds.
  private static let typingPause = 200

  /// Serves until the client leaves, and returns what the process should exit with. The client leaves, too, where the
  /// process `clientProcess` ends, or the one that it names itself.
  public static func run(log: Log, clientProcess: Int? = nil) -> Int32 {
    let inbox = Inbox()
    let writer = FrameWriter(output: .claimingStandardOutput())
    let progress = Progress()
    let watch = { (process: Int) in
      ParentProcessMonitor.start(process: process) {
        inbox.post(.clientProcessEnded)
        progress.exitWithoutIt(log)
      }
    }
    if let clientProcess { watch(clientProcess) }
    let session = Session(
      log: log,
      watchClientProcess: { if $0 != clientProcess { watch($0) } },
      send: { body in
        do throws(TransportError) {
          try writer.write(body: body)
          return true
        } catch {
          log.error("a message could not be written: \(error)")
          return false
        }
      })

    DispatchQueue(label: "reader").async {
      let end = FrameReader(input: .standardInput).run { inbox.post($0) }
      inbox.post(.inputEnded(end))
      progress.exitWithoutIt(log)
    }

    var isIdle = false
    while true {
      let pause = isIdle || !session.waitingRequests.isEmpty ? 0 : Self.typingPause
      let event = session.hasIdleWork ? inbox.next(within: pause) : inbox.next()
      if let event { session.receive(event) } else { session.doIdleWork() }
      isIdle = event == nil
      progress.advance()
      if let exitCode = session.exitCode { return exitCode }
    }
  }
}

/// Whether the loop gets on with its work.
private final class Progress: Sendable {
  private static let reparseBudget: UInt32 = 10

  private let count = Atomic(0)

  func advance() { count.add(1, ordering: .relaxed) }

  /// For when the client has gone: what it sent may be worked off, but nobody waits for a loop that is stuck in a long
  /// parse, or in writing to a pipe that is full. Blocks its thread; ends the process after ten seconds without progress.
  func exitWithoutIt(_ log: Log) {
    while true {
      let before = count.load(ordering: .relaxed)
      sleep(Self.reparseBudget)
      guard count.load(ordering: .relaxed) == before else { continue }
      log.error("the client has gone, and the server was busy for too long")
      _exit(1)
    }
  }
}
