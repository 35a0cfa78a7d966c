import GFMFeatures
import GFMSyntax
import LanguageServerProtocol
import RegularExpressions

/// A rule as the user writes it, in the setting `gfm.rules`.
struct UserRule: Sendable, Hashable {
  let name: String
  let scope: TextRule.Scope
  let pattern: TextPattern
  let tokenType: String
  let modifiers: SemanticToken.Modifiers
}

extension UserRule {
  /// Why a value is no rule, as the end of a sentence about it.
  struct Fault: Error {
    let reason: String
  }

  /// The members that a rule has, and whether it has to.
  static let members = ["name": true, "scope": false, "pattern": true, "tokenType": true, "modifiers": false]

  init(_ value: LSPAny) throws(Fault) {
    guard case .object(let members) = value else { throw Fault(reason: "it is no object") }
    for member in members.keys.sorted() where Self.members[member] == nil {
      throw Fault(reason: "a rule has no member \"\(member.prefix(40))\"")
    }
    name = try Self.string("name", of: members)
    tokenType = try Self.string("tokenType", of: members)
    guard tokenType.utf8.allSatisfy(\.isPartOfName) else {
      throw Fault(reason: "its \"tokenType\" has other characters than ASCII letters, digits, `-` and `_`")
    }
    scope = try Self.scope(members["scope"] ?? .null)
    modifiers = try Self.modifiers(members["modifiers"] ?? .null)
    let source = try Self.string("pattern", of: members)
    do throws(TextPattern.Problem) {
      pattern = try TextPattern(source)
    } catch {
      throw Fault(
        reason: "its pattern is wrong at character \(Self.character(at: error.offset, in: source)): \(error.reason)")
    }
  }

  /// What a message calls a value that may be a rule: its name, where it has one.
  static func title(of value: LSPAny, index: Int) -> String {
    if case .object(let members) = value, case .string(let name) = members["name"] ?? .null, !name.isEmpty {
      return title(name)
    }
    return "\(index + 1)"
  }

  static func title(_ name: String) -> String { "\"\(name.prefix(40))\"" }

  private static func string(_ member: String, of members: [String: LSPAny]) throws(Fault) -> String {
    guard case .string(let string) = members[member] ?? .null, !string.isEmpty else {
      throw Fault(reason: "it has no \"\(member)\"")
    }
    return string
  }

  private static func scope(_ value: LSPAny) throws(Fault) -> TextRule.Scope {
    switch value {
    case .null: return .inline
    case .string(let string):
      if let scope = TextRule.Scope(rawValue: string) { return scope }
      fallthrough
    default: throw Fault(reason: "its \"scope\" is neither \"line\" nor \"inline\"")
    }
  }

  private static func modifiers(_ value: LSPAny) throws(Fault) -> SemanticToken.Modifiers {
    if value == .null { return [] }
    guard case .array(let items) = value else { throw Fault(reason: "its \"modifiers\" are no array") }
    var modifiers: SemanticToken.Modifiers = []
    for item in items {
      guard case .string(let name) = item, let bit = SemanticToken.Modifiers.names.firstIndex(of: name) else {
        let shown = if case .string(let name) = item { "\"\(name.prefix(40))\"" } else { "what is no string" }
        throw Fault(reason: "there is no modifier \(shown)")
      }
      modifiers.insert(SemanticToken.Modifiers(rawValue: 1 << UInt32(bit)))
    }
    return modifiers
  }

  /// The number, from 1, of the character at a byte offset.
  private static func character(at offset: Int, in text: String) -> Int {
    String(decoding: Array(text.utf8.prefix(offset)), as: UTF8.self).unicodeScalars.count + 1
  }
}

extension UInt8 {
  fileprivate var isPartOfName: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
