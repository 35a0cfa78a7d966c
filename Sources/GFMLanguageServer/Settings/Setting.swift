import LanguageServerProtocol

/// One of the server's settings: what it is called, what it may be, and what it sets.
struct Setting: Sendable {
  /// A value that a setting may have.
  struct Choice: Sendable, Hashable {
    let value: String
    /// What the value does, as a part of a sentence in Markdown; empty where it speaks for itself.
    let meaning: String
  }

  enum Kind: Sendable, Hashable {
    case boolean(default: Bool)
    /// Without a default, leaving it out is a choice of its own.
    case choice([Choice], default: String?)
    /// A list of ``UserRule``s.
    case rules
  }

  /// When a setting can be given.
  enum Time: Sendable {
    case always
    /// In `initializationOptions` alone: what it sets is agreed upon once.
    case start
  }

  /// Whose decision it is.
  enum Audience: Sendable {
    case users
    /// Its author's, who knows what the client can do.
    case client
  }

  /// With all sections: `gfm.syntax.tables`.
  let name: String
  let kind: Kind
  /// Sentences in Markdown.
  let description: String
  private(set) var time = Time.always
  private(set) var audience = Audience.users
  /// Sets a value; `nil` where it is none of the setting's, else what is wrong in it.
  private let assign: @Sendable (LSPAny, inout Configuration) -> [SettingsProblem]?
}

// MARK: - Declaring

extension Setting {
  static func boolean(
    _ name: String, _ path: any WritableKeyPath<Configuration, Bool> & Sendable, _ description: String
  ) -> Setting {
    Setting(name: name, kind: .boolean(default: Configuration()[keyPath: path]), description: description) {
      value, configuration in
      guard case .boolean(let boolean) = value else { return nil }
      configuration[keyPath: path] = boolean
      return []
    }
  }

  /// A setting with few values: each with its name, what it sets, and what that does.
  static func choice<Value: Sendable & Equatable>(
    _ name: String, _ path: any WritableKeyPath<Configuration, Value> & Sendable, _ description: String,
    _ options: [(name: String, value: Value, meaning: String)]
  ) -> Setting {
    let defaultValue = Configuration()[keyPath: path]
    let kind = Kind.choice(
      options.map { Choice(value: $0.name, meaning: $0.meaning) },
      default: options.first { $0.value == defaultValue }?.name)
    return Setting(name: name, kind: kind, description: description) { value, configuration in
      guard case .string(let string) = value, let option = options.first(where: { $0.name == string })
      else { return nil }
      configuration[keyPath: path] = option.value
      return []
    }
  }

  /// The user's rules: those that are in order take the place of all that were there.
  static func rules(_ name: String, _ description: String) -> Setting {
    Setting(name: name, kind: .rules, description: description) { value, configuration in
      let items: [LSPAny]
      switch value {
      case .array(let array): items = array
      // What some clients' languages make of an empty array.
      case .object(let members) where members.isEmpty: items = []
      default: return nil
      }
      var problems: [SettingsProblem] = []
      configuration.rules = []
      for (index, item) in items.enumerated() {
        do throws(UserRule.Fault) {
          configuration.rules.append(try UserRule(item))
        } catch {
          problems.append(.wrongRule(UserRule.title(of: item, index: index), in: name, error.reason))
        }
      }
      return problems
    }
  }

  private init(
    name: String, kind: Kind, description: String,
    assign: @escaping @Sendable (LSPAny, inout Configuration) -> [SettingsProblem]?
  ) {
    self.name = name
    self.kind = kind
    self.description = description
    self.assign = assign
  }

  /// This setting, to be given at the start alone.
  func atStart(for audience: Audience = .users) -> Setting {
    var setting = self
    setting.time = .start
    setting.audience = audience
    return setting
  }
}

// MARK: - Reading

extension Setting {
  /// Sets `value`, and returns what is wrong in it; `nil` where it is none of the setting's.
  func set(_ value: LSPAny, in configuration: inout Configuration) -> [SettingsProblem]? {
    assign(value, &configuration)
  }

  /// What the setting may be, for messages.
  var expectation: String {
    switch kind {
    case .boolean: return "true or false"
    case .rules: return "an array of rules"
    case .choice(let choices, _):
      let values = choices.map { "\"\($0.value)\"" }
      return values.count > 1
        ? "\(values.dropLast().joined(separator: ", ")) or \(values.last ?? "")" : values.joined()
    }
  }
}
