/// How much of its doings the server tells the client of.
public enum TraceValue: String, Decodable, Sendable {
  case off, messages, verbose
}

/// `$/setTrace`
public struct SetTraceParams: Decodable, Sendable {
  public var value: TraceValue
}

/// `$/logTrace`
public struct LogTraceParams: Encodable, Sendable {
  public var message: String
  /// Only for a client that wants it verbose.
  public var verbose: String?

  public init(message: String, verbose: String?) {
    self.message = message
    self.verbose = verbose
  }
}
