public import GFMSyntax
import MarkdownText

/// What a caret stands on that leads somewhere, or that something leads to.
public enum SymbolAtOffset: Sendable {
  /// A reference or a definition, of a link or a footnote. The caret may be in a reference's text.
  case label(LabelUse)
  /// A link that says itself where it leads, or a definition at its destination, or an HTML attribute.
  case link(LocatedLink)
  case heading(LocatedAnchor)
  /// The value of an HTML element's `id` or `name`.
  case element(LocatedAnchor)
}

extension Document {
  /// What a caret at `offset` stands on; constructs' ends count as inside. The innermost construct counts. Costs the
  /// nodes beside and above it.
  public func target(at offset: Int) -> SymbolAtOffset? {
    let placed = segment(at: offset)
    let local = offset - placed.start
    let tree = placed.tree
    guard let innermost = tree.innermostNode(at: local) else { return nil }
    let around = [innermost] + Array(tree.ancestors(of: innermost))
    // Text that follows a construct starts where that ends.
    let before = local > 0 ? tree.innermostNode(at: local - 1) : nil
    let ending = before.map { [$0] + Array(tree.ancestors(of: $0)) }?.filter {
      tree.nodes[$0].kind.isInline && Int(tree.nodes[$0].end) == local
    }
    let inlines = around.prefix { tree.nodes[$0].kind.isInline }
    for node in inlines + (ending ?? []) + around.dropFirst(inlines.count) {
      switch tree.nodes[node].kind {
      case .link(.inline), .image(.inline), .link(.autolink), .link(.bareAutolink):
        return LocatedLink(node, in: placed).map(SymbolAtOffset.link)
      case .link, .image, .footnoteReference:
        return LabelUse(node, in: placed).map(SymbolAtOffset.label)
      case .referenceDefinition:
        guard let link = LocatedLink(node, in: placed), let use = LabelUse(node, in: placed) else { return nil }
        return offset <= use.label.upperBound + 1 ? .label(use) : .link(link)
      case .footnoteDefinition:
        guard let use = LabelUse(node, in: placed), offset <= use.label.upperBound + 2 else { continue }
        return .label(use)
      case .heading:
        guard let anchor = placed.block.anchors.first(where: { $0.node == node && $0.kind == .heading }) else {
          continue
        }
        return .heading(self.placed(anchor, in: placed))
      case .htmlInline, .htmlBlock:
        let anchor = placed.block.anchors.first {
          $0.kind == .attribute && $0.node == node && $0.range.lowerBound <= local && local <= $0.range.upperBound
        }
        if let anchor { return .element(self.placed(anchor, in: placed)) }
        if let link = placed.links(of: node).first(where: { $0.range.touches(offset) }) { return .link(link) }
      default:
        continue
      }
    }
    return nil
  }
}
