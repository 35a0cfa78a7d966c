import GFMFeatures
import JSONRPC
import LanguageServerProtocol

extension Session {
  /// The operations that make sense at the range.
  func codeActions(_ params: CodeActionParams) throws(RequestError) -> [CodeActionOrCommand] {
    let uri = params.textDocument.uri
    let open = try openDocument(uri)
    let converter = PositionConverter(document: open.document, encoding: positionEncoding)
    let selection = TextSelection(
      anchor: converter.offset(params.range.start), head: converter.offset(params.range.end))
    return EditOperation.codeActions.compactMap { operation in
      guard Self.isWanted(operation.codeActionKind, only: params.context?.only),
        let edit = workspaceEdit(operation, uri: uri, open: open, selections: [selection])
      else { return nil }
      if !client.codeActionLiterals { return .command(command(operation, params, version: open.version)) }
      var action = CodeAction(title: operation.title, kind: operation.codeActionKind)
      if client.codeActionEditResolve {
        action.data = CodeActionData(
          uri: uri, version: open.version, range: params.range, operation: operation.rawValue)
      } else {
        action.edit = edit
      }
      return .action(action)
    }
  }

  private func command(_ operation: EditOperation, _ params: CodeActionParams, version: Int?) -> Command {
    let selection = Selection(anchor: params.range.start, head: params.range.end)
    let argument = EditCommandArgument(textDocument: params.textDocument, version: version, selections: [selection])
    return Command(title: operation.title, command: operation.commandName, arguments: [argument])
  }

  /// Whether a kind, or one above it, is among those that the client asks for.
  private static func isWanted(_ kind: String, only: [String]?) -> Bool {
    guard let only, !only.isEmpty else { return true }
    return only.contains { $0.isEmpty || kind == $0 || kind.hasPrefix($0 + ".") }
  }

  /// The edit that an action's data stands for; `nil` where the operation makes no sense any more.
  fileprivate func resolvedEdit(_ data: CodeActionData) throws(RequestError) -> WorkspaceEdit? {
    guard let operation = EditOperation(rawValue: data.operation) else {
      throw .invalidParams("no such operation: \(data.operation)")
    }
    let open = try openDocument(data.uri, version: data.version)
    let converter = PositionConverter(document: open.document, encoding: positionEncoding)
    let selection = TextSelection(anchor: converter.offset(data.range.start), head: converter.offset(data.range.end))
    return workspaceEdit(operation, uri: data.uri, open: open, selections: [selection])
  }
}

/// Answers `codeAction/resolve` with the client's own action, its edit added where it lacks one.
///
/// Clients ask for actions that are complete, or not ours, too; those go back as they came, whatever they hold.
func resolveCodeAction(
  _ session: Session, _ message: IncomingMessage, _ bytes: inout [UInt8]
) throws(RequestError) {
  guard let action = message.payload else { throw .invalidParams("params is missing") }
  let params = try message.decode(CodeActionResolveParams.self)
  guard params.edit == nil, let data = params.data, let edit = try session.resolvedEdit(data),
    action.last == UInt8(ascii: "}")
  else {
    bytes += action
    return
  }
  // It has `data`, so it has members.
  bytes += action.dropLast()
  bytes += #","edit":"#.utf8
  try JSONText.append(encoding: edit, to: &bytes)
  bytes.append(UInt8(ascii: "}"))
}

enum CodeActionOrCommand: Encodable {
  case action(CodeAction)
  case command(Command)

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .action(let action): try container.encode(action)
    case .command(let command): try container.encode(command)
    }
  }
}
