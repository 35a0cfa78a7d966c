import GFMFeatures
import GFMSyntax
import LanguageServerProtocol

/// The diagnostics of an open document, and what the client was told of them.
struct DiagnosticState {
  /// As of some snapshot; `nil` until they are wanted.
  private(set) var diagnostics: DocumentDiagnostics?
  /// What has changed since that snapshot.
  private var change = DocumentChange.none
  /// Links to files are looked at again.
  private var filesChanged = false
  /// How many parts were read ahead.
  private var preparedPartCount = 0

  /// What the client holds, and its name.
  var told: (id: String, items: [Diagnostic])?

  /// Takes note of an edit.
  mutating func note(_ change: DocumentChange) {
    if diagnostics != nil { self.change.append(change) }
  }

  mutating func noteChangedFiles() { filesChanged = true }

  /// Reads a part of the document ahead; `false` where all is read.
  mutating func prepare(_ document: Document, options: GFMFeatures.DiagnosticOptions, byteCount: Int) -> Bool {
    guard diagnostics == nil,
      let next = DocumentDiagnostics.prepare(document, from: preparedPartCount, limit: byteCount, options: options)
    else { return false }
    preparedPartCount = next
    return true
  }

  /// The diagnostics of the document as it now stands. Costs what has changed.
  mutating func current(
    _ document: Document, options: GFMFeatures.DiagnosticOptions, checkingFiles check: FileLinkCheck
  ) -> DocumentDiagnostics {
    var current: DocumentDiagnostics
    if let known = diagnostics, known.options == options {
      current = known
      if filesChanged || change != .none {
        current.update(to: document, after: change, filesChanged: filesChanged, checkingFiles: check)
      }
    } else {
      current = DocumentDiagnostics(document, options: options, checkingFiles: check)
    }
    diagnostics = current
    change = .none
    filesChanged = false
    return current
  }
}
