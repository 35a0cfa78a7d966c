import CYAML

/// Why a text is not YAML.
public struct YAMLFault: Sendable, Hashable {
  /// Bytes from the text's start; at most its length.
  public var offset: Int
  /// The parser's own words.
  public var reason: String
}

/// Checks whether texts are YAML 1.1. Nothing is built of them, and no alias is followed.
public enum YAMLSyntax {
  /// Longer texts are not looked at, in bytes.
  private static let maximumLength = 1 << 18
  /// Collections in collections beyond this are not looked at.
  private static let maximumDepth = 200

  /// What is wrong in a text first; `nil` for nothing, and where a limit keeps it from being told.
  public static func firstFault(in text: [UInt8]) -> YAMLFault? {
    guard text.count <= maximumLength else { return nil }
    return text.withUnsafeBufferPointer { buffer in
      // At an address that stays, as the parser keeps its own.
      let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
      defer { parser.deallocate() }
      guard yaml_parser_initialize(parser) == 1 else { return nil }
      defer { yaml_parser_delete(parser) }
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      // What it points to outlives the parser; an empty text may have no address.
      var nothing: UInt8 = 0
      return withUnsafePointer(to: &nothing) { empty in
        yaml_parser_set_input_string(parser, buffer.baseAddress ?? empty, buffer.count)
        return firstFault(parser, in: buffer)
      }
    }
  }

  private static func firstFault(
    _ parser: UnsafeMutablePointer<yaml_parser_t>, in text: UnsafeBufferPointer<UInt8>
  ) -> YAMLFault? {
    var depth = 0
    var anchors: Set<String> = []
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(parser, &event) == 1 else { return fault(of: parser.pointee, in: text) }
      defer { yaml_event_delete(&event) }
      switch event.type {
      case YAML_STREAM_END_EVENT:
        return nil
      case YAML_SCALAR_EVENT:
        insert(event.data.scalar.anchor, into: &anchors)
      case YAML_SEQUENCE_START_EVENT:
        insert(event.data.sequence_start.anchor, into: &anchors)
        depth += 1
      case YAML_MAPPING_START_EVENT:
        insert(event.data.mapping_start.anchor, into: &anchors)
        depth += 1
      case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
        depth -= 1
      case YAML_ALIAS_EVENT:
        if let name = name(event.data.alias.anchor), !anchors.contains(name) {
          return YAMLFault(offset: offset(of: event.start_mark, in: text), reason: "no anchor has the name \(name)")
        }
      default:
        break
      }
      if depth > maximumDepth { return nil }
    }
  }

  private static func name(_ characters: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    characters.map { String(cString: $0) }
  }

  private static func insert(_ anchor: UnsafeMutablePointer<yaml_char_t>?, into anchors: inout Set<String>) {
    if let name = name(anchor) { anchors.insert(name) }
  }

  private static func fault(of parser: yaml_parser_t, in text: UnsafeBufferPointer<UInt8>) -> YAMLFault? {
    guard let problem = parser.problem else { return nil }
    let reason = String(cString: problem)
    switch parser.error {
    case YAML_MEMORY_ERROR, YAML_NO_ERROR: return nil
    case YAML_READER_ERROR: return YAMLFault(offset: min(parser.problem_offset, text.count), reason: reason)
    default: return YAMLFault(offset: offset(of: parser.problem_mark, in: text), reason: reason)
    }
  }

  /// Where a mark is, which counts characters.
  private static func offset(of mark: yaml_mark_t, in text: UnsafeBufferPointer<UInt8>) -> Int {
    var left = mark.index
    var offset = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while offset < text.count, left > 0 {
      offset += 1
      while offset < text.count, text[offset] & 0xC0 == 0x80 { offset += 1 }
      left -= 1
    }
    return min(offset, text.count)
  }
}
