/// `textDocument/hover`
public struct Hover: Encodable, Sendable, Hashable {
  public struct Contents: Encodable, Sendable, Hashable {
    /// `markdown` or `plaintext`.
    public var kind: String
    public var value: String

    public init(kind: String, value: String) {
      self.kind = kind
      self.value = value
    }
  }

  public var contents: Contents
  public var range: PositionRange

  public init(contents: Contents, range: PositionRange) {
    self.contents = contents
    self.range = range
  }
}
