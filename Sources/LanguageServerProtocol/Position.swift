/// A place between two characters.
public struct Position: Codable, Sendable, Hashable {
  /// 0-based.
  public var line: Int
  /// 0-based, in units of the negotiated position encoding.
  public var character: Int

  public init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  private enum CodingKeys: CodingKey {
    case line, character
  }

  /// Takes any number: clients mean "the end" by the largest one they have, be it a fraction's. What an `Int32` cannot
  /// hold, or is below 0, becomes the nearest that is allowed.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.line = try Self.decodeClamped(from: container, forKey: .line)
    self.character = try Self.decodeClamped(from: container, forKey: .character)
  }

  private static func decodeClamped(
    from container: KeyedDecodingContainer<CodingKeys>, forKey key: CodingKeys
  ) throws -> Int {
    let largest = Int(Int32.max)
    if let value = try? container.decode(Int.self, forKey: key) { return min(max(value, 0), largest) }
    let value = try container.decode(Double.self, forKey: key)
    return Int(min(max(value, 0), Double(largest)))
  }
}

/// A stretch of text, its end exclusive. The specification's `Range`; here that name is Swift's.
public struct PositionRange: Codable, Sendable, Hashable {
  public var start: Position
  public var end: Position

  public init(start: Position, end: Position) {
    self.start = start
    self.end = end
  }
}

/// How a position's `character` counts.
public enum PositionEncodingKind {
  public static let utf8 = "utf-8"
  public static let utf16 = "utf-16"
  public static let utf32 = "utf-32"
}

public struct TextEdit: Codable, Sendable, Hashable {
  public var range: PositionRange
  public var newText: String

  public init(range: PositionRange, newText: String) {
    self.range = range
    self.newText = newText
  }
}
