/// What tells a reader more: a hover's contents, a proposal's documentation.
public enum DocumentationText: Encodable, Sendable, Hashable {
  /// A `MarkupContent`: its kind, `markdown` or `plaintext`, and the text.
  case markup(kind: String, value: String)
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
