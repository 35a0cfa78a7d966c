import Foundation
import GFMFeatures
import GFMSyntax
import MarkdownText
import TestSupport
import Testing

/// Enter at every list item of the specification's examples and of real documents.
@Suite struct NewlinePropertyTests {
  /// Where in an item's first block Enter is pressed.
  enum Place: CaseIterable {
    case end, middle, start
  }

  @Test(arguments: Place.allCases) func examples(_ place: Place) {
    var count = 0
    for example in Corpus.examples {
      count += Self.check(example.source, at: place, label: "\(example.file) \(example.number)")
      let crlf = example.source.replacing("\n", with: "\r\n")
      count += Self.check(crlf, at: place, label: "\(example.file) \(example.number), CR LF")
    }
    #expect(Corpus.examples.isEmpty || count > 50)
  }

  @Test(arguments: Place.allCases) func documents(_ place: Place) throws {
    var generator = SeededGenerator(seed: 7)
    for url in Corpus.documents {
      let text = try String(contentsOf: url, encoding: .utf8)
      let segment = Self.segment(of: text, using: &generator)
      _ = Self.check(segment, at: place, label: url.lastPathComponent)
    }
  }

  /// Some hundred lines of a text.
  private static func segment(of text: String, using generator: inout SeededGenerator) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = Int.random(in: 0...max(lines.count - 60, 0), using: &generator)
    return lines[start..<min(start + 60, lines.count)].joined(separator: "\n")
  }

  /// Presses Enter in each item of `text` that starts with a paragraph or a heading, and gives how many there are.
  private static func check(_ text: String, at place: Place, label: String) -> Int {
    let document = Document(text)
    let before = Structure(of: document)
    var count = 0
    for placed in document.blocks(in: 0..<document.byteCount) {
      for index in placed.tree.nodes.indices {
        guard case .item = placed.tree.nodes[index].kind,
          let caret = Self.caret(at: place, of: index, in: placed),
          place != .start || !Self.interruptsText(index, in: placed, of: document)
        else { continue }
        count += 1
        guard let after = Self.structure(afterEnterAt: caret, in: document) else {
          Issue.record("\(label): no newline at \(caret)")
          continue
        }
        let problem = before.problem(with: after, place)
        if let problem { Issue.record("\(label): at \(caret): \(problem)") }
      }
    }
    return count
  }

  /// The caret in the item's first block; `nil` where another rule than the next item's holds.
  private static func caret(at place: Place, of item: SyntaxTree.Index, in placed: LocatedBlock) -> Int? {
    let tree = placed.tree
    let first = item + 1
    guard first < Int(tree.nodes[item].subtreeEnd) else { return nil }
    let node = tree.nodes[first]
    let bytes = placed.bytes
    let hasMarkerLine = !bytes[Int(tree.nodes[item].start)..<Int(node.start)].contains(UInt8(ascii: "\n"))
    let breaksHard =
      bytes[node.range].last == UInt8(ascii: "\\") || bytes[node.range].suffix(2) == Array("  ".utf8)[...]
    guard hasMarkerLine, !(place == .end && breaksHard) else { return nil }
    switch (node.kind, place) {
    case (.paragraph, .middle):
      let middle = (node.range.lowerBound + node.range.upperBound) / 2
      let isWordInside = [middle - 1, middle].allSatisfy { node.range.contains($0) && bytes[$0].isASCIILetter }
      return isWordInside ? placed.start + middle : nil
    case (.heading, .end) where Int(node.subtreeEnd) < Int(tree.nodes[item].subtreeEnd):
      // What follows a heading without a blank line would go on the new item's text.
      return nil
    case (.paragraph, .end), (.heading, .end): return placed.start + node.range.upperBound
    case (.paragraph, .start), (.heading, .start): return placed.start + node.range.lowerBound
    default: return nil
    }
  }

  /// Whether the item is its list's first and text stands right above it, which no empty item can interrupt.
  private static func interruptsText(_ item: SyntaxTree.Index, in placed: LocatedBlock, of document: Document) -> Bool {
    guard Int(placed.tree.nodes[item].parent) + 1 == item else { return false }
    let line = document.line(at: placed.start + Int(placed.tree.nodes[item].start))
    guard line > 0 else { return false }
    return document.bytes(in: document.lineRange(line - 1)).contains { !Array(" \t>".utf8).contains($0) }
  }

  private static func structure(afterEnterAt caret: Int, in document: Document) -> Structure? {
    guard let result = document.edit(.newline, selections: [TextSelection(caret: caret)]),
      let newCaret = result.selections.first, newCaret.isCaret
    else { return nil }
    var text = document.text
    for edit in result.edits.reversed() { text.replaceSubrange(edit.range, with: edit.replacement) }
    text.insert(contentsOf: "word".utf8, at: newCaret.head)
    return Structure(of: Document(text))
  }
}

/// What a document renders to, near enough: its blocks and the text of its leaves.
private struct Structure {
  enum Part: Equatable {
    case open(String)
    case close
    case text(String)
  }

  var segments: [Part] = []
  var itemCount = 0

  init(of document: Document) {
    for placed in document.blocks(in: 0..<document.byteCount) {
      add(placed.block)
    }
  }

  private mutating func add(_ block: Block) {
    let tree = block.tree
    var open: [Node] = []
    var index = 0
    while index < tree.nodes.count {
      while let last = open.last, last.subtreeEnd <= index {
        segments.append(.close)
        open.removeLast()
      }
      let node = tree.nodes[index]
      guard !node.kind.isInline else {
        index = Int(node.subtreeEnd)
        continue
      }
      segments.append(.open(Self.name(of: node.kind)))
      if case .item = node.kind { itemCount += 1 }
      open.append(node)
      addText(of: index, in: block)
      index += 1
    }
    segments += open.map { _ in .close }
  }

  private mutating func addText(of index: SyntaxTree.Index, in block: Block) {
    guard !block.tree.nodes[index].kind.isContainer else { return }
    let node = block.tree.nodes[index]
    var text: [UInt8] = []
    for token in block.tree.tokens[block.tree.tokenIndex(at: Int(node.start))...] {
      guard token.start < node.end else { break }
      switch token.kind {
      case .whitespace, .lineEnding, .quoteMarker, .listMarker, .taskMarker: break
      default: text += block.bytes[token.range]
      }
    }
    segments.append(.text(String(decoding: text, as: UTF8.self)))
  }

  private static func name(of kind: Node.Kind) -> String {
    switch kind {
    case .list(let list): "list \(list.isOrdered) \(list.isTight) \(list.start)"
    case .item(let item): "item \(UnicodeScalar(item.marker))"
    default: "\(kind)"
    }
  }

  /// What is wrong with `after`, this structure's after Enter and a word.
  func problem(with after: Structure, _ place: NewlinePropertyTests.Place) -> String? {
    guard after.itemCount == itemCount + 1 else { return "\(itemCount) items became \(after.itemCount)" }
    // The two differ in one place only: the new item's end and start, and the word.
    let shared = zip(segments, after.segments).prefix { $0 == $1 }.count
    let sharedEnd = zip(segments.reversed(), after.segments.reversed()).prefix { $0 == $1 }.count
    let old = segments.count - sharedEnd - shared
    let new = after.segments.count - sharedEnd - shared
    guard new - old <= 6, old <= (place == .end ? 0 : 2) else {
      return "\(segments[shared..<max(shared, segments.count - sharedEnd)]) became "
        + "\(after.segments[shared..<max(shared, after.segments.count - sharedEnd)])"
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
