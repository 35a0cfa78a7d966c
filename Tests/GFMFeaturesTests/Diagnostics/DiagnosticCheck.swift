import GFMFeatures
import GFMSyntax
import MarkdownText
import TestSupport
import Testing

extension Document {
  /// The diagnostics, all files being there.
  func diagnostics(
    _ options: DiagnosticOptions = DiagnosticOptions(), checkingFiles check: FileLinkCheck = { _, _ in nil }
  ) -> [LocatedDiagnostic] {
    DocumentDiagnostics(self, options: options, checkingFiles: check).all()
  }
}

/// Checks that a text has the diagnostics that `⟦⟧` mark in it, those of one code alone.
func check(
  _ code: DiagnosticCode, _ marked: String, options: DiagnosticOptions = DiagnosticOptions(),
  checkingFiles check: FileLinkCheck = { _, _ in nil }, sourceLocation: SourceLocation = #_sourceLocation
) {
  let expected = MarkedText(marked)
  let found = Document(expected.text).diagnostics(options, checkingFiles: check).filter { $0.code == code }
  let actual = MarkedText(text: expected.text, selections: found.map(\.range))
  #expect(actual.marked == expected.marked, sourceLocation: sourceLocation)
}

/// Checks what the fix of a text's first diagnostic of this code makes of it; `nil`: there is no fix.
func checkFix(
  _ code: DiagnosticCode, _ source: String, _ expected: String?, options: EditOptions = EditOptions(),
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let document = Document(source)
  guard let found = document.diagnostics().first(where: { $0.code == code }) else {
    Issue.record("no diagnostic", sourceLocation: sourceLocation)
    return
  }
  let fix = document.quickFix(for: found, options: options)
  #expect(fix.map { source.applying($0.edits) } == expected, sourceLocation: sourceLocation)
}

extension String {
  func applying(_ edits: [SourceEdit]) -> String {
    var bytes = Array(utf8)
    for edit in edits.reversed() { bytes.replaceSubrange(edit.range, with: edit.replacement) }
    // Half a character would not come back as it was.
    let text = String(decoding: bytes, as: UTF8.self)
    return Array(text.utf8) == bytes ? text : "invalid UTF-8"
  }
}
