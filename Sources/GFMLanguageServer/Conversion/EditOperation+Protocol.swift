import GFMFeatures
import LanguageServerProtocol

extension EditOperation {
  /// The operations that are offered as code actions.
  static let codeActions: [EditOperation] = [
    .strong, .emphasis, .strikethrough, .code, .link, .heading, .promote, .demote, .quote, .bulletList, .orderedList,
    .taskList, .toggleTask, .indent, .outdent, .formatTable, .renumberList, .linkToReference, .linkToInline,
    .extractLinkDefinition, .sortDefinitions, .removeUnusedDefinitions, .tableOfContents, .updateTableOfContents,
  ]

  /// What menus and the undo list call it.
  var title: String {
    switch self {
    case .strong: "Toggle bold"
    case .emphasis: "Toggle italic"
    case .strikethrough: "Toggle strikethrough"
    case .code: "Toggle code"
    case .newline: "Continue on a new line"
    case .nextCell: "Go to the next cell"
    case .previousCell: "Go to the previous cell"
    case .formatTable: "Format table"
    case .renumberList: "Renumber list"
    case .link: "Toggle link"
    case .heading: "Heading"
    case .promote: "Promote heading"
    case .demote: "Demote heading"
    case .quote: "Toggle quote"
    case .bulletList: "Toggle bullet list"
    case .orderedList: "Toggle numbered list"
    case .taskList: "Toggle task list"
    case .toggleTask: "Toggle task"
    case .indent: "Indent item"
    case .outdent: "Outdent item"
    case .linkToReference: "Make reference link"
    case .linkToInline: "Make inline link"
    case .extractLinkDefinition: "Extract to link definition"
    case .sortDefinitions: "Sort link definitions"
    case .removeUnusedDefinitions: "Remove unused link definitions"
    case .tableOfContents: "Table of contents"
    case .updateTableOfContents: "Update table of contents"
    }
  }

  /// What menus and the undo list call it with `arguments`.
  func title(_ arguments: EditArguments) -> String {
    guard self == .heading, let level = arguments.level else { return title }
    return level == 0 ? "Paragraph" : "Heading \(level)"
  }

  /// Those that keep a whole document in order have a kind that editors can run when they save.
  var codeActionKind: String {
    switch self {
    case .extractLinkDefinition: "refactor.extract.linkDefinition.gfm"
    case .sortDefinitions: "source.organizeLinkDefinitions.gfm"
    case .removeUnusedDefinitions, .updateTableOfContents: "source.gfm.\(rawValue)"
    default: "refactor.rewrite.gfm.\(rawValue)"
    }
  }

  var commandName: String { ExecuteCommandParams.commandPrefix + rawValue }

  init?(commandName: String) {
    guard commandName.hasPrefix(ExecuteCommandParams.commandPrefix) else { return nil }
    self.init(rawValue: String(commandName.dropFirst(ExecuteCommandParams.commandPrefix.count)))
  }
}

extension EditArguments {
  init(_ arguments: OperationArguments?) { self.init(level: arguments?.level, url: arguments?.url) }
}

extension OperationArguments {
  /// `nil` where there is nothing to tell.
  init?(_ arguments: EditArguments) {
    guard arguments != EditArguments() else { return nil }
    self.init(level: arguments.level, url: arguments.url)
  }
}
