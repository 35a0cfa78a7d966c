import LanguageServerProtocol

/// Something in the settings that has no effect.
struct SettingsProblem: Sendable, Hashable {
  enum Severity: Sendable {
    /// The user meant something that they do not get.
    case wrongValue
    /// Perhaps another server's, or one of another version.
    case unknown
  }

  let severity: Severity
  let message: String

  static func wrongValue(_ name: String, _ value: LSPAny, expected: String) -> SettingsProblem {
    SettingsProblem(
      severity: .wrongValue, message: "The setting \(name) is \(describe(value)), not \(expected). It was ignored.")
  }

  /// A rule of the setting `name` that can't be one; the reason is the end of a sentence.
  static func wrongRule(_ title: String, in name: String, _ reason: String) -> SettingsProblem {
    SettingsProblem(severity: .wrongValue, message: "The rule \(title) in \(name) was ignored: \(reason).")
  }

  static func unknown(_ name: String) -> SettingsProblem {
    SettingsProblem(severity: .unknown, message: "There is no setting \(shortened(name)). It was ignored.")
  }

  /// A value as a reader would find it in their settings, no longer than a line.
  private static func describe(_ value: LSPAny) -> String {
    switch value {
    case .null: "null"
    case .boolean(let boolean): "\(boolean)"
    case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
    case .string(let string): "\"\(shortened(string))\""
    case .array: "an array"
    case .object: "an object"
    }
  }

  private static func shortened(_ text: String) -> String { text.count > 40 ? "\(text.prefix(40))…" : text }
}
