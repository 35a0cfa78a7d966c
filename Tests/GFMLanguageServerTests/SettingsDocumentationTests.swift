import Foundation
import TestSupport
import Testing

@testable import GFMLanguageServer
@testable import GFMFeatures

/// What is written about settings and names is what the server does.
@Suite struct SettingsDocumentationTests {
  private static let command = SubcommandRun(name: "settings")

  private func file(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: Corpus.packageFolder.appending(path: path)), as: UTF8.self)
  }

  private func run(_ arguments: [String]) throws -> SubcommandRun.Output {
    try Self.command.run(arguments, in: SubcommandRun.Folder([:]))
  }

  @Test func pageHasTheTable() throws {
    let output = try run([])
    #expect(output.status == 0)
    #expect(output.text == SettingsDocumentation.markdown)
    #expect(try file("Documentation/settings.md").contains(output.text))
    for line in output.text.split(separator: "\n") {
      #expect(line.filter { $0 == "|" }.count == 4)
    }
  }

  /// A setting's last part stands in the help file with its default.
  @Test func helpOfTheNeovimPluginHasEverySetting() throws {
    let help = try file("editors/neovim/doc/gfm.txt")
    for setting in Setting.all {
      let key = setting.name.split(separator: ".").last.map(String.init) ?? ""
      let value =
        switch setting.kind {
        case .boolean(let value): "\(value)"
        case .choice(_, let value): value.map { "'\($0)'" } ?? "nil"
        case .rules: "{"
        }
      #expect(help.contains("\(key) = \(value)"), "\(setting.name)")
      guard case .choice(let choices, _) = setting.kind else { continue }
      for choice in choices { #expect(help.contains("'\(choice.value)'"), "\(setting.name)") }
    }
  }

  @Test func schema() throws {
    let output = try run(["--json"])
    #expect(output.status == 0)
    #expect(output.text == SettingsDocumentation.json)
    let schema = try JSON(Array(output.text.utf8))
    for setting in Setting.all {
      let entry = schema[setting.name]
      guard setting.audience == .users else {
        #expect(entry == .null)
        continue
      }
      #expect(entry["description"].string?.isEmpty == false)
      switch setting.kind {
      case .boolean(let value):
        #expect(entry["type"] == "boolean")
        #expect(entry["default"] == .bool(value))
      case .choice(let choices, let value):
        #expect(entry["type"] == "string")
        #expect(entry["enum"] == .array(choices.map { .string($0.value) }))
        #expect(entry["default"] == value.map { .string($0) } ?? .null)
      case .rules:
        #expect(entry["type"] == "array")
        #expect(entry["default"] == [])
        #expect(Set(entry["items"]["required"].array.compactMap(\.string)) == ["name", "pattern", "tokenType"])
        for member in UserRule.members.keys { #expect(entry["items"]["properties"].has(member), "\(member)") }
      }
    }
  }

  @Test func arguments() throws {
    #expect(try run(["--help"]).text.hasPrefix("Usage: gfm-language-server settings "))
    let wrong = try run(["--yaml"])
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("unknown argument '--yaml'"))
  }

  /// The page's table of standard names matches the legend.
  @Test func pageHasTheStandardNames() throws {
    let page = try file("Documentation/semantic-tokens.md")
    for type in StandardTokenType.allCases {
      let kinds = SemanticToken.Kind.allCases.filter { $0 != .text && StandardTokenType($0, []) == type }
      guard !kinds.isEmpty else { continue }
      let row = page.split(separator: "\n").first { $0.hasPrefix("| `\(type)` |") }
      #expect(Set(row?.matches(of: /`(\w+)`/).map { String($0.1) } ?? []) == Set(["\(type)"] + kinds.map { "\($0)" }))
    }
    #expect(page.contains("| `keyword`, `parameter`, `comment` | `text` that is `strong`; else `emphasis`; else"))
  }
}
