import LanguageServerProtocol

/// A session's settings: what `initializationOptions` say, and over it what the client has said last.
struct SettingsLayers: Sendable {
  private var initial = SettingsReader()
  private var current = SettingsReader()
  /// The problems that were told, as far as they are still there.
  private var told: Set<SettingsProblem> = []
  /// How often the client was asked for settings, or sent them unasked: tells late answers.
  private(set) var generation = 0

  var configuration: Configuration { current.configuration }

  mutating func start(with options: LSPAny?) {
    if let options { initial.readOptions(options) }
    current = initial
  }

  /// Puts what `read` reads in the place of what the client has said before.
  mutating func update(_ read: (inout SettingsReader) -> Void) {
    current = initial
    read(&current)
    generation += 1
  }

  /// Takes note that the client is asked; answers to earlier questions count no more.
  mutating func ask() -> Int {
    generation += 1
    return generation
  }

  /// The problems that were not there when this was called last, the readers' and `others`.
  mutating func takeNewProblems(beside others: [SettingsProblem]) -> [SettingsProblem] {
    let all = current.problems + others
    var seen = told
    let new = all.filter { seen.insert($0).inserted }
    told = Set(all)
    return new
  }
}
