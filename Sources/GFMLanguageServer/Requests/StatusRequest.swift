import GFMSyntax
import JSONRPC
import LanguageServerProtocol

extension Session {
  /// `gfm/status`. Costs the number of open documents.
  func status(_: NoParams) throws(RequestError) -> GFMStatusResult {
    var counters = counters
    counters.tokenResults = tokenResultCount
    let documents = documents.map { uri, open in
      GFMStatusResult.OpenDocument(
        uri: uri, version: open.version, byteCount: open.document.byteCount, lineCount: open.document.lineCount,
        partCount: open.document.segmentCount)
    }
    return GFMStatusResult(
      version: ServerIdentity.version, parserVersion: ParserStatistics.libraryVersion,
      documents: documents.sorted { $0.uri < $1.uri }, counters: counters)
  }

  /// Counts a document that was read whole.
  func countReading() { counters.documentsRead += 1 }

  /// Counts what a change of a document cost, and what it kept.
  func countChange(to document: Document) {
    let change = document.change
    counters.changes += 1
    counters.partsParsed += change.parsedSegmentCount
    counters.bytesParsed += change.parsedByteCount
    let newSegments = change.segments.stretches.flatMap { document.segments($0.new) }
    counters.partsKept += document.segmentCount - newSegments.count
    let newBytes = newSegments.reduce(0) { $0 + $1.range.count }
    counters.bytesKept += document.byteCount - newBytes
  }
}
