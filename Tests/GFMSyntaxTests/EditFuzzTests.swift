import Foundation
import GFMSyntax
import TestSupport
import Testing

/// Random edits of random documents: after each, the document equals a fresh parse of its text. `GFM_FUZZ_ITERATIONS`
/// and `GFM_FUZZ_SEED` make the run longer and another one.
@Suite struct EditFuzzTests {
  @Test(.enabled(if: !Corpus.examples.isEmpty, "the specification's examples are not here"))
  func editsEqualFreshParses() {
    let environment = ProcessInfo.processInfo.environment
    let iterations = environment["GFM_FUZZ_ITERATIONS"].flatMap { Int($0) } ?? 10_000
    let seed = environment["GFM_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
    var typist = RandomTypist(seed: seed, seeds: Corpus.examples.map { Array($0.source.utf8) })
    var failures = 0
    var iteration = 0
    while iteration < iterations, failures < 5 {
      var document = Document(typist.document())
      for _ in 0..<20 {
        iteration += 1
        let (range, replacement) = typist.edit(of: document.text)
        let edited = document.replacing(range, with: replacement)
        if let violation = edited.incrementalViolation {
          failures += 1
          let small = shrink(document.text, range, replacement)
          Issue.record(
            "\(iteration): \(violation): \(String(decoding: small.text, as: UTF8.self).debugDescription) \(small.range) \(String(decoding: small.replacement, as: UTF8.self).debugDescription)"
          )
          break
        }
        document = edited
      }
    }
  }

  private struct Edit {
    var text: [UInt8]
    var range: Range<Int>
    var replacement: [UInt8]

    var isViolated: Bool { Document(text).replacing(range, with: replacement).incrementalViolation != nil }
  }

  /// A smaller case that fails when its document is parsed afresh; the case itself where it needs its history.
  private func shrink(_ text: [UInt8], _ range: Range<Int>, _ replacement: [UInt8]) -> Edit {
    var edit = Edit(text: text, range: range, replacement: replacement)
    guard edit.isViolated else { return edit }
    var step = max(text.count / 2, 1)
    while step > 0 {
      var start = 0
      while start < edit.text.count {
        let end = min(start + step, edit.text.count)
        var smaller = edit
        if end <= edit.range.lowerBound {
          smaller.text.removeSubrange(start..<end)
          smaller.range = edit.range.lowerBound - (end - start)..<edit.range.upperBound - (end - start)
        } else if start >= edit.range.upperBound {
          smaller.text.removeSubrange(start..<end)
        }
        if smaller.text.count < edit.text.count, smaller.isViolated { edit = smaller } else { start += step }
      }
      step /= 2
    }
    return edit
  }
}

/// Makes documents and edits, the same ones for the same seed.
struct RandomTypist {
  private var random: SeededGenerator
  private let seeds: [[UInt8]]

  private static let snippets: [String] = [
    "a", " ", "\n", "\n\n", "*", "**", "`", "```\n", "```", "[a]", "[b]", "[^a]", "[a]: /u\n", "[b]: /v\n",
    "\n[a]: /w\n", "[^a]: note\n", "\n[^b]: x\n\n    more\n", "- ", "\n- x\n", "\n- x\n- y\n  z\n", "1. ", "> ",
    "\n> q\n", "# ", "\n# h\n", "---\n", "===\n", "\n---\n", "| a | b |\n|---|---|\n", "|", "    ", "\t", "<div>\n",
    "<!--", "-->", "<script>\n", "</script>\n", "  ", "\r\n", "\r", "+++\n", "é", "日本", "\u{0}", "\u{FEFF}", "\\",
    "~~", "- [ ] t\n", "$ x\n", "&amp;", "www.a.b ",
  ]

  init(seed: UInt64, seeds: [[UInt8]]) {
    self.random = SeededGenerator(seed: seed)
    self.seeds = seeds
  }

  mutating func document() -> [UInt8] {
    var text: [UInt8] = []
    if Int.random(in: 0..<12, using: &random) == 0 { text += Array("---\na: b\n---\n".utf8) }
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      text += seeds.randomElement(using: &random) ?? []
      if Bool.random(using: &random) { text.append(0x0A) }
    }
    if Int.random(in: 0..<10, using: &random) == 0 { text += longContainer() }
    return text
  }

  /// A list or quote that is kept in parts.
  private mutating func longContainer() -> [UInt8] {
    let line = ["- item *x* [a]\n", "> quote [b]\n>\n", "1. one\n\n   two [^a]\n", "> - a\n> b\n"].randomElement(
      using: &random)
    return (0..<Int.random(in: 100...400, using: &random)).flatMap { _ in Array((line ?? "- x\n").utf8) }
  }

  mutating func edit(of text: [UInt8]) -> (Range<Int>, [UInt8]) {
    let start = Int.random(in: 0...text.count, using: &random)
    var end = start
    switch Int.random(in: 0..<5, using: &random) {
    case 0: end = min(text.count, start + Int.random(in: 1...4, using: &random))
    case 1: end = min(text.count, start + Int.random(in: 1...60, using: &random))
    default: break
    }
    if end > start, Bool.random(using: &random) { return (start..<end, []) }
    if Int.random(in: 0..<20, using: &random) == 0 {
      return (start..<end, Array((seeds.randomElement(using: &random) ?? []).prefix(300)))
    }
    return (start..<end, Array((Self.snippets.randomElement(using: &random) ?? "").utf8))
  }
}
