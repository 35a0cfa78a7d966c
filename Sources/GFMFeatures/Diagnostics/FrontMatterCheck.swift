import GFMSyntax
import MarkdownText
import YAMLSyntax

/// Finds front matter that is not valid YAML.
enum FrontMatterCheck {
  static func diagnostics(in block: Block) -> [LocalDiagnostic] {
    guard block.contents.contains(.frontMatter),
      let node = block.tree.nodes.firstIndex(where: { $0.kind == .frontMatter(.yaml) }),
      let content = content(of: node, in: block), let fault = YAMLSyntax.firstFault(in: Array(block.bytes[content]))
    else { return [] }
    let place = content.lowerBound + min(fault.offset, content.count)
    return [
      LocalDiagnostic(
        .invalidFrontMatter, line(at: place, within: content, of: block), "This is not YAML: \(fault.reason).")
    ]
  }

  /// What stands between the fences.
  private static func content(of node: SyntaxTree.Index, in block: Block) -> Range<Int>? {
    let fences = block.tree.tokens.filter { $0.node == node && $0.kind == .frontMatterFence }
    guard let first = fences.first, let last = fences.last,
      let start = block.bytes[Int(first.end)...].firstIndex(where: \.isLineEnding)
    else { return nil }
    // Of a CR LF, the LF may stay: YAML takes it for an empty line.
    return min(start + 1, Int(last.start))..<Int(last.start)
  }

  /// The text of the line that holds an offset, or of the last one before it that has any.
  private static func line(at offset: Int, within content: Range<Int>, of block: Block) -> Range<Int> {
    var place = min(offset, content.upperBound)
    while true {
      let start =
        block.bytes[content.lowerBound..<place].lastIndex(where: \.isLineEnding).map { $0 + 1 } ?? content.lowerBound
      let end = block.bytes[place..<content.upperBound].firstIndex(where: \.isLineEnding) ?? content.upperBound
      let text = block.bytes[start..<end]
      if let first = text.firstIndex(where: { !$0.isSpaceOrTab }) {
        return (offset < end && offset > first ? max(first, characterStart(offset, block)) : first)..<end
      }
      guard start > content.lowerBound else { return content }
      place = start - 1
    }
  }

  private static func characterStart(_ offset: Int, _ block: Block) -> Int {
    var offset = offset
    while offset > 0, block.bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }
}
