/// A guard against losing text: the library drops a footnote definition whose label is too long for any reference, with
/// all that it holds.
enum LongFootnoteLabelWorkaround {
  /// The most bytes that the library looks a label up by.
  private static let limit = 1000

  /// Puts a letter for the colon behind such labels, so that their lines are text and nothing moves. O(n).
  static func neutralize(in text: inout [UInt8]) {
    var index = 0
    while let bracket = FootnoteLabel.nextBracket(in: text, from: index), bracket + limit < text.count {
      let end = FootnoteLabel.end(in: text, from: bracket + 2, end: text.count)
      if end - bracket - 2 > limit, FootnoteLabel.scan(in: text, from: bracket, end: text.count) != nil {
        text[end + 1] = UInt8(ascii: "x")
      }
      // What starts within has the same end.
      index = end
    }
  }
}
