public import GFMSyntax
import MarkdownText

/// A link, an image or a reference definition of a document, or an HTML attribute that leads somewhere. Ranges are bytes
/// from the document's start.
public struct LocatedLink: Sendable {
  public var block: LocatedBlock
  public var node: SyntaxTree.Index
  /// With all that belongs to it; an attribute's value.
  public var range: Range<Int>
  public var segments: LinkParts
  /// The label of a reference or a definition.
  public var label: LabelHash?
  /// Where it says itself that it leads, escapes and entities undone; `nil` for a reference. An autolink's has the scheme
  /// that the parser adds.
  public var destination: [UInt8]?
  /// Escapes and entities undone.
  public var title: [UInt8]?

  public var kind: Node.Kind { block.tree.nodes[node].kind }

  /// `nil` where the node is none of these. Costs its pieces.
  init?(_ node: SyntaxTree.Index, in placed: LocatedBlock) {
    let block = placed.block
    let segments: LinkParts
    switch block.tree.nodes[node].kind {
    case .link(.autolink), .link(.bareAutolink):
      segments = block.tree.linkParts(of: node)
      destination = segments.destination.map { LinkDestination.ofAutolink(block.destination(in: $0)) } ?? []
    case .link(.inline), .image(.inline):
      segments = block.tree.linkParts(of: node)
      destination = segments.destination.map(block.destination) ?? []
    case .link, .image:
      segments = block.tree.linkParts(of: node)
      label = segments.label.map { LabelHash(block.label(in: $0), in: .link) }
    case .referenceDefinition:
      segments = block.tree.linkParts(of: node)
      destination = segments.destination.map(block.destination) ?? []
      label = segments.label.map { LabelHash(block.label(in: $0), in: .link) }
    default:
      return nil
    }
    self.block = placed
    self.node = node
    range = placed.range(of: node)
    title = segments.title.map(block.title)
    self.segments = segments.shifted(by: placed.start)
  }

  init(_ attribute: HTMLTag.Attribute, of node: SyntaxTree.Index, in placed: LocatedBlock) {
    block = placed
    self.node = node
    range = attribute.valueRange.shifted(by: placed.start)
    segments = LinkParts(destination: range)
    destination = attribute.value
  }
}

/// Where a destination leads, as far as its text says.
public enum DestinationKind: Sendable, Hashable {
  /// With a scheme, or a host alone (`//host/…`).
  case address([UInt8])
  /// Into the document itself, percent encodings undone.
  case fragment([UInt8])
  /// To a file, by a path that is relative or starts with `/`, as written but for a query; a fragment with its percent
  /// encodings undone.
  case file(path: [UInt8], fragment: [UInt8]?)

  /// Reads a destination whose escapes and entities are undone.
  public init(_ destination: [UInt8]) {
    if LinkDestination.hasScheme(destination[...]) || destination.starts(with: Array("//".utf8)) {
      self = .address(destination)
      return
    }
    let (path, fragment) = Fragment.split(destination)
    let decoded = fragment.map(PercentEncoding.decoded)
    if path.isEmpty {
      self = .fragment(decoded ?? [])
    } else {
      self = .file(path: Array(path.prefix { $0 != UInt8(ascii: "?") }), fragment: decoded)
    }
  }

  /// What it names after `#`.
  public var fragment: [UInt8]? {
    switch self {
    case .address: nil
    case .fragment(let fragment): fragment
    case .file(_, let fragment): fragment
    }
  }
}

extension LocatedLink {
  /// Where its own destination leads.
  public var target: DestinationKind? { destination.map(DestinationKind.init) }

  /// Where the fragment of its own destination stands, without `#`; `nil` where there is none, or it is not to be found
  /// in the source as it is.
  public var fragmentRange: Range<Int>? {
    guard let range = segments.destination, let fragment = target?.fragment else { return nil }
    let source = block.bytes[range.shifted(by: -block.start)]
    guard let sign = source.firstIndex(of: UInt8(ascii: "#")) else { return nil }
    let local = sign + 1..<source.endIndex
    guard PercentEncoding.decoded(block.block.destination(in: local)[...]) == fragment else { return nil }
    return local.shifted(by: block.start)
  }
}

extension LocatedBlock {
  /// The block's links, images and reference definitions, those in HTML too, in the order of the tree. Costs the block's
  /// nodes.
  public func links() -> [LocatedLink] {
    guard !block.contents.isDisjoint(with: .allLinks) else { return [] }
    return block.tree.nodes.indices.flatMap { links(of: $0) }
  }

  /// What leads somewhere of a node that is a link or HTML.
  func links(of node: SyntaxTree.Index) -> [LocatedLink] {
    switch block.tree.nodes[node].kind {
    case .htmlBlock, .htmlInline: block.linkAttributes(of: node).map { LocatedLink($0, of: node, in: self) }
    default: LocatedLink(node, in: self).map { [$0] } ?? []
    }
  }
}

extension Document {
  /// The links and definitions, of this document or others, that name a fragment, whatever its letter case.
  public func links(naming fragment: [UInt8]) -> [LocatedLink] {
    let hash = LabelHash(fragment, in: .fragment)
    return segments(mentioning: hash).flatMap { placed in
      placed.links().filter { link in
        link.target?.fragment.map { LabelHash($0, in: .fragment) } == hash
      }
    }
  }

  /// The links and definitions, of this document or others, that lead to an anchor of `target`, in whatever letter case
  /// they name it, with GitHub's prefix or without; in source order. `isWanted` says which lead into that document at all.
  ///
  /// Costs the parts with links that may name it.
  public func links(
    to anchor: LocatedAnchor, of target: Document, where isWanted: (LocatedLink) -> Bool
  ) -> [LocatedLink] {
    var leads: [[UInt8]: Bool] = [:]
    let named = [[], Self.userContentPrefix].flatMap { links(naming: $0 + anchor.id) }
    let found = named.filter { link in
      guard isWanted(link), let fragment = link.target?.fragment else { return false }
      // One of the same name may stand before it, or be meant by the letter case.
      let isLeading = leads[fragment] ?? (target.anchor(named: fragment)?.range == anchor.range)
      leads[fragment] = isLeading
      return isLeading
    }
    return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The links that lead to an anchor of a document; where there is none, those that name the fragment all the same.
  public func links(
    to anchor: (LocatedAnchor, of: Document)?, naming fragment: [UInt8], where isWanted: (LocatedLink) -> Bool
  ) -> [LocatedLink] {
    guard let (anchor, target) = anchor else { return links(naming: fragment).filter(isWanted) }
    return links(to: anchor, of: target, where: isWanted)
  }

  /// Where a link leads: its own destination, or that of the definition which it refers to.
  public func destination(of link: LocatedLink) -> [UInt8]? {
    if let destination = link.destination { return destination }
    return link.label.flatMap(definition)?.link?.destination
  }
}
