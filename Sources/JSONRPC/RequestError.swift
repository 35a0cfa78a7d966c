/// An error code of JSON-RPC 2.0 or of the Language Server Protocol.
public struct ErrorCode: RawRepresentable, Sendable, Hashable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let parseError = ErrorCode(rawValue: -32700)
  public static let invalidRequest = ErrorCode(rawValue: -32600)
  public static let methodNotFound = ErrorCode(rawValue: -32601)
  public static let invalidParams = ErrorCode(rawValue: -32602)
  public static let internalError = ErrorCode(rawValue: -32603)
  public static let serverNotInitialized = ErrorCode(rawValue: -32002)
  public static let requestFailed = ErrorCode(rawValue: -32803)
  public static let serverCancelled = ErrorCode(rawValue: -32802)
  public static let contentModified = ErrorCode(rawValue: -32801)
  public static let requestCancelled = ErrorCode(rawValue: -32800)
}

/// Why a request has no result.
public struct RequestError: Error, Sendable, Hashable {
  public let code: ErrorCode
  /// One sentence for the client's log.
  public let message: String

  public init(_ code: ErrorCode, _ message: String) {
    self.code = code
    self.message = message
  }

  public static func parseError(_ message: String) -> RequestError { .init(.parseError, message) }
  public static func invalidRequest(_ message: String) -> RequestError { .init(.invalidRequest, message) }
  public static func methodNotFound(_ method: String) -> RequestError {
    .init(.methodNotFound, "no such method: \(method)")
  }
  public static func invalidParams(_ message: String) -> RequestError { .init(.invalidParams, message) }
  public static func internalError(_ message: String) -> RequestError { .init(.internalError, message) }
  public static func requestFailed(_ message: String) -> RequestError { .init(.requestFailed, message) }
  public static func serverCancelled(_ message: String) -> RequestError { .init(.serverCancelled, message) }
  public static func contentModified(_ message: String) -> RequestError { .init(.contentModified, message) }

  public static let serverNotInitialized = RequestError(.serverNotInitialized, "the server is not initialized")
  public static let requestCancelled = RequestError(.requestCancelled, "the request was cancelled")
}
