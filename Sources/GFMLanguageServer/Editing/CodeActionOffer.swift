import GFMFeatures
import GFMSyntax

/// An operation that may be offered at a place, with what it is told.
struct CodeActionOffer {
  let operation: EditOperation
  let arguments: EditArguments

  /// The operations that may make sense at a selection, those of a kind in `only` where that is given.
  ///
  /// Clients ask on every move of the caret, so this is what can be told without working out an edit, and the list is
  /// kept short: forms of whole blocks are offered for selected lines, all levels of headings to those who ask for them.
  static func offers(at selection: TextSelection, in document: Document, only: [String]?) -> [CodeActionOffer] {
    EditOperation.codeActions.flatMap { operation -> [CodeActionOffer] in
      guard isWanted(operation.codeActionKind, only: only) else { return [] }
      let isAskedFor = only?.contains { $0.hasPrefix(operation.codeActionKind) } ?? false
      guard isAskedFor || !operation.isForLines || document.spansLines(selection),
        document.mayEdit(operation, at: selection)
      else { return [] }
      guard operation == .heading else { return [CodeActionOffer(operation: operation, arguments: EditArguments())] }
      return levels(at: selection, in: document, all: isAskedFor).map {
        CodeActionOffer(operation: operation, arguments: EditArguments(level: $0))
      }
    }
  }

  private static func levels(at selection: TextSelection, in document: Document, all: Bool) -> [Int] {
    guard let level = document.headingLevel(at: selection) else { return [] }
    if all { return (0...6).filter { $0 != level } }
    return level == 0 ? [1, 2, 3] : [0]
  }

  /// Whether a kind, or one above it, is among those that the client asks for.
  private static func isWanted(_ kind: String, only: [String]?) -> Bool {
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
    case .strong, .emphasis, .strikethrough, .code, .newline, .nextCell, .previousCell, .formatTable, .renumberList:
      false
    case .link, .heading, .promote, .demote, .quote, .bulletList, .orderedList, .taskList, .toggleTask, .indent,
      .outdent:
      true
    }
  }
}
