/// What ties a response to its request.
public enum RequestID: Sendable {
  case number(Int)
  case string(String)
}

/// Strings by their bytes (RFC 8259, 8.3): in Swift they are equal where they are canonically equivalent.
extension RequestID: Hashable {
  public static func == (a: RequestID, b: RequestID) -> Bool {
    switch (a, b) {
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .number(let number): hasher.combine(number)
    case .string(var string): string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }
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
