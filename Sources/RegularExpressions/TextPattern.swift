internal import CPCRE2

/// A regular expression in Perl's syntax, for text in UTF-8, whose cost is bounded whatever it says.
///
/// All texts together may take a time that grows with their lengths, many times what usual patterns need. A pattern that
/// takes 50 ms more, or more memory than a search may have, is exhausted: the search is given up, and it matches nothing
/// any more. Letters, digits and white space are Unicode's.
public final class TextPattern: Sendable {
  /// Why a pattern can't be one.
  public struct Problem: Error, Sendable, Hashable {
    /// PCRE2's own words, such as `missing closing parenthesis`.
    public let reason: String
    /// Where in the pattern, in bytes.
    public let offset: Int
  }

  /// How a text stands in its line, for `^` and `$`.
  public struct Place: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let lineStart = Place(rawValue: 1 << 0)
    public static let lineEnd = Place(rawValue: 1 << 1)
  }

  /// As it was written.
  public let source: String
  private let code: Code
  private let account = TimeBudget()

  /// The longest pattern, in bytes. A character may be compared with all of it.
  private static let maximalLength = 4_000
  /// The longest text that is searched, in bytes. No line that someone writes is longer.
  public static let maximalTextLength = 10_000

  public init(_ source: String) throws(Problem) {
    self.source = source
    code = try Code(source, maximalLength: Self.maximalLength)
  }

  /// Whether it took too long or too much once.
  public var isExhausted: Bool { account.isClosed }

  /// The matches in `text`, in order, without overlap, empty ones left out: bytes from its start. None in text that is no
  /// UTF-8, or longer than ``maximalTextLength``. Costs a time that the text's length bounds, and once at most 50 ms more
  /// and what a step takes.
  public func matches(in text: UnsafeBufferPointer<UInt8>, at place: Place) -> [Range<Int>] {
    var found: [Range<Int>] = []
    let isWhole = search(text, at: place) { match in
      if !match.isEmpty { found.append(match) }
      return true
    }
    return isWhole ? found : []
  }

  /// Whether it matches anywhere in `text`; see ``matches(in:at:)``.
  public func hasMatch(in text: UnsafeBufferPointer<UInt8>, at place: Place) -> Bool {
    var isFound = false
    let isWhole = search(text, at: place) { _ in
      isFound = true
      return false
    }
    return isWhole && isFound
  }

  /// Calls `visit` with each match until it returns `false`. Returns whether the search was not given up.
  private func search(
    _ text: UnsafeBufferPointer<UInt8>, at place: Place, visit: (Range<Int>) -> Bool
  ) -> Bool {
    guard text.count <= Self.maximalTextLength, let meter = account.startMeter(forBytes: text.count) else {
      return false
    }
    var search = Search(code: code, text: text, place: place, meter: meter)
    while let match = search.next(), visit(match) {}
    account.enter(search.meter, isGivenUp: search.isGivenUp)
    return !search.isGivenUp
  }
}

extension TextPattern: Hashable {
  public static func == (left: TextPattern, right: TextPattern) -> Bool { left.source == right.source }
  public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

/// A compiled pattern.
///
/// `@unchecked`: PCRE2 documents compiled code as read-only once it is made, and as safe to match with in any number of
/// threads.
private final class Code: @unchecked Sendable {
  let pointer: OpaquePointer

  init(_ source: String, maximalLength: Int) throws(TextPattern.Problem) {
    let bytes = Array(source.utf8)
    guard bytes.count <= maximalLength else {
      throw TextPattern.Problem(reason: "longer than \(maximalLength) bytes", offset: maximalLength)
    }
    // What asks for UTF-8 goes without saying, and `\C` would match a part of a character. The callouts, one before each
    // item, are where time is looked at.
    let options =
      UInt32(PCRE2_UTF) | UInt32(PCRE2_UCP) | UInt32(PCRE2_NEVER_BACKSLASH_C) | UInt32(PCRE2_AUTO_CALLOUT)
    var code: CInt = 0
    var offset = 0
    guard let pointer = pcre2_compile_8(bytes, bytes.count, options, &code, &offset, nil) else {
      throw TextPattern.Problem(reason: Self.message(code), offset: offset)
    }
    self.pointer = pointer
  }

  deinit { pcre2_code_free_8(pointer) }

  private static func message(_ code: CInt) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let length = pcre2_get_error_message_8(code, &buffer, buffer.count)
    return length > 0 ? String(decoding: buffer.prefix(Int(length)), as: UTF8.self) : "error \(code)"
  }
}

/// One search of a text, from match to match.
private struct Search: ~Copyable {
  private let code: Code
  private let text: UnsafeBufferPointer<UInt8>
  private let options: UInt32
  private let data: OpaquePointer?
  private let context: OpaquePointer?
  /// The callout's, at an address that stays.
  private let meterPointer: UnsafeMutablePointer<TimeMeter>
  private var position = 0
  private var isEnded = false
  /// Whether the last match took too long or too much.
  private(set) var isGivenUp = false

  /// Kibibytes that a match may take.
  private static let heapLimit: UInt32 = 1024

  init(code: Code, text: UnsafeBufferPointer<UInt8>, place: TextPattern.Place, meter: TimeMeter) {
    self.code = code
    self.text = text
    var options: UInt32 = 0
    if !place.contains(.lineStart) { options |= UInt32(PCRE2_NOTBOL) }
    if !place.contains(.lineEnd) { options |= UInt32(PCRE2_NOTEOL) }
    self.options = options
    data = pcre2_match_data_create_from_pattern_8(code.pointer, nil)
    context = pcre2_match_context_create_8(nil)
    meterPointer = .allocate(capacity: 1)
    meterPointer.initialize(to: meter)
    // The interpreter's, not the just-in-time compiler's: that one knows no limit of memory.
    pcre2_set_heap_limit_8(context, Self.heapLimit)
    pcre2_set_callout_8(
      context,
      { _, data in
        guard let meter = data?.assumingMemoryBound(to: TimeMeter.self) else { return 0 }
        return meter.pointee.step() ? 0 : PCRE2_ERROR_CALLOUT
      }, meterPointer)
  }

  var meter: TimeMeter { meterPointer.pointee }

  deinit {
    pcre2_match_data_free_8(data)
    pcre2_match_context_free_8(context)
    meterPointer.deallocate()
  }

  /// The next match; it may be empty.
  mutating func next() -> Range<Int>? {
    guard !isEnded, position <= text.count, let data else { return nil }
    // The first look at the text has seen whether it is UTF-8.
    let checked = position > 0 ? UInt32(PCRE2_NO_UTF_CHECK) : 0
    let status = pcre2_match_8(code.pointer, text.baseAddress, text.count, position, options | checked, data, context)
    guard status > 0, let vector = pcre2_get_ovector_pointer_8(data) else {
      isEnded = true
      isGivenUp = Self.limits.contains(status)
      return nil
    }
    // `\K` can put a match's start behind its end, or before the last match.
    let start = max(vector[0], position)
    let end = max(vector[1], start)
    position = end > start ? end : characterEnd(after: end)
    return start..<end
  }

  /// Where the character at `offset` ends.
  private func characterEnd(after offset: Int) -> Int {
    var end = offset + 1
    while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  private static let limits: Set<CInt> = [
    PCRE2_ERROR_CALLOUT, PCRE2_ERROR_MATCHLIMIT, PCRE2_ERROR_DEPTHLIMIT, PCRE2_ERROR_HEAPLIMIT, PCRE2_ERROR_NOMEMORY,
  ]
}
