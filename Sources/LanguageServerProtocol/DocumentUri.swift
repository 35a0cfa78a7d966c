/// A URI as the client spells it; two spellings are two documents, be they the same text in two normal forms.
public struct DocumentUri: Sendable {
  public let text: String

  public init(_ text: String) { self.text = text }

  /// Whether it says already what is meant in its resource, as a notebook's cell does (RFC 3986, 3.5).
  public var hasFragment: Bool { text.utf8.contains(UInt8(ascii: "#")) }
}

/// By the bytes of their UTF-8: strings themselves are equal where they are canonically equivalent.
extension DocumentUri: Hashable, Comparable {
  public static func == (a: DocumentUri, b: DocumentUri) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

  public static func < (a: DocumentUri, b: DocumentUri) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }

  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(UInt8(0xFF))
  }
}

extension DocumentUri: Codable {
  public init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension DocumentUri: CustomStringConvertible, ExpressibleByStringLiteral {
  public var description: String { text }

  public init(stringLiteral text: String) { self.text = text }
}
