import GFMFeatures
import GFMSyntax
import MarkdownText

/// The operation `newline` for clients that insert the line ending first and ask afterwards.
///
/// By then the text holds the line ending and perhaps indentation of the client's own. The text before is made again,
/// the operation asked what it does there, and the difference between what it wants and what the client has typed is
/// the answer. The edit at the caret ends at the caret, so that clients keep the caret behind what it inserts.
enum OnTypeNewline {
  /// The edits, in source order; `nil` where the operation makes no sense, or the text is not as a typed newline leaves
  /// it. `caret` is a byte offset; `newline` is what Enter does to a text, unless a test says otherwise.
  ///
  /// Nothing is put in behind the caret, whatever `options` say: no client would leave the caret before it.
  static func edits(
    in document: Document, caret: Int, options: EditOptions = EditOptions(),
    newline: (Document, TextSelection, EditOptions) -> EditResult? = {
      $0.edit(.newline, selections: [$1], options: $2)
    }
  ) -> [SourceEdit]? {
    guard let typed = typedNewline(in: document, caret: caret) else { return nil }
    let original = document.replacing(typed, with: [])
    var options = options
    options.closesFences = false
    options.completesRows = false
    // A text of one line says nothing of line endings; the one that the client has typed does.
    let asked = original.lineCount > 1 ? original : original.appending(document.lineEnding(at: typed.lowerBound))
    guard let result = newline(asked, TextSelection(caret: typed.lowerBound), options),
      let newCaret = result.selections.first, result.selections.count == 1, newCaret.isCaret
    else { return nil }
    return rebase(result.edits, caretAfter: newCaret.head, original: original, typed: typed, document: document)
  }

  /// The line ending before the caret's line and the indentation before the caret, where nothing else is between.
  private static func typedNewline(in document: Document, caret: Int) -> Range<Int>? {
    let line = document.line(at: caret)
    guard line > 0 else { return nil }
    let lineStart = document.lineRange(line).lowerBound
    guard lineStart <= caret, document.bytes(in: lineStart..<caret).allSatisfy({ $0 == 0x20 || $0 == 0x09 })
    else { return nil }
    return document.lineRange(line - 1).upperBound..<caret
  }

  /// Makes edits of `original` into edits of `document`, which has the bytes `typed` more.
  private static func rebase(
    _ edits: [SourceEdit], caretAfter: Int, original: Document, typed: Range<Int>, document: Document
  ) -> [SourceEdit]? {
    let seam = typed.lowerBound
    let left = edits.prefix { $0.range.lowerBound < seam || ($0.range.lowerBound == seam && !$0.replacement.isEmpty) }
    let start = min(left.first?.range.lowerBound ?? seam, seam)

    // What the operation puts between `start` and the seam.
    var wanted: [UInt8] = []
    var offset = start
    for edit in left {
      if offset < edit.range.lowerBound { wanted += original.bytes(in: offset..<edit.range.lowerBound) }
      wanted += edit.replacement
      offset = max(offset, edit.range.upperBound)
    }
    if offset < seam { wanted += original.bytes(in: offset..<seam) }
    // The new caret must be where the old one goes; anything else cannot be said with the newline typed already.
    guard start + wanted.count == caretAfter else { return nil }

    var rebased: [SourceEdit] = []
    if let edit = difference(document.bytes(in: start..<typed.upperBound), wanted, start: start) {
      rebased.append(edit)
    }
    if offset > seam {
      rebased.append(SourceEdit(range: typed.upperBound..<offset + typed.count, replacement: []))
    }
    for edit in edits.dropFirst(left.count) {
      let range = edit.range.lowerBound + typed.count..<edit.range.upperBound + typed.count
      rebased.append(SourceEdit(range: range, replacement: edit.replacement))
    }
    return rebased.isEmpty ? nil : rebased
  }

  /// The replacement of all of `old` but the beginning that it shares with `new`; `nil` where they are the same. It cuts
  /// no scalar and no CR LF, for which positions have no name.
  private static func difference(_ old: [UInt8], _ new: [UInt8], start: Int) -> SourceEdit? {
    guard old != new else { return nil }
    let shared = old.sharedPrefixCount(with: new) { !isInside($0, $1) }
    return SourceEdit(range: start + shared..<start + old.count, replacement: Array(new[shared...]))
  }

  /// Whether a scalar or a CR LF goes on at `index`.
  private static func isInside(_ bytes: [UInt8], _ index: Int) -> Bool {
    guard index < bytes.count else { return false }
    return bytes[index] & 0xC0 == 0x80 || (bytes[index] == 0x0A && bytes[index - 1] == 0x0D)
  }
}

extension Document {
  fileprivate func appending(_ text: [UInt8]) -> Document { replacing(byteCount..<byteCount, with: text) }

  /// The line ending at `offset`.
  fileprivate func lineEnding(at offset: Int) -> [UInt8] {
    let next = bytes(in: offset..<min(offset + 2, byteCount))
    return next.starts(with: "\r\n".utf8) ? Array(next) : Array(next.prefix(1))
  }
}
