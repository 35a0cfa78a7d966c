import GFMSyntax
import MarkdownText

/// What a leaf block renders to: its characters with their styles, and the links and constructs among them.
///
/// Two texts that are equal look the same on a page. Runs of white space count as one space, without style, as a page
/// shows them; none counts at a block's ends. No-break and ideographic spaces are characters.
struct StyledText: Sendable {
  struct Element: Sendable, Hashable {
    enum Content: Sendable, Hashable {
      case character(Unicode.Scalar)
      case space
      case lineBreak
      /// An image, a footnote's number, a character of many scalars: its source.
      case construct([UInt8])
      /// A raw HTML tag without a partner, a comment: its source.
      case tag([UInt8])
      /// The start of a link or an HTML element: where it leads, or its tag.
      case opening([UInt8])
      case closing
    }

    var content: Content
    var styles: InlineStyles
  }

  private(set) var elements: [Element] = []
  /// Where in the source each element stands.
  private(set) var origins: [Range<Int>] = []

  /// Renders a leaf's inlines. Where `ignoringAutolinks`, an autolink is nothing but its text. Linear.
  init(_ inlines: InlineModel, ignoringAutolinks: Bool = false) {
    var open: [Int] = []
    var next = 0
    for unit in inlines.units {
      close(&open, of: inlines, before: unit.range.lowerBound)
      while next < inlines.containers.count, inlines.containers[next].range.lowerBound <= unit.range.lowerBound {
        close(&open, of: inlines, before: inlines.containers[next].range.lowerBound)
        begin(next, of: inlines)
        open.append(next)
        next += 1
      }
      close(&open, of: inlines, before: unit.range.lowerBound)
      add(unit, of: inlines, ignoringAutolinks: ignoringAutolinks)
    }
    // Links without text at the end.
    while next < inlines.containers.count {
      close(&open, of: inlines, before: inlines.containers[next].range.lowerBound)
      begin(next, of: inlines)
      open.append(next)
      next += 1
    }
    close(&open, of: inlines, before: .max)
    if elements.last?.content == .space { removeLast() }
  }

  /// The elements as they must be once `style` is on exactly the characters in `covered` and those that had it outside of
  /// `cleared`. Both are in source order, without overlap.
  func restyled(_ style: InlineStyle, covered: [Range<Int>], cleared: [Range<Int>]) -> [Element] {
    var result = elements
    var coveredIndex = 0
    var clearedIndex = 0
    for index in result.indices {
      let offset = origins[index].lowerBound
      while coveredIndex < covered.count, covered[coveredIndex].upperBound <= offset { coveredIndex += 1 }
      while clearedIndex < cleared.count, cleared[clearedIndex].upperBound <= offset { clearedIndex += 1 }
      guard result[index].carriesStyle else { continue }
      if coveredIndex < covered.count, covered[coveredIndex].contains(offset) {
        result[index].styles.insert(InlineStyles(style))
      } else if clearedIndex < cleared.count, cleared[clearedIndex].contains(offset) {
        result[index].styles.remove(InlineStyles(style))
      }
    }
    return result
  }

  /// The text without the elements that start in `range`.
  func removing(_ range: Range<Int>) -> StyledText {
    var result = self
    (result.elements, result.origins) = ([], [])
    for (element, origin) in zip(elements, origins) where !range.contains(origin.lowerBound) {
      if element.content == .space, result.elements.last?.content.isSpace ?? true { continue }
      result.elements.append(element)
      result.origins.append(origin)
    }
    if result.elements.last?.content == .space { result.removeLast() }
    return result
  }

  /// The elements of some text without markup; UTF-8.
  static func characters(of text: [UInt8], styles: InlineStyles) -> [Element] {
    var result = StyledText()
    result.addCharacters(text[...], styles, 0..<text.count)
    return result.elements
  }

  private init() {}

  // MARK: - Building

  private mutating func add(_ content: Element.Content, _ styles: InlineStyles, _ origin: Range<Int>) {
    elements.append(Element(content: content, styles: styles))
    origins.append(origin)
  }

  private mutating func removeLast() {
    elements.removeLast()
    origins.removeLast()
  }

  private mutating func begin(_ index: Int, of inlines: InlineModel) {
    let container = inlines.containers[index]
    let head = container.range.lowerBound..<container.content.lowerBound
    switch container.kind {
    case .leaf, .style: break
    case .link(let form): add(.opening(inlines.target(of: container, form)), [], head)
    case .element: add(.opening(Array(inlines.bytes(head))), [], head)
    }
  }

  private mutating func close(_ open: inout [Int], of inlines: InlineModel, before offset: Int) {
    while let last = open.last, inlines.containers[last].range.upperBound <= offset {
      open.removeLast()
      let container = inlines.containers[last]
      switch container.kind {
      case .leaf, .style: break
      case .link, .element: add(.closing, [], container.content.upperBound..<container.range.upperBound)
      }
    }
  }

  private mutating func add(_ unit: InlineModel.Unit, of inlines: InlineModel, ignoringAutolinks: Bool) {
    let styles = inlines.containers[unit.container].styles
    switch unit.source {
    case .text, .escape, .entity, .code:
      if let scalar = unit.scalar {
        add(scalar, styles, unit.range)
        addCharacters(inlines.trail(of: unit), styles, unit.range)
      } else {
        add(.construct(Array(inlines.bytes(unit.range))), styles, unit.range)
      }
    case .node, .marker:
      addCharacters(inlines.bytes(unit.range), styles, unit.range)
    case .layout:
      addSpace(unit.range)
    case .padding:
      break
    case .hardBreak:
      if elements.last?.content == .space { removeLast() }
      add(.lineBreak, [], unit.range)
    case .autolink:
      addAutolink(unit, of: inlines, styles, isIgnored: ignoringAutolinks)
    case .image, .footnoteReference:
      add(.construct(Array(inlines.bytes(unit.range))), styles, unit.range)
    case .html:
      add(.tag(Array(inlines.bytes(unit.range))), [], unit.range)
    }
  }

  private mutating func addSpace(_ range: Range<Int>) {
    guard let last = elements.last, !last.content.isSpace else { return }
    add(.space, [], range)
  }

  private mutating func addAutolink(
    _ unit: InlineModel.Unit, of inlines: InlineModel, _ styles: InlineStyles, isIgnored: Bool
  ) {
    if !isIgnored { add(.opening([]), [], unit.range) }
    addCharacters(inlines.address(of: unit)[...], styles, unit.range)
    if !isIgnored { add(.closing, [], unit.range) }
  }

  private mutating func addCharacters(_ text: ArraySlice<UInt8>, _ styles: InlineStyles, _ origin: Range<Int>) {
    var offset = text.startIndex
    while offset < text.endIndex {
      let (scalar, width) = UTF8Scalar.decode(text, at: offset)
      add(scalar, styles, origin)
      offset += width
    }
  }

  private mutating func add(_ scalar: Unicode.Scalar, _ styles: InlineStyles, _ origin: Range<Int>) {
    if scalar.value < 0x80, scalar.isMarkdownSpace {
      addSpace(origin)
    } else {
      add(.character(scalar), styles, origin)
    }
  }
}

extension StyledText.Element {
  /// Whether its style can be seen.
  var carriesStyle: Bool {
    switch content {
    case .character, .construct: true
    case .space, .lineBreak, .tag, .opening, .closing: false
    }
  }
}

extension StyledText.Element.Content {
  var isSpace: Bool { self == .space || self == .lineBreak }
}

extension InlineModel {
  /// An autolink's text: without angle brackets, and as it renders where an address was found in escaped text.
  func address(of unit: Unit) -> [UInt8] {
    let tree = block.tree
    var address: [UInt8] = []
    var index = tree.tokenIndex(at: unit.range.lowerBound - block.start)
    while index < tree.tokens.count, block.start + Int(tree.tokens[index].start) < unit.range.upperBound {
      let token = tree.tokens[index]
      switch token.kind {
      case .bracket: break
      case .escape: address += block.bytes[token.range].suffix(1)
      case .entity: address += block.block.entityText(in: token.range) ?? []
      default: address += block.bytes[token.range]
      }
      index += 1
    }
    return address
  }

  /// What tells one link's target from another's: its destination and title as they are written, or its label.
  fileprivate func target(of container: Container, _ form: Node.LinkForm) -> [UInt8] {
    switch form {
    case .inline, .autolink, .bareAutolink:
      Array(bytes(container.content.upperBound..<container.range.upperBound))
    case .shortcutReference, .collapsedReference, .fullReference:
      label(of: container, form)
    }
  }

  /// A reference's label on one line: that of its own, or its text as it is written.
  func label(of container: Container, _ form: Node.LinkForm) -> [UInt8] {
    let range =
      form == .fullReference
      ? min(container.content.upperBound + 2, container.range.upperBound - 1)..<container.range.upperBound - 1
      : container.content
    let tree = block.tree
    var label: [UInt8] = []
    var index = tree.tokenIndex(at: range.lowerBound - block.start)
    while index < tree.tokens.count, block.start + Int(tree.tokens[index].start) < range.upperBound {
      let token = tree.tokens[index]
      switch token.kind {
      case .whitespace, .lineEnding, .quoteMarker:
        if label.last != 0x20 { label.append(0x20) }
      default:
        label += block.bytes[token.range.clamped(to: range.shifted(by: -block.start))]
      }
      index += 1
    }
    return label
  }
}
