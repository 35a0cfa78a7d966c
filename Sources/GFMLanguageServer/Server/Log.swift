/// The server's log: one line for each thing that happened, on standard error or in a file; never on standard output,
/// which carries protocol frames only.
public struct Log: Sendable {
  public enum Level: String, Sendable, CaseIterable, Comparable {
    case error, warning, info, debug

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    public static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }
  }

  /// What a line may be long, in bytes: no more than a pipe takes whole (`PIPE_BUF`), with what the file puts before it.
  private static let lengthLimit = 4000

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

  /// Whether lines of `level` are written.
  public func writes(_ level: Level) -> Bool { level <= self.level }

  private func write(_ level: Level, _ message: () -> String) {
    guard writes(level) else { return }
    writeLine(Self.singleLine("gfm-language-server: \(level.rawValue): \(message())"))
  }

  /// `text`, which may hold what a client sent, as one line that leaves a terminal alone.
  private static func singleLine(_ text: String) -> String {
    let isTooLong = text.utf8.count > lengthLimit
    // What is cut within a character becomes one that stands for it, and no control.
    let kept = isTooLong ? String(decoding: text.utf8.prefix(lengthLimit), as: UTF8.self) + "…" : text
    let isControl: (Unicode.Scalar) -> Bool = { $0.properties.generalCategory == .control }
    guard kept.unicodeScalars.contains(where: isControl) else { return kept }
    var line = String.UnicodeScalarView()
    line.append(contentsOf: kept.unicodeScalars.lazy.map { isControl($0) ? " " : $0 })
    return String(line)
  }
}
