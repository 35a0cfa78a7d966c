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
    let seed = environment["GFM_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
    var mutator = Mutator(seed: seed, seeds: Corpus.examples.map { Array($0.source.utf8) })
    var failures = 0
    for iteration in 0..<iterations where failures < 10 {
      let text = mutator.next()
      guard let violation = TreeInvariants.violation(in: Document(text), of: text) else { continue }
      failures += 1
      let small = Shrinking.smallest(text) { TreeInvariants.violation(in: Document($0), of: $0) != nil }
      Issue.record("\(iteration): \(violation): \(String(decoding: small, as: UTF8.self).debugDescription)")
    }
  }
}
