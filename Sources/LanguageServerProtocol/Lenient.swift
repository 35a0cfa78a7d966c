/// A member that never fails to decode: absent, `null` and wrongly shaped all read as `nil`.
///
/// For what clients declare about themselves, where a mistake of theirs must not keep the server from starting.
@propertyWrapper
public struct Lenient<Value: Decodable & Sendable>: Decodable, Sendable {
  public var wrappedValue: Value?

  public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  public init(from decoder: any Decoder) throws {
    self.wrappedValue = try? Value(from: decoder)
  }
}

extension Lenient: Equatable where Value: Equatable {}
extension Lenient: Hashable where Value: Hashable {}

extension KeyedDecodingContainer {
  /// Lets synthesized decoding take an absent key for `nil`.
  public func decode<Value>(_ type: Lenient<Value>.Type, forKey key: Key) throws -> Lenient<Value> {
    (try? decodeIfPresent(type, forKey: key)) ?? Lenient(wrappedValue: nil)
  }
}
