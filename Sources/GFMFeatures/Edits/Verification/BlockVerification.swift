import GFMSyntax
import MarkdownText

/// Says whether an edit of block forms does what it shall: what the parser makes of the touched blocks, and of those
/// beside them, is compared with what was meant.
struct BlockVerification: Sendable {
  let document: Document
  /// The touched blocks' bytes, and those of a block before and after them.
  private let range: Range<Int>
  let before: BlockStructure

  /// `touched` is in bytes of the document; `followers` are edits of what comes after that, in source order. Costs the
  /// blocks there.
  init(_ document: Document, touching touched: Range<Int>, and followers: [SourceEdit] = []) {
    self.document = document
    let touched = touched.lowerBound..<max(touched.upperBound, followers.last?.range.upperBound ?? 0)
    let blocks = document.blocks(in: touched)
    var start = blocks.first?.start ?? 0
    var end = blocks.last?.range.upperBound ?? document.byteCount
    if start > 0 { start = document.blockRange(at: start - 1).lowerBound }
    if end < document.byteCount { end = document.blockRange(at: end).upperBound }
    range = start..<end
    before = BlockStructure(of: document.blocks(in: range), options: document.options)
  }

  /// Whether the document after `edits` has `expected` for its structure here. Costs one parse of the blocks.
  ///
  /// The edits are in source order, in the document's bytes, and stand in the touched blocks.
  func holds(_ edits: [SourceEdit], _ expected: [BlockStructure.Entry]) -> Bool {
    guard let blocks = blocks(after: edits) else { return false }
    return holds(in: blocks, expected)
  }

  /// Whether `blocks`, those after some edits, have `expected` for their structure.
  func holds(in blocks: [LocatedBlock], _ expected: [BlockStructure.Entry]) -> Bool {
    BlockStructure(of: blocks, options: document.options).entries.joiningQuotes == expected.joiningQuotes
  }

  /// The blocks after `edits`; `nil` where they reach out of the range.
  func blocks(after edits: some Collection<SourceEdit>) -> [LocatedBlock]? {
    let result = document.replacing(edits)
    let newRange = range.lowerBound..<range.upperBound + result.byteCount - document.byteCount
    if newRange.isEmpty { return [] }
    let blocks = Array(result.blocks(in: newRange))
    guard blocks.first?.start == newRange.lowerBound, blocks.last?.range.upperBound == newRange.upperBound else {
      return nil
    }
    return blocks
  }
}
