import Glibc
import JSONRPC

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
      let bytes: [UInt8]
      do throws(TransportError) {
        bytes = try Self.read(file)
      } catch {
        report("\(file): \(error)")
        status = ExitCode.noInput
        continue
      }
      do throws(TransportError) {
        try FileDescriptor.standardOutput.write(rendering(file, bytes))
      } catch {
        if error.code == EPIPE { return status }  // the reader has seen enough, as `head` does
        report("standard output: \(error)")
        return ExitCode.inputOutput
      }
    }
    return status
  }

  /// Prints the subcommand's help, or all that it has to say, and returns the exit status.
  func print(_ text: String) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    do throws(TransportError) {
      try FileDescriptor.standardOutput.write(Array(text.utf8))
      return 0
    } catch {
      return ExitCode.inputOutput
    }
  }

  /// Says what is wrong with the arguments, and returns the exit status.
  func refuse(_ reason: String) -> Int32 {
    report("\(reason)\nTry 'gfm-language-server \(name) --help'.")
    return ExitCode.usage
  }

  private func report(_ message: String) {
    try? FileDescriptor.standardError.write(Array("gfm-language-server \(name): \(message)\n".utf8))
  }

  /// The bytes of a file, or of standard input for `-`.
  private static func read(_ path: String) throws(TransportError) -> [UInt8] {
    guard path != "-" else { return try FileDescriptor.standardInput.readAll() }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw TransportError(code: errno) }
    defer { close(file) }
    return try FileDescriptor(rawValue: file).readAll()
  }
}
