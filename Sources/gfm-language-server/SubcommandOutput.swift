import Glibc

/// What the subcommands that print files have in common: reading, writing, complaints and exit statuses.
struct SubcommandOutput {
  private enum ExitCode {
    static let usage: Int32 = 64
    static let noInput: Int32 = 66
    static let inputOutput: Int32 = 74
  }

  /// The subcommand's name, for complaints.
  let name: String

  /// Prints what `rendering` makes of each file's name and bytes, and returns the exit status. A file that can't be read
  /// does not stop the others.
  func printFiles(_ files: [String], rendering: (_ file: String, _ bytes: [UInt8]) -> [UInt8]) -> Int32 {
    // A reader that goes away is the write's error, not a signal.
    signal(SIGPIPE, SIG_IGN)
    var status: Int32 = 0
    for file in files {
      guard let bytes = Self.read(file) else {
        report("\(file): \(String(cString: strerror(errno)))")
        status = ExitCode.noInput
        continue
      }
      let failure = Self.write(rendering(file, bytes), to: STDOUT_FILENO)
      if failure == EPIPE { return status }  // the reader has seen enough, as `head` does
      if failure != 0 {
        report("standard output: \(String(cString: strerror(failure)))")
        return ExitCode.inputOutput
      }
    }
    return status
  }

  /// Prints the subcommand's help, or all that it has to say, and returns the exit status.
  func print(_ text: String) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    return Self.write(Array(text.utf8), to: STDOUT_FILENO) == 0 ? 0 : ExitCode.inputOutput
  }

  /// Says what is wrong with the arguments, and returns the exit status.
  func refuse(_ reason: String) -> Int32 {
    report("\(reason)\nTry 'gfm-language-server \(name) --help'.")
    return ExitCode.usage
  }

  private func report(_ message: String) {
    _ = Self.write(Array("gfm-language-server \(name): \(message)\n".utf8), to: STDERR_FILENO)
  }

  /// The bytes of a file, or of standard input for `-`; `nil` with `errno` set where it can't be read.
  private static func read(_ file: String) -> [UInt8]? {
    let descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var bytes: [UInt8] = []
    var failure: Int32 = 0
    let chunk = 1 << 16
    reading: while true {
      let held = bytes.count
      var count = 0
      bytes.reserveCapacity(held + chunk)
      bytes.append(
        contentsOf: [UInt8](unsafeUninitializedCapacity: chunk) { buffer, initialized in
          count = Glibc.read(descriptor, buffer.baseAddress, chunk)
          initialized = max(count, 0)
        })
      if count == 0 { break reading }
      if count < 0, errno != EINTR {
        failure = errno
        break reading
      }
    }
    if descriptor != STDIN_FILENO { close(descriptor) }
    errno = failure
    return failure == 0 ? bytes : nil
  }

  /// Writes all of `bytes`; returns 0 or the error's number.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
        if count >= 0 {
          written += count
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
  }
}
