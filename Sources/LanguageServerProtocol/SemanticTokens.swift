public struct SemanticTokensLegend: Encodable, Sendable {
  public var tokenTypes: [String]
  public var tokenModifiers: [String]

  public init(tokenTypes: [String], tokenModifiers: [String]) {
    self.tokenTypes = tokenTypes
    self.tokenModifiers = tokenModifiers
  }
}

public struct SemanticTokensOptions: Encodable, Sendable {
  public struct Full: Encodable, Sendable {
    public var delta: Bool

    public init(delta: Bool) { self.delta = delta }
  }

  public var legend: SemanticTokensLegend
  public var range: Bool
  public var full: Full

  public init(legend: SemanticTokensLegend, range: Bool, full: Full) {
    self.legend = legend
    self.range = range
    self.full = full
  }
}

/// `textDocument/semanticTokens/full`
public struct SemanticTokensParams: Decodable, Sendable {
  public var textDocument: TextDocumentIdentifier
}

/// `textDocument/semanticTokens/full/delta`
public struct SemanticTokensDeltaParams: Decodable, Sendable {
  public var textDocument: TextDocumentIdentifier
  public var previousResultId: String
}

/// `textDocument/semanticTokens/range`
public struct SemanticTokensRangeParams: Decodable, Sendable {
  public var textDocument: TextDocumentIdentifier
  public var range: PositionRange
}

/// Tokens as five numbers each: lines since the token before, columns since it or since the line's start, length, type,
/// modifiers. Not `Encodable`: its JSON is appended as bytes, since encoders take far too long over so many numbers.
public struct SemanticTokens: Sendable, Hashable {
  public var resultId: String?
  public var data: [UInt32]

  public init(resultId: String?, data: [UInt32]) {
    self.resultId = resultId
    self.data = data
  }
}

/// What turns an earlier result's `data` into the new one's.
public struct SemanticTokensDelta: Sendable, Hashable {
  public var resultId: String
  public var edits: [SemanticTokensEdit]

  public init(resultId: String, edits: [SemanticTokensEdit]) {
    self.resultId = resultId
    self.edits = edits
  }
}

public struct SemanticTokensEdit: Sendable, Hashable {
  /// Into the earlier result's `data`, in numbers.
  public var start: Int
  public var deleteCount: Int
  public var data: [UInt32]

  public init(start: Int, deleteCount: Int, data: [UInt32]) {
    self.start = start
    self.deleteCount = deleteCount
    self.data = data
  }
}
