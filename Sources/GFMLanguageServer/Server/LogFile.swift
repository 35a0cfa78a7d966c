import Glibc
public import JSONRPC

/// A file that the log goes to, each line with its time and the process. What cannot be written is dropped.
public struct LogFile: Sendable {
  private let file: FileDescriptor

  /// Opens `path` for appending, and makes the file where there is none; only its owner may read it, as it names
  /// documents. Several servers may write to one file.
  public init(path: String) throws(TransportError) {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw TransportError(code: errno) }
    file = FileDescriptor(rawValue: descriptor)
  }

  public func writeLine(_ line: String) {
    try? file.writeWithoutWaiting(Array("\(Self.timestamp()) [\(getpid())] \(line)\n".utf8))
  }

  /// The time in UTC, to the millisecond (RFC 3339).
  private static func timestamp() -> String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var time = tm()
    gmtime_r(&now.tv_sec, &time)
    func digits(_ number: some BinaryInteger, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let date = "\(digits(Int(time.tm_year) + 1900, 4))-\(digits(time.tm_mon + 1, 2))-\(digits(time.tm_mday, 2))"
    let clock = "\(digits(time.tm_hour, 2)):\(digits(time.tm_min, 2)):\(digits(time.tm_sec, 2))"
    return "\(date)T\(clock).\(digits(now.tv_nsec / 1_000_000, 3))Z"
  }
}
