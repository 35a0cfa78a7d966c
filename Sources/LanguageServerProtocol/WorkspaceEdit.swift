/// Changes to documents: with versions for clients that know `documentChanges`, else by URI.
public enum WorkspaceEdit: Encodable, Sendable, Hashable {
  case changes([DocumentUri: [TextEdit]])
  case documentChanges([TextDocumentEdit])

  private enum CodingKeys: CodingKey {
    case changes, documentChanges
  }

  /// A document's URI.
  private struct DocumentKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .changes(let changes):
      var documents = container.nestedContainer(keyedBy: DocumentKey.self, forKey: .changes)
      for (uri, edits) in changes { try documents.encode(edits, forKey: DocumentKey(stringValue: uri.text)) }
    case .documentChanges(let changes): try container.encode(changes, forKey: .documentChanges)
    }
  }
}

public struct TextDocumentEdit: Encodable, Sendable, Hashable {
  public var textDocument: OptionalVersionedTextDocumentIdentifier
  public var edits: [DocumentTextEdit]

  public init(textDocument: OptionalVersionedTextDocumentIdentifier, edits: [DocumentTextEdit]) {
    self.textDocument = textDocument
    self.edits = edits
  }
}

/// An edit among a document's: a snippet only for clients that know `snippetEditSupport` (LSP 3.18).
public enum DocumentTextEdit: Encodable, Sendable, Hashable {
  case text(TextEdit)
  case snippet(SnippetTextEdit)

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let edit): try container.encode(edit)
    case .snippet(let edit): try container.encode(edit)
    }
  }
}

/// An edit whose new text says where the caret goes.
public struct SnippetTextEdit: Encodable, Sendable, Hashable {
  public struct StringValue: Encodable, Sendable, Hashable {
    public let kind = "snippet"
    public var value: String
  }

  public var range: PositionRange
  public var snippet: StringValue

  /// `before` and `after` are plain text, with the caret between them.
  public init(range: PositionRange, before: String, after: String) {
    self.range = range
    snippet = StringValue(value: Self.escaped(before) + "$0" + Self.escaped(after))
  }

  /// Text that a snippet stands for as it is (LSP 3.17, Snippet Syntax).
  public static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      if character == "$" || character == "}" || character == "\\" { result += "\\" }
      result.unicodeScalars.append(character)
    }
    return result
  }
}

/// `workspace/applyEdit`, a request of the server's
public struct ApplyWorkspaceEditParams: Encodable, Sendable {
  /// What the client's undo list calls it.
  public var label: String
  public var edit: WorkspaceEdit

  public init(label: String, edit: WorkspaceEdit) {
    self.label = label
    self.edit = edit
  }
}

public struct ApplyWorkspaceEditResult: Decodable, Sendable {
  public var applied: Bool
  @Lenient public var failureReason: String?
}
