import GFMSyntax
import JSONRPC
import LanguageServerProtocol

/// The tokens that a client holds for a document: a snapshot, and how much of it still stands.
///
/// The next delta looks at the parts that edits have touched since, and at no others.
struct TokenResult {
  let id: String
  private let document: Document
  private let encoding: PositionEncoding
  private let legend: TokenLegend
  /// How many parts at the start, and at the end, are the same in the snapshot and in the document as it stands.
  private var unchangedPrefix: Int
  private var unchangedSuffix: Int

  /// Numbers for a token.
  private static let stride = 5

  init(id: String, document: Document, encoding: PositionEncoding, legend: TokenLegend) {
    self.id = id
    self.document = document
    self.encoding = encoding
    self.legend = legend
    unchangedPrefix = document.partCount
    unchangedSuffix = document.partCount
  }

  /// Takes note that the document came to `edited` from one that had `oldPartCount` parts.
  mutating func note(_ change: DocumentChange, oldPartCount: Int) {
    unchangedPrefix = min(unchangedPrefix, change.oldParts.lowerBound)
    unchangedSuffix = min(unchangedSuffix, oldPartCount - change.oldParts.upperBound)
  }

  /// What turns this result's array into that of `current`, which its edits led to: one edit or none. Costs the parts
  /// that were touched, and O(log n).
  func edits(to current: Document) -> [SemanticTokensEdit] {
    let shorter = min(document.partCount, current.partCount)
    let prefix = min(unchangedPrefix, shorter)
    let suffix = min(unchangedSuffix, shorter - prefix)
    let old = numbers(of: document, prefix: prefix, suffix: suffix)
    let new = numbers(of: current, prefix: prefix, suffix: suffix)
    let start = document.tokenCount(beforePart: prefix) * Self.stride
    return Self.difference(from: old[...], to: new[...], start: start)
  }

  /// The numbers of the parts between `prefix` and `suffix` others, and of the token that follows them: that one counts
  /// from the last one in them.
  private func numbers(of document: Document, prefix: Int, suffix: Int) -> [UInt32] {
    var encoder = TokenEncoder(encoding: encoding, legend: legend)
    let first = document.tokenCount(beforePart: prefix)
    if let before = document.part(holdingToken: first - 1), let token = before.block.tokens.last {
      encoder.append([token], in: before.block.bytes, firstLine: before.firstLine)
      encoder.removeNumbers()
    }
    let end = document.partCount - suffix
    for placed in document.parts(prefix..<end) { encoder.append(placed.block, firstLine: placed.firstLine) }
    if let after = document.part(holdingToken: document.tokenCount(beforePart: end)),
      let token = after.block.tokens.first
    {
      encoder.append([token], in: after.block.bytes, firstLine: after.firstLine)
    }
    return encoder.data
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
}

/// The answer to a request for all tokens, written part by part: the protocol's array of a long document is never there
/// but as text.
extension TokenResult: JSONWritable {
  func write(to bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + document.tokenCount(beforePart: document.partCount) * 11)
    bytes += #"{"resultId":"#.utf8
    JSONText.append(id, to: &bytes)
    bytes += #","data":["#.utf8
    var encoder = TokenEncoder(encoding: encoding, legend: legend)
    var isFirst = true
    document.forEachPart { placed in
      encoder.append(placed.block, firstLine: placed.firstLine)
      for number in encoder.data {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        JSONText.append(number, to: &bytes)
        isFirst = false
      }
      encoder.removeNumbers()
    }
    bytes += "]}".utf8
  }
}
