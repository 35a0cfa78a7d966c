import GFMFeatures
import LanguageServerProtocol

extension EditOperation {
  /// The operations that are offered as code actions.
  static let codeActions: [EditOperation] = [
    .strong, .emphasis, .strikethrough, .code, .formatTable, .renumberList,
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
    }
  }

  var codeActionKind: String { "refactor.rewrite.gfm.\(rawValue)" }

  var commandName: String { ExecuteCommandParams.commandPrefix + rawValue }

  init?(commandName: String) {
    guard commandName.hasPrefix(ExecuteCommandParams.commandPrefix) else { return nil }
    self.init(rawValue: String(commandName.dropFirst(ExecuteCommandParams.commandPrefix.count)))
  }
}
