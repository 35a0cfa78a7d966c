import GFMSyntax
import LanguageServerProtocol

extension Session {
  /// Does `work`, which says how it went; tells the log, and the client where it wants a trace, what that took.
  func traced(_ name: @autoclosure () -> String, _ work: () -> String) {
    guard log.writes(.debug) || trace != .off else {
      _ = work()
      return
    }
    let parsedBefore = ParserStatistics.current
    let start = ContinuousClock.now
    let outcome = work()
    let duration = ContinuousClock.now - start
    let parsed = ParserStatistics.current - parsedBefore
    let message = "\(name()): \(Self.milliseconds(duration)) ms"
    let details = "\(outcome); parsed \(parsed.byteCount) bytes in \(parsed.parseCount) parses"
    log.debug("\(message), \(details)")
    // A client that has ended the session reads no more.
    guard trace != .off, phase == .running else { return }
    notify("$/logTrace", LogTraceParams(message: message, verbose: trace == .verbose ? details : nil))
  }

  /// With three decimals.
  private static func milliseconds(_ duration: Duration) -> String {
    let microseconds = duration.components.seconds * 1_000_000 + duration.components.attoseconds / 1_000_000_000_000
    let fraction = String(microseconds % 1000)
    return "\(microseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }
}
