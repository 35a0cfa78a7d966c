/// `textDocument/codeAction`
public struct CodeActionParams: Decodable, Sendable {
  public struct Context: Decodable, Sendable {
    /// The kinds that are wanted, each with its sub-kinds; `nil`: all.
    @Lenient public var only: [String]?
  }

  public var textDocument: TextDocumentIdentifier
  public var range: PositionRange
  @Lenient public var context: Context?
}

/// `codeActionProvider`: options only for clients that know code action literals.
public enum CodeActionProvider: Encodable, Sendable {
  case supported
  case options(CodeActionOptions)

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .supported: try container.encode(true)
    case .options(let options): try container.encode(options)
    }
  }
}

public struct CodeActionOptions: Encodable, Sendable {
  public var codeActionKinds: [String]
  public var resolveProvider: Bool

  public init(codeActionKinds: [String], resolveProvider: Bool) {
    self.codeActionKinds = codeActionKinds
    self.resolveProvider = resolveProvider
  }
}

public struct CodeAction: Encodable, Sendable {
  public struct Disabled: Encodable, Sendable {
    /// For people.
    public var reason: String

    public init(reason: String) { self.reason = reason }
  }

  public var title: String
  public var kind: String
  /// What it puts right.
  public var diagnostics: [Diagnostic]?
  public var isPreferred: Bool?
  /// Why it cannot be had; only for clients that know `disabledSupport`.
  public var disabled: Disabled?
  public var edit: WorkspaceEdit?
  public var data: CodeActionData?

  public init(
    title: String, kind: String, disabled: Disabled? = nil, edit: WorkspaceEdit? = nil, data: CodeActionData? = nil
  ) {
    self.title = title
    self.kind = kind
    self.disabled = disabled
    self.edit = edit
    self.data = data
  }
}

/// What `codeAction/resolve` needs to find the edit of an action that was sent without.
public struct CodeActionData: Codable, Sendable, Hashable {
  public var uri: DocumentUri
  public var version: Int?
  public var range: PositionRange
  public var operation: String
  public var arguments: OperationArguments?

  public init(
    uri: DocumentUri, version: Int?, range: PositionRange, operation: String, arguments: OperationArguments? = nil
  ) {
    self.uri = uri
    self.version = version
    self.range = range
    self.operation = operation
    self.arguments = arguments
  }
}

/// `codeAction/resolve`: an action as the client gives it back, which need not be one of ours.
public struct CodeActionResolveParams: Decodable, Sendable {
  @Lenient public var edit: Presence?
  @Lenient public var data: CodeActionData?
}

/// An action for clients that know no code action literals, and the form of a command anywhere else.
public struct Command: Encodable, Sendable {
  public var title: String
  public var command: String
  public var arguments: [EditCommandArgument]

  public init(title: String, command: String, arguments: [EditCommandArgument]) {
    self.title = title
    self.command = command
    self.arguments = arguments
  }
}
