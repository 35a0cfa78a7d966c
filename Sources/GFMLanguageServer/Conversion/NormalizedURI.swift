import GFMSyntax
import LanguageServerProtocol

/// A URI's scheme and host, and its path. Only what links between documents need of RFC 3986.
struct NormalizedURI: Hashable {
  /// `file://`, with the host where there is one; the scheme in lower case.
  private var root: [UInt8]
  /// The path, percent encodings undone, without `.`, `..` and empty segments.
  private var segments: [[UInt8]]

  private static let fileRoot = Array("file://".utf8)

  /// `nil` for a URI without a hierarchical path, such as `untitled:x`.
  init?(_ uri: DocumentUri) {
    let bytes = Array(uri.text.utf8.prefix { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "?") })
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    // Letter case means nothing there (RFC 3986, 3.1).
    let scheme = bytes[..<colon].lowercasedASCII
    let isFile = scheme == Array("file".utf8)
    var path = bytes[(colon + 1)...]
    var host: ArraySlice<UInt8> = []
    if path.starts(with: "//".utf8) {
      let rest = path.dropFirst(2)
      guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
      host = rest[..<slash]
      path = rest[slash...]
    } else {
      // A file's URI may leave out the host with its slashes (RFC 8089, 2).
      guard isFile, path.first == UInt8(ascii: "/") else { return nil }
    }
    // A file's host is this machine, by that name or by none (RFC 8089, 2).
    if isFile, host.lowercasedASCII == Array("localhost".utf8) { host = [] }
    root = scheme + Array("://".utf8) + host
    segments = []
    append(path)
  }

  /// What a link's path leads to from the document at this URI. A path that starts with `/` counts from `folder`.
  func resolving(_ path: [UInt8], folder: NormalizedURI?) -> NormalizedURI {
    var result = self
    if path.first == UInt8(ascii: "/") {
      result.segments = folder?.segments ?? []
    } else if !result.segments.isEmpty {
      result.segments.removeLast()
    }
    result.append(path[...])
    return result
  }

  private mutating func append(_ path: ArraySlice<UInt8>) {
    for segment in path.split(separator: UInt8(ascii: "/")) {
      let decoded = PercentEncoding.decoded(segment)
      if decoded == Array("..".utf8) {
        _ = segments.popLast()
      } else if decoded != Array(".".utf8) {
        segments.append(decoded)
      }
    }
  }

  /// Whether it is in the folder at `other`, or that folder.
  func isInside(_ other: NormalizedURI) -> Bool { root == other.root && segments.starts(with: other.segments) }

  /// How deep it is.
  var depth: Int { segments.count }

  /// The last segment.
  var name: [UInt8] { segments.last ?? [] }

  /// The path in the file system, of a `file` URI of this machine.
  var filePath: FilePath? {
    // A name that holds a slash is no file's.
    guard root == Self.fileRoot, !segments.contains(where: { $0.contains(UInt8(ascii: "/")) }) else { return nil }
    return FilePath([UInt8(ascii: "/")] + segments.joined(separator: [UInt8(ascii: "/")]))
  }

  /// The URI as text, with percent encodings where they are needed.
  var uri: DocumentUri {
    var bytes = root
    for segment in segments {
      bytes.append(UInt8(ascii: "/"))
      for byte in segment {
        if Self.isPlain(byte) {
          bytes.append(byte)
        } else {
          PercentEncoding.append(byte, to: &bytes)
        }
      }
    }
    if segments.isEmpty { bytes.append(UInt8(ascii: "/")) }
    return DocumentUri(String(decoding: bytes, as: UTF8.self))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default:
      "-._~!$&'()*+,;=:@".utf8.contains(byte)
    }
  }
}

extension Sequence<UInt8> {
  /// The bytes with ASCII's letters in lower case.
  var lowercasedASCII: [UInt8] { map(\.lowercasedASCII) }
}

extension UInt8 {
  /// The letter in lower case, if it is one of ASCII's in upper case.
  var lowercasedASCII: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }
}
