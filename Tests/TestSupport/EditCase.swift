public import Foundation
public import Testing

/// A case of a case file: a marked text, an operation, and what comes of it.
///
/// A file holds cases parted by `=== name` lines; each has `op: OPERATION`, perhaps `args: NAME=VALUE …`, then `--- before`
/// and a marked text, then one of `--- after` and a marked text, `--- none`, or `--- html` and what the result must render to.
public struct EditCase: Sendable, CustomTestStringConvertible {
  public enum Expectation: Sendable {
    case after(MarkedText)
    /// The operation is not offered.
    case none
    case html(String)
  }

  public var name: String
  public var operation: String
  /// What the operation is told: `level=2`.
  public var arguments: [String: String]
  public var before: MarkedText
  public var expectation: Expectation

  public var testDescription: String { "\(operation): \(name)" }

  /// The cases in the file at `url`.
  public static func load(_ url: URL) throws -> [EditCase] {
    var text = try String(contentsOf: url, encoding: .utf8)
    if text.hasSuffix("\n") { text.removeLast() }
    let sections = ("\n" + text).components(separatedBy: "\n=== ").dropFirst()
    return sections.map { section in
      let segments = section.components(separatedBy: "\n--- ")
      let head = segments[0].components(separatedBy: "\n")
      let operation = head.dropFirst().first { $0.hasPrefix("op: ") }.map { String($0.dropFirst(4)) } ?? ""
      let arguments = head.dropFirst().first { $0.hasPrefix("args: ") }?.dropFirst(6).split(separator: " ") ?? []
      let pairs = arguments.map { $0.split(separator: "=", maxSplits: 1) }.filter { $0.count == 2 }
      var before = MarkedText("")
      var expectation = Expectation.none
      for segment in segments.dropFirst() {
        let label = segment.prefix { $0 != "\n" }
        let body = String(segment.dropFirst(label.count + 1))
        switch label {
        case "before": before = MarkedText(body)
        case "after": expectation = .after(MarkedText(body))
        case "html": expectation = .html(body)
        default: expectation = .none
        }
      }
      return EditCase(
        name: head[0], operation: operation,
        arguments: Dictionary(pairs.map { (String($0[0]), String($0[1])) }, uniquingKeysWith: { $1 }),
        before: before, expectation: expectation)
    }
  }
}
