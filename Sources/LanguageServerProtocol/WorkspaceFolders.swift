/// A folder that the client works in.
public struct WorkspaceFolder: Decodable, Sendable, Hashable {
  public var uri: DocumentUri
}

/// `workspace/didChangeWorkspaceFolders`
public struct DidChangeWorkspaceFoldersParams: Decodable, Sendable {
  public struct Event: Decodable, Sendable {
    @Lenient public var added: [WorkspaceFolder]?
    @Lenient public var removed: [WorkspaceFolder]?
  }

  public var event: Event
}
