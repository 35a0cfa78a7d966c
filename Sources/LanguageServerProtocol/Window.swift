public enum MessageType: Int, Encodable, Sendable {
  case error = 1
  case warning = 2
  case info = 3
  case log = 4
}

/// `window/logMessage`
public struct LogMessageParams: Encodable, Sendable {
  public var type: MessageType
  public var message: String

  public init(type: MessageType, message: String) {
    self.type = type
    self.message = message
  }
}

/// `window/showMessage`
public struct ShowMessageParams: Encodable, Sendable {
  public var type: MessageType
  public var message: String

  public init(type: MessageType, message: String) {
    self.type = type
    self.message = message
  }
}
