public struct CompletionOptions: Encodable, Sendable {
  public var triggerCharacters: [String]
  public var resolveProvider: Bool

  public init(triggerCharacters: [String], resolveProvider: Bool) {
    self.triggerCharacters = triggerCharacters
    self.resolveProvider = resolveProvider
  }
}

/// What a proposal replaces: up to the caret, or with what goes on behind it, for the client to choose.
public enum CompletionEditRange: Encodable, Sendable, Hashable {
  case range(PositionRange)
  /// Only for clients that know `insertReplaceSupport`.
  case insertReplace(insert: PositionRange, replace: PositionRange)

  private enum CodingKeys: CodingKey {
    case insert, replace
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .range(let range):
      var container = encoder.singleValueContainer()
      try container.encode(range)
    case .insertReplace(let insert, let replace):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(insert, forKey: .insert)
      try container.encode(replace, forKey: .replace)
    }
  }
}

/// The answer to `textDocument/completion`.
public struct CompletionList: Encodable, Sendable, Hashable {
  /// Only for clients that know `itemDefaults`.
  public struct ItemDefaults: Encodable, Sendable, Hashable {
    public var editRange: CompletionEditRange

    public init(editRange: CompletionEditRange) { self.editRange = editRange }
  }

  public var isIncomplete: Bool
  public var itemDefaults: ItemDefaults?
  public var items: [CompletionItem]

  public init(isIncomplete: Bool, itemDefaults: ItemDefaults?, items: [CompletionItem]) {
    self.isIncomplete = isIncomplete
    self.itemDefaults = itemDefaults
    self.items = items
  }
}

public struct CompletionItem: Encodable, Sendable, Hashable {
  /// A `TextEdit`, or an `InsertReplaceEdit`.
  public struct Edit: Encodable, Sendable, Hashable {
    public var range: CompletionEditRange
    public var newText: String

    public init(range: CompletionEditRange, newText: String) {
      self.range = range
      self.newText = newText
    }

    private enum CodingKeys: CodingKey {
      case range, insert, replace, newText
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(newText, forKey: .newText)
      switch range {
      case .range(let range): try container.encode(range, forKey: .range)
      case .insertReplace(let insert, let replace):
        try container.encode(insert, forKey: .insert)
        try container.encode(replace, forKey: .replace)
      }
    }
  }

  /// What `completionItem/resolve` needs to tell more.
  public struct Data: Codable, Sendable, Hashable {
    /// The document that has it.
    public var uri: DocumentUri
    /// `anchor`, `link` or `footnote`.
    public var kind: String
    public var name: String

    public init(uri: DocumentUri, kind: String, name: String) {
      self.uri = uri
      self.kind = kind
      self.name = name
    }
  }

  /// Only for clients that know `labelDetailsSupport`.
  public struct LabelDetails: Encodable, Sendable, Hashable {
    public var description: String

    public init(description: String) { self.description = description }
  }

  public var label: String
  public var labelDetails: LabelDetails?
  /// A `CompletionItemKind`.
  public var kind: Int
  public var detail: String?
  public var sortText: String
  public var filterText: String?
  /// 2 for a snippet; `nil` for plain text.
  public var insertTextFormat: Int?
  public var textEdit: Edit?
  /// In place of the label, where the list has a range for all.
  public var textEditText: String?
  public var data: Data?

  public init(label: String, kind: Int, sortText: String) {
    self.label = label
    self.kind = kind
    self.sortText = sortText
  }
}

/// `completionItem/resolve`: a proposal as the client gives it back.
public struct CompletionResolveParams: Decodable, Sendable {
  @Lenient public var documentation: Presence?
  @Lenient public var data: CompletionItem.Data?
}
