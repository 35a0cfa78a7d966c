import GFMFeatures
import GFMSyntax
import JSONRPC
import LanguageServerProtocol
import MarkdownText

extension Session {
  /// The operations that make sense at the range.
  func codeActions(_ params: CodeActionParams) throws(RequestError) -> [CodeActionOrCommand] {
    let uri = params.textDocument.uri
    let open = try openDocument(uri)
    let converter = PositionConverter(document: open.document, encoding: positionEncoding)
    let selection = TextSelection(
      anchor: converter.offset(params.range.start), head: converter.offset(params.range.end))
    let fixes = quickFixes(params, selection.range)
    let offers = CodeActionOffer.offers(at: selection, in: open.document, only: params.context?.only)
    return fixes + offers.compactMap { codeAction($0, params, open, selection) }
  }

  /// The action for an offer, as the client takes it; `nil` where the operation makes no sense.
  private func codeAction(
    _ offer: CodeActionOffer, _ params: CodeActionParams, _ open: OpenDocument, _ selection: TextSelection
  ) -> CodeActionOrCommand? {
    let operation = offer.operation
    let uri = params.textDocument.uri
    var action = CodeAction(title: operation.title(offer.arguments), kind: operation.codeActionKind)
    func disabled() -> CodeActionOrCommand? {
      guard client.disabledCodeActions, offer.isAskedFor else { return nil }
      action.disabled = .init(reason: operation.disabledReason)
      return .action(action)
    }
    if offer.isDisabled { return disabled() }
    // What is looked up on the way costs little; the edit may wait until it is chosen.
    let mayWait = client.codeActionLiterals && client.codeActionEditResolve
    let isExpensive = !offer.isAskedFor && open.document.isExpensive(operation, at: selection)
    if isExpensive, !mayWait { return nil }
    var edit: WorkspaceEdit?
    // There are several levels; in a long paragraph, a look has to do for all of them.
    let isLookEnough =
      operation.mayWait
      || operation == .heading && open.document.segment(at: selection.head).range.count > 1 << 14
    if !(mayWait && (isLookEnough || isExpensive)) {
      edit = workspaceEdit(operation, uri: uri, open: open, selections: [selection], arguments: offer.arguments)
      if edit == nil { return disabled() }
    }
    // A command's edit is the server's to apply.
    if !client.codeActionLiterals, !client.applyEdit { return nil }
    if !client.codeActionLiterals { return .command(command(offer, params, version: open.version)) }
    if client.codeActionEditResolve {
      action.data = CodeActionData(
        uri: uri, version: open.version, range: params.range, operation: operation.rawValue,
        arguments: OperationArguments(offer.arguments))
    } else {
      action.edit = edit
    }
    return .action(action)
  }

  private func command(_ offer: CodeActionOffer, _ params: CodeActionParams, version: Int?) -> Command {
    let selection = Selection(anchor: params.range.start, head: params.range.end)
    let argument = EditCommandArgument(
      textDocument: params.textDocument, version: version, selections: [selection],
      arguments: OperationArguments(offer.arguments))
    return Command(
      title: offer.operation.title(offer.arguments), command: offer.operation.commandName, arguments: [argument])
  }

  /// The edit that an action's data stands for; `nil` where the operation makes no sense any more.
  fileprivate func resolvedEdit(_ data: CodeActionData) throws(RequestError) -> WorkspaceEdit? {
    guard let operation = EditOperation(rawValue: data.operation) else {
      throw .invalidParams("no such operation: \(data.operation)")
    }
    let open = try openDocument(data.uri, version: data.version)
    let converter = PositionConverter(document: open.document, encoding: positionEncoding)
    let selection = TextSelection(anchor: converter.offset(data.range.start), head: converter.offset(data.range.end))
    return workspaceEdit(
      operation, uri: data.uri, open: open, selections: [selection], arguments: EditArguments(data.arguments))
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
  guard params.edit == nil, let data = params.data, let edit = try session.resolvedEdit(data) else {
    bytes += action
    return
  }
  try JSONText.append(action, setting: "edit", to: &bytes) { (bytes) throws(RequestError) in
    try JSONText.append(encoding: edit, to: &bytes)
  }
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
