/// `$/setTrace`
public struct SetTraceParams: Decodable, Sendable {
  public var value: String
}
