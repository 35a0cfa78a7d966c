import GFMSyntax
import Glibc
import MarkdownText

/// An address in a document as a URI (RFC 3986) that every client can parse.
///
/// Some clients read the targets of all of a document's links at once: one that is no URI costs them all. They parse as
/// browsers do (WHATWG URL), or as VS Code does; what any of them refuses is no target.
struct ExternalLinkURI {
  let text: String

  /// `nil` where the host or the port can't be one, and for a script or a command: no rendered document has those for
  /// links.
  init?(_ address: [UInt8]) {
    // Without a scheme, `//host/…` counts from what a page was loaded by.
    let address = address.starts(with: "//".utf8) ? Array("https:".utf8) + address : address
    guard let colon = address.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = address[..<colon]
    guard !Self.isScheme(scheme, in: ["javascript", "vbscript", "command"]) else { return nil }
    var text = Array(address[...colon])
    var rest = address[(colon + 1)...]
    let needsHost = Self.isScheme(scheme, in: ["http", "https", "ws", "wss", "ftp"])
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let authority = rest.prefix { !"/?#".utf8.contains($0) }
      rest = rest[authority.endIndex...]
      if authority.isEmpty, needsHost || rest.starts(with: "//".utf8) { return nil }
      text += "//".utf8
      guard Self.append(authority: authority, needsHost: needsHost, to: &text) else { return nil }
    } else if needsHost {
      return nil
    }
    Self.append(rest, to: &text)
    self.text = String(decoding: text, as: UTF8.self)
  }

  private static func isScheme(_ scheme: ArraySlice<UInt8>, in names: [String]) -> Bool {
    names.contains { scheme.lazy.map { $0 | 0x20 }.elementsEqual($0.utf8) }
  }

  /// Appends with percent encodings for what may not stand for itself.
  private static func append(_ segment: ArraySlice<UInt8>, to text: inout [UInt8]) {
    var hasFragment = false
    for index in segment.indices {
      let byte = segment[index]
      let isPlain =
        switch byte {
        case UInt8(ascii: "%"): PercentEncoding.byte(encodedAt: index, in: segment) != nil
        case UInt8(ascii: "#"): !hasFragment
        default: byte > 0x20 && byte < 0x7F && !#""<>[\]^`{|}"#.utf8.contains(byte)
        }
      hasFragment = hasFragment || byte == UInt8(ascii: "#")
      if isPlain { text.append(byte) } else { PercentEncoding.append(byte, to: &text) }
    }
  }
}

// MARK: - Authority

extension ExternalLinkURI {
  /// Appends `user@host:port`; `false` where it is none.
  private static func append(authority: ArraySlice<UInt8>, needsHost: Bool, to text: inout [UInt8]) -> Bool {
    let start = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.startIndex
    if start > authority.startIndex {
      append(authority[..<(start - 1)], to: &text)
      text.append(UInt8(ascii: "@"))
    }
    let place = authority[start...]
    let isIPLiteral = place.first == UInt8(ascii: "[")
    let end =
      isIPLiteral
      ? place.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 } ?? place.endIndex
      : place.firstIndex(of: UInt8(ascii: ":")) ?? place.endIndex
    let (host, port) = (place[..<end], place[end...])
    guard isPort(port) else { return false }
    if isIPLiteral {
      guard host.last == UInt8(ascii: "]"), isIPv6(host.dropFirst().dropLast()) else { return false }
      text += host
    } else {
      guard needsHost ? isHost(host) : host.allSatisfy(isOpaqueHostByte) else { return false }
      append(host, to: &text)
    }
    text += port
    return true
  }

  private static func isIPv6(_ text: ArraySlice<UInt8>) -> Bool {
    var address = in6_addr()
    return inet_pton(AF_INET6, String(decoding: text, as: UTF8.self), &address) == 1
  }

  /// Whether it is nothing, or a colon with a number that a port can have, or with none.
  private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
    guard let colon = text.first else { return true }
    let digits = text.dropFirst()
    return colon == UInt8(ascii: ":") && digits.allSatisfy(isDigit)
      && (digits.isEmpty || UInt16(String(decoding: digits, as: UTF8.self)) != nil)
  }

  /// Whether it is a name, or an IPv4 address.
  private static func isHost(_ text: ArraySlice<UInt8>) -> Bool {
    let isDot = { (byte: UInt8) in byte == UInt8(ascii: ".") }
    guard let lastLabel = text.split(whereSeparator: isDot).last else { return false }
    // What ends in a number is an address.
    if lastLabel.allSatisfy(isDigit) || lastLabel.starts(with: "0x".utf8) || lastLabel.starts(with: "0X".utf8) {
      let segments = String(decoding: text.last.map(isDot) == true ? text.dropLast() : text, as: UTF8.self)
      var address = in_addr()
      return inet_aton(segments, &address) != 0
    }
    if text.allSatisfy({ $0 < 0x80 }) { return text.allSatisfy(isHostByte) }
    // Of other characters many are in no host's name.
    return String(decoding: text, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
      scalar.isASCII ? isHostByte(UInt8(truncatingIfNeeded: scalar.value)) : scalar.properties.isIDContinue
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || isDigit(byte) || "-._~!$&'()*+,;=".utf8.contains(byte)
  }

  private static func isOpaqueHostByte(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x7F && !#"%<>[\]^|"#.utf8.contains(byte)
  }
}
