import GFMSyntax
import MarkdownText

/// What a selection stands for when it is to be a link, or to be none any more.
///
/// Ranges are bytes of the document.
struct LinkIntent: Sendable {
  enum Action: Sendable, Hashable {
    /// The link around the selection goes; its text stays.
    case remove(opening: Range<Int>, closing: Range<Int>)
    /// The link without text around the selection goes; where it leads stays, as an autolink.
    case keepDestination(opening: Range<Int>, closing: Range<Int>, destination: Range<Int>)
    /// The link around the selection leads elsewhere; `closing` is what stands after its text.
    case redirect(opening: Range<Int>, closing: Range<Int>)
    /// This becomes a link's text.
    case wrap
    /// This becomes a link's destination.
    case makeDestination
  }

  let inlines: InlineModel
  let action: Action
  /// What is linked, or the link that goes.
  let range: Range<Int>

  private init(_ inlines: InlineModel, _ action: Action, _ range: Range<Int>) {
    self.inlines = inlines
    self.action = action
    self.range = range
  }

  /// A letter that stands for text that is missing.
  init?(letterAt offset: Int, in document: Document) {
    guard let (block, leaf) = document.wholeLeaf(at: offset) else { return nil }
    self.init(InlineModel(leaf: leaf, of: block), .wrap, offset..<offset + EmptyPair.letter.count)
  }

  /// `nil` where there is nothing to link: between words, in code blocks, for selections that reach out of a leaf block.
  init?(of selection: TextSelection, in document: Document, isAddressGiven: Bool, _ github: TokenOptions.GitHub) {
    let range = document.trimmed(selection.range)
    if selection.isCaret {
      guard let (block, leaf) = document.wholeLeaf(at: selection.head) else { return nil }
      let inlines = InlineModel(leaf: leaf, of: block, github: github)
      self.init(inlines, caret: selection.head, isAddressGiven: isAddressGiven)
    } else {
      let leaves = document.wholeLeaves(overlapping: range)
      guard !range.isEmpty, leaves.count == 1, let (block, leaf) = leaves.first else { return nil }
      let node = block.tree.nodes[leaf].range.shifted(by: block.start)
      guard node.lowerBound <= range.lowerBound, range.upperBound <= node.upperBound else { return nil }
      let inlines = InlineModel(leaf: leaf, of: block, github: github)
      self.init(inlines, selected: inlines.withoutMarker(range), isAddressGiven: isAddressGiven)
    }
  }

  private init?(_ inlines: InlineModel, caret: Int, isAddressGiven: Bool) {
    if let link = inlines.link(around: caret..<caret) {
      self.init(inlines, link: link, isAddressGiven: isAddressGiven)
      return
    }
    for unit in inlines.units where unit.range.lowerBound <= caret && caret <= unit.range.upperBound {
      switch unit.source {
      case .autolink:
        self.init(inlines, autolink: unit, isAddressGiven: isAddressGiven)
        return
      case .image, .node:
        self.init(inlines, .wrap, unit.range)
        return
      default:
        break
      }
    }
    if let code = inlines.code(around: caret..<caret) {
      self.init(inlines, .wrap, code)
    } else if let word = inlines.word(at: caret, for: .strong), let first = word.first, let last = word.last {
      let range = inlines.units[first].range.lowerBound..<inlines.units[last].range.upperBound
      self.init(inlines, .wrap, inlines.widened(range))
    } else {
      return nil
    }
  }

  private init?(_ inlines: InlineModel, selected range: Range<Int>, isAddressGiven: Bool) {
    if let link = inlines.link(around: range) {
      self.init(inlines, link: link, isAddressGiven: isAddressGiven)
      return
    }
    let autolink = inlines.units(overlapping: range).map { inlines.units[$0] }.first { $0.source == .autolink }
    if let autolink, autolink.range.lowerBound <= range.lowerBound, range.upperBound <= autolink.range.upperBound {
      self.init(inlines, autolink: autolink, isAddressGiven: isAddressGiven)
      return
    }
    let isAddress = !isAddressGiven && LinkDestination.isAddress(inlines.bytes(range))
    let isText = inlines.units(overlapping: range).allSatisfy { inlines.units[$0].source == .text }
    if isAddress && isText {
      self.init(inlines, .makeDestination, range)
    } else {
      self.init(inlines, .wrap, inlines.widened(range))
    }
  }

  /// A link goes, or leads to the address that is given.
  private init(_ inlines: InlineModel, link: InlineModel.Container, isAddressGiven: Bool) {
    let opening = link.range.lowerBound..<link.content.lowerBound
    let closing = link.content.upperBound..<link.range.upperBound
    let action: Action
    if isAddressGiven {
      action = .redirect(opening: opening, closing: closing)
    } else if let destination = inlines.addressOfEmptyLink(link) {
      action = .keepDestination(opening: opening, closing: closing, destination: destination)
    } else {
      action = .remove(opening: opening, closing: closing)
    }
    self.init(inlines, action, link.range)
  }

  private init(_ inlines: InlineModel, autolink unit: InlineModel.Unit, isAddressGiven: Bool) {
    self.init(inlines, isAddressGiven ? .wrap : .makeDestination, unit.range)
  }
}

extension InlineModel {
  /// The parts of a link; bytes of the document. Costs the leaf's nodes.
  func segments(of link: Container) -> LinkParts {
    let tree = block.tree
    let local = link.range.shifted(by: -block.start)
    let node = (leaf + 1..<max(leaf + 1, Int(tree.nodes[leaf].subtreeEnd))).first {
      if case .link = tree.nodes[$0].kind { tree.nodes[$0].range == local } else { false }
    }
    return node.map { tree.linkParts(of: $0).shifted(by: block.start) } ?? LinkParts()
  }

  /// Where an inline link's destination stands that is an address, if there is neither text nor a title.
  fileprivate func addressOfEmptyLink(_ link: Container) -> Range<Int>? {
    guard link.kind == .link(.inline), link.content.isEmpty else { return nil }
    let segments = segments(of: link)
    guard segments.title == nil, let destination = segments.destination, LinkDestination.isAddress(bytes(destination))
    else {
      return nil
    }
    return destination
  }
}

extension InlineModel {
  /// What of a range comes after the marker that the leaf may start with.
  fileprivate func withoutMarker(_ range: Range<Int>) -> Range<Int> {
    guard units.first?.source == .marker, let next = units.dropFirst().first(where: { !$0.isSpace }) else {
      return range
    }
    let start = max(range.lowerBound, next.range.lowerBound)
    return start..<max(start, range.upperBound)
  }

  /// The innermost link whose range holds all of `range`.
  fileprivate func link(around range: Range<Int>) -> Container? {
    containers.last { container in
      guard case .link = container.kind else { return false }
      return container.range.lowerBound <= range.lowerBound && range.upperBound <= container.range.upperBound
    }
  }

  /// The code span whose range holds all of `range`.
  fileprivate func code(around range: Range<Int>) -> Range<Int>? {
    containers.indices.last {
      isAtomic($0, for: .strong) && containers[$0].range.lowerBound <= range.lowerBound
        && range.upperBound <= containers[$0].range.upperBound
    }.map { containers[$0].range }
  }

  /// `range` with all of the constructs that it holds a part of.
  fileprivate func widened(_ range: Range<Int>) -> Range<Int> {
    var range = range
    for index in units(overlapping: range) {
      range =
        min(range.lowerBound, units[index].range.lowerBound)..<max(range.upperBound, units[index].range.upperBound)
    }
    // From the innermost out.
    for index in containers.indices.dropFirst().reversed() {
      let container = containers[index]
      guard container.range.overlaps(range) else { continue }
      let isInside =
        container.content.lowerBound <= range.lowerBound && range.upperBound <= container.content.upperBound
      guard !isInside || isAtomic(index, for: .strong) else { continue }
      range =
        min(range.lowerBound, container.range.lowerBound)..<max(range.upperBound, container.range.upperBound)
    }
    return range
  }
}
