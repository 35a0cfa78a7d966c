import GFMFeatures
import GFMSyntax
import MarkdownText

/// An operation that may be offered at a place, with what it is told.
struct CodeActionOffer {
  let operation: EditOperation
  let arguments: EditArguments
  /// Whether the client asks for this operation by its kind.
  let isAskedFor: Bool
  /// Whether it makes no sense at the place. Such ones are among the offers where they are asked for, to say so.
  var isDisabled = false

  /// The operations that may make sense at a selection, those of a kind in `only` where that is given; with those that
  /// make none, but are asked for by their kinds, disabled.
  ///
  /// Clients ask on every move of the caret, so this is what can be told without working out an edit, which is done for
  /// those alone that a look does not decide (``EditOperation/mayWait``), and the list is kept short: forms of whole
  /// blocks are offered for selected lines, all levels of headings to those who ask for them.
  static func offers(at selection: TextSelection, in document: Document, only: [String]?) -> [CodeActionOffer] {
    let isWithinLimits = document.isWithinEditLimits([selection])
    return EditOperation.codeActions.flatMap { operation -> [CodeActionOffer] in
      guard isWanted(operation.codeActionKind, only: only) else { return [] }
      let kind = operation.codeActionKind
      let isAskedFor = only?.contains { $0 == kind || $0.hasPrefix(kind + ".") } ?? false
      let isSourceAction = kind.hasPrefix("source.") && (only?.contains { $0.hasPrefix("source") } ?? false)
      guard isSourceAction || document.isDirectTarget(of: operation, at: selection) else { return [] }
      guard isAskedFor || !operation.isForLines || document.spansLines(selection) else { return [] }
      let plain = CodeActionOffer(
        operation: operation, arguments: EditArguments(), isAskedFor: isAskedFor,
        isDisabled: !isWithinLimits || !document.isWithinWholeLimit(operation, [selection])
          || !document.isApplicable(operation, at: selection))
      if plain.isDisabled { return isAskedFor ? [plain] : [] }
      guard operation == .heading else { return [plain] }
      return levels(at: selection, in: document, all: isAskedFor).map {
        CodeActionOffer(operation: operation, arguments: EditArguments(level: $0), isAskedFor: isAskedFor)
      }
    }
  }

  private static func levels(at selection: TextSelection, in document: Document, all: Bool) -> [Int] {
    guard let level = document.headingLevel(at: selection) else { return [] }
    if all { return (0...6).filter { $0 != level } }
    return level == 0 ? [1, 2, 3] : [0]
  }

  /// Whether a kind, or one above it, is among those that the client asks for.
  static func isWanted(_ kind: String, only: [String]?) -> Bool {
    guard let only, !only.isEmpty else { return true }
    return only.contains { $0.isEmpty || kind == $0 || kind.hasPrefix($0 + ".") }
  }
}

extension Document {
  fileprivate func spansLines(_ selection: TextSelection) -> Bool {
    !selection.isCaret && line(at: selection.range.lowerBound) != line(at: selection.range.upperBound)
  }
}

extension EditOperation {
  /// What a place lacks where the operation makes no sense.
  var disabledReason: String {
    switch self {
    case .strong, .emphasis, .strikethrough, .code: "There is no text here that could have this style."
    case .link: "There is nothing here that could be a link's text."
    case .heading: "This is not one paragraph or heading that could have this level."
    case .promote: "There is no heading below level 1 here."
    case .demote: "There is no heading above level 6 here."
    case .quote, .bulletList, .orderedList, .taskList: "These blocks cannot have this form."
    case .toggleTask: "This is not a list item with text."
    case .indent: "This is not a list item below another one."
    case .outdent: "This is not an item of a list within another item."
    case .formatTable: "This is not a table, or it is aligned."
    case .renumberList: "This is not a numbered list, or it counts right."
    case .newline, .nextCell, .previousCell: "There is nothing to do here."
    case .linkToReference: "There is no inline link here."
    case .linkToInline: "There is no reference link here."
    case .extractLinkDefinition: "There is no link here that another one says the same as."
    case .sortDefinitions: "The link definitions are sorted, or there are none."
    case .removeUnusedDefinitions: "All link definitions are used, or there are none."
    case .tableOfContents: "This is not a blank line between blocks with headings below it."
    case .updateTableOfContents: "There is no table of contents, or it says what it should."
    }
  }

  /// Whether it is offered for a selection of lines only, unless it is asked for.
  fileprivate var isForLines: Bool {
    switch self {
    case .quote, .bulletList, .orderedList, .taskList: true
    default: false
    }
  }

  /// Whether a look at the place is enough to offer it.
  var mayWait: Bool {
    switch self {
    case .strong, .emphasis, .strikethrough, .code, .newline, .nextCell, .previousCell, .formatTable, .renumberList,
      .link, .heading, .promote, .demote, .linkToInline, .sortDefinitions, .removeUnusedDefinitions,
      .updateTableOfContents:
      false
    case .quote, .bulletList, .orderedList, .taskList, .toggleTask, .indent, .outdent, .linkToReference,
      .extractLinkDefinition, .tableOfContents:
      true
    }
  }
}
