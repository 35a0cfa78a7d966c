import GFMSyntax
import MarkdownText

extension Document {
  /// Whether `offset` is in the middle of no character as one sees it, and of no line ending.
  func isBetweenCharacters(_ offset: Int) -> Bool {
    let start = max(0, offset - 64)
    let bytes = self.bytes(in: start..<offset + 4)
    let index = offset - start
    guard bytes.indices.contains(index) else { return true }
    if index > 0, bytes[index] == UInt8(ascii: "\n"), bytes[index - 1] == UInt8(ascii: "\r") { return false }
    let line = bytes[..<index].lastIndex(where: \.isLineEnding).map { $0 + 1 } ?? 0
    return GraphemeCluster.starts(at: index, in: bytes[line...])
  }
}
