/// The replacement of a document's bytes.
public struct SourceEdit: Sendable, Hashable {
  /// Bytes from the document's start, before the edit.
  public var range: Range<Int>
  /// UTF-8.
  public var replacement: [UInt8]

  public init(range: Range<Int>, replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }
}
