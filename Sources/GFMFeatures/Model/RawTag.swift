/// A raw HTML tag in inline text (GFM 6.10).
struct RawTag: Hashable {
  enum Role: Hashable {
    case opening, closing
  }

  /// In lower case.
  var name: String
  var role: Role
  /// Whether it is a name and nothing else, so that taking the tag away loses nothing but its meaning.
  var isBare: Bool

  /// Reads a tag; `nil` for comments, declarations, and elements that close themselves.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.first == UInt8(ascii: "<"), bytes.last == UInt8(ascii: ">") else { return nil }
    var inner = bytes.dropFirst().dropLast()
    role = inner.first == UInt8(ascii: "/") ? .closing : .opening
    if role == .closing { inner = inner.dropFirst() }
    guard inner.last != UInt8(ascii: "/") else { return nil }
    let name = inner.prefix { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        true
      default:
        false
      }
    }
    guard !name.isEmpty else { return nil }
    self.name = String(decoding: name, as: UTF8.self).lowercased()
    isBare = inner.dropFirst(name.count).allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }
}
