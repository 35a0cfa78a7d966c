import GFMFeatures
import GFMSyntax
import TestSupport

/// After each edit the document equals a fresh parse of its text, its pieces tile it, and its tokens are those of a fresh
/// parse.
///
/// The input is a text up to a zero, and then edits: where, how much goes, and what comes, up to a zero. Edits are of
/// valid UTF-8 alone, as a client's are; the text may be anything before the first one. Texts with dozens of definitions
/// of one-letter footnotes are passed over: there are not enough letters to keep all of the same label (the log says so).
enum EditFuzzer {
  private static let lengthLimit = 4000
  private static let options = TokenOptions(github: .all)
  private static let measure = Document.semanticTokenCounter(options)

  static func run(_ input: UnsafeBufferPointer<UInt8>) throws(FuzzFinding) {
    var source = ByteSource(input)
    var text = source.bytesToZero()
    guard letterDefinitions(in: text) <= letterDefinitionLimit else { return }
    try check(Document(text, measure: measure), text)
    text = Self.valid(text)
    var document = Document(text, measure: measure)
    var edits = 0
    while !source.isAtEnd, edits < 16, text.count < lengthLimit {
      let start = Self.scalarStart(in: text, at: source.number(below: text.count + 1))
      let end = Self.scalarStart(in: text, at: min(start + Int(source.byte()) % 64, text.count))
      let replacement = Self.valid(source.bytesToZero())
      document = document.replacing(start..<end, with: replacement)
      text.replaceSubrange(start..<end, with: replacement)
      guard letterDefinitions(in: text) <= letterDefinitionLimit else { return }
      try check(document, text)
      if let violation = document.incrementalViolation { throw FuzzFinding(violation) }
      edits += 1
    }
  }

  private static let letterDefinitionLimit = 50

  private static func letterDefinitions(in text: [UInt8]) -> Int {
    text.indices.dropLast(4).count { index in
      text[index] == UInt8(ascii: "[") && text[index + 1] == UInt8(ascii: "^") && text[index + 3] == UInt8(ascii: "]")
        && text[index + 4] == UInt8(ascii: ":")
    }
  }

  private static func valid(_ text: [UInt8]) -> [UInt8] { Array(String(decoding: text, as: UTF8.self).utf8) }

  private static func scalarStart(in text: [UInt8], at offset: Int) -> Int {
    var start = offset
    while start > 0, start < text.count, text[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }

  private static func check(_ document: Document, _ text: [UInt8]) throws(FuzzFinding) {
    if let violation = TreeInvariants.violation(in: document, of: text) { throw FuzzFinding(violation) }
    var end = 0
    for segment in document.segments(in: 0..<document.byteCount) {
      for token in segment.block.semanticTokens(options) {
        try require(segment.start + Int(token.start) >= end && token.end > token.start, "tokens overlap")
        end = segment.start + Int(token.end)
      }
    }
  }
}
