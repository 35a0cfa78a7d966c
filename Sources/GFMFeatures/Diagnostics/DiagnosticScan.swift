public import GFMSyntax

/// Works out all diagnostics of a document a step at a time, so that a long one holds nothing up.
///
/// Once through the parts for what they find by themselves and for the document's tables, and once more to join these.
public struct DiagnosticScan: Sendable {
  public let document: Document
  public let options: DiagnosticOptions
  private var joiner: CrossReferenceChecks
  private var entries: [DocumentDiagnostics.Entry] = []
  /// Whether all parts have been read.
  private var isJoining = false
  private var nextSegment = 0

  public init(_ document: Document, options: DiagnosticOptions) {
    self.document = document
    self.options = options
    joiner = CrossReferenceChecks(document, options: options)
  }

  /// Goes on until parts of more than `limit` bytes were looked at, each link to a file counting as some more; whether
  /// all is done.
  public mutating func advance(limit: Int, checkingFiles check: FileLinkCheck) -> Bool {
    var byteCount = 0
    if !isJoining {
      nextSegment = document.forEachSegment(from: nextSegment) { placed in
        joiner.read(placed)
        byteCount += placed.bytes.count
        return byteCount <= limit
      }
      guard nextSegment == document.segmentCount else { return false }
      joiner.endReading()
      (isJoining, nextSegment) = (true, 0)
    }
    nextSegment = document.forEachSegment(from: nextSegment) { placed in
      let entry = joiner.entry(of: placed, checkingFiles: check)
      if entry.isWorthKeeping { entries.append(entry) }
      byteCount += placed.bytes.count + entry.fileCost
      return byteCount <= limit
    }
    return nextSegment == document.segmentCount
  }

  /// The diagnostics, once all is done.
  public var diagnostics: DocumentDiagnostics {
    DocumentDiagnostics(document, options: options, entries: entries, cost: joiner.cost)
  }
}
