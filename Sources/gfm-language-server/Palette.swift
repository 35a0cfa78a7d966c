import GFMFeatures

/// The colours of `highlight`: numbers of a terminal's 256-colour palette.
struct Palette {
  enum Theme: String, CaseIterable {
    case auto, light, dark
  }

  let gray, blue, green, magenta, orange, purple, red, teal: Int

  /// Readable on white and on near-black alike: a contrast above 3 on both.
  static let neutral = Palette(
    gray: 244, blue: 32, green: 64, magenta: 133, orange: 166, purple: 98, red: 131, teal: 30)
  /// For light backgrounds: a contrast above 4.5 on white.
  static let light = Palette(
    gray: 242, blue: 25, green: 22, magenta: 90, orange: 130, purple: 55, red: 124, teal: 23)
  /// For dark backgrounds: a contrast above 4.5 on black and on near-black.
  static let dark = Palette(
    gray: 247, blue: 75, green: 114, magenta: 176, orange: 215, purple: 141, red: 174, teal: 80)

  /// The palette for a theme. `auto` goes by `COLORFGBG`, which some terminals set to the numbers of their foreground and
  /// background colours, and is neutral without it.
  init(_ theme: Theme, colorFGBG: String?) {
    switch theme {
    case .light: self = .light
    case .dark: self = .dark
    case .auto:
      switch colorFGBG?.split(separator: ";").last.flatMap({ Int($0) }) {
      case .some(7), .some(15): self = .light
      case .some(0...6), .some(8): self = .dark
      default: self = .neutral
      }
    }
  }

  private init(gray: Int, blue: Int, green: Int, magenta: Int, orange: Int, purple: Int, red: Int, teal: Int) {
    (self.gray, self.blue, self.green, self.magenta) = (gray, blue, green, magenta)
    (self.orange, self.purple, self.red, self.teal) = (orange, purple, red, teal)
  }

  /// The parameters of the escape that starts the token; empty for plain text.
  func style(of token: SemanticToken) -> String {
    var parameters: [String] = []
    if Self.isBold(token) { parameters.append("1") }
    if token.modifiers.contains(.emphasis) { parameters.append("3") }
    if token.modifiers.contains(.strikethrough) { parameters.append("9") }
    if Self.isUnderlined(token) { parameters.append("4") }
    if let color = color(of: token) { parameters.append("38;5;\(color)") }
    return parameters.joined(separator: ";")
  }

  private static func isBold(_ token: SemanticToken) -> Bool {
    switch token.type {
    case .kind(.heading), .kind(.alert): true
    default: !token.modifiers.isDisjoint(with: [.strong, .header])
    }
  }

  private static func isUnderlined(_ token: SemanticToken) -> Bool {
    switch token.type {
    // An unresolved link is text.
    case .kind(.link), .kind(.image): !token.modifiers.contains(.unresolved)
    case .kind(.autolink), .kind(.mention), .kind(.issue), .kind(.commit): true
    // Otherwise its spaces are invisible.
    case .kind(.hardBreak): true
    case .kind(.heading): token.modifiers.contains(.level1)
    default: false
    }
  }

  private func color(of token: SemanticToken) -> Int? {
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
  private func alertColor(_ modifiers: SemanticToken.Modifiers) -> Int {
    if modifiers.contains(.note) { return blue }
    if modifiers.contains(.tip) { return green }
    if modifiers.contains(.important) { return purple }
    return modifiers.contains(.warning) ? orange : red
  }
}
