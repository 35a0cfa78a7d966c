import GFMSyntax
import MarkdownText

/// What a line starts with before its own content: the markers and the indentation of the containers around it, as they
/// are written.
struct LinePrefix {
  /// A container's marker on the line.
  struct Marker {
    let container: SyntaxTree.Index
    /// Bytes from the block's start, without white space after it.
    var range: Range<Int>
  }

  let line: SourceLine
  /// Outermost first. Containers that the line only continues by indentation have none.
  let markers: [Marker]
  /// The first byte of the line's content, a task's box included; the line's end where it is blank.
  let contentStart: Int

  /// Reads the prefix of `line` off the block's pieces. Costs the prefix's pieces.
  init(of line: SourceLine, in block: Block) {
    var markers: [Marker] = []
    var contentStart = line.end
    for token in block.tree.tokens[block.tree.tokenIndex(at: line.start)...] {
      guard token.start < line.end else { break }
      if token.kind == .whitespace { continue }
      guard Self.isMarker(token, in: block.tree) else {
        contentStart = max(Int(token.start), line.start)
        break
      }
      if let last = markers.last, last.container == Int(token.node) {
        // A footnote's marker is three pieces.
        markers[markers.count - 1].range = last.range.lowerBound..<Int(token.end)
      } else {
        markers.append(Marker(container: Int(token.node), range: token.range))
      }
    }
    self.line = line
    self.markers = markers
    self.contentStart = contentStart
  }

  private static func isMarker(_ token: SyntaxToken, in tree: SyntaxTree) -> Bool {
    switch token.kind {
    case .quoteMarker, .listMarker: true
    case .bracket, .footnoteLabel:
      tree.nodes.indices.contains(Int(token.node)) && tree.nodes[Int(token.node)].kind == .footnoteDefinition
    default: false
    }
  }

  /// The bytes from the line's start to `end` as a later line of the same containers has them: quote markers as
  /// written, blanks for the markers of items and footnotes.
  ///
  /// A footnote's content is at its fourth column however long its label and its own indentation are.
  /// Indentation that takes a marker's place is made of what `indentation` says.
  func continuation(
    upTo end: Int, in block: Block, indentation: EditOptions.Indentation = .spaces
  ) -> [UInt8] {
    var result: [UInt8] = []
    var copied = line.start
    var hasBlanks = false
    for (index, marker) in markers.enumerated() where marker.range.upperBound <= end {
      result += block.bytes[copied..<marker.range.lowerBound]
      copied = marker.range.upperBound
      switch block.tree.nodes[marker.container].kind {
      case .item:
        hasBlanks = true
        result += [UInt8](repeating: UInt8(ascii: " "), count: marker.range.count)
      case .footnoteDefinition:
        hasBlanks = true
        if index == 0, block.tree.nodes[marker.container].parent < 0 { result.removeAll() }
        result += [UInt8](repeating: UInt8(ascii: " "), count: 4)
        copied = min(block.bytes.firstNonspace(in: copied..<line.end), end)
      default:
        result += block.bytes[marker.range]
      }
    }
    if copied < end { result += block.bytes[copied..<end] }
    guard hasBlanks else { return result }
    result = result.droppingSpacesBeforeTabs()
    return indentation == .tabs ? result.usingTabs() : result
  }
}

extension SyntaxTree {
  /// The containers around a node, itself included, outermost first. Lists are left out: they have no prefix.
  func containers(around index: Index) -> [Index] {
    ([index] + Array(ancestors(of: index))).reversed().filter { candidate in
      switch nodes[candidate].kind {
      case .blockQuote, .item, .footnoteDefinition: true
      default: false
      }
    }
  }

  func isQuote(_ index: Index) -> Bool { nodes[index].kind == .blockQuote }

  func item(_ index: Index) -> Node.Item? {
    if case .item(let item) = nodes[index].kind { item } else { nil }
  }
}

extension [UInt8] {
  /// With tabs for the white space at the start, as far as they reach, and spaces for the rest.
  fileprivate func usingTabs() -> [UInt8] {
    let content = firstNonspace(in: indices)
    return TextColumns.whitespace(from: 0, to: TextColumns.after(self[..<content])) + self[content...]
  }

  /// Without the spaces that the tab after them swallows, as blanks for a marker before a tab leave them. Every byte
  /// keeps its column.
  fileprivate func droppingSpacesBeforeTabs() -> [UInt8] {
    guard contains(UInt8(ascii: "\t")) else { return self }
    var result: [UInt8] = []
    var column = 0
    for byte in self {
      guard byte == UInt8(ascii: "\t") else {
        result.append(byte)
        column += 1
        continue
      }
      var droppable = column % 4
      while droppable > 0, result.last == UInt8(ascii: " ") {
        result.removeLast()
        droppable -= 1
      }
      result.append(byte)
      column = TextColumns.afterTab(at: column)
    }
    return result
  }
}
