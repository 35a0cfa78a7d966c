import GFMFeatures
import GFMSyntax
import JSONRPC
import LanguageServerProtocol

extension Session {
  func foldingRanges(_ params: FoldingRangeParams) throws(RequestError) -> FoldingRanges {
    let document = try openDocument(params.textDocument.uri).document
    return FoldingRanges(
      document, encoding: positionEncoding, isLinesOnly: client.lineFoldingOnly, limit: client.foldingRangeLimit)
  }
}

/// A document's folds as the protocol has them: by their first lines, no two of the same lines.
struct FoldingRanges {
  private struct FoldingRange {
    var range: PositionRange
    var kind: Fold.Kind?
    /// How many others it is in.
    var depth: Int
  }

  private var ranges: [FoldingRange] = []
  private let isLinesOnly: Bool

  /// At most `limit` of them, the outer ones first.
  init(_ document: Document, encoding: PositionEncoding, isLinesOnly: Bool, limit: Int?) {
    self.isLinesOnly = isLinesOnly
    var starts = OrderedPositions(document, encoding: encoding)
    var ends = OrderedPositions(document, encoding: encoding)
    /// The last lines of the folds that are open.
    var open: [Int] = []
    for fold in document.folds() {
      let lineEnd = starts.lineEnd(at: fold.range.lowerBound)
      let range = PositionRange(
        start: starts.position(max(lineEnd, fold.range.lowerBound)), end: ends.position(fold.range.upperBound))
      guard range.start.line < range.end.line else { continue }
      while let last = open.last, last < range.start.line { open.removeLast() }
      let isKnown = ranges.reversed().prefix { $0.range.start.line == range.start.line }
        .contains { $0.range.end.line == range.end.line }
      if isKnown { continue }
      ranges.append(FoldingRange(range: range, kind: fold.kind, depth: open.count))
      open.append(range.end.line)
    }
    if let limit, ranges.count > limit { keepOuter(limit) }
  }

  private mutating func keepOuter(_ limit: Int) {
    let order = ranges.indices.sorted { (ranges[$0].depth, $0) < (ranges[$1].depth, $1) }
    ranges = order.prefix(max(limit, 0)).sorted().map { ranges[$0] }
  }
}

extension FoldingRanges: JSONWritable {
  func write(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for (index, fold) in ranges.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += #"{"startLine":"#.utf8
      JSONText.append(fold.range.start.line, to: &bytes)
      bytes += #","endLine":"#.utf8
      JSONText.append(fold.range.end.line, to: &bytes)
      if !isLinesOnly {
        bytes += #","startCharacter":"#.utf8
        JSONText.append(fold.range.start.character, to: &bytes)
        bytes += #","endCharacter":"#.utf8
        JSONText.append(fold.range.end.character, to: &bytes)
      }
      switch fold.kind {
      case .comment: bytes += #","kind":"comment""#.utf8
      case .region: bytes += #","kind":"region""#.utf8
      case nil: break
      }
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(UInt8(ascii: "]"))
  }
}
