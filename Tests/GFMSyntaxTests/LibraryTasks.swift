import GFMSyntax
import MarkdownText

// What cmark-gfm makes of task items where that is not what the tree says.

extension BlockSource {
  /// Whether the library takes an item's task for done; `nil` where it takes the item for no task.
  ///
  /// An `[x]` anywhere in the line will do for the box's. And where a line of text within the item looks like a task but
  /// is none, being lazy or having a marker that is none (`1:`), the library makes the item around it one.
  func libraryTask(ofItem item: Int) -> Bool? {
    guard case .item(let kind) = tree.nodes[item].kind else { return nil }
    let firstLine = line(at: Int(tree.nodes[item].start))
    var isDone = kind.task == nil ? nil : showsTaskAsDone(firstLine)
    var offset = firstLine.upperBound + 1
    while offset < Int(tree.nodes[item].end) {
      let line = line(at: offset)
      if looksLikeTask(line), isText(line, of: item) { isDone = showsTaskAsDone(line) }
      offset = line.upperBound + 1
    }
    return isDone
  }

  private func showsTaskAsDone(_ line: Range<Int>) -> Bool {
    let text = String(decoding: block.bytes[line], as: UTF8.self)
    return text.contains("[x]") || text.contains("[X]")
  }

  /// Whether a line starts with white space, a bullet or a number with some character after it, white space, and a box.
  private func looksLikeTask(_ line: Range<Int>) -> Bool {
    var rest = block.bytes[line].drop(while: isSpace)
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    if digits.isEmpty {
      guard let bullet = rest.first, "-+*".utf8.contains(bullet) else { return false }
      rest = rest.dropFirst()
    } else {
      rest = rest.dropFirst(digits.count + 1)
    }
    let box = rest.drop(while: isSpace).prefix(4)
    guard box.startIndex > rest.startIndex else { return false }
    guard ["[ ]", "[x]", "[X]"].contains(where: { box.starts(with: $0.utf8) }) else { return false }
    return box.dropFirst(3).first.map(isSpace) == true
  }

  /// Whether a line starts a paragraph of the item's own, or goes on with a deeper one by laziness.
  private func isText(_ line: Range<Int>, of item: Int) -> Bool {
    let start = block.bytes[line].firstIndex { !isSpace($0) } ?? line.upperBound
    let index = tree.tokenIndex(at: start)
    guard index < tree.tokens.count, tree.tokens[index].node >= 0 else { return false }
    let leaf = tree.leaf(of: Int(tree.tokens[index].node))
    switch tree.nodes[leaf].kind {
    case .paragraph, .heading(_, .setext): break
    default: return false
    }
    guard containers(on: line, of: leaf).innermost == item else { return false }
    // After a list in the item, or in a list there, it is that list which the line goes on with.
    var child = leaf
    while Int(tree.nodes[child].parent) != item, tree.nodes[child].parent >= 0 { child = Int(tree.nodes[child].parent) }
    if child != leaf { return !tree.nodes[child].kind.isList }
    guard line.contains(Int(tree.nodes[leaf].start)) else { return false }
    guard let previous = tree.children(of: item).filter({ $0 < leaf }).last else { return true }
    // A definition on the line before is of the same paragraph.
    let isDefinition = tree.nodes[previous].kind == .referenceDefinition
    return !tree.nodes[previous].kind.isList && !(isDefinition && standsOnLineAfter(previous, leaf))
  }
}

extension Node.Kind {
  fileprivate var isList: Bool {
    if case .list = self { true } else { false }
  }
}
