import GFMSyntax
import LanguageServerProtocol

/// All tokens of a document, block by block, as they were given to the client.
///
/// The numbers of a block count lines from its own start, so a block that an edit left alone keeps its numbers, wherever
/// it moves. Blocks are the same where they are the same object.
struct TokenResult {
  private struct BlockTokens {
    let block: Block
    let data: [UInt32]
    /// The last token's line, from the block's start.
    let lastLine: Int

    init(_ block: Block, encoding: PositionEncoding) {
      var encoder = TokenEncoder(encoding: encoding)
      encoder.append(block, firstLine: 0)
      self.block = block
      self.data = encoder.data
      self.lastLine = encoder.lastLine
    }
  }

  /// Numbers for a token.
  private static let stride = 5

  let id: String
  private let blocks: [BlockTokens]

  /// The tokens of `document`; only blocks that `previous` does not have at the document's ends are looked at anew.
  init(id: String, document: Document, encoding: PositionEncoding, previous: TokenResult?) {
    let placed = document.blocks(overlapping: 0..<document.byteCount)
    let old = previous?.blocks ?? []
    let prefix = zip(old, placed).prefix { $0.block === $1.block }.count
    let suffix = zip(old.dropFirst(prefix).reversed(), placed.dropFirst(prefix).reversed())
      .prefix { $0.block === $1.block }.count
    var blocks = Array(old.prefix(prefix))
    blocks.reserveCapacity(placed.count)
    for placed in placed.dropFirst(prefix).dropLast(suffix) {
      blocks.append(BlockTokens(placed.block, encoding: encoding))
    }
    blocks += old.suffix(suffix)
    self.id = id
    self.blocks = blocks
  }

  /// The protocol's array.
  var data: [UInt32] {
    var joiner = Joiner()
    for block in blocks { joiner.append(block) }
    return joiner.data
  }

  /// What turns the array of `previous` into this one's: one edit or none.
  func edits(from previous: TokenResult) -> [SemanticTokensEdit] {
    let prefix = zip(previous.blocks, blocks).prefix { $0.block === $1.block }.count
    let suffix = zip(previous.blocks.dropFirst(prefix).reversed(), blocks.dropFirst(prefix).reversed())
      .prefix { $0.block === $1.block }.count

    var old = Joiner()
    for block in blocks.prefix(prefix) { old.skip(block) }
    let start = old.skippedCount
    var new = old
    for block in previous.blocks.dropFirst(prefix).dropLast(suffix) { old.append(block) }
    for block in blocks.dropFirst(prefix).dropLast(suffix) { new.append(block) }
    // The first token after the change counts from the last one in it.
    if let following = blocks.suffix(suffix).first(where: { !$0.data.isEmpty }) {
      let between = blocks.suffix(suffix).prefix { $0.data.isEmpty }
      for block in between {
        old.skip(block)
        new.skip(block)
      }
      old.appendFirstToken(of: following)
      new.appendFirstToken(of: following)
    }
    return Self.difference(from: old.data[...], to: new.data[...], start: start)
  }

  /// One edit without what both arrays share at their ends, in whole tokens.
  private static func difference(
    from old: ArraySlice<UInt32>, to new: ArraySlice<UInt32>, start: Int
  ) -> [SemanticTokensEdit] {
    var prefix = zip(old, new).prefix { $0 == $1 }.count
    prefix -= prefix % stride
    var suffix = zip(old.dropFirst(prefix).reversed(), new.dropFirst(prefix).reversed()).prefix { $0 == $1 }.count
    suffix -= suffix % stride
    let removed = old.count - prefix - suffix
    let added = new.dropFirst(prefix).dropLast(suffix)
    guard removed > 0 || !added.isEmpty else { return [] }
    return [SemanticTokensEdit(start: start + prefix, deleteCount: removed, data: Array(added))]
  }

  /// Puts blocks' numbers one after the other.
  private struct Joiner {
    private(set) var data: [UInt32] = []
    /// Numbers of the blocks that were passed over.
    private(set) var skippedCount = 0
    /// The next block's first line.
    private var line = 0
    private var lastTokenLine = 0

    mutating func append(_ tokens: BlockTokens) {
      appendNumbers(of: tokens, count: tokens.data.count)
      pass(tokens)
    }

    mutating func appendFirstToken(of tokens: BlockTokens) {
      appendNumbers(of: tokens, count: TokenResult.stride)
    }

    mutating func skip(_ tokens: BlockTokens) {
      skippedCount += tokens.data.count
      pass(tokens)
    }

    private mutating func appendNumbers(of tokens: BlockTokens, count: Int) {
      guard let first = tokens.data.first else { return }
      data.append(UInt32(clamping: line + Int(first) - lastTokenLine))
      data += tokens.data[1..<count]
    }

    private mutating func pass(_ tokens: BlockTokens) {
      if !tokens.data.isEmpty { lastTokenLine = line + tokens.lastLine }
      line += tokens.block.lineEndingCount
    }
  }
}
