/// `textDocument/hover`
public struct Hover: Encodable, Sendable, Hashable {
  public var contents: DocumentationText
  public var range: PositionRange

  public init(contents: DocumentationText, range: PositionRange) {
    self.contents = contents
    self.range = range
  }
}
