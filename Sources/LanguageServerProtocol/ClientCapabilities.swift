/// What the client can do; only the members that the server looks at.
public struct ClientCapabilities: Decodable, Sendable {
  public struct General: Decodable, Sendable {
    /// `PositionEncodingKind`s, most wanted first.
    @Lenient public var positionEncodings: [String]?
  }

  /// The numbers of the kinds that the client knows.
  public struct KindSupport: Decodable, Sendable {
    @Lenient public var valueSet: [Int]?
  }

  public struct Workspace: Decodable, Sendable {
    public struct Symbol: Decodable, Sendable {
      @Lenient public var symbolKind: KindSupport?
    }

    public struct WorkspaceEdit: Decodable, Sendable {
      @Lenient public var documentChanges: Bool?
      @Lenient public var snippetEditSupport: Bool?
    }

    public struct DynamicRegistration: Decodable, Sendable {
      @Lenient public var dynamicRegistration: Bool?
    }

    public struct SemanticTokens: Decodable, Sendable {
      @Lenient public var refreshSupport: Bool?
    }

    public struct Diagnostics: Decodable, Sendable {
      @Lenient public var refreshSupport: Bool?
    }

    @Lenient public var symbol: Symbol?
    @Lenient public var diagnostics: Diagnostics?
    @Lenient public var applyEdit: Bool?
    @Lenient public var workspaceEdit: WorkspaceEdit?
    @Lenient public var configuration: Bool?
    @Lenient public var didChangeConfiguration: DynamicRegistration?
    @Lenient public var didChangeWatchedFiles: DynamicRegistration?
    @Lenient public var semanticTokens: SemanticTokens?
  }

  public struct TextDocument: Decodable, Sendable {
    public struct CodeAction: Decodable, Sendable {
      public struct LiteralSupport: Decodable, Sendable {}

      public struct ResolveSupport: Decodable, Sendable {
        @Lenient public var properties: [String]?
      }

      @Lenient public var codeActionLiteralSupport: LiteralSupport?
      @Lenient public var isPreferredSupport: Bool?
      @Lenient public var dataSupport: Bool?
      @Lenient public var disabledSupport: Bool?
      @Lenient public var resolveSupport: ResolveSupport?
    }

    public struct SemanticTokens: Decodable, Sendable {
      @Lenient public var serverCancelSupport: Bool?
    }

    public struct DocumentSymbol: Decodable, Sendable {
      @Lenient public var hierarchicalDocumentSymbolSupport: Bool?
      @Lenient public var symbolKind: KindSupport?
    }

    public struct FoldingRange: Decodable, Sendable {
      @Lenient public var rangeLimit: Int?
      @Lenient public var lineFoldingOnly: Bool?
    }

    public struct Definition: Decodable, Sendable {
      @Lenient public var linkSupport: Bool?
    }

    public struct DocumentLink: Decodable, Sendable {
      @Lenient public var tooltipSupport: Bool?
    }

    public struct Hover: Decodable, Sendable {
      /// `MarkupKind`s, most wanted first.
      @Lenient public var contentFormat: [String]?
    }

    public struct Rename: Decodable, Sendable {
      @Lenient public var prepareSupport: Bool?
    }

    public struct Completion: Decodable, Sendable {
      public struct Item: Decodable, Sendable {
        @Lenient public var snippetSupport: Bool?
        @Lenient public var insertReplaceSupport: Bool?
        @Lenient public var labelDetailsSupport: Bool?
        /// `MarkupKind`s, most wanted first.
        @Lenient public var documentationFormat: [String]?
      }

      public struct List: Decodable, Sendable {
        @Lenient public var itemDefaults: [String]?
      }

      @Lenient public var completionItem: Item?
      @Lenient public var completionItemKind: KindSupport?
      @Lenient public var completionList: List?
    }

    /// What both ways of telling diagnostics have.
    public struct Diagnostics: Decodable, Sendable {
      public struct TagSupport: Decodable, Sendable {
        @Lenient public var valueSet: [Int]?
      }

      @Lenient public var relatedInformation: Bool?
      @Lenient public var tagSupport: TagSupport?
      @Lenient public var versionSupport: Bool?
      @Lenient public var codeDescriptionSupport: Bool?
    }

    /// Its presence says that the client asks for diagnostics.
    @Lenient public var diagnostic: Diagnostics?
    @Lenient public var publishDiagnostics: Diagnostics?
    @Lenient public var codeAction: CodeAction?
    @Lenient public var completion: Completion?
    @Lenient public var semanticTokens: SemanticTokens?
    @Lenient public var documentSymbol: DocumentSymbol?
    @Lenient public var foldingRange: FoldingRange?
    @Lenient public var definition: Definition?
    @Lenient public var documentLink: DocumentLink?
    @Lenient public var hover: Hover?
    @Lenient public var rename: Rename?
  }

  @Lenient public var general: General?
  @Lenient public var workspace: Workspace?
  @Lenient public var textDocument: TextDocument?
}
