import GFMSyntax

/// A URI's scheme and host, and its path. Only what links between documents need of RFC 3986.
struct ResourceURI: Hashable {
  /// `file://`, with the host where there is one.
  private var root: String
  /// The path, percent encodings undone, without `.`, `..` and empty segments.
  private var segments: [[UInt8]]

  /// `nil` for a URI without a hierarchical path, such as `untitled:x`.
  init?(_ uri: String) {
    let bytes = Array(uri.utf8.prefix { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "?") })
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    segments = []
    if bytes[(colon + 1)...].starts(with: "//".utf8) {
      guard let slash = bytes[(colon + 3)...].firstIndex(of: UInt8(ascii: "/")) else { return nil }
      root = String(decoding: bytes[..<slash], as: UTF8.self)
      append(bytes[slash...])
    } else {
      // A file's URI may leave out the host with its slashes (RFC 8089, 2).
      guard bytes.starts(with: "file:/".utf8) else { return nil }
      root = "file://"
      append(bytes[(colon + 1)...])
    }
  }

  /// What a link's path leads to from the document at this URI. A path that starts with `/` counts from `folder`.
  func resolving(_ path: [UInt8], folder: ResourceURI?) -> ResourceURI {
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
  func isInside(_ other: ResourceURI) -> Bool { root == other.root && segments.starts(with: other.segments) }

  /// How deep it is.
  var depth: Int { segments.count }

  /// The path in the file system, of a `file` URI of this machine.
  var filePath: String? {
    guard root == "file://" || root == "file://localhost" else { return nil }
    // A name that holds a slash or NUL is no file's.
    guard segments.allSatisfy({ !$0.contains(0) && !$0.contains(UInt8(ascii: "/")) }) else { return nil }
    return "/" + segments.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
  }

  /// The URI as text, with percent encodings where they are needed.
  var text: String {
    var bytes = Array(root.utf8)
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
    return String(decoding: bytes, as: UTF8.self)
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
