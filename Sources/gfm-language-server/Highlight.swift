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

  private var color = Color.auto
  private var files: [String] = []

  /// Runs the subcommand with the arguments that stand after its name, and returns the exit status.
  static func run(_ arguments: [String]) -> Int32 {
    var command = Highlight()
    switch command.parse(arguments) {
    case .run:
      let wantsColor = command.wantsColor
      return output.printFiles(command.files) { _, bytes in wantsColor ? painted(bytes) : bytes }
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

// MARK: - Colour

extension Highlight {
  /// `text` with terminal escapes for its tokens.
  private static func painted(_ text: [UInt8]) -> [UInt8] {
    let document = Document(text)
    var output: [UInt8] = []
    output.reserveCapacity(text.count * 2)
    for placed in document.blocks(in: 0..<document.byteCount) {
      let bytes = placed.bytes
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
      var segments: [String] = []
      let modifiers = token.modifiers
      let isBold =
        switch token.type {
        case .kind(.heading), .kind(.alert): true
        default: !modifiers.isDisjoint(with: [.strong, .header])
        }
      if isBold { segments.append("1") }
      if modifiers.contains(.emphasis) { segments.append("3") }
      if modifiers.contains(.strikethrough) { segments.append("9") }
      let isUnderlined =
        switch token.type {
        // What leads nowhere looks like what it is: text.
        case .kind(.link), .kind(.image): !modifiers.contains(.unresolved)
        case .kind(.autolink), .kind(.mention), .kind(.issue), .kind(.commit): true
        // Else its spaces can't be seen.
        case .kind(.hardBreak): true
        case .kind(.heading): modifiers.contains(.level1)
        default: false
        }
      if isUnderlined { segments.append("4") }
      if let color = color(of: token) { segments.append(color) }
      return segments.joined(separator: ";")
    }

    private static func color(of token: SemanticToken) -> String? {
      if token.modifiers.contains(.unresolved) { return red }
      guard case .kind(let kind) = token.type else { return magenta }
      return switch kind {
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
      case .alert: alertColor(token.modifiers)
      case .mention, .issue, .commit: teal
      case .emoji: orange
      case .math: purple
      case .diagram: green
      case .codeFence, .tableDelimiter, .thematicBreak, .hardBreak, .delimiter: gray
      }
    }

    /// As on GitHub.
    private static func alertColor(_ modifiers: SemanticToken.Modifiers) -> String {
      if modifiers.contains(.note) { return blue }
      if modifiers.contains(.tip) { return green }
      if modifiers.contains(.important) { return purple }
      return modifiers.contains(.warning) ? orange : red
    }
  }
}
