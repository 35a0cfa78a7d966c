public import GFMSyntax
import MarkdownText

/// A stretch of lines that an editor can fold away but for the first.
public struct Fold: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case comment, region
  }

  /// Bytes from the document's start. From within the line that stays to the end of the last one that goes.
  public var range: Range<Int>
  public var kind: Kind?
}

extension Document {
  /// What can be folded: sections, lists and their items, quotes, code blocks, tables, HTML, `<details>` with all they
  /// hold, front matter, comments, `<!-- region -->` pairs and runs of definitions, each over more than one line.
  ///
  /// By their starts, the longer first; none twice. Nested, but for regions, which may cross everything else. Costs the
  /// blocks that can be folded.
  public func folds() -> [Fold] {
    var reader = FoldReader(document: self)
    forEachSegment(holding: FoldReader.contents) { placed in
      reader.add(placed)
      return true
    }
    var folds = FoldNesting()
    folds.candidates = reader.finish()
    folds.candidates += outline().map { (fold: Fold(range: $0.range, kind: nil), role: .section) }
    folds.candidates += reader.details.map { element in
      (fold: Fold(range: element.range, kind: nil), role: .details(contentEnd: element.contentEnd))
    }
    var cursor = PositionCursor(self, encoding: .utf8)
    return folds.nested().filter { cursor.lineEnd(at: $0.range.lowerBound) < $0.range.upperBound }
  }
}

/// Puts folds in order and each in another or beside it.
private struct FoldNesting {
  enum Role {
    case block, section, list, item, html
    case details(contentEnd: Int)

    /// Whether a fold of this role is there in the place of the other, larger or smaller, that starts where it does.
    func stands(for other: Role) -> Bool {
      switch (self, other) {
      case (.item, .list), (.details, .html): true
      default: false
      }
    }
  }

  typealias Candidate = (fold: Fold, role: Role)

  var candidates: [Candidate] = []

  /// A section that starts in a `<details>` element ends in it. What else reaches out of what it starts in is left out, and
  /// so is what is there already. Of what starts together, editors keep one: that of a list and its first item is the
  /// item's, that of an element and the HTML that it starts with the element's. O(n log n).
  func nested() -> [Fold] {
    let ordered = candidates.sorted {
      ($0.fold.range.lowerBound, -$0.fold.range.upperBound) < ($1.fold.range.lowerBound, -$1.fold.range.upperBound)
    }
    var folds: [Candidate] = []
    var open: [(range: Range<Int>, role: Role)] = []
    for (candidate, role) in ordered {
      var fold = candidate
      if fold.kind != .region {
        while let last = open.last, last.range.upperBound <= fold.range.lowerBound { open.removeLast() }
        if let outer = open.last, outer.range.upperBound < fold.range.upperBound {
          guard case .section = role, case .details(let contentEnd) = outer.role else { continue }
          fold.range = fold.range.lowerBound..<max(fold.range.lowerBound, contentEnd)
        }
        if let outer = open.last, outer.range == fold.range { continue }
        open.append((fold.range, role))
      }
      if let last = folds.last, last.fold.range.lowerBound == fold.range.lowerBound {
        if last.role.stands(for: role) { continue }
        if role.stands(for: last.role) { folds.removeLast() }
      }
      folds.append((fold, role))
    }
    return folds.map(\.fold)
  }
}

/// Collects folds while it moves down a document; sections are not its business.
private struct FoldReader {
  static let contents: BlockContents = [
    .containers, .codeBlocks, .tables, .html, .frontMatter, .referenceDefinitions, .footnoteDefinitions,
  ]

  let document: Document
  private var folds: [FoldNesting.Candidate] = []
  private var detailsReader: DetailsReader
  /// Where the regions that are open start.
  private var regions: [Int] = []
  /// The definitions that follow each other, nothing but blank lines between them, and the part after them.
  private var definitions: (range: Range<Int>, count: Int, nextSegment: Int)?
  /// The block that may go on in the next part.
  private var longBlock: (range: Range<Int>, role: FoldNesting.Role, last: LocatedBlock)?

  init(document: Document) {
    self.document = document
    detailsReader = DetailsReader(document)
  }

  var details: [DetailsElement] { detailsReader.elements }

  mutating func add(_ placed: LocatedBlock) {
    let tree = placed.tree
    var index = 0
    while index < tree.nodes.count {
      let node = tree.nodes[index]
      switch node.kind {
      case .list:
        addBlock(index, in: placed, .list)
      case .blockQuote, .fencedCode, .indentedCode, .table:
        addBlock(index, in: placed, .block)
      case .item:
        add(placed.range(of: index), in: placed, .item)
      case .footnoteDefinition, .frontMatter:
        add(placed.range(of: index), in: placed)
      case .htmlBlock:
        addHTML(index, in: placed)
      default:
        break
      }
      let isDefinition = node.kind == .referenceDefinition || node.kind == .footnoteDefinition
      if isDefinition, node.parent < 0 { addDefinition(placed.range(of: index), in: placed) }
      index = node.kind.holdsInlines || node.kind == .table ? Int(node.subtreeEnd) : index + 1
    }
    // What else stands in the part parts the definitions before it from those after it.
    if let last = tree.roots.last, !tree.nodes[last].isDefinition { endDefinitions() }
  }

  mutating func finish() -> [FoldNesting.Candidate] {
    endLongBlock()
    endDefinitions()
    return folds
  }

  /// Adds what stands in one part, if it has more than one line.
  private mutating func add(
    _ range: Range<Int>, in placed: LocatedBlock, _ role: FoldNesting.Role = .block, kind: Fold.Kind? = nil
  ) {
    let bytes = placed.bytes[range.shifted(by: -placed.start)]
    if bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) { append(range, role, kind: kind) }
  }

  private mutating func append(_ range: Range<Int>, _ role: FoldNesting.Role, kind: Fold.Kind? = nil) {
    folds.append((Fold(range: range, kind: kind), role))
  }

  // MARK: Blocks in parts

  private mutating func addBlock(_ node: SyntaxTree.Index, in placed: LocatedBlock, _ role: FoldNesting.Role) {
    let range = placed.range(of: node)
    guard placed.tree.nodes[node].parent < 0 else { return add(range, in: placed, role) }
    if let open = longBlock, open.last.index + 1 == placed.index, placed.block.isContinuation(of: open.last.block) {
      longBlock = (open.range.lowerBound..<range.upperBound, role, placed)
    } else {
      endLongBlock()
      longBlock = (range, role, placed)
    }
  }

  private mutating func endLongBlock() {
    if let block = longBlock {
      if block.range.lowerBound < block.last.start {
        append(block.range, block.role)
      } else {
        add(block.range, in: block.last, block.role)
      }
    }
    longBlock = nil
  }

  // MARK: Definitions

  private mutating func addDefinition(_ range: Range<Int>, in placed: LocatedBlock) {
    if let open = definitions, placed.index <= open.nextSegment {
      definitions = (open.range.lowerBound..<range.upperBound, open.count + 1, placed.index + 1)
    } else {
      endDefinitions()
      definitions = (range, 1, placed.index + 1)
    }
  }

  private mutating func endDefinitions() {
    if let definitions, definitions.count > 1 { append(definitions.range, .block) }
    definitions = nil
  }

  // MARK: HTML

  private mutating func addHTML(_ node: SyntaxTree.Index, in placed: LocatedBlock) {
    let tags = placed.block.htmlTags(of: node)
    let isComment = tags.count == 1 && tags[0].kind == .comment
    if !isComment { addBlock(node, in: placed, .html) }
    detailsReader.add(tags, of: node, in: placed)
    for tag in tags where tag.kind == .comment {
      let text = placed.bytes[tag.nameRange].drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
      let tagRange = tag.range.shifted(by: placed.start)
      switch RegionMark(text) {
      case .start: regions.append(tagRange.lowerBound)
      case .end:
        if let start = regions.popLast() { append(start..<tagRange.upperBound, .block, kind: .region) }
      case nil: add(tagRange, in: placed, kind: .comment)
      }
    }
  }
}

/// What a comment says of a region.
private enum RegionMark {
  case start, end

  /// Reads a comment's text: `region` or `#region`, perhaps with a name after it; `endregion` or `#endregion`.
  init?(_ text: ArraySlice<UInt8>) {
    let word = text.drop { $0 == UInt8(ascii: "#") }.prefix { $0 > 0x20 }
    switch String(decoding: word, as: UTF8.self) {
    case "region": self = .start
    case "endregion": self = .end
    default: return nil
    }
  }
}

extension Node {
  fileprivate var isDefinition: Bool { kind == .referenceDefinition || kind == .footnoteDefinition }
}
