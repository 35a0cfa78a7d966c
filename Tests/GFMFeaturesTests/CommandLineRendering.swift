import Foundation

/// What cmark-gfm's own command renders texts to: a judge that shares no code with ours.
enum CommandLineRendering {
  private static let command = "/usr/bin/cmark-gfm"

  static let isAvailable = FileManager.default.isExecutableFile(atPath: command)

  /// The HTML of `text` with GitHub's extensions but footnotes, raw HTML kept; `nil` where the command is not installed.
  static func html(of text: String) throws -> String? {
    guard isAvailable else { return nil }
    let process = Process()
    process.executableURL = URL(filePath: command)
    process.arguments =
      ["table", "strikethrough", "autolink", "tasklist"].flatMap { ["-e", $0] } + ["--unsafe"]
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
