/// `textDocument/hover`
public struct Hover: Encodable, Sendable, Hashable {
  public enum Contents: Encodable, Sendable, Hashable {
    /// A `MarkupContent`: its kind, `markdown` or `plaintext`, and the text.
    case markup(kind: String, value: String)
    /// A `MarkedString`, which is Markdown: for clients that declare no kinds.
    case marked(String)

    private enum CodingKeys: CodingKey {
      case kind, value
    }

    public func encode(to encoder: any Encoder) throws {
      switch self {
      case .markup(let kind, let value):
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(value, forKey: .value)
      case .marked(let value):
        var container = encoder.singleValueContainer()
        try container.encode(value)
      }
    }
  }

  public var contents: Contents
  public var range: PositionRange

  public init(contents: Contents, range: PositionRange) {
    self.contents = contents
    self.range = range
  }
}
