/// A caret or a selection. The specification has none with a direction.
public struct Selection: Codable, Sendable, Hashable {
  /// The end that stays when the selection is extended.
  public var anchor: Position
  /// The end that moves.
  public var head: Position

  public init(anchor: Position, head: Position) {
    self.anchor = anchor
    self.head = head
  }
}

/// What some operations need to be told.
public struct OperationArguments: Codable, Sendable, Hashable {
  /// For `heading`: 1 to 6; 0 for a paragraph.
  public var level: Int?
  /// For `link`: where it leads.
  public var url: String?

  public init(level: Int?, url: String?) {
    self.level = level
    self.url = url
  }
}

/// `gfm/edit`: what an operation does to these selections.
public struct GFMEditParams: Decodable, Sendable {
  public var textDocument: TextDocumentIdentifier
  /// The version that the selections belong to; an answer for another would be wrong.
  public var version: Int?
  public var selections: [Selection]
  public var operation: String
  public var arguments: OperationArguments?
}

/// The one argument of a command `gfm.OPERATION`: `gfm/edit`'s parameters, the operation being in the name.
public struct EditCommandArgument: Codable, Sendable, Hashable {
  public var textDocument: TextDocumentIdentifier
  public var version: Int?
  public var selections: [Selection]
  public var arguments: OperationArguments?

  public init(
    textDocument: TextDocumentIdentifier, version: Int?, selections: [Selection], arguments: OperationArguments? = nil
  ) {
    self.textDocument = textDocument
    self.version = version
    self.selections = selections
    self.arguments = arguments
  }
}

/// The answer to `gfm/edit`.
public struct GFMEditResult: Encodable, Sendable, Hashable {
  /// In source order, without overlap; positions before the edit.
  public var edits: [TextEdit]
  /// One for each that was given; positions after the edit.
  public var selections: [Selection]

  public init(edits: [TextEdit], selections: [Selection]) {
    self.edits = edits
    self.selections = selections
  }
}
