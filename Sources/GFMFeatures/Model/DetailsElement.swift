import GFMSyntax
import MarkdownText

/// A `<details>` element whose tags stand in HTML blocks of one container, and what they enclose between them. Bytes from
/// the document's start.
struct DetailsElement {
  /// With both tags.
  var range: Range<Int>
  /// Where the last block before that of the closing tag ends.
  var contentEnd: Int
}

/// Finds `<details>` elements while it moves down a document's HTML blocks. Costs their tags.
struct DetailsReader {
  let document: Document
  private(set) var elements: [DetailsElement] = []
  /// Where those start that are open in no container.
  private var open: [Int] = []
  /// The container that an HTML block was seen in last, and where those start that are open there.
  private var container: (segment: Int, node: SyntaxTree.Index) = (-1, -1)
  private var innerOpen: [Int] = []

  init(_ document: Document) { self.document = document }

  mutating func add(_ tags: [HTMLTag], of node: SyntaxTree.Index, in placed: LocatedBlock) {
    let parent = Int(placed.tree.nodes[node].parent)
    if parent >= 0, container != (placed.index, parent) {
      container = (placed.index, parent)
      innerOpen = []
    }
    for tag in tags where tag.name == "details" {
      let range = tag.range.shifted(by: placed.start)
      if tag.kind == .opening {
        if parent < 0 { open.append(range.lowerBound) } else { innerOpen.append(range.lowerBound) }
      } else if tag.kind == .closing, let start = parent < 0 ? open.popLast() : innerOpen.popLast() {
        let contentEnd = max(start, document.contentEnd(before: node, in: placed))
        elements.append(DetailsElement(range: start..<range.upperBound, contentEnd: contentEnd))
      }
    }
  }
}
