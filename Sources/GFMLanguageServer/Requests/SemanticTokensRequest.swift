import GFMSyntax
import JSONRPC
import LanguageServerProtocol

extension Session {
  func semanticTokensFull(_ params: SemanticTokensParams) throws(RequestError) -> SentTokens {
    try nextTokens(for: params.textDocument.uri)
  }

  /// A delta to the last result that was given for the document; where another one is meant, all tokens.
  func semanticTokensDelta(_ params: SemanticTokensDeltaParams) throws(RequestError) -> SemanticTokensOrDelta {
    let open = try openDocument(params.textDocument.uri)
    let result = try nextTokens(for: params.textDocument.uri)
    guard let previous = open.tokens, previous.id == params.previousResultId else {
      return .tokens(result)
    }
    return .delta(SemanticTokensDelta(resultId: result.id, edits: previous.edits(to: open.document)))
  }

  func semanticTokensRange(_ params: SemanticTokensRangeParams) throws(RequestError) -> SemanticTokens {
    let open = try openDocument(params.textDocument.uri)
    let range = PositionConverter(document: open.document, encoding: positionEncoding).range(params.range)
    var encoder = TokenEncoder(encoding: positionEncoding, legend: tokenLegend)
    for placed in open.document.segments(in: range) {
      let local = range.lowerBound - placed.start..<range.upperBound - placed.start
      encoder.append(placed.block, firstLine: placed.firstLine, options: open.tokenOptions, touching: local)
    }
    return SemanticTokens(resultId: nil, data: encoder.data)
  }

  /// The tokens of the document as it stands, remembered for the next delta.
  private func nextTokens(for uri: DocumentUri) throws(RequestError) -> SentTokens {
    let open = try openDocument(uri)
    tokenResultCount += 1
    let result = SentTokens(
      id: String(tokenResultCount), document: open.document, options: open.tokenOptions, encoding: positionEncoding,
      legend: tokenLegend)
    documents[uri]?.tokens = result
    return result
  }
}
