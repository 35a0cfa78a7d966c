import GFMFeatures
import GFMSyntax
import Glibc

/// The subcommand `highlight`: prints files as an editor would show them, through the same tokens.
struct Highlight {
  enum Color: String {
    case always, auto, never
  }

  static let usage = """
    Usage: gfm-language-server highlight [--color always|auto|never] FILE…

    Prints Markdown files in colour. '-' is standard input. With 'auto', the default, there is colour where the output
    is a terminal, unless NO_COLOR is set. Without colour, files are printed byte for byte.

    Exit status: 0; 64 for wrong arguments; 66 where a file could not be read; 74 where the output could not be written.

    """

  private enum ExitCode {
    static let usage: Int32 = 64
    static let noInput: Int32 = 66
    static let inputOutput: Int32 = 74
  }

  private var color = Color.auto
  private var files: [String] = []

  /// Runs the subcommand with the arguments that stand after its name, and returns the exit status.
  static func run(_ arguments: [String]) -> Int32 {
    // A reader that goes away is the write's error, not a signal.
    signal(SIGPIPE, SIG_IGN)
    var command = Highlight()
    switch command.parse(arguments) {
    case .run: return command.printFiles()
    case .help: return write(Array(usage.utf8), to: STDOUT_FILENO) == 0 ? 0 : ExitCode.inputOutput
    case .wrong(let reason):
      report("\(reason)\nTry 'gfm-language-server highlight --help'.")
      return ExitCode.usage
    }
  }

  private static func report(_ message: String) {
    _ = write(Array("gfm-language-server highlight: \(message)\n".utf8), to: STDERR_FILENO)
  }
}

// MARK: - Arguments

extension Highlight {
  private enum Request {
    case run
    case help
    case wrong(String)
  }

  private mutating func parse(_ arguments: [String]) -> Request {
    var rest = arguments[...]
    var optionsEnded = false
    while let argument = rest.popFirst() {
      if optionsEnded || argument == "-" || !argument.hasPrefix("-") {
        files.append(argument)
      } else if argument == "--" {
        optionsEnded = true
      } else if argument == "--help" || argument == "-h" {
        return .help
      } else if argument == "--color" || argument.hasPrefix("--color=") {
        let given = argument == "--color" ? rest.popFirst() : String(argument.dropFirst("--color=".count))
        guard let given else { return .wrong("--color needs one of always, auto, never") }
        guard let color = Color(rawValue: given) else {
          return .wrong("--color is one of always, auto, never, not '\(given)'")
        }
        self.color = color
      } else {
        return .wrong("unknown option '\(argument)'")
      }
    }
    return files.isEmpty ? .wrong("no file given ('-' is standard input)") : .run
  }

  /// Whether to print in colour (https://no-color.org).
  private var wantsColor: Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto: isatty(STDOUT_FILENO) == 1 && !Self.isSet("NO_COLOR") && !Self.isDumbTerminal
    }
  }

  private static func isSet(_ name: String) -> Bool {
    guard let value = getenv(name) else { return false }
    return value.pointee != 0
  }

  private static var isDumbTerminal: Bool {
    guard let terminal = getenv("TERM") else { return false }
    return strcmp(terminal, "dumb") == 0
  }
}

// MARK: - Files

extension Highlight {
  private func printFiles() -> Int32 {
    let wantsColor = wantsColor
    var status: Int32 = 0
    for file in files {
      guard let bytes = Self.read(file) else {
        Self.report("\(file): \(String(cString: strerror(errno)))")
        status = ExitCode.noInput
        continue
      }
      let output = wantsColor ? Self.painted(bytes) : bytes
      let failure = Self.write(output, to: STDOUT_FILENO)
      if failure == EPIPE { return status }  // the reader has seen enough, as `head` does
      if failure != 0 {
        Self.report("standard output: \(String(cString: strerror(failure)))")
        return ExitCode.inputOutput
      }
    }
    return status
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

// MARK: - Colour

extension Highlight {
  /// `text` with terminal escapes for its tokens.
  private static func painted(_ text: [UInt8]) -> [UInt8] {
    let document = Document(text)
    var output: [UInt8] = []
    output.reserveCapacity(text.count * 2)
    for placed in document.blocks(overlapping: 0..<document.byteCount) {
      let bytes = placed.block.bytes
      var end = 0
      for token in placed.block.semanticTokens() {
        appendShowingControls(bytes[end..<Int(token.start)], to: &output)
        end = Int(token.end)
        let style = Palette.style(of: token)
        if !style.isEmpty { output += Array("\u{1B}[\(style)m".utf8) }
        appendShowingControls(bytes[Int(token.start)..<end], to: &output)
        if !style.isEmpty { output += Array("\u{1B}[0m".utf8) }
      }
      appendShowingControls(bytes[end...], to: &output)
    }
    return output
  }

  /// Appends `bytes` with control characters as symbols, lest a file drive the terminal.
  private static func appendShowingControls(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      let next = index + 1 < bytes.endIndex ? bytes[index + 1] : nil
      index += 1
      switch byte {
      case 0x09, 0x0A:
        output.append(byte)
      case 0x0D:
        // Alone it ends a line in Markdown, but on a terminal would have the next line overwrite this one.
        output.append(next == 0x0A ? byte : 0x0A)
      case 0x00..<0x20:
        output += Array(String(Character(Unicode.Scalar(0x2400 + UInt32(byte)) ?? "\u{FFFD}")).utf8)
      case 0x7F:
        output += Array("\u{2421}".utf8)
      case 0xC2 where (0x80..<0xA0).contains(next ?? 0):
        output += Array("\u{FFFD}".utf8)
        index += 1
      default:
        output.append(byte)
      }
    }
  }

  /// The colours: numbers of the 256-colour palette that have a contrast above 3 on white and on near-black alike.
  private enum Palette {
    private static let gray = "38;5;244"
    private static let blue = "38;5;32"
    private static let green = "38;5;64"
    private static let magenta = "38;5;133"
    private static let orange = "38;5;166"
    private static let purple = "38;5;98"
    private static let red = "38;5;131"
    private static let teal = "38;5;30"

    /// The parameters of the escape that starts the token; empty for plain text.
    static func style(of token: SemanticToken) -> String {
      var parts: [String] = []
      let modifiers = token.modifiers
      if modifiers.contains(.strong) || token.kind == .heading || modifiers.contains(.header) { parts.append("1") }
      if modifiers.contains(.emphasis) { parts.append("3") }
      if modifiers.contains(.strikethrough) { parts.append("9") }
      let isUnderlined =
        switch token.kind {
        case .link, .image, .autolink: true
        // Else its spaces can't be seen.
        case .hardBreak: true
        case .heading: modifiers.contains(.level1)
        default: false
        }
      if isUnderlined { parts.append("4") }
      if let color = color(of: token) { parts.append(color) }
      return parts.joined(separator: ";")
    }

    private static func color(of token: SemanticToken) -> String? {
      switch token.kind {
      case .text, .tableCell: nil
      case .heading: blue
      case .codeSpan, .codeBlock: green
      case .infoString, .entity, .escape: magenta
      case .link, .image, .autolink: teal
      case .linkDestination, .linkTitle: gray
      case .linkLabel, .footnoteLabel: purple
      case .listMarker, .quoteMarker: orange
      case .taskMarker: token.modifiers.contains(.checked) ? green : orange
      case .htmlBlock, .htmlInline: red
      case .frontMatter: purple
      case .codeFence, .tableDelimiter, .thematicBreak, .hardBreak, .delimiter: gray
      }
    }
  }
}
