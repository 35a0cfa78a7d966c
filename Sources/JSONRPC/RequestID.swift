/// What ties a response to its request.
public enum RequestID: Sendable, Hashable {
  case number(Int)
  case string(String)
}

extension RequestID: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .string(try container.decode(String.self))
    }
  }
}

extension RequestID: JSONWritable {
  public func write(to bytes: inout [UInt8]) {
    switch self {
    case .number(let number): JSONText.append(number, to: &bytes)
    case .string(let string): JSONText.append(string, to: &bytes)
    }
  }
}

extension RequestID: CustomStringConvertible {
  public var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .string(let string): "\"\(string)\""
    }
  }
}
