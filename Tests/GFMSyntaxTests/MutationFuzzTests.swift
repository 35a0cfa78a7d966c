import Foundation
import GFMSyntax
import TestSupport
import Testing

/// Random texts made from the specification's examples. `GFM_FUZZ_ITERATIONS` and `GFM_FUZZ_SEED` make the run longer
/// and another one.
@Suite struct MutationFuzzTests {
  @Test(.enabled(if: !Corpus.examples.isEmpty, "the specification's examples are not here"))
  func mutatedExamplesLineUp() {
    let environment = ProcessInfo.processInfo.environment
    let iterations = environment["GFM_FUZZ_ITERATIONS"].flatMap { Int($0) } ?? 5_000
    var mutator = Mutator(
      seed: environment["GFM_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1, seeds: Corpus.examples.map { Array($0.source.utf8) })
    var failures = 0
    for iteration in 0..<iterations where failures < 10 {
      let text = mutator.next()
      guard let violation = TreeInvariants.violation(in: Document(text), of: text) else { continue }
      failures += 1
      let small = shrink(text)
      Issue.record("\(iteration): \(violation): \(String(decoding: small, as: UTF8.self).debugDescription)")
    }
  }

  /// A smaller text with a violation: what can be left out, is.
  private func shrink(_ text: [UInt8]) -> [UInt8] {
    var text = text
    var step = text.count / 2
    while step > 0 {
      var start = 0
      while start < text.count {
        var smaller = text
        smaller.removeSubrange(start..<min(start + step, text.count))
        if TreeInvariants.violation(in: Document(smaller), of: smaller) != nil {
          text = smaller
        } else {
          start += step
        }
      }
      step /= 2
    }
    return text
  }
}
