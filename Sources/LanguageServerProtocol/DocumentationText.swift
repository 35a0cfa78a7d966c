public enum MarkupKind: String, Encodable, Sendable {
  case plaintext, markdown

  /// The first that is known of a client's `MarkupKind`s, most wanted first.
  public init?(firstOf kinds: [String]) {
    guard let kind = kinds.lazy.compactMap(MarkupKind.init(rawValue:)).first else { return nil }
    self = kind
  }
}

/// What tells a reader more: a hover's contents, a proposal's documentation.
public enum DocumentationText: Encodable, Sendable, Hashable {
  /// A `MarkupContent`.
  case markup(kind: MarkupKind, value: String)
  /// For clients that declare no kinds; in a hover a `MarkedString`, which is Markdown.
  case plain(String)

  private enum CodingKeys: CodingKey {
    case kind, value
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .markup(let kind, let value):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(kind, forKey: .kind)
      try container.encode(value, forKey: .value)
    case .plain(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }
}
