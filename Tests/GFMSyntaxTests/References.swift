import GFMSyntax
import MarkdownText

/// What a document's references lead to: its own definitions, of which the first of a label wins.
struct References {
  /// Where a link leads.
  struct Target {
    var address: [UInt8] = []
    var title: [UInt8] = []
  }

  /// A footnote that something refers to.
  struct Footnote {
    /// As its definition has it.
    let label: [UInt8]
    /// Where the definition stands.
    let block: Int
    let node: Int
    /// From 1, by first references.
    var number = 0
    var referenceCount = 0
  }

  private struct Place: Hashable {
    let block: ObjectIdentifier
    let node: Int
  }

  private var targets: [ReferenceLabel: Target] = [:]
  private var footnotesByLabel: [ReferenceLabel: Footnote] = [:]
  /// Which one of its footnote's references a reference is, from 1.
  private var ordinals: [Place: Int] = [:]

  init(in blocks: [BlockSource]) {
    for (number, source) in blocks.enumerated() {
      for index in source.tree.nodes.indices where source.tree.nodes[index].kind == .referenceDefinition {
        addDefinition(index, of: source)
      }
      // Of footnotes of one label, one inside of another comes first.
      let footnotes = source.tree.nodes.indices.filter { source.tree.nodes[$0].kind == .footnoteDefinition }
      for index in footnotes.sorted(by: { source.tree.comesToAnEnd($0, before: $1) }) {
        addFootnote(index, of: source, block: number)
      }
    }
    // References count wherever they stand: in images, where none is shown, and in definitions that nothing refers to.
    var count = 0
    for source in blocks {
      for index in source.tree.nodes.indices where source.tree.nodes[index].kind == .footnoteReference {
        let label = ReferenceLabel(FootnoteSource(reference: index, in: source).kept)
        guard var footnote = footnotesByLabel[label] else { continue }
        if footnote.number == 0 {
          count += 1
          footnote.number = count
        }
        footnote.referenceCount += 1
        ordinals[Place(block: ObjectIdentifier(source.block), node: index)] = footnote.referenceCount
        footnotesByLabel[label] = footnote
      }
    }
  }

  private mutating func addDefinition(_ index: Int, of source: BlockSource) {
    let label = ReferenceLabel(source.text(of: .linkLabel, in: index) ?? [])
    guard targets[label] == nil else { return }
    targets[label] = Target(
      destination: source.text(of: .linkDestination, in: index) ?? [],
      title: source.text(of: .linkTitle, in: index) ?? source.textTakenForTitle(after: index) ?? [])
  }

  private mutating func addFootnote(_ index: Int, of source: BlockSource, block: Int) {
    let text = source.text(of: .footnoteLabel, in: index) ?? []
    guard footnotesByLabel[ReferenceLabel(text)] == nil else { return }
    footnotesByLabel[ReferenceLabel(text)] = Footnote(label: text, block: block, node: index)
  }

  /// The footnotes that are referred to, by number.
  var footnotes: [Footnote] { footnotesByLabel.values.filter { $0.number > 0 }.sorted { $0.number < $1.number } }

  func target(of label: ReferenceLabel) -> Target? { targets[label] }

  func reference(at node: Int, in block: Block, to label: ReferenceLabel) -> (footnote: Footnote, ordinal: Int)? {
    guard let footnote = footnotesByLabel[label],
      let ordinal = ordinals[Place(block: ObjectIdentifier(block), node: node)]
    else { return nil }
    return (footnote, ordinal)
  }
}

extension References.Target {
  /// The target that a destination and a title in their source's form give.
  init(destination: [UInt8], title: [UInt8]) {
    address = withoutEscapes(withoutEntities(trimmed(destination)))
    self.title = withoutEscapes(withoutEntities(Array(title.dropFirst().dropLast())))
  }
}

extension BlockSource {
  /// A title on the line after a definition that has none, with more text after it.
  ///
  /// It is no title, as such a line is text, and the library has it so too; but it forgets to take the title back.
  fileprivate func textTakenForTitle(after definition: Int) -> [UInt8]? {
    let next = Int(tree.nodes[definition].subtreeEnd)
    guard next < tree.nodes.count, tree.nodes[next].parent == tree.nodes[definition].parent else { return nil }
    switch tree.nodes[next].kind {
    case .paragraph, .heading(_, .setext): break
    default: return nil
    }
    guard standsOnLineAfter(definition, next) else { return nil }
    // A lazy line keeps its indentation.
    let text = Array(content(of: next).drop { $0 == 0x20 || $0 == 0x09 })
    guard let opener = text.first, "\"'(".utf8.contains(opener) else { return nil }
    let closer = opener == UInt8(ascii: "(") ? UInt8(ascii: ")") : opener
    // The longest match, so that an escaped quote ends the title where no other does.
    var end: Int?
    var index = 1
    while index < text.count {
      let isEscape = text[index] == UInt8(ascii: "\\") && index + 1 < text.count && isPunctuation(text[index + 1])
      if isEscape {
        if text[index + 1] == closer { end = index + 2 }
        index += 2
      } else if text[index] == closer {
        return Array(text[...index])
      } else if text[index] == opener {
        break
      } else {
        index += 1
      }
    }
    return end.map { Array(text[..<$0]) }
  }
}

extension SyntaxTree {
  /// Whether a node's subtree is left before another's.
  fileprivate func comesToAnEnd(_ first: Int, before second: Int) -> Bool {
    let (firstEnd, secondEnd) = (nodes[first].subtreeEnd, nodes[second].subtreeEnd)
    return firstEnd == secondEnd ? first > second : firstEnd < secondEnd
  }
}

// MARK: - Footnote references

/// The source of a footnote reference, and what the library keeps of it.
///
/// For one on a single line that is all of it. Of one that spans lines it takes as many bytes as its columns, counted
/// within their lines, are apart; lines that a backslash breaks count as one. After an escaped caret (`[\^a]`) it takes
/// the closing bracket for a part of the label.
struct FootnoteSource {
  /// What is kept, without brackets.
  let kept: [UInt8]

  var bracketed: [UInt8] { Array("[^".utf8) + kept + [UInt8(ascii: "]")] }

  init(reference node: Int, in source: BlockSource) {
    self.init(source.tokens(of: node).filter { $0.kind == .bracket || $0.kind == .footnoteLabel }, in: source)
  }

  /// `pieces` run from the opening bracket to the closing one.
  init(_ tokens: [SyntaxToken], in source: BlockSource) {
    guard let first = tokens.first, let last = tokens.last else {
      kept = []
      return
    }
    var text: [UInt8] = []
    var end = first.start
    for token in tokens {
      if source.line(at: Int(end)).upperBound < token.start { text.append(0x0A) }
      text += source.bytes(of: token)
      end = token.end
    }
    let isEscaped = text.starts(with: "[\\^".utf8)
    let raw = isEscaped ? text.dropFirst(3) : text.dropFirst(2).dropLast()
    let hasLineEnd = zip(raw.dropFirst(), raw).contains { $0 == 0x0A && $1 != UInt8(ascii: "\\") }
    guard hasLineEnd || raw.first == 0x0A else {
      kept = Array(raw)
      return
    }
    let columns = Self.column(of: Int(last.end) - 1, in: source) - Self.column(of: Int(first.start), in: source)
    kept = Array(raw.prefix(max(0, columns - 2)))
  }

  /// Bytes from where the content of the offset's line starts: after its prefix and, if the line is not lazy, its
  /// indentation.
  private static func column(of offset: Int, in source: BlockSource) -> Int {
    let tree = source.tree
    var index = tree.tokenIndex(at: source.line(at: offset).lowerBound)
    var lazyIndentation = 0
    while index < tree.tokens.count {
      let token = tree.tokens[index]
      switch token.kind {
      case .whitespace:
        let leaf = tree.leaf(of: Int(tree.tokens[tree.tokenIndex(at: offset)].node))
        lazyIndentation = source.lazyIndentation(token, of: leaf).count
      case .quoteMarker, .listMarker, .taskMarker, .headingMarker:
        lazyIndentation = 0
      default:
        return offset - Int(token.start) + lazyIndentation
      }
      index += 1
    }
    return 0
  }
}
