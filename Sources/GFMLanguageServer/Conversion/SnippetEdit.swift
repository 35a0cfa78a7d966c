import GFMFeatures
import LanguageServerProtocol
import MarkdownText

extension EditResult {
  /// The edits as the client takes them: the one that the caret is to stand within, for clients that know snippets, as a
  /// snippet; without it they would leave the caret behind or before the edit.
  ///
  /// Not for several selections: a snippet has one last place. Nor where lines are put in: clients indent those of a
  /// snippet as they see fit.
  func documentEdits(_ converter: PositionConverter, withSnippet: Bool) -> [DocumentTextEdit] {
    var documentEdits = converter.edits(edits).map(DocumentTextEdit.text)
    if withSnippet, let (index, offset) = caretInReplacement {
      let replacement = edits[index].replacement
      documentEdits[index] = .snippet(
        SnippetTextEdit(
          range: converter.range(edits[index].range), before: String(decoding: replacement[..<offset], as: UTF8.self),
          after: String(decoding: replacement[offset...], as: UTF8.self)))
    }
    return documentEdits
  }

  /// The edit within whose replacement the only caret stands, and how many bytes of that are before the caret.
  private var caretInReplacement: (edit: Int, offset: Int)? {
    guard selections.count == 1, let caret = selections.first, caret.isCaret else { return nil }
    var shift = 0
    for (index, edit) in edits.enumerated() {
      let offset = caret.head - (edit.range.lowerBound + shift)
      if offset > 0, offset < edit.replacement.count {
        return edit.replacement.contains { $0 == 0x0A || $0 == 0x0D } ? nil : (index, offset)
      }
      shift += edit.replacement.count - edit.range.count
    }
    return nil
  }
}

extension EditOperation {
  /// Whether it can put in a pair with nothing between yet, for the caret to go there.
  var mayLeaveCaretInside: Bool {
    switch self {
    case .strong, .emphasis, .strikethrough, .code, .link: true
    case .newline, .nextCell, .previousCell, .formatTable, .renumberList, .heading, .promote, .demote, .quote,
      .bulletList, .orderedList, .taskList, .toggleTask, .indent, .outdent, .linkToReference, .linkToInline,
      .extractLinkDefinition, .sortDefinitions, .removeUnusedDefinitions, .tableOfContents, .updateTableOfContents:
      false
    }
  }
}
