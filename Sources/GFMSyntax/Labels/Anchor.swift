import MarkdownText

/// A place in a block that a `#fragment` leads to.
public struct Anchor: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// A Markdown heading.
    case heading
    /// `<h1>` … `<h6>` in an HTML block, which GitHub gives a slug as well.
    case htmlHeading
    /// The value of an HTML element's `id`, or of an `<a>`'s `name`.
    case attribute
  }

  public var kind: Kind
  /// A heading's slug before those that are the same are numbered; an attribute's value.
  public var name: [UInt8]
  /// The heading in the block's tree, or the HTML.
  public var node: SyntaxTree.Index
  /// Bytes from the block's start: a heading, the tags of an HTML heading and all between, an attribute's value.
  public var range: Range<Int>
  /// The name as tables know it.
  public var hash: LabelHash

  init(kind: Kind, name: [UInt8], node: SyntaxTree.Index, range: Range<Int>) {
    self.kind = kind
    self.name = name
    self.node = node
    self.range = range
    hash = LabelHash(name, in: .anchor)
  }

  public var isHeading: Bool { kind != .attribute }

  /// What the table of a document's anchors counts. Headings and attributes apart: only the former are numbered. A slug
  /// that ends in a number counts as one for its stem, too.
  fileprivate var definitions: [LabelDefinition] {
    guard isHeading else { return [LabelDefinition(hash: hash, namespace: .attribute, label: name)] }
    let own = LabelDefinition(hash: hash, namespace: .anchor, label: name)
    guard let stem = Slug.stem(of: name) else { return [own] }
    return [own, LabelDefinition(hash: LabelHash(stem, in: .numbered), namespace: .numbered, label: stem)]
  }
}

extension Sequence where Element == Block {
  /// What the table of a document's anchors counts of the blocks.
  var anchorDefinitions: [LabelDefinition] { flatMap(\.anchors).flatMap(\.definitions) }
}

/// Finds a block's anchors in one pass over its nodes.
struct AnchorReader {
  let bytes: [UInt8]
  let tree: SyntaxTree
  /// Whether the block is a part that goes on with a comment.
  let startsInComment: Bool

  /// In source order.
  func anchors() -> [Anchor] {
    var anchors: [Anchor] = []
    for (index, node) in tree.nodes.enumerated() {
      switch node.kind {
      case .heading:
        let text = tree.plainText(of: index, in: bytes, includesImages: false, lineBreak: [.lineFeed])
        anchors.append(Anchor(kind: .heading, name: Slug.base(of: text), node: index, range: node.range))
      case .htmlBlock where startsInComment && index == 0: break
      case .htmlBlock: anchors += htmlAnchors(of: index, includesHeadings: true)
      case .htmlInline: anchors += htmlAnchors(of: index, includesHeadings: false)
      default: break
      }
    }
    return anchors
  }

  private func htmlAnchors(of node: SyntaxTree.Index, includesHeadings: Bool) -> [Anchor] {
    let tags = tree.htmlTags(of: node, in: bytes)
    var anchors: [Anchor] = []
    for (index, tag) in tags.enumerated() where tag.kind == .opening || tag.kind == .selfClosing {
      for attribute in tag.attributes where !attribute.value.isEmpty {
        guard attribute.name == "id" || (attribute.name == "name" && tag.name == "a") else { continue }
        // An element that has both is one place.
        if anchors.last?.name == attribute.value, (anchors.last?.range.lowerBound ?? 0) > tag.range.lowerBound {
          continue
        }
        anchors.append(
          Anchor(kind: .attribute, name: attribute.value, node: node, range: attribute.valueRange))
      }
      if includesHeadings, tag.isHeading, tag.kind == .opening {
        anchors += heading(tags[index...], node).map { [$0] } ?? []
      }
    }
    return anchors
  }

  /// The heading that the first of `tags` opens, where another tag of a heading closes it: one heading ends where the next
  /// starts, as browsers have it. Its text is what stands between tags. Costs the tags up to there.
  private func heading(_ tags: ArraySlice<HTMLTag>, _ node: SyntaxTree.Index) -> Anchor? {
    guard let opening = tags.first, let end = tags.dropFirst().firstIndex(where: \.isHeading) else { return nil }
    var text: [UInt8] = []
    var offset = opening.range.upperBound
    for tag in tags[(tags.startIndex + 1)...end] {
      text += bytes[offset..<max(offset, tag.range.lowerBound)]
      offset = max(offset, tag.kind == .opening && tag.isHeading ? tag.range.lowerBound : tag.range.upperBound)
    }
    let name = Slug.base(of: HTMLText.withEntities(text))
    return Anchor(kind: .htmlHeading, name: name, node: node, range: opening.range.lowerBound..<offset)
  }
}

extension HTMLTag {
  private static let headingNames: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]

  fileprivate var isHeading: Bool { Self.headingNames.contains(name) }
}
