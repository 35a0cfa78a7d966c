import JSONRPC

/// Standard error, for people to read. What cannot be written is dropped.
public enum StandardError {
  /// Writes a line in one go, so that lines of several threads do not mix.
  ///
  /// Where nobody reads standard error and it is full, the line is dropped: a log must not stop the server.
  public static func writeLine(_ line: String) {
    try? FileDescriptor.standardError.writeWithoutWaiting(Array((line + "\n").utf8))
  }
}
