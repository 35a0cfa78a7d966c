import JSONRPC

/// Standard error, for people to read. What cannot be written is dropped.
public enum StandardError {
  /// Writes a line in one go, so that lines of several threads do not mix.
  public static func writeLine(_ line: String) {
    try? FileDescriptor.standardError.write(Array((line + "\n").utf8))
  }
}
