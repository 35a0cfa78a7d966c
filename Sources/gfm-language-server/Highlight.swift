import GFMFeatures
import GFMSyntax
import Glibc

/// The subcommand `highlight`: prints files as an editor would show them, through the same tokens.
struct Highlight {
  enum Color: String, CaseIterable {
    case always, auto, never
  }

  static let usage = """
    Usage: gfm-language-server highlight [--color WHEN] [--theme THEME] [FILE…]

    Prints Markdown files in colour. Reads standard input if no FILE is given, or if FILE is '-'. Several files have their
    names above them. Without colour, files are printed byte for byte.

      --color WHEN        auto (the default), always or never. 'auto' prints in colour if the output is a terminal, unless
                          NO_COLOR is set.
      --theme THEME       auto (the default), light or dark: the terminal's background. 'auto' reads COLORFGBG; without
                          it, the colours suit both.

    Exit status: 0 on success; 64 if the arguments are wrong; 66 if a file could not be read; 74 if the output could not
    be written.

    """

  private var color = Color.auto
  private var theme = Palette.Theme.auto
  private var files: [String] = []

  /// Runs the subcommand with the arguments that stand after its name, and returns the exit status.
  static func run(_ arguments: [String]) -> Int32 {
    var command = Highlight()
    switch command.parse(arguments) {
    case .run:
      guard command.wantsColor else { return output.printFiles(command.files) { _, bytes in bytes } }
      let palette = Palette(command.theme, colorFGBG: getenv("COLORFGBG").map { String(cString: $0) })
      let hasHeadings = command.files.count > 1
      return output.printFiles(command.files) { file, bytes in
        (hasHeadings ? heading(file) : []) + painted(bytes, palette)
      }
    case .help: return output.print(usage)
    case .wrong(let reason): return output.refuse(reason)
    }
  }

  private static let output = SubcommandOutput(name: "highlight")
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
      } else {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts[0] == "--color" || parts[0] == "--theme" else { return .wrong("unknown option '\(argument)'") }
        let value = parts.count > 1 ? parts[1] : rest.popFirst()
        if let reason = parts[0] == "--color" ? set(\.color, value, "--color") : set(\.theme, value, "--theme") {
          return .wrong(reason)
        }
      }
    }
    if files.isEmpty { files = ["-"] }
    return .run
  }

  /// Sets an option that takes one of a few values. Returns what is wrong with `value`, or `nil`.
  private mutating func set<Value: RawRepresentable<String> & CaseIterable>(
    _ option: WritableKeyPath<Self, Value>, _ value: String?, _ name: String
  ) -> String? {
    let all = Value.allCases.map(\.rawValue).joined(separator: ", ")
    guard let value else { return "\(name) needs one of \(all)" }
    guard let choice = Value(rawValue: value) else { return "\(name) must be one of \(all), not '\(value)'" }
    self[keyPath: option] = choice
    return nil
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

// MARK: - Colour

extension Highlight {
  /// A file's name above its text.
  private static func heading(_ file: String) -> [UInt8] {
    var output = Array("\u{1B}[1m==> ".utf8)
    appendShowingControls(Array(file.utf8)[...], to: &output)
    return output + Array(" <==\u{1B}[0m\n".utf8)
  }

  /// `text` with terminal escapes for its tokens.
  private static func painted(_ text: [UInt8], _ palette: Palette) -> [UInt8] {
    let document = Document(text)
    var output: [UInt8] = []
    output.reserveCapacity(text.count * 2)
    for placed in document.blocks(in: 0..<document.byteCount) {
      let bytes = placed.bytes
      var end = 0
      for token in placed.block.semanticTokens() {
        appendShowingControls(bytes[end..<Int(token.start)], to: &output)
        end = Int(token.end)
        let style = palette.style(of: token)
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
}
