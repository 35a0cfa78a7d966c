/// Changes to documents: with versions for clients that know `documentChanges`, else by URI.
public enum WorkspaceEdit: Encodable, Sendable, Hashable {
  case changes([DocumentUri: [TextEdit]])
  case documentChanges([TextDocumentEdit])

  private enum CodingKeys: CodingKey {
    case changes, documentChanges
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .changes(let changes): try container.encode(changes, forKey: .changes)
    case .documentChanges(let changes): try container.encode(changes, forKey: .documentChanges)
    }
  }
}

public struct TextDocumentEdit: Encodable, Sendable, Hashable {
  public var textDocument: OptionalVersionedTextDocumentIdentifier
  public var edits: [TextEdit]

  public init(textDocument: OptionalVersionedTextDocumentIdentifier, edits: [TextEdit]) {
    self.textDocument = textDocument
    self.edits = edits
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
