/// The server's log. Lines go to stderr, never to stdout, which carries protocol frames only.
public struct Log: Sendable {
  public enum Level: String, Sendable, CaseIterable, Comparable {
    case error, warning, info, debug

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    public static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }
  }

  /// The least important level that is written.
  private let level: Level
  private let writeLine: @Sendable (String) -> Void

  public init(
    level: Level, writeLine: @escaping @Sendable (String) -> Void = { StandardError.writeLine($0) }
  ) {
    self.level = level
    self.writeLine = writeLine
  }

  public func error(_ message: @autoclosure () -> String) { write(.error, message) }
  public func warning(_ message: @autoclosure () -> String) { write(.warning, message) }
  public func info(_ message: @autoclosure () -> String) { write(.info, message) }
  public func debug(_ message: @autoclosure () -> String) { write(.debug, message) }

  private func write(_ level: Level, _ message: () -> String) {
    guard level <= self.level else { return }
    writeLine("gfm-language-server: \(level.rawValue): \(message())")
  }
}
