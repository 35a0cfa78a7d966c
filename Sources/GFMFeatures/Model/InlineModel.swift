import GFMSyntax
import MarkdownText

/// The inline content of one leaf block, as what styles are laid over: units of text in containers.
///
/// Pairs of raw HTML tags are containers here as emphasis and links are. Offsets are bytes from the document's start.
struct InlineModel: Sendable {
  /// A construct that holds units.
  struct Container: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
      /// The leaf block itself.
      case leaf
      case style(InlineStyle)
      case link(Node.LinkForm)
      /// A pair of HTML tags that means no style.
      case element
    }

    var kind: Kind
    var range: Range<Int>
    /// Between its delimiters: a link's text, a code span's code without the padding.
    var content: Range<Int>
    /// Its place among ``InlineModel/containers``; -1 for the leaf.
    var parent: Int
    /// The index after its last descendant.
    var subtreeEnd: Int
    /// All units in it, those of its descendants included.
    var units: Range<Int>
    /// Its own style and those around it.
    var styles: InlineStyles
  }

  /// A character of the rendered text, white space, or a construct that no delimiter can stand in.
  struct Unit: Sendable, Hashable {
    enum Source: Sendable, Hashable {
      case text, escape, entity, code
      /// A line's end with the prefix of the next line, and spaces that do not render.
      case layout
      /// The same at an end of a code span, where it does not render at all.
      case padding
      case hardBreak
      case autolink, image, footnoteReference
      /// A raw HTML tag that has no partner, a comment.
      case html
      /// What GitHub takes for one thing, such as a mention, and what makes an alert or a task (``GitHubSpans``).
      case node, marker
    }

    var range: Range<Int>
    /// The innermost container that it is in.
    var container: Int
    var source: Source
    /// What it renders to, without what else of its grapheme cluster follows (``InlineModel/trail(of:)``); `nil` for
    /// constructs and for entities of several characters.
    var scalar: Unicode.Scalar?

    /// Whether it is a character, however it is written.
    var isCharacter: Bool {
      switch source {
      case .text, .escape, .entity, .code: scalar != nil
      case .layout, .padding, .hardBreak, .autolink, .image, .footnoteReference, .html, .node, .marker: false
      }
    }
    var isLayout: Bool { source == .layout || source == .padding }
    var isSpace: Bool { isLayout || source == .hardBreak || scalar?.isMarkdownSpace == true }
    /// Whether it is something that one sees, and so can carry a style.
    var isVisible: Bool { source != .html && source != .marker && !isSpace }
    var isPunctuation: Bool { scalar?.isMarkdownPunctuation == true }
  }

  let block: LocatedBlock
  let leaf: SyntaxTree.Index
  /// The leaf block's range.
  let range: Range<Int>
  /// In pre-order, the leaf first.
  private(set) var containers: [Container]
  /// In source order, without overlap.
  private(set) var units: [Unit]

  /// Reads the leaf block `leaf` of `block`. Costs the leaf's nodes and pieces.
  init(leaf: SyntaxTree.Index, of block: LocatedBlock) {
    let node = block.tree.nodes[leaf]
    self.block = block
    self.leaf = leaf
    range = block.start + Int(node.start)..<block.start + Int(node.end)
    var reader = InlineModelReader(leaf: leaf, of: block)
    reader.run()
    containers = reader.containers
    units = reader.units
  }

  /// From the first inline to the last, without markers and indentation.
  var content: Range<Int> {
    let first = units.first { !$0.isLayout }?.range.lowerBound ?? range.upperBound
    let last = units.last { !$0.isLayout }?.range.upperBound ?? range.lowerBound
    let inner = containers.dropFirst()
    let start = min(first, inner.first?.range.lowerBound ?? range.upperBound)
    return start..<max(start, last, inner.map(\.range.upperBound).max() ?? range.lowerBound)
  }

  /// The source bytes in `range`.
  func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
    block.bytes[range.lowerBound - block.start..<range.upperBound - block.start]
  }

  /// What of a character follows its first scalar: combining marks, a variation selector, joined emoji.
  func trail(of unit: Unit) -> ArraySlice<UInt8> {
    guard unit.isCharacter, let scalar = unit.scalar else { return [] }
    let bytes = bytes(unit.range)
    switch unit.source {
    case .escape: return bytes.dropFirst(2)
    case .entity: return bytes.firstIndex(of: UInt8(ascii: ";")).map { bytes[($0 + 1)...] } ?? []
    // A pipe in a cell's code is escaped.
    case .code where scalar == "|" && bytes.first == UInt8(ascii: "\\"): return bytes.dropFirst(2)
    default: return bytes.dropFirst(UTF8Scalar.decode(bytes, at: bytes.startIndex).width)
    }
  }

  // MARK: - Looking around

  /// The indexes of the units that hold a byte of `range`.
  func units(overlapping range: Range<Int>) -> Range<Int> {
    guard !range.isEmpty else { return 0..<0 }
    let first = unitIndex(endingAfter: range.lowerBound)
    var end = first
    while end < units.count, units[end].range.lowerBound < range.upperBound { end += 1 }
    return first..<end
  }

  /// The index of the first unit that ends after `offset`; the number of units where none does. O(log n).
  func unitIndex(endingAfter offset: Int) -> Int {
    var low = 0
    var high = units.count
    while low < high {
      let middle = (low + high) / 2
      if units[middle].range.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The unit that holds the byte at `offset`.
  func unit(at offset: Int) -> Unit? {
    let index = unitIndex(endingAfter: offset)
    guard index < units.count, units[index].range.lowerBound <= offset else { return nil }
    return units[index]
  }

  /// Whether no unit of the container can be styled apart from the others when `style` is toggled: a code span, whose
  /// inside is all literal.
  func isAtomic(_ container: Int, for style: InlineStyle) -> Bool {
    guard style != .code, containers[container].kind == .style(.code) else { return false }
    return bytes(containers[container].range).first == StyleSyntax.backtick
  }

  enum Child: Hashable {
    case unit(Int)
    case container(Int)
  }

  /// What stands directly in a container, in source order.
  func children(of container: Int) -> [Child] {
    var children: [Child] = []
    let parent = containers[container]
    var unit = parent.units.lowerBound
    var next = container + 1
    while unit < parent.units.upperBound || next < parent.subtreeEnd {
      let isContainerNext =
        next < parent.subtreeEnd
        && (unit >= parent.units.upperBound || containers[next].range.lowerBound <= units[unit].range.lowerBound)
      if isContainerNext {
        children.append(.container(next))
        unit = max(unit, containers[next].units.upperBound)
        next = containers[next].subtreeEnd
      } else {
        children.append(.unit(unit))
        unit += 1
      }
    }
    return children
  }

  func range(of child: Child) -> Range<Int> {
    switch child {
    case .unit(let index): units[index].range
    case .container(let index): containers[index].range
    }
  }

  /// The containers of `style` that hold a unit of `indexes`.
  func containers(of style: InlineStyle, around indexes: some Sequence<Int>) -> Set<Int> {
    var found: Set<Int> = []
    var last = -1
    for index in indexes where units[index].container != last {
      last = units[index].container
      var container = last
      while container >= 0, containers[container].styles.contains(InlineStyles(style)) {
        if containers[container].kind == .style(style), !found.insert(container).inserted { break }
        container = containers[container].parent
      }
    }
    return found
  }

  /// The same without these containers; their content moves up.
  func removing(_ removed: Set<Int>) -> InlineModel {
    guard !removed.isEmpty else { return self }
    var result = self
    var places: [Int] = []
    result.containers = []
    for (index, container) in containers.enumerated() {
      if removed.contains(index) {
        places.append(places[container.parent])
        continue
      }
      places.append(result.containers.count)
      var kept = container
      if container.parent >= 0 { kept.parent = places[container.parent] }
      result.containers.append(kept)
    }
    result.closeSubtrees()
    for index in result.units.indices { result.units[index].container = places[result.units[index].container] }
    return result
  }

  /// Makes one unit of each of some ranges, which are in order, where it holds nothing but text in one container. One
  /// pass.
  mutating func join(_ joined: [(range: Range<Int>, source: Unit.Source)]) {
    var result: [Unit] = []
    result.reserveCapacity(units.count)
    /// For each unit, and for their end, its index in the result.
    var places: [Int] = []
    places.reserveCapacity(units.count + 1)
    var index = 0
    for (range, source) in joined {
      let first = max(index, unitIndex(endingAfter: range.lowerBound))
      var end = first
      while end < units.count, units[end].range.lowerBound < range.upperBound { end += 1 }
      places += result.count..<result.count + (first - index)
      result += units[index..<first]
      index = first
      guard first < end,
        units[first..<end].allSatisfy({ $0.source == .text && $0.container == units[first].container })
      else { continue }
      places += repeatElement(result.count, count: end - first)
      result.append(
        Unit(
          range: units[first].range.lowerBound..<units[end - 1].range.upperBound, container: units[first].container,
          source: source))
      index = end
    }
    places += result.count...result.count + (units.count - index)
    result += units[index...]
    for index in containers.indices {
      let old = containers[index].units
      containers[index].units = places[old.lowerBound]..<max(places[old.lowerBound], places[old.upperBound])
    }
    units = result
  }

  private mutating func closeSubtrees() {
    for index in containers.indices { containers[index].subtreeEnd = index + 1 }
    for index in containers.indices.reversed() where containers[index].parent >= 0 {
      let parent = containers[index].parent
      containers[parent].subtreeEnd = max(containers[parent].subtreeEnd, containers[index].subtreeEnd)
    }
  }
}
