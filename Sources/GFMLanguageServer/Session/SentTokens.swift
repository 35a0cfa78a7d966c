import GFMFeatures
import GFMSyntax
import JSONRPC
import LanguageServerProtocol
import MarkdownText

/// The tokens that a client holds for a document: a snapshot, and how much of it still stands.
///
/// The next delta looks at the parts that edits have touched since, and at no others.
struct SentTokens {
  let id: String
  private let document: Document
  private let options: TokenOptions
  private let encoding: PositionEncoding
  private let legend: TokenLegend
  /// What edits have changed since.
  private var changes = ChangedSegments()

  /// Numbers for a token.
  private static let stride = 5

  init(id: String, document: Document, options: TokenOptions, encoding: PositionEncoding, legend: TokenLegend) {
    self.id = id
    self.document = document
    self.options = options
    self.encoding = encoding
    self.legend = legend
  }

  /// Takes note of an edit.
  mutating func note(_ change: DocumentChange) { changes.append(change.segments) }

  /// What turns this result's array into that of `current`, which its edits led to: in order, one edit for each stretch of
  /// parts that changed. Costs the parts that were touched, and O(log n).
  func edits(to current: Document) -> [SemanticTokensEdit] {
    stretches.flatMap { stretch in
      let old = numbers(of: document, segments: stretch.old)
      let new = numbers(of: current, segments: stretch.new)
      let start = document.measure(beforeSegment: stretch.old.lowerBound) * Self.stride
      return Self.difference(from: old, to: new, start: start)
    }
  }

  /// The stretches that changed, those with no token in between as one.
  private var stretches: [ChangedSegments.Stretch] {
    var stretches: [ChangedSegments.Stretch] = []
    for stretch in changes.stretches {
      if let last = stretches.last,
        document.measure(beforeSegment: last.old.upperBound) == document.measure(beforeSegment: stretch.old.lowerBound)
      {
        stretches[stretches.count - 1] = ChangedSegments.Stretch(
          old: last.old.lowerBound..<stretch.old.upperBound, new: last.new.lowerBound..<stretch.new.upperBound)
      } else {
        stretches.append(stretch)
      }
    }
    return stretches
  }

  /// The numbers of parts, and of the token that follows them: that one counts from the last one in them.
  private func numbers(of document: Document, segments: Range<Int>) -> [UInt32] {
    var encoder = TokenEncoder(encoding: encoding, legend: legend)
    let first = document.measure(beforeSegment: segments.lowerBound)
    if let before = document.segment(holdingMeasured: first - 1), let token = before.block.semanticTokens(options).last
    {
      encoder.append([token], in: before.bytes, firstLine: before.firstLine)
      encoder.removeNumbers()
    }
    for placed in document.segments(segments) {
      encoder.append(placed.block, firstLine: placed.firstLine, options: options)
    }
    if let after = document.segment(holdingMeasured: document.measure(beforeSegment: segments.upperBound)),
      let token = after.block.semanticTokens(options).first
    {
      encoder.append([token], in: after.bytes, firstLine: after.firstLine)
    }
    return encoder.data
  }

  /// One edit without what both arrays share at their ends, in whole tokens.
  private static func difference(
    from old: [UInt32], to new: [UInt32], start: Int
  ) -> [SemanticTokensEdit] {
    let changed = old.changedRange(to: new) { _, index in index % stride == 0 }
    guard !changed.old.isEmpty || !changed.new.isEmpty else { return [] }
    return [
      SemanticTokensEdit(
        start: start + changed.old.lowerBound, deleteCount: changed.old.count, data: Array(new[changed.new]))
    ]
  }
}

/// The answer to a request for all tokens, written part by part: the protocol's array of a long document is never there
/// but as text.
extension SentTokens: JSONWritable {
  func write(to bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + document.measure(beforeSegment: document.segmentCount) * 11)
    bytes += #"{"resultId":"#.utf8
    JSONText.append(id, to: &bytes)
    bytes += #","data":["#.utf8
    var encoder = TokenEncoder(encoding: encoding, legend: legend)
    var isFirst = true
    document.forEachSegment { placed in
      encoder.append(placed.block, firstLine: placed.firstLine, options: options)
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
