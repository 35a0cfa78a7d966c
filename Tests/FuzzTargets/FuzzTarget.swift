/// What can be fuzzed: by libFuzzer, guided by coverage (`Tests/fuzz/run`), and with fixed seeds by the tests.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// The framing of messages.
  case frames
  /// What is in a frame.
  case json
  /// Any sequence of messages.
  case session
  /// Documents edited at random, against fresh parses.
  case edits

  /// Gives `input` to the target.
  ///
  /// - Throws: ``FuzzFinding`` when something is not as it must be. Some faults trap instead.
  public func run(_ input: UnsafeBufferPointer<UInt8>) throws(FuzzFinding) {
    switch self {
    case .frames: try FrameFuzzer.run(input)
    case .json: try JSONFuzzer.run(input)
    case .session: try SessionFuzzer.run(input)
    case .edits: try EditFuzzer.run(input)
    }
  }
}

/// Something that is not as it must be.
public struct FuzzFinding: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

/// - Throws: a finding, unless `condition` holds.
func require(_ condition: Bool, _ finding: @autoclosure () -> String) throws(FuzzFinding) {
  guard condition else { throw FuzzFinding(finding()) }
}
