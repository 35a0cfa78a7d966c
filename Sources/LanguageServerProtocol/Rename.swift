/// `renameProvider`: options only for clients that ask before they rename.
public enum RenameProvider: Encodable, Sendable {
  case supported
  case options(RenameOptions)

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .supported: try container.encode(true)
    case .options(let options): try container.encode(options)
    }
  }
}

public struct RenameOptions: Encodable, Sendable {
  public var prepareProvider: Bool

  public init(prepareProvider: Bool) { self.prepareProvider = prepareProvider }
}

/// The answer to `textDocument/prepareRename`.
public struct PrepareRenameResult: Encodable, Sendable, Hashable {
  public var range: PositionRange
  /// What the user starts from.
  public var placeholder: String

  public init(range: PositionRange, placeholder: String) {
    self.range = range
    self.placeholder = placeholder
  }
}

/// `textDocument/rename`
public struct RenameParams: Decodable, Sendable {
  public var textDocument: TextDocumentIdentifier
  public var position: Position
  public var newName: String
}
