import Foundation
import LanguageServerProtocol
import Testing

@testable import GFMFeatures
@testable import GFMLanguageServer
@testable import GFMSyntax

/// What settings come to, and what is said about those that can't be.
@Suite struct SettingsReaderTests {
  private func settings(_ json: JSON) throws -> LSPAny {
    try JSONDecoder().decode(LSPAny.self, from: Data(json.bytes))
  }

  private func read(_ json: JSON) throws -> SettingsReader {
    var reader = SettingsReader()
    reader.readOptions(try settings(json))
    return reader
  }

  /// A number that nothing can hold does not take with it what stands beside it.
  @Test func numbersBeyondAll() throws {
    let text = #"{"gfm": {"a": [1e999, 2], "b": {"c": true}}}"#
    let settings = try JSONDecoder().decode(LSPAny.self, from: Data(text.utf8))
    #expect(
      settings
        == .object(["gfm": .object(["a": .array([.null, .number(2)]), "b": .object(["c": .boolean(true)])])]))
  }

  @Test func everySettingHasItsDefault() throws {
    for setting in Setting.all {
      var configuration = Configuration()
      switch setting.kind {
      case .boolean(let value): #expect(setting.set(.boolean(value), in: &configuration) == [])
      case .choice(let choices, let value):
        #expect(choices.count > 1)
        guard let value else { continue }
        #expect(setting.set(.string(value), in: &configuration) == [])
      case .rules:
        #expect(setting.set(.array([]), in: &configuration) == [])
      }
      #expect(configuration == Configuration(), "\(setting.name)")
    }
    #expect(Setting.named.count == Setting.all.count)
  }

  /// Every other value of every setting makes a difference, and no two the same.
  @Test func everyValueCounts() throws {
    for setting in Setting.all {
      let values: [LSPAny] =
        switch setting.kind {
        case .boolean: [.boolean(false), .boolean(true)]
        case .choice(let choices, _): choices.map { .string($0.value) }
        case .rules:
          [
            .array([]),
            .array([.object(["name": .string("a"), "pattern": .string("a"), "tokenType": .string("a")])]),
          ]
        }
      let configurations = values.map { value in
        var configuration = Configuration()
        #expect(setting.set(value, in: &configuration) == [])
        return configuration
      }
      #expect(Set(configurations).count == values.count, "\(setting.name)")
    }
  }

  /// Every option has a setting, but for those that come with each request.
  @Test func everyOptionCanBeSet() throws {
    func values(_ configuration: Configuration) -> [String: String] {
      let segments: [Any] = [configuration.syntax, configuration.edit, configuration.github]
      let children = segments.flatMap { Array(Mirror(reflecting: $0).children) }
      return Dictionary(children.map { ($0.label ?? "", "\($0.value)") }) { first, _ in first }
    }
    let defaults = values(Configuration())
    var unset = Set(defaults.keys)
    for setting in Setting.all where setting.kind != .rules {
      var candidates: [LSPAny] = [.boolean(false), .boolean(true)]
      if case .choice(let choices, _) = setting.kind { candidates = choices.map { .string($0.value) } }
      for candidate in candidates {
        var configuration = Configuration()
        #expect(setting.set(candidate, in: &configuration) == [])
        for (label, value) in values(configuration) where value != defaults[label] { unset.remove(label) }
      }
    }
    #expect(unset == ["indentation"])
  }

  @Test func whatIsSet() throws {
    let configuration = try read([
      "gfm": [
        "positionEncoding": "utf-32",
        "syntax": [
          "tables": false, "strikethrough": "twoTildes", "autolinks": false, "taskLists": false, "footnotes": false,
          "frontMatter": false,
        ],
        "emphasis": ["strong": "__", "emphasis": "_", "fallback": "html"],
        "list": ["bullet": "+", "numbering": "one"],
        "newline": [
          "wrappedLine": "indent", "hardBreak": "nextItem", "emptyItem": "end", "emptyQuote": "once",
          "closesFences": false, "completesRows": false,
        ],
        "semanticTokens": ["legend": "standard"],
        "github": [
          "alerts": false, "mentions": false, "shortcodes": false, "nestedTasks": false, "issues": true,
          "commits": true, "math": true, "diagrams": true,
        ],
      ]
    ]).configuration
    var expected = Configuration()
    expected.positionEncoding = .utf32
    expected.syntax.tables = false
    expected.syntax.strikethrough = .twoTildes
    expected.syntax.autolinks = false
    expected.syntax.taskLists = false
    expected.syntax.footnotes = false
    expected.syntax.frontMatter = false
    expected.edit.strongDelimiter = "__"
    expected.edit.emphasisDelimiter = "_"
    expected.edit.fallback = .html
    expected.edit.bulletMarker = .plus
    expected.edit.numbering = .one
    expected.edit.wrappedLine = .indent
    expected.edit.keepsItemAfterHardBreak = false
    expected.edit.emptyItem = .end
    expected.edit.emptyQuote = .once
    expected.edit.closesFences = false
    expected.edit.completesRows = false
    expected.legendNames = .standard
    expected.github.alerts = false
    expected.github.mentions = false
    expected.github.shortcodes = false
    expected.github.nestedTasks = false
    expected.github.issues = true
    expected.github.commits = true
    expected.github.math = true
    expected.github.diagrams = true
    #expect(configuration == expected)
  }

  /// Objects in objects, dotted names, and both, with the section or without.
  @Test(
    arguments: [
      ["gfm": ["syntax": ["tables": false]]], ["gfm": ["syntax.tables": false]], ["gfm.syntax": ["tables": false]],
      ["gfm.syntax.tables": false], ["syntax": ["tables": false]], ["syntax.tables": false],
      ["syntax": ["tables": true], "gfm": ["syntax": ["tables": false]]],
    ] as [JSON])
  func spellings(_ options: JSON) throws {
    let reader = try read(options)
    #expect(!reader.configuration.syntax.tables)
    #expect(reader.problems.isEmpty)
  }

  @Test(
    arguments: [
      nil, [:], ["gfm": nil], ["gfm": [:]], ["gfm": []], ["gfm": ["syntax": nil, "list": []]],
      ["gfm": ["syntax": ["tables": nil], "positionEncoding": nil]],
    ] as [JSON])
  func nothingIsSet(_ options: JSON) throws {
    let reader = try read(options)
    #expect(reader.configuration == Configuration())
    #expect(reader.problems.isEmpty)
  }

  @Test(
    arguments: [
      (["gfm": ["syntax": ["tables": "yes"]]], #"gfm.syntax.tables is "yes", not true or false"#),
      (["gfm": ["syntax": ["tables": 1]]], "gfm.syntax.tables is 1, not true or false"),
      (["gfm": ["newline": ["closesFences": []]]], "gfm.newline.closesFences is an array, not true or false"),
      (
        ["gfm": ["syntax": ["strikethrough": true]]],
        #"gfm.syntax.strikethrough is true, not "oneOrTwoTildes", "twoTildes" or "off""#
      ),
      (["gfm": ["emphasis": ["strong": "*"]]], #"gfm.emphasis.strong is "*", not "**" or "__""#),
      (["gfm": ["list": ["bullet": [:]]]], #"gfm.list.bullet is an object, not "-", "*" or "+""#),
      (["gfm": ["syntax": true]], "gfm.syntax is true, not an object"),
      (["gfm": "on"], #"gfm is "on", not an object"#), ("on", #"gfm is "on", not an object"#),
      (["positionEncoding": "utf-7"], #"gfm.positionEncoding is "utf-7", not "utf-8", "utf-16" or "utf-32""#),
    ] as [(JSON, String)])
  func wrongValues(_ options: JSON, _ message: String) throws {
    let reader = try read(options)
    #expect(reader.configuration == Configuration())
    #expect(reader.problems.map(\.severity) == [.wrongValue])
    #expect(reader.problems.map(\.message) == ["The setting \(message). It was ignored."])
  }

  @Test func aWrongValueHasNoSegmentInTheOthers() throws {
    let reader = try read(["gfm": ["list": ["bullet": "x", "numbering": "one"], "syntax": ["tables": false]]])
    #expect(reader.problems.count == 1)
    #expect(reader.configuration.edit.numbering == .one)
    #expect(!reader.configuration.syntax.tables)
  }

  @Test(
    arguments: [
      (["gfm": ["syntax": ["table": true]]], "gfm.syntax.table"), (["gfm": ["x": ["y": 1]]], "gfm.x"),
      (["trace": "off"], "gfm.trace"),
    ] as [(JSON, String)])
  func unknownNames(_ options: JSON, _ name: String) throws {
    let reader = try read(options)
    #expect(reader.problems.map(\.severity) == [.unknown])
    #expect(reader.problems.map(\.message) == ["There is no setting \(name). It was ignored."])
  }

  /// What stands beside our section is another server's.
  @Test func otherSections() throws {
    var reader = SettingsReader()
    reader.readSections(try settings(["gfmx": ["a": 1], "syntax": ["tables": false], "gfm": ["list.bullet": "*"]]))
    #expect(reader.problems.isEmpty)
    #expect(reader.configuration.syntax.tables)
    #expect(reader.configuration.edit.bulletMarker == .asterisk)
  }

  @Test func longValuesAreCut() throws {
    let reader = try read(["gfm": ["list": ["bullet": .string(String(repeating: "x", count: 1000))]]])
    #expect(reader.problems.allSatisfy { $0.message.count < 150 })
  }
}
