/// What the process has had cmark-gfm parse since it started, for whatever reason.
public struct ParserStatistics: Sendable, Hashable {
  /// How often it was called.
  public internal(set) var parseCount = 0
  /// How many bytes it was given.
  public internal(set) var byteCount = 0

  /// As it is now.
  public static var current: ParserStatistics { CMark.statistics }

  /// The library's version.
  public static var libraryVersion: String { CMark.version }

  public static func - (later: ParserStatistics, earlier: ParserStatistics) -> ParserStatistics {
    ParserStatistics(
      parseCount: later.parseCount - earlier.parseCount, byteCount: later.byteCount - earlier.byteCount)
  }
}
