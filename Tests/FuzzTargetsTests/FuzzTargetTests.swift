import Foundation
import FuzzTargets
import TestSupport
import Testing

/// The fuzzers with inputs made of random parts, the same ones for the same seed; `GFM_FUZZ_ITERATIONS` and
/// `GFM_FUZZ_SEED` make the run longer and another one. `Tests/fuzz/run` goes further, guided by coverage.
@Suite struct FuzzTargetTests {
  private static let segments = [
    "Content-Length: 2\r\n\r\n{}", "\r\n", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{}}", "\"", "[1]",
    "- a\n", "1. b\n", "> c\n", "**d**", "`", "```\n", "| a |\n| - |\n", "[e]: f\n", "[e]", "[^g]: h\n", "[^g]",
    "<div>\n",
    "😀", "é", "\t", "\n\n", "\0", "\0\0",
  ].map { Array($0.utf8) }

  private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

  @Test(arguments: FuzzTarget.allCases) func findsNothing(_ target: FuzzTarget) throws {
    var random = SeededGenerator(seed: UInt64(Self.number("GFM_FUZZ_SEED") ?? 1))
    for _ in 0..<(Self.number("GFM_FUZZ_ITERATIONS") ?? 500) {
      var input: [UInt8] = []
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        if Bool.random(using: &random) {
          input += Self.segments.randomElement(using: &random) ?? []
        } else {
          input.append(UInt8.random(in: 0...255, using: &random))
        }
      }
      try input.withUnsafeBufferPointer { try target.run($0) }
    }
  }
}
