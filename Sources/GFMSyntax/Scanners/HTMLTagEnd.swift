import MarkdownText

/// Finds out whether HTML tags end at all. One that does not may hold the starts of many others: what was gone through in
/// vain is not gone through again.
struct HTMLTagEnd {
  /// Where the scan of a tag behind its name is. What comes of it hangs on that and the place alone.
  private enum State: UInt8 {
    case betweenAttributes, name, behindName, beforeValue, unquoted, singleQuoted, doubleQuoted
  }

  private let text: [UInt8]
  /// A bit for each state in which a scan came by a byte, and did not end before the text did.
  private var visited: [UInt8]

  init(_ text: [UInt8]) {
    self.text = text
    visited = [UInt8](repeating: 0, count: text.count)
  }

  /// Whether a `>` ends the tag whose name ends at `index`. What comes before the last tag that was found to end is not
  /// to be asked about. All calls together cost O(n).
  mutating func exists(from index: Int) -> Bool {
    var state = State.betweenAttributes
    for index in index..<text.count {
      let bit: UInt8 = 1 << state.rawValue
      guard visited[index] & bit == 0 else { return false }
      visited[index] |= bit
      guard let next = Self.next(state, text[index]) else { return true }
      state = next
    }
    return false
  }

  /// The state behind a byte; `nil` behind the tag.
  private static func next(_ state: State, _ byte: UInt8) -> State? {
    switch (state, byte) {
    case (.singleQuoted, UInt8(ascii: "'")), (.doubleQuoted, UInt8(ascii: "\"")): .betweenAttributes
    case (.singleQuoted, _), (.doubleQuoted, _): state
    case (_, UInt8(ascii: ">")): nil
    case (.beforeValue, UInt8(ascii: "'")): .singleQuoted
    case (.beforeValue, UInt8(ascii: "\"")): .doubleQuoted
    case (.beforeValue, _): byte.isSpace ? .beforeValue : .unquoted
    case (.unquoted, _): byte.isSpace ? .betweenAttributes : .unquoted
    case (.name, UInt8(ascii: "=")), (.behindName, UInt8(ascii: "=")): .beforeValue
    // A sign that no name can start with is passed over as one.
    case (.betweenAttributes, UInt8(ascii: "=")): .behindName
    case (_, UInt8(ascii: "/")): .betweenAttributes
    case (.name, _), (.behindName, _): byte.isSpace ? .behindName : .name
    case (.betweenAttributes, _): byte.isSpace ? .betweenAttributes : .name
    }
  }
}
