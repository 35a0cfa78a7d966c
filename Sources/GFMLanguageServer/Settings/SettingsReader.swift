import LanguageServerProtocol

/// Reads settings as clients send them: as objects in objects, with dotted names, or both.
///
/// What can't be read leaves what was there, and a problem. `null` stands for a setting that is not given.
struct SettingsReader: Sendable {
  private(set) var configuration = Configuration()
  private(set) var problems: [SettingsProblem] = []

  /// Reads `initializationOptions`: settings at the top and under their section, which counts for more.
  mutating func readOptions(_ options: LSPAny) {
    guard case .object(let members) = options else { return read(options, named: Setting.section) }
    for (key, value) in members.sorted(by: { $0.key < $1.key }) where !Self.isInSection(key) {
      read(value, named: "\(Setting.section).\(key)")
    }
    readSections(options)
  }

  /// Reads an object that has settings of others, too: only what is in our section.
  mutating func readSections(_ settings: LSPAny) {
    guard case .object(let members) = settings else { return }
    for (key, value) in members.sorted(by: { $0.key < $1.key }) where Self.isInSection(key) {
      read(value, named: key)
    }
  }

  /// Reads the value of our section.
  mutating func readSection(_ value: LSPAny) { read(value, named: Setting.section) }

  /// Whether an object has our section, be it empty.
  static func hasSection(_ settings: LSPAny) -> Bool {
    guard case .object(let members) = settings else { return false }
    return members.contains { key, value in isInSection(key) && value != .null }
  }

  private static func isInSection(_ key: String) -> Bool {
    key == Setting.section || key.hasPrefix("\(Setting.section).")
  }

  /// Goes into sections only, so no deeper than names have parts.
  private mutating func read(_ value: LSPAny, named name: String) {
    if value == .null { return }
    if let setting = Setting.named[name] {
      problems +=
        setting.set(value, in: &configuration) ?? [.wrongValue(name, value, expected: setting.expectation)]
      return
    }
    guard Setting.sections.contains(name) else {
      problems.append(.unknown(name))
      return
    }
    switch value {
    case .object(let members):
      for (key, member) in members.sorted(by: { $0.key < $1.key }) { read(member, named: "\(name).\(key)") }
    // What some clients' languages make of an empty object.
    case .array(let items) where items.isEmpty: break
    default: problems.append(.wrongValue(name, value, expected: "an object"))
    }
  }
}
