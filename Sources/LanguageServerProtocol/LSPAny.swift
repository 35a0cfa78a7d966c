/// Any JSON: for what the specification leaves to clients and servers, such as settings.
public enum LSPAny: Sendable, Hashable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([LSPAny])
  case object([String: LSPAny])
}

extension LSPAny: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let boolean = try? container.decode(Bool.self) {
      self = .boolean(boolean)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let array = try? container.decode([LSPAny].self) {
      self = .array(array)
    } else if let object = try? container.decode([String: LSPAny].self) {
      self = .object(object)
    } else {
      // JSON, as all that comes in, but a number that no `Double` holds. It must not take with it what stands around it.
      self = .null
    }
  }
}
