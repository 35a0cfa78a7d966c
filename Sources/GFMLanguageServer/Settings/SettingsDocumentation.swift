import GFMFeatures
import GFMSyntax
import JSONRPC

/// What readers and editors are told about the settings.
public enum SettingsDocumentation {
  /// A table in Markdown.
  public static var markdown: String {
    let rows = Setting.all.map { "| `\($0.name)` | \($0.markdownDefault) | \($0.markdownDescription) |" }
    return (["| setting | default | what it says |", "| --- | --- | --- |"] + rows).joined(separator: "\n") + "\n"
  }

  /// A JSON object with a schema for each of the users' settings, as Visual Studio Code's `contributes.configuration`
  /// takes them for its `properties`.
  public static var json: String {
    let entries = Setting.all.filter { $0.audience == .users }.map { "  \(quoted($0.name)): \($0.schema)" }
    return "{\n\(entries.joined(separator: ",\n"))\n}\n"
  }

  fileprivate static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONText.append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

// MARK: - Markdown

extension Setting {
  fileprivate var markdownDefault: String {
    switch kind {
    case .boolean(let value): "`\(value)`"
    case .choice(_, let value): value.map { "`\"\($0)\"`" } ?? ""
    case .rules: "`[]`"
    }
  }

  fileprivate var markdownDescription: String {
    var text = description
    if case .choice(let choices, _) = kind {
      let values = choices.map { $0.meaning.isEmpty ? "`\"\($0.value)\"`" : "`\"\($0.value)\"`: \($0.meaning)" }
      let separator = choices.allSatisfy(\.meaning.isEmpty) ? ", " : "; "
      text += " " + values.joined(separator: separator) + "."
    }
    if time == .start { text += " In `initializationOptions` alone." }
    return text
  }
}

// MARK: - JSON

extension Setting {
  /// The schema, a line for each member.
  fileprivate var schema: String {
    var members: [(String, String)] = []
    switch kind {
    case .boolean(let value):
      members = [("type", SettingsDocumentation.quoted("boolean")), ("default", "\(value)")]
    case .choice(let choices, let value):
      members = [("type", SettingsDocumentation.quoted("string"))]
      members.append(("enum", Self.array(choices.map(\.value))))
      if choices.contains(where: { !$0.meaning.isEmpty }) {
        members.append(("enumDescriptions", Self.array(choices.map { Self.plain($0.meaning) })))
      }
      if let value { members.append(("default", SettingsDocumentation.quoted(value))) }
    case .rules:
      members = [("type", SettingsDocumentation.quoted("array")), ("items", Self.ruleSchema), ("default", "[]")]
    }
    let note = time == .start ? " Takes effect when the server starts." : ""
    members.append(("description", SettingsDocumentation.quoted(Self.plain(description) + note)))
    let lines = members.map { "    \(SettingsDocumentation.quoted($0)): \($1)" }
    return "{\n\(lines.joined(separator: ",\n"))\n  }"
  }

  private static var ruleSchema: String {
    let scopes = TextRule.Scope.allCases.map(\.rawValue)
    let properties = [
      ("name", "\"type\": \"string\", \"description\": \"What messages call the rule.\""),
      (
        "scope",
        "\"type\": \"string\", \"enum\": \(array(scopes)), \"default\": \"inline\", "
          + "\"description\": \"What is painted: all plain text of a line that has a match, or the matches.\""
      ),
      ("pattern", "\"type\": \"string\", \"description\": \"A regular expression, as Perl and PCRE2 have them.\""),
      ("tokenType", "\"type\": \"string\", \"pattern\": \"^[A-Za-z0-9_-]+$\""),
      ("modifiers", "\"type\": \"array\", \"items\": { \"enum\": \(array(SemanticToken.Modifiers.names)) }"),
    ].map { "        \(SettingsDocumentation.quoted($0)): { \($1) }" }
    let required = UserRule.members.filter(\.value).keys.sorted()
    return """
      {
            "type": "object",
            "properties": {
      \(properties.joined(separator: ",\n"))
            },
            "required": \(array(required)),
            "additionalProperties": false
          }
      """
  }

  private static func array(_ texts: [String]) -> String {
    "[\(texts.map(SettingsDocumentation.quoted).joined(separator: ", "))]"
  }

  /// The descriptions' only Markdown is code.
  private static func plain(_ markdown: String) -> String { markdown.filter { $0 != "`" } }
}
