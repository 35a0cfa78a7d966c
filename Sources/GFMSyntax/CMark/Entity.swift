import MarkdownText
internal import Synchronization

/// Entity and numeric character references (CommonMark 6.2).
///
/// Which names there are, and how many digits a number may have, is the library's to say: each reference is put to it
/// once and its answer kept.
struct Entity {
  /// What it stands for, in UTF-8.
  var text: [UInt8]
  /// After the semicolon.
  var end: Int

  /// The longest that a reference can be, semicolon included.
  private static let maximumLength = 34

  private static let known = Mutex<[ArraySlice<UInt8>: [UInt8]?]>([:])
  /// Enough for every entity that exists; beyond, the numbers of a hostile text start anew.
  private static let capacity = 4096

  /// The reference whose `&` stands at `start`.
  static func scan(in bytes: [UInt8], from start: Int, end: Int) -> Entity? {
    var index = start + 1
    let limit = min(end, start + maximumLength)
    while index < limit, bytes[index].isLetterOrDigit || bytes[index] == UInt8(ascii: "#") { index += 1 }
    guard index < limit, bytes[index] == UInt8(ascii: ";"), index > start + 1 else { return nil }
    let reference = bytes[start...index]
    return text(of: reference).map { Entity(text: $0, end: index + 1) }
  }

  /// What a reference such as `&amp;` stands for.
  private static func text(of reference: ArraySlice<UInt8>) -> [UInt8]? {
    let reference = ArraySlice(Array(reference))
    if let answer = known.withLock({ $0[reference] }) { return answer }
    let tree = CMark.parse(reference, options: .github)
    let node = tree.nodes.firstIndex { $0.kind == .text }
    let text = node.map { Array(tree.text(of: Int32($0))) }
    let answer = text.flatMap { $0 == Array(reference) ? nil : $0 }
    known.withLock { known in
      if known.count >= capacity { known.removeAll() }
      known.updateValue(answer, forKey: reference)
    }
    return answer
  }
}
