import GFMSyntax
import MarkdownText

/// The entries of a table of contents.
struct TableOfContentsList {
  struct Entry {
    /// How many entries it is below.
    var depth: Int
    /// What its link says, as Markdown.
    var source: [UInt8]
    /// What that reads as.
    var name: String
    var id: [UInt8]
  }

  private(set) var entries: [Entry] = []
  private let bullet: EditOptions.BulletMarker

  /// Of the headings in no container from an offset on, of the levels that `options` say. Costs the document's
  /// headings:
  /// the slugs of those before count. `isPlain`: without
  /// markup.
  init(_ document: Document, from offset: Int, isPlain: Bool, options: EditOptions) {
    bullet = options.bulletMarker
    let levels = options.contentsLevels
    var open: [Int] = []
    for anchor in document.anchors() where anchor.range.lowerBound >= offset {
      guard let heading = anchor.heading, anchor.block.tree.nodes[anchor.anchor.node].parent < 0,
        levels.contains(heading.level), !anchor.id.isEmpty
      else { continue }
      while let last = open.last, last >= heading.level { open.removeLast() }
      let source = isPlain ? Self.escaped(heading.name) : Self.linkText(of: anchor, heading)
      entries.append(Entry(depth: open.count, source: source, name: heading.name, id: anchor.id))
      open.append(heading.level)
    }
  }

  /// The heading's own Markdown; where a link cannot hold it, its text.
  private static func linkText(of anchor: LocatedAnchor, _ heading: Heading) -> [UInt8] {
    let block = anchor.block.block
    let nodes = block.tree.nodes[anchor.anchor.node + 1..<Int(block.tree.nodes[anchor.anchor.node].subtreeEnd)]
    let isPlain = nodes.allSatisfy {
      switch $0.kind {
      case .text, .codeSpan, .emphasis, .strong, .strikethrough: true
      default: false
      }
    }
    let source = Array(block.bytes[heading.text.shifted(by: -anchor.block.start)])
    return isPlain && !source.contains(where: \.isLineEnding) ? source : escaped(heading.name)
  }

  private static func escaped(_ name: String) -> [UInt8] {
    var text: [UInt8] = []
    for byte in name.utf8 {
      if #"\`*_[]<>&~!:.@"#.utf8.contains(byte) { text.append(UInt8(ascii: "\\")) }
      text.append(byte.isLineEnding ? UInt8(ascii: " ") : byte)
    }
    return text
  }

  /// A line for each entry.
  func text(lineEnding: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    for entry in entries {
      text += [UInt8](repeating: UInt8(ascii: " "), count: 2 * entry.depth)
      text += "\(bullet.rawValue) [".utf8
      text += entry.source
      text += "](#\(CompletionPath.spelling(of: entry.id, isInAngles: false)))".utf8
      text += lineEnding
    }
    return text
  }

  /// Whether `range` of a document holds these entries as links in nested items, and nothing else. Costs the blocks
  /// there.
  func isWritten(in document: Document, _ range: Range<Int>) -> Bool {
    var next = 0
    for placed in document.segments(in: range) {
      let tree = placed.tree
      for (index, node) in tree.nodes.enumerated() where range.overlaps(placed.range(of: index)) {
        switch node.kind {
        case .list, .item, .paragraph, .text, .codeSpan, .emphasis, .strong, .strikethrough: continue
        case .link(.inline):
          guard next < entries.count, let link = LocatedLink(index, in: placed) else { return false }
          let entry = entries[next]
          let depth = tree.ancestors(of: index).count { tree.item($0) != nil }
          guard depth == entry.depth + 1, link.target == .fragment(entry.id),
            placed.block.plainText(of: index) == entry.name
          else { return false }
          next += 1
        default: return false
        }
      }
    }
    return next == entries.count
  }
}
