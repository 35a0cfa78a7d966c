import GFMFeatures
import GFMSyntax
import LanguageServerProtocol

/// The diagnostics of an open document, and what the client was told of them.
struct DiagnosticState {
  /// As of some snapshot; `nil` until they are wanted.
  private var diagnostics: DocumentDiagnostics?
  /// What works them out for the first time.
  private var reading: DiagnosticScan?
  /// What has changed since the snapshot of either.
  private var change = DocumentChange.none
  /// All links to files are to be looked at again before the diagnostics are told.
  private(set) var filesChanged = false

  /// What the client holds, and its name.
  var told: (id: String, items: [Diagnostic])?

  init(told: (id: String, items: [Diagnostic])? = nil) { self.told = told }

  /// A change of more parts than this is read as a document is that was opened just now: in steps.
  private static let largestChange = 2_000

  /// Takes note of an edit.
  mutating func note(_ change: DocumentChange) {
    if diagnostics != nil || reading != nil { self.change.append(change) }
  }

  mutating func noteChangedFiles() { filesChanged = true }

  /// Takes a step, of some bytes, to where the diagnostics of the document as it now stands cost no more than what has
  /// changed in its text; whether that is so.
  mutating func prepare(
    _ document: Document, options: GFMFeatures.DiagnosticOptions, byteCount: Int, checkingFiles check: FileLinkCheck
  ) -> Bool {
    let changedCount = change.segments.stretches.reduce(0) { $0 + max($1.old.count, $1.new.count) }
    if changedCount > Self.largestChange { (diagnostics, reading) = (nil, nil) }
    if diagnostics?.options == options { return recheckFiles(document, byteCount: byteCount, checkingFiles: check) }
    if reading == nil || reading?.options != options {
      (diagnostics, change, filesChanged) = (nil, .none, false)
      reading = DiagnosticScan(document, options: options)
    }
    guard reading?.advance(limit: byteCount, checkingFiles: check) == true else { return false }
    diagnostics = reading?.diagnostics
    reading = nil
    return prepare(document, options: options, byteCount: byteCount, checkingFiles: check)
  }

  /// Takes a step to where links to files were looked at since files have changed; whether that is so.
  private mutating func recheckFiles(
    _ document: Document, byteCount: Int, checkingFiles check: FileLinkCheck
  ) -> Bool {
    if filesChanged {
      diagnostics?.noteChangedFiles()
      filesChanged = false
    }
    guard diagnostics?.hasUncheckedFiles == true else { return true }
    if change != .none { diagnostics?.update(to: document, after: change, checkingFiles: check) }
    change = .none
    return diagnostics?.recheckFiles(limit: byteCount, checkingFiles: check) ?? true
  }

  /// The diagnostics of the document as it now stands. Costs what has changed, where that is prepared.
  mutating func current(
    _ document: Document, options: GFMFeatures.DiagnosticOptions, checkingFiles check: FileLinkCheck
  ) -> DocumentDiagnostics? {
    while !prepare(document, options: options, byteCount: .max, checkingFiles: check) {}
    if change != .none { diagnostics?.update(to: document, after: change, checkingFiles: check) }
    change = .none
    return diagnostics
  }
}
