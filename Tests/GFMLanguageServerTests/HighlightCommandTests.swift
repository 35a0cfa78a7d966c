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
    #expect(try run([], input: "*b*\n", in: folder).text == "*b*\n")
  }

  @Test func namesEachOfSeveralFilesInColor() throws {
    let folder = try Folder(["a.md": "a\n", "b\u{1B}.md": "b\n"])
    let output = try run(["--color=always", "a.md", "b\u{1B}.md"], in: folder)
    #expect(output.text == "\u{1B}[1m==> a.md <==\u{1B}[0m\na\n\u{1B}[1m==> b␛.md <==\u{1B}[0m\nb\n")
    #expect(try run(["a.md", "b\u{1B}.md"], in: folder).text == "a\nb\n")
  }

  @Test(
    arguments: [
      (["--theme", "light"], nil, 25), (["--theme", "dark"], nil, 75), ([], nil, 32), ([], "0;15", 25),
      ([], "15;default;0", 75), ([], "7;8", 75), ([], "0;7", 25), ([], "15;3x", 32), (["--theme=light"], "15;0", 25),
    ] as [([String], String?, Int)])
  func themes(_ options: [String], _ colorFGBG: String?, _ blue: Int) throws {
    let folder = try Folder(["a.md": "# T\n"])
    let output = try Self.command.run(
      ["--color=always", "a.md"] + options, in: folder, environment: colorFGBG.map { ["COLORFGBG": $0] } ?? [:])
    #expect(output.text.contains("\u{1B}[1;4;38;5;\(blue)mT\u{1B}[0m"))
  }

  /// The WCAG contrast of each colour with the backgrounds that a theme is for.
  @Test(
    arguments: [("auto", [255, 0, 0x1E], 3), ("light", [255], 4.5), ("dark", [0, 0x1E], 4.5)]
      as [(String, [Int], Double)])
  func colorsAreReadable(_ theme: String, _ backgrounds: [Int], _ minimum: Double) throws {
    let source = "# T\n\n> [!NOTE]\n> [a](b 'c') `d` &amp; <b> [^e] :tada: @f $g$ [h]\n\n- [x] i\n- [ ] j\n\n[^e]: k\n"
    let output = try run(["--color=always", "--theme", theme], input: source, in: Folder([:]))
    let colors = Set(output.text.matches(of: #/38;5;(\d+)/#).compactMap { Int($0.output.1) })
    #expect(colors.count == 8)
    for color in colors {
      for background in backgrounds {
        let lights = [luminance(paletteColor(color)), luminance([background, background, background])].sorted()
        #expect((lights[1] + 0.05) / (lights[0] + 0.05) >= minimum, "\(color) on \(background)")
      }
    }
  }

  /// Red, green and blue of a number of xterm's palette: a cube of 6 steps, then 24 grays.
  private func paletteColor(_ number: Int) -> [Int] {
    guard number < 232 else { return Array(repeating: 8 + 10 * (number - 232), count: 3) }
    let steps = [0, 95, 135, 175, 215, 255]
    return [(number - 16) / 36, (number - 16) / 6 % 6, (number - 16) % 6].map { steps[$0] }
  }

  /// The relative luminance of a colour (WCAG 2.1).
  private func luminance(_ color: [Int]) -> Double {
    let parts = color.map { Double($0) / 255 }.map { $0 <= 0.03928 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
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
    (["--colour", "a.md"], "unknown option '--colour'"),
    (["--color", "sometimes", "a.md"], "--color must be one of always, auto, never, not 'sometimes'"),
    (["a.md", "--color"], "--color needs one of"),
    (["--theme=blue", "a.md"], "--theme must be one of auto, light, dark, not 'blue'"),
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
