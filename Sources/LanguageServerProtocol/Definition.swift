/// The answer to `textDocument/definition`: links only for clients that know them.
public enum DefinitionResponse: Encodable, Sendable {
  case none
  case location(Location)
  case links([LocationLink])

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .none: try container.encodeNil()
    case .location(let location): try container.encode(location)
    case .links(let links): try container.encode(links)
    }
  }
}

/// A place, and what leads to it.
public struct LocationLink: Encodable, Sendable, Hashable {
  public var originSelectionRange: PositionRange?
  public var targetUri: DocumentUri
  public var targetRange: PositionRange
  /// Within ``targetRange``.
  public var targetSelectionRange: PositionRange

  public init(
    originSelectionRange: PositionRange?, targetUri: DocumentUri, targetRange: PositionRange,
    targetSelectionRange: PositionRange
  ) {
    self.originSelectionRange = originSelectionRange
    self.targetUri = targetUri
    self.targetRange = targetRange
    self.targetSelectionRange = targetSelectionRange
  }
}

/// `textDocument/references`
public struct ReferenceParams: Decodable, Sendable {
  public struct Context: Decodable, Sendable {
    @Lenient public var includeDeclaration: Bool?
  }

  public var textDocument: TextDocumentIdentifier
  public var position: Position
  @Lenient public var context: Context?
}

/// `textDocument/documentHighlight`
public struct DocumentHighlight: Encodable, Sendable, Hashable {
  public enum Kind: Int, Encodable, Sendable {
    case text = 1
    case read = 2
    case write = 3
  }

  public var range: PositionRange
  public var kind: Kind

  public init(range: PositionRange, kind: Kind) {
    self.range = range
    self.kind = kind
  }
}

/// `textDocument/linkedEditingRange`
public struct LinkedEditingRanges: Encodable, Sendable, Hashable {
  public var ranges: [PositionRange]
  /// A regular expression for what may be typed; `nil`: the client's own.
  public var wordPattern: String?

  public init(ranges: [PositionRange], wordPattern: String? = nil) {
    self.ranges = ranges
    self.wordPattern = wordPattern
  }
}
