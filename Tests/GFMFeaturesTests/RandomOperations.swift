import Foundation
import GFMFeatures
import GFMSyntax
import MarkdownText
import TestSupport

/// What the tests that try random operations share.
///
/// `GFM_RANDOM_OPERATIONS` sets how many operations a test tries, `GFM_RANDOM_SEED` where its random numbers start: 0
/// unless it is set, for the same ones each time.
enum RandomOperations {
  private static let count = number("GFM_RANDOM_OPERATIONS").map { Int($0) } ?? 300
  private static let seedOffset = number("GFM_RANDOM_SEED") ?? 0

  private static func number(_ variable: String) -> UInt64? {
    ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
  }

  /// Calls `body` for each operation, or for one in `share` where an operation takes long, with a generator that starts
  /// from `seed`.
  static func forEach(
    seed: UInt64, oneIn share: Int = 1, _ body: (inout SeededGenerator) throws -> Void
  ) rethrows {
    var generator = SeededGenerator(seed: seed &+ seedOffset &* 1_000_003)
    for _ in 0..<count / share { try body(&generator) }
  }

  /// What both the command's rendering and ours know: the command has no footnotes, and front matter is no business of
  /// its.
  static let syntax: SyntaxOptions = {
    var syntax = SyntaxOptions.github
    syntax.footnotes = false
    syntax.frontMatter = false
    return syntax
  }()

  /// Up to `count` of the fragments.
  static func text(
    of fragments: [String], upTo count: Int, using generator: inout SeededGenerator
  ) -> String {
    (0..<Int.random(in: 1...count, using: &generator)).map { _ in fragments.randomElement(using: &generator) ?? "" }
      .joined()
  }

  /// Offsets at which a caret can stand.
  static func boundaries(of text: String) -> [Int] {
    text.unicodeScalars.indices.map { text.utf8.distance(from: text.startIndex, to: $0) } + [text.utf8.count]
  }

  /// A caret, one time in `caretShare`, or a selection.
  static func selection(
    in boundaries: [Int], caretShare: Int, using generator: inout SeededGenerator
  ) -> Range<Int> {
    let anchor = boundaries.randomElement(using: &generator) ?? 0
    let isCaret = Int.random(in: 0..<caretShare, using: &generator) == 0
    let head = isCaret ? anchor : boundaries.randomElement(using: &generator) ?? 0
    return min(anchor, head)..<max(anchor, head)
  }

  /// The answer to the same text with CR LF, with LF again.
  static func answerWithCRLF(
    _ operation: EditOperation, _ marked: MarkedText, _ arguments: EditArguments = EditArguments()
  ) -> String? {
    let crlf = marked.text.unicodeScalars.map { $0 == "\n" ? "\r\n" : String($0) }.joined()
    let bytes = Array(marked.text.utf8)
    let moved = { (offset: Int) in offset + bytes[..<offset].count { $0 == UInt8(ascii: "\n") } }
    let selections = marked.selections.map { TextSelection(anchor: moved($0.lowerBound), head: moved($0.upperBound)) }
    let result = Document(crlf, options: syntax).edit(operation, selections: selections, arguments: arguments)
    return result.map { result in
      String(String.UnicodeScalarView(result.applied(to: crlf).unicodeScalars.filter { $0 != "\r" }))
    }
  }
}
