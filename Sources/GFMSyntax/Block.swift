/// A top-level block of a document with all that is derived from it: an immutable value in coordinates of its own.
///
/// Blocks tile their document: a block's bytes run from its first line to the next block's, blank lines after it
/// included. It ends at a line's end, or at the document's.
public final class Block: Sendable {
  public let bytes: [UInt8]
  public let tree: SyntaxTree
  /// How often a line ends in it (LF, CR LF, CR).
  public let lineEndingCount: Int
  /// Its length in UTF-16 units.
  public let utf16Count: Int

  /// How many places of the parse that it came from did not line up with the source. Anything but 0 is a bug.
  public let misalignmentCount: Int

  init(bytes: [UInt8], tree: SyntaxTree, misalignmentCount: Int = 0) {
    self.bytes = bytes
    self.tree = tree
    self.misalignmentCount = misalignmentCount
    self.lineEndingCount = LineEndings.count(in: bytes[...])
    self.utf16Count = PositionEncoding.utf16.length(of: bytes[...])
  }
}

/// A block and where it stands in a document.
public struct PlacedBlock: Sendable {
  public let block: Block
  /// Bytes from the document's start.
  public let start: Int
  /// 0-based.
  public let firstLine: Int
  /// Its place among the document's blocks.
  public let index: Int

  public var range: Range<Int> { start..<start + block.bytes.count }
}
