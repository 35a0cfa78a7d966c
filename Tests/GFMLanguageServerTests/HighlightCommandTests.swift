import Foundation
import TestSupport
import Testing

/// Runs the built executable's `highlight` as a shell would.
@Suite struct HighlightCommandTests {
  private typealias Folder = SubcommandRun.Folder

  private static let command = SubcommandRun(name: "highlight")

  private func run(_ arguments: [String], input: String = "", in folder: Folder) throws -> SubcommandRun.Output {
    try Self.command.run(arguments, input: input, in: folder)
  }

  /// `text` without the escapes that set styles.
  private func plain(_ text: String) -> String { text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") }

  @Test func colorNamesWhatIsThere() throws {
    let folder = try Folder(["a.md": "# Title\n\nsome **bold** text\n"])
    let output = try run(["--color", "always", "a.md"], in: folder)
    #expect(output.status == 0)
    #expect(output.errors == "")
    #expect(output.text.contains("\u{1B}[1;4;38;5;32mTitle\u{1B}[0m"))
    let delimiter = "\u{1B}[1;38;5;244m**\u{1B}[0m"
    #expect(output.text.contains("some \(delimiter)\u{1B}[1mbold\u{1B}[0m\(delimiter) text"))
    #expect(plain(output.text) == "# Title\n\nsome **bold** text\n")
  }

  @Test func plainWhereTheOutputIsNoTerminal() throws {
    let source = "# T\r\n\u{1B}[31m**b** é😀 no newline at the end"
    let folder = try Folder(["a.md": source])
    for arguments in [["a.md"], ["--color", "never", "a.md"], ["--color=auto", "--", "a.md"]] {
      #expect(try run(arguments, in: folder).text == source)
    }
  }

  @Test func colorOnATerminal() throws {
    let folder = try Folder(["a.md": "**b**\n"])
    #expect(try runOnTerminal(["a.md"], in: folder).contains("\u{1B}[1mb\u{1B}[0m"))
    #expect(try runOnTerminal(["--color", "never", "a.md"], in: folder) == "**b**\r\n")
    #expect(try runOnTerminal(["a.md"], in: folder, environment: ["NO_COLOR": "1"]) == "**b**\r\n")
    #expect(try runOnTerminal(["a.md"], in: folder, environment: ["TERM": "dumb"]) == "**b**\r\n")
    #expect(try runOnTerminal(["a.md"], in: folder, environment: ["NO_COLOR": ""]).contains("\u{1B}["))
  }

  /// What a terminal gets from the command.
  private func runOnTerminal(
    _ arguments: [String], in folder: Folder, environment: [String: String] = [:]
  ) throws -> String {
    var (master, slave): (Int32, Int32) = (-1, -1)
    try #require(openpty(&master, &slave, nil, nil, nil) == 0)
    let process = Self.command.process(arguments, in: folder, environment: environment)
    let terminal = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = terminal
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    // Read before the last writer's end closes: a terminal drops what is unread then.
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(master, &buffer, buffer.count)
    try terminal.close()
    close(master)
    return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
  }

  @Test func standardInput() throws {
    let folder = try Folder(["a.md": "*a*\n"])
    #expect(try run(["-"], input: "*b*\n", in: folder).text == "*b*\n")
    #expect(try run(["a.md", "-", "a.md"], input: "*b*\n", in: folder).text == "*a*\n*b*\n*a*\n")
    #expect(try run(["--color=always", "-"], input: "*b*", in: folder).text.contains("\u{1B}[3mb\u{1B}[0m"))
    #expect(try run(["-"], input: "", in: folder).text == "")
  }

  @Test func unreadableFilesDontStopTheOthers() throws {
    let folder = try Folder(["a.md": "a\n", "b.md": "b\n"])
    let output = try run(["a.md", "missing.md", ".", "b.md"], in: folder)
    #expect(output.text == "a\nb\n")
    #expect(
      output.errors == """
        gfm-language-server highlight: missing.md: No such file or directory
        gfm-language-server highlight: .: Is a directory

        """)
    #expect(output.status == 66)
  }

  @Test(arguments: [
    ([], "no file given"),
    (["--colour", "a.md"], "unknown option '--colour'"),
    (["--color", "sometimes", "a.md"], "--color is one of always, auto, never, not 'sometimes'"),
    (["a.md", "--color"], "--color needs one of"),
  ])
  func wrongArguments(arguments: [String], reason: String) throws {
    let folder = try Folder(["a.md": "a\n"])
    let output = try run(arguments, in: folder)
    #expect(output.status == 64)
    #expect(output.text == "")
    #expect(output.errors.contains(reason))
  }

  @Test func help() throws {
    let folder = try Folder([:])
    let output = try run(["--help"], in: folder)
    #expect(output.status == 0)
    #expect(output.text.hasPrefix("Usage: gfm-language-server highlight "))
  }

  /// A file must not move the cursor or retitle the window of who looks at it.
  @Test func controlCharactersAreShownInColor() throws {
    let folder = try Folder(["a.md": "a\u{1B}]0;t\u{07}\u{7F}\u{9B}31m\tb\rc\r\nd\n"])
    let output = try run(["--color=always", "a.md"], in: folder)
    #expect(plain(output.text) == "a␛]0;t␇␡\u{FFFD}31m\tb\nc\r\nd\n")
  }

  @Test(.enabled(if: !Corpus.documents.isEmpty)) func realDocumentsKeepTheirText() throws {
    let folder = try Folder([:])
    for url in Corpus.documents {
      let source = String(decoding: try Data(contentsOf: url), as: UTF8.self)
      let output = try run(["--color=always", url.path], in: folder)
      #expect(output.status == 0)
      #expect(output.text.contains("\u{1B}["), "\(url.lastPathComponent)")
      let hasControls = source.unicodeScalars.contains {
        $0.properties.generalCategory == .control && $0 != "\t" && $0 != "\n"
      }
      if !hasControls { #expect(plain(output.text) == source, "\(url.lastPathComponent)") }
    }
  }
}
