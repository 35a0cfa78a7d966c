/// Something in a document that its writer will want to know.
public struct Diagnostic: Encodable, Sendable, Hashable {
  public struct CodeDescription: Encodable, Sendable, Hashable {
    public var href: String

    public init(href: String) { self.href = href }
  }

  public struct RelatedInformation: Encodable, Sendable, Hashable {
    public var location: Location
    public var message: String

    public init(location: Location, message: String) { (self.location, self.message) = (location, message) }
  }

  public enum Tag: Int, Encodable, Sendable, Hashable {
    case unnecessary = 1
  }

  public var range: PositionRange
  /// 1 for an error to 4 for a hint.
  public var severity: Int
  public var code: String
  /// Only for clients that know it.
  public var codeDescription: CodeDescription?
  public var source: String
  public var message: String
  /// Only for clients that know them.
  public var tags: [Tag]?
  /// Only for clients that know it.
  public var relatedInformation: [RelatedInformation]?

  public init(range: PositionRange, severity: Int, code: String, source: String, message: String) {
    self.range = range
    self.severity = severity
    self.code = code
    self.source = source
    self.message = message
  }
}

/// `textDocument/publishDiagnostics`, a notification of the server's
public struct PublishDiagnosticsParams: Encodable, Sendable {
  public var uri: DocumentUri
  /// Only for clients that know it.
  public var version: Int?
  public var diagnostics: [Diagnostic]

  public init(uri: DocumentUri, version: Int?, diagnostics: [Diagnostic]) {
    self.uri = uri
    self.version = version
    self.diagnostics = diagnostics
  }
}

public struct DiagnosticProviderOptions: Encodable, Sendable {
  public var identifier: String
  /// Whether an edit of one document can change the diagnostics of another.
  public var interFileDependencies: Bool
  public var workspaceDiagnostics: Bool

  public init(identifier: String, interFileDependencies: Bool, workspaceDiagnostics: Bool) {
    self.identifier = identifier
    self.interFileDependencies = interFileDependencies
    self.workspaceDiagnostics = workspaceDiagnostics
  }
}

/// `textDocument/diagnostic`
public struct DocumentDiagnosticParams: Decodable, Sendable {
  public var textDocument: TextDocumentIdentifier
  @Lenient public var previousResultId: String?
}

public enum DocumentDiagnosticReport: Sendable {
  case full(resultId: String?, items: [Diagnostic])
  case unchanged(resultId: String)
}
