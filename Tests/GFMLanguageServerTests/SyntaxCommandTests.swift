import Testing

/// Runs the built executable's `syntax`; what it prints of a tree is tested with the tree.
@Suite struct SyntaxCommandTests {
  private static let command = SubcommandRun(name: "syntax")

  private func run(
    _ arguments: [String], input: String = "", files: [String: String] = [:]
  ) throws -> SubcommandRun.Output {
    try Self.command.run(arguments, input: input, in: SubcommandRun.Folder(files))
  }

  @Test func printsTheTree() throws {
    let output = try run(["a.md"], files: ["a.md": "# T\n"])
    #expect(
      output.text == """
        heading level=1 atx  1:1-1:4  0..<3  "# T"
          text  1:3-1:4  2..<3  "T"

        """)
    #expect(output.errors == "")
    #expect(output.status == 0)
  }

  @Test func printsTokens() throws {
    let output = try run(["--tokens", "-"], input: "# T")
    #expect(
      output.text == """
        heading level=1 atx  1:1-1:4  0..<3  "# T"
          text  1:3-1:4  2..<3  "T"

        tokens
          headingMarker  1:1-1:2  0..<1  "#"  of heading level=1 atx
          whitespace  1:2-1:3  1..<2  " "  of text
          text  1:3-1:4  2..<3  "T"  of text

        """)
  }

  @Test func readsStandardInputWithoutAFile() throws {
    #expect(try run([], input: "***").text == "thematicBreak  1:1-1:4  0..<3  \"***\"\n")
  }

  @Test func namesEachOfSeveralFiles() throws {
    let output = try run(["--", "a.md", "-b.md"], files: ["a.md": "---\n", "-b.md": ""])
    #expect(output.text == "a.md\nthematicBreak  1:1-1:4  0..<3  \"---\"\n-b.md\n")
    #expect(output.status == 0)
  }

  @Test func unreadableFilesDontStopTheOthers() throws {
    let output = try run(["missing.md", "a.md"], files: ["a.md": "***"])
    #expect(output.text == "a.md\nthematicBreak  1:1-1:4  0..<3  \"***\"\n")
    #expect(output.errors == "gfm-language-server syntax: missing.md: No such file or directory\n")
    #expect(output.status == 66)
  }

  @Test(arguments: [(["--token", "a.md"], "unknown option '--token'")])
  func wrongArguments(arguments: [String], reason: String) throws {
    let output = try run(arguments)
    #expect(output.status == 64)
    #expect(output.text == "")
    #expect(output.errors.contains(reason))
  }

  @Test func help() throws {
    let output = try run(["-h"])
    #expect(output.status == 0)
    #expect(output.text.hasPrefix("Usage: gfm-language-server syntax "))
  }
}
