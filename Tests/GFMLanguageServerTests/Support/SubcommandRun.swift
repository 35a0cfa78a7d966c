import Foundation

/// Runs a subcommand of the built executable as a shell would.
struct SubcommandRun {
  struct Output {
    var text: String
    var errors: String
    var status: Int32
  }

  /// A fresh folder with files of the given names and contents, there as long as this object is.
  final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "gfm-subcommand-\(UUID().uuidString)")

    init(_ files: [String: String]) throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      for (name, content) in files { try Data(content.utf8).write(to: url.appending(path: name)) }
    }

    deinit { try? FileManager.default.removeItem(at: url) }
  }

  /// Where the build puts the executable: beside the test bundle, which is this process's own executable.
  private static let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "gfm-language-server")

  let name: String

  func process(_ arguments: [String], in folder: Folder, environment: [String: String]) -> Process {
    let process = Process()
    process.executableURL = Self.executable
    process.arguments = [name] + arguments
    process.currentDirectoryURL = folder.url
    process.environment = environment
    return process
  }

  /// Runs it to its end. What goes in and what comes back must fit into a pipe.
  func run(
    _ arguments: [String], input: String = "", in folder: Folder, environment: [String: String] = [:]
  ) throws -> Output {
    let process = process(arguments, in: folder, environment: environment)
    let (input, output, errors) = (Data(input.utf8), Pipe(), Pipe())
    let inputPipe = Pipe()
    process.standardInput = inputPipe
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    if !input.isEmpty { try inputPipe.fileHandleForWriting.write(contentsOf: input) }
    try inputPipe.fileHandleForWriting.close()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    let errorText = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Output(
      text: String(decoding: text, as: UTF8.self), errors: String(decoding: errorText, as: UTF8.self),
      status: process.terminationStatus)
  }
}
