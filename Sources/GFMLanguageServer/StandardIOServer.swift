import Dispatch
import JSONRPC

/// Runs a session over standard input and output.
///
/// One thread reads and posts to the inbox; the calling thread runs the session and writes.
public enum StandardIOServer {
  /// Serves until the client leaves, and returns what the process should exit with.
  public static func run(log: Log) -> Int32 {
    let inbox = Inbox()
    let writer = FrameWriter(output: .claimingStandardOutput())
    let session = Session(
      log: log,
      watchClientProcess: { process in
        ClientProcessWatch.start(process: process) { inbox.post(.clientProcessEnded) }
      },
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
    }

    while true {
      session.receive(inbox.next())
      if let exitCode = session.exitCode { return exitCode }
    }
  }
}
