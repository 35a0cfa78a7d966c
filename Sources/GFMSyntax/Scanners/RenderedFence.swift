import MarkdownText

/// What GitHub shows a fenced code block as, if it is not code.
public enum RenderedFence: Sendable, Hashable {
  case math
  case diagram

  private static let names: [(name: String, fence: RenderedFence)] = [
    ("math", .math), ("mermaid", .diagram), ("geojson", .diagram), ("topojson", .diagram), ("stl", .diagram),
  ]

  /// By the first word of an info string, in capitals or not; `nil` for code.
  public init?(infoString: ArraySlice<UInt8>) {
    let language = Self.language(of: infoString)
    for (name, fence) in Self.names
    where language.elementsEqual(name.utf8, by: { (0x41...0x5A).contains($0) ? $0 | 0x20 == $1 : $0 == $1 }) {
      self = fence
      return
    }
    return nil
  }

  /// The first word of an info string.
  static func language(of infoString: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    infoString.prefix { !$0.isSpaceOrTab && !$0.isLineEnding }
  }
}
