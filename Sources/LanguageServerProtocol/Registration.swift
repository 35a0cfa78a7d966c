/// `client/registerCapability`, for notifications that clients send to servers that ask for them.
public struct RegistrationParams: Encodable, Sendable {
  public struct Registration: Encodable, Sendable {
    public enum Options: Encodable, Sendable {
      /// Of `workspace/didChangeConfiguration`.
      case section(String)
      /// Of `workspace/didChangeWatchedFiles`.
      case watchers([FileSystemWatcher])

      private enum CodingKeys: CodingKey {
        case section, watchers
      }

      public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .section(let section): try container.encode(section, forKey: .section)
        case .watchers(let watchers): try container.encode(watchers, forKey: .watchers)
        }
      }
    }

    public var id: String
    public var method: String
    public var registerOptions: Options?

    public init(id: String, method: String, registerOptions: Options?) {
      self.id = id
      self.method = method
      self.registerOptions = registerOptions
    }
  }

  public var registrations: [Registration]

  public init(registrations: [Registration]) { self.registrations = registrations }
}

public struct FileSystemWatcher: Encodable, Sendable {
  public var globPattern: String
  /// The sum of ``FileChangeType``s' ``FileChangeType/watchKind``.
  public var kind: Int

  public init(globPattern: String, kinds: [FileChangeType]) {
    self.globPattern = globPattern
    kind = kinds.reduce(0) { $0 | $1.watchKind }
  }
}

public enum FileChangeType: Int, Decodable, Sendable {
  case created = 1
  case changed = 2
  case deleted = 3

  /// A `WatchKind`.
  public var watchKind: Int { 1 << (rawValue - 1) }
}

/// `workspace/didChangeWatchedFiles`
public struct DidChangeWatchedFilesParams: Decodable, Sendable {
  public struct FileEvent: Decodable, Sendable {
    public var uri: DocumentUri
    /// `nil`: any.
    @Lenient public var type: FileChangeType?
  }

  @Lenient public var changes: [FileEvent]?
}
