/// What the client can do; only the members that the server looks at.
public struct ClientCapabilities: Decodable, Sendable {
  public struct General: Decodable, Sendable {
    /// `PositionEncodingKind`s, most wanted first.
    @Lenient public var positionEncodings: [String]?
  }

  public struct Workspace: Decodable, Sendable {
    public struct WorkspaceEdit: Decodable, Sendable {
      @Lenient public var documentChanges: Bool?
      @Lenient public var snippetEditSupport: Bool?
    }

    public struct DidChangeConfiguration: Decodable, Sendable {
      @Lenient public var dynamicRegistration: Bool?
    }

    public struct SemanticTokens: Decodable, Sendable {
      @Lenient public var refreshSupport: Bool?
    }

    @Lenient public var applyEdit: Bool?
    @Lenient public var workspaceEdit: WorkspaceEdit?
    @Lenient public var configuration: Bool?
    @Lenient public var didChangeConfiguration: DidChangeConfiguration?
    @Lenient public var semanticTokens: SemanticTokens?
  }

  public struct TextDocument: Decodable, Sendable {
    public struct CodeAction: Decodable, Sendable {
      public struct LiteralSupport: Decodable, Sendable {}

      public struct ResolveSupport: Decodable, Sendable {
        @Lenient public var properties: [String]?
      }

      @Lenient public var codeActionLiteralSupport: LiteralSupport?
      @Lenient public var dataSupport: Bool?
      @Lenient public var disabledSupport: Bool?
      @Lenient public var resolveSupport: ResolveSupport?
    }

    public struct SemanticTokens: Decodable, Sendable {
      @Lenient public var serverCancelSupport: Bool?
    }

    @Lenient public var codeAction: CodeAction?
    @Lenient public var semanticTokens: SemanticTokens?
  }

  @Lenient public var general: General?
  @Lenient public var workspace: Workspace?
  @Lenient public var textDocument: TextDocument?
}
