import GFMFeatures
import GFMSyntax
import MarkdownText
import TestSupport
import Testing

@Suite struct ListNumberingTests {
  /// Renumbers the first list of `text`, or the one at `depth` lists, and checks what comes of it.
  private func check(
    _ text: String, _ expected: String, depth: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var bytes = Array(text.utf8)
    let document = Document(bytes)
    for placed in document.blocks(in: 0..<document.byteCount).reversed() {
      let lists = placed.tree.nodes.indices.filter { placed.tree.nodes[$0].kind.isList }
      guard lists.indices.contains(depth) else { continue }
      for edit in placed.block.renumbering(of: lists[depth]).reversed() {
        bytes.replaceSubrange(
          placed.start + edit.range.lowerBound..<placed.start + edit.range.upperBound, with: edit.replacement)
      }
    }
    #expect(String(decoding: bytes, as: UTF8.self) == expected, sourceLocation: sourceLocation)
  }

  @Test func numbersCountFromTheFirst() throws {
    try check("1. a\n3. b\n3. c\n", "1. a\n2. b\n3. c\n")
    try check("5) a\n1) b\n", "5) a\n6) b\n")
    try check("0. a\n0. b\n1. c\n", "0. a\n1. b\n2. c\n")
    try check("1. a\n2. b\n", "1. a\n2. b\n")
    try check("- a\n- b\n", "- a\n- b\n")
    try check("1. a\n\n   1. x\n\n3. b", "1. a\n\n   1. x\n\n2. b")
    try check("> 1. a\n> 3. b\n", "> 1. a\n> 2. b\n")
    try check("", "")
  }

  @Test func repeatedOnesAndZerosStay() throws {
    try check("1. a\n1. b\n1. c\n", "1. a\n1. b\n1. c\n")
    try check("0. a\n0. b\n", "0. a\n0. b\n")
    try check("2. a\n2. b\n", "2. a\n3. b\n")
  }

  @Test func otherListsAndCodeStay() throws {
    try check("1. a\n   1. x\n   3. y\n3. b\n", "1. a\n   1. x\n   3. y\n2. b\n")
    try check("1. a\n   1. x\n   3. y\n3. b\n", "1. a\n   1. x\n   2. y\n3. b\n", depth: 1)
    try check("1. a\n   ```\n   5. x\n   ```\n3. b\n", "1. a\n   ```\n   5. x\n   ```\n2. b\n")
  }

  @Test func zerosPad() throws {
    try check("08. a\n8. b\n9. c\n", "08. a\n09. b\n10. c\n")
    try check("001. a\n3. b\n", "001. a\n002. b\n")
  }

  @Test func noNumberHasMoreThanNineDigits() throws {
    try check("999999998. a\n1. b\n1. c\n", "999999998. a\n999999999. b\n1. c\n")
  }

  @Test func contentMovesAlong() throws {
    try check("9. a\n9. b\n\n   more\n\n       code\n", "9. a\n10. b\n\n    more\n\n        code\n")
    try check("8. a\n10. b\n\n    more\n    - x\n", "8. a\n9. b\n\n   more\n   - x\n")
    try check("8.→a\n10.→b\n\n→more\n".replacing("→", with: "\t"), "8.→a\n9.→b\n\n→more\n".replacing("→", with: "\t"))
    try check("9.  a\n9.  b\n\n    more\n", "9.  a\n10. b\n\n    more\n")
    try check("8. a\n10. b\n\n\tmore\n", "8. a\n9. b\n\n   more\n")
    try check("9. a\r\n9. b\r\n\r\n   more\r\n", "9. a\r\n10. b\r\n\r\n    more\r\n")
    try check("9. a\n9. b\nlazy\n", "9. a\n10. b\nlazy\n")
  }

  /// Renumbering every list of a text with wrong numbers gives lists of the same items with the same content.
  @Test func structureStays() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<300 {
      let text = Self.randomList(using: &generator)
      let document = Document(text)
      var bytes = document.text
      for placed in document.blocks(in: 0..<document.byteCount).reversed() {
        let lists = placed.tree.roots.filter { placed.tree.nodes[$0].kind.isList }
        for list in lists.reversed() {
          for edit in placed.block.renumbering(of: list).reversed() {
            bytes.replaceSubrange(
              placed.start + edit.range.lowerBound..<placed.start + edit.range.upperBound, with: edit.replacement)
          }
        }
      }
      let after = Document(bytes)
      #expect(
        Self.shape(of: after) == Self.shape(of: document), "\(text)\n--\n\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  private static func randomList(using generator: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 2...5, using: &generator) {
      let number = [1, 7, 9, 10, 11, 99, 100].randomElement(using: &generator) ?? 1
      let marker = "\(number). " + (Bool.random(using: &generator) ? " " : "")
      let indent = String(repeating: " ", count: marker.count)
      text += marker + "item\n"
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        let body =
          [
            "\npara", "\n    code", "- nested\n\(indent)  more", "\n> quote", "\n```\n\(indent)  x\n\(indent)```",
            "\n# h",
          ]
          .randomElement(using: &generator) ?? ""
        let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
        text +=
          lines.map { $0.isEmpty || $0.hasPrefix(indent) ? String($0) : indent + $0 }.joined(separator: "\n") + "\n"
      }
    }
    return text
  }

  private static func shape(of document: Document) -> [String] {
    document.blocks(in: 0..<document.byteCount).flatMap { placed in
      placed.tree.nodes.filter { !$0.kind.isInline }.map { node in
        switch node.kind {
        case .item: "item"
        default: "\(node.kind)"
        }
      }
        + placed.tree.tokens.filter { $0.kind == .codeText || $0.kind == .text }.map {
          String(decoding: placed.bytes[$0.range], as: UTF8.self)
        }
    }
  }
}

extension Node.Kind {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }
}
