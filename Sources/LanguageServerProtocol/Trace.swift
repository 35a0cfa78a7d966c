/// How much of its doings the server tells the client of.
public enum TraceValue: String, Decodable, Sendable {
  case off, messages, verbose

  /// A client library knows one more, which says less than `messages` of each.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer().decode(String.self)
    guard let trace = value == "compact" ? .messages : TraceValue(rawValue: value) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(value) is no trace value"))
    }
    self = trace
  }
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
