import Foundation
import TestSupport
import Testing

@testable import GFMSyntax

/// Random edits of random documents: after each, the document equals a fresh parse of its text. `GFM_FUZZ_ITERATIONS`
/// and `GFM_FUZZ_SEED` make the run longer and another one.
@Suite struct EditFuzzTests {
  @Test(.enabled(if: !Corpus.examples.isEmpty, "the specification's examples are not here"))
  func editsEqualFreshParses() {
    let environment = ProcessInfo.processInfo.environment
    let iterations = environment["GFM_FUZZ_ITERATIONS"].flatMap { Int($0) } ?? 10_000
    let seed = environment["GFM_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
    var typist = RandomTypist(seed: seed, seeds: RandomTypist.corpusSeeds)
    var failures = 0
    var iteration = 0
    while iteration < iterations, failures < 5 {
      var document = Document(typist.document())
      // So that earlier snapshots serve in small documents too.
      if iteration % 80 == 0 { document.reparseBudget = 40 }
      for _ in 0..<40 {
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
