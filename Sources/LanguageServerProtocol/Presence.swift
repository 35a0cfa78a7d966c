/// That a member is there and not `null`, whatever it holds.
public struct Presence: Decodable, Sendable {
  public init(from decoder: any Decoder) throws {}
}
