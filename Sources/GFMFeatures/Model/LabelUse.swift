public import GFMSyntax
import MarkdownText

/// A place where a link's or footnote's label is defined or referred to. Ranges are bytes from the document's start.
public struct LabelUse: Sendable {
  public var block: LocatedBlock
  public var node: SyntaxTree.Index
  public var isDefinition: Bool
  /// The label, without brackets; where the label is all that there is of a link, its text.
  public var label: Range<Int>
  public var hash: LabelHash

  /// The whole reference or definition.
  public var range: Range<Int> { block.range(of: node) }
  /// `nil` for a footnote.
  public var link: LocatedLink? { LocatedLink(node, in: block) }

  /// `nil` where the node has no label.
  public init?(_ node: SyntaxTree.Index, in placed: LocatedBlock) {
    let namespace: LabelHash.Namespace
    switch placed.tree.nodes[node].kind {
    case .link(.fullReference), .link(.collapsedReference), .link(.shortcutReference), .image(.fullReference),
      .image(.collapsedReference), .image(.shortcutReference):
      (isDefinition, namespace) = (false, .link)
    case .referenceDefinition: (isDefinition, namespace) = (true, .link)
    case .footnoteReference: (isDefinition, namespace) = (false, .footnote)
    case .footnoteDefinition: (isDefinition, namespace) = (true, .footnote)
    default: return nil
    }
    guard let label = placed.tree.linkParts(of: node).label else { return nil }
    block = placed
    self.node = node
    hash = LabelHash(placed.block.label(in: label), in: namespace)
    self.label = label.shifted(by: placed.start)
  }
}

extension LocatedBlock {
  /// The labels that the block defines and refers to, in the order of the tree. Costs the block's nodes.
  public func labelUses() -> [LabelUse] {
    let contents: BlockContents = [.links, .referenceDefinitions, .footnoteDefinitions, .footnoteReferences]
    guard !block.contents.isDisjoint(with: contents) else { return [] }
    return block.tree.nodes.indices.compactMap { LabelUse($0, in: self) }
  }
}

extension Document {
  /// All definitions of a label and references to it, in source order. Costs the blocks that mention the label.
  public func uses(of label: LabelHash) -> [LabelUse] {
    segments(mentioning: label).flatMap { $0.labelUses().filter { $0.hash == label } }
  }

  /// The definition that counts for a label: the first. Costs the blocks that mention the label before it.
  public func definition(of label: LabelHash) -> LabelUse? {
    guard definitionCount(of: label) > 0 else { return nil }
    return firstSegment(defining: label)?.labelUses().first { $0.isDefinition && $0.hash == label }
  }
}
