public enum TextDocumentSyncKind: Int, Encodable, Sendable {
  case none = 0
  case full = 1
  case incremental = 2
}

public struct TextDocumentSyncOptions: Encodable, Sendable {
  public var openClose: Bool
  public var change: TextDocumentSyncKind
  public var save: Bool

  public init(openClose: Bool, change: TextDocumentSyncKind, save: Bool) {
    self.openClose = openClose
    self.change = change
    self.save = save
  }
}

public struct TextDocumentItem: Decodable, Sendable {
  public var uri: DocumentUri
  @Lenient public var languageId: String?
  @Lenient public var version: Int?
  public var text: DocumentText
}

/// A whole document's text, in UTF-8: a long one is better not there as a string, too.
public struct DocumentText: Decodable, Sendable, Hashable {
  public var utf8: [UInt8]

  public init(from decoder: any Decoder) throws {
    utf8 = Array(try decoder.singleValueContainer().decode(String.self).utf8)
  }
}

/// `textDocument/didOpen`
public struct DidOpenTextDocumentParams: Decodable, Sendable {
  public var textDocument: TextDocumentItem
}

/// `textDocument/didChange`
public struct DidChangeTextDocumentParams: Decodable, Sendable {
  public var textDocument: VersionedTextDocumentIdentifier
  /// Each applies to the text that the one before leaves.
  public var contentChanges: [TextDocumentContentChangeEvent]
}

public struct TextDocumentContentChangeEvent: Decodable, Sendable {
  /// What is replaced; `nil`: the whole text.
  public var range: PositionRange?
  public var text: String
}

/// `textDocument/didSave`
public struct DidSaveTextDocumentParams: Decodable, Sendable {
  public var textDocument: TextDocumentIdentifier
}

/// `textDocument/didClose`
public struct DidCloseTextDocumentParams: Decodable, Sendable {
  public var textDocument: TextDocumentIdentifier
}
