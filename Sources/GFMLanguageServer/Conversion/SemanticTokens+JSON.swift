public import JSONRPC
public import LanguageServerProtocol

/// The answer to a delta request.
enum SemanticTokensOrDelta {
  case tokens(SentTokens)
  case delta(SemanticTokensDelta)
}

extension SemanticTokensOrDelta: JSONWritable {
  func write(to bytes: inout [UInt8]) {
    switch self {
    case .tokens(let tokens): tokens.write(to: &bytes)
    case .delta(let delta): delta.write(to: &bytes)
    }
  }
}

extension SemanticTokens: JSONWritable {
  public func write(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    if let resultId {
      bytes += #""resultId":"#.utf8
      JSONText.append(resultId, to: &bytes)
      bytes.append(UInt8(ascii: ","))
    }
    bytes += #""data":"#.utf8
    JSONText.append(data, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }
}

extension SemanticTokensDelta: JSONWritable {
  public func write(to bytes: inout [UInt8]) {
    bytes += #"{"resultId":"#.utf8
    JSONText.append(resultId, to: &bytes)
    bytes += #","edits":["#.utf8
    for (index, edit) in edits.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += #"{"start":"#.utf8
      JSONText.append(edit.start, to: &bytes)
      bytes += #","deleteCount":"#.utf8
      JSONText.append(edit.deleteCount, to: &bytes)
      bytes += #","data":"#.utf8
      JSONText.append(edit.data, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    bytes += "]}".utf8
  }
}
