import GFMFeatures
import GFMSyntax
import TestSupport

/// After each edit the document equals a fresh parse of its text, its pieces tile it, and its tokens are those of a fresh
/// parse.
///
/// The input is a text up to a zero, and then edits: where, how much goes, and what comes, up to a zero.
enum EditFuzzer {
  private static let lengthLimit = 4000

  static func run(_ input: UnsafeBufferPointer<UInt8>) -> CInt {
    var source = ByteSource(input)
    var text = source.bytesToZero()
    var document = Document(text)
    check(document, text)
    var edits = 0
    while !source.isAtEnd, edits < 16, text.count < lengthLimit {
      let start = source.number(below: text.count + 1)
      let end = min(start + Int(source.byte()) % 64, text.count)
      let replacement = source.bytesToZero()
      document = document.replacing(start..<end, with: replacement)
      text.replaceSubrange(start..<end, with: replacement)
      check(document, text)
      if let violation = document.incrementalViolation { fatalError(violation) }
      edits += 1
    }
    return 0
  }

  private static func check(_ document: Document, _ text: [UInt8]) {
    if let violation = TreeInvariants.violation(in: document, of: text) { fatalError(violation) }
    var end = 0
    for placed in document.blocks(overlapping: 0..<document.byteCount) {
      for token in placed.block.tree.semanticTokens() {
        precondition(placed.start + Int(token.start) >= end && token.end > token.start, "tokens overlap")
        end = placed.start + Int(token.end)
      }
    }
  }
}
