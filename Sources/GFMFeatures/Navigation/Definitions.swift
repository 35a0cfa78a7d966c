public import GFMSyntax
import MarkdownText

/// Where what a caret stands on is defined. Ranges are bytes from the document's start.
public struct DefinitionResult: Sendable {
  public enum Target: Sendable, Hashable {
    /// In the same document: all of it, and the part that an editor selects.
    case here(range: Range<Int>, selection: Range<Int>)
    case elsewhere(DestinationKind)
  }

  /// What the caret stands on.
  public var origin: Range<Int>
  public var target: Target
}

extension Document {
  /// Where the link, reference, footnote or heading at a caret leads; a definition and a heading are where they are.
  /// `nil` where nothing is that leads anywhere, or what it leads to is not there.
  public func definition(at offset: Int) -> DefinitionResult? {
    switch target(at: offset) {
    case .label(let use):
      guard let definition = definition(of: use.hash) else { return nil }
      return DefinitionResult(
        origin: use.isDefinition && use.label.touches(offset) ? use.label : use.range,
        target: .here(range: definition.range, selection: definition.label))
    case .link(let link):
      guard let target = link.target else { return nil }
      let destination = link.kind == .referenceDefinition ? link.segments.destination : nil
      let origin = destination.flatMap { $0.touches(offset) ? $0 : nil } ?? link.range
      if case .fragment(let fragment) = target {
        return placeInside(fragment).map { DefinitionResult(origin: origin, target: $0) }
      }
      return DefinitionResult(origin: origin, target: .elsewhere(target))
    case .heading(let anchor), .element(let anchor):
      return DefinitionResult(
        origin: anchor.selection.touches(offset) ? anchor.selection : anchor.range,
        target: .here(range: anchor.range, selection: anchor.selection))
    case nil:
      return nil
    }
  }

  /// Where a fragment leads; `nil` for one that leads nowhere.
  public func placeInside(_ fragment: [UInt8]) -> DefinitionResult.Target? {
    if let anchor = anchor(named: fragment) { return .here(range: anchor.range, selection: anchor.selection) }
    return Self.isTop(fragment) ? .here(range: 0..<0, selection: 0..<0) : nil
  }
}

/// What leads to what a caret stands on.
public enum ReferenceSearch: Sendable {
  /// Within the document: the definitions, and the references.
  case labels([LabelUse])
  /// Links that name a fragment of this document, here or elsewhere. The anchor that it leads to counts as a definition.
  case fragment([UInt8], LocatedAnchor?)
  /// Links that name a fragment of another document.
  case elsewhere(path: [UInt8], fragment: [UInt8])
}

extension Document {
  /// What to look for where the references to what a caret stands on are wanted.
  public func referenceSearch(at offset: Int) -> ReferenceSearch? {
    switch target(at: offset) {
    case .label(let use): return .labels(uses(of: use.hash))
    case .heading(let anchor), .element(let anchor): return .fragment(anchor.id, anchor)
    case .link(let link):
      switch link.target {
      case .fragment(let fragment):
        let anchor = anchor(named: fragment)
        return .fragment(anchor?.id ?? fragment, anchor)
      case .file(let path, let fragment?): return .elsewhere(path: path, fragment: fragment)
      default: return nil
      }
    case nil: return nil
    }
  }

  /// The places that stand for the same as the one at a caret, those that define it first: a label and its uses; a
  /// heading or element and the links to it within this document; an HTML tag and its partner. In source order.
  public func occurrences(at offset: Int) -> [(range: Range<Int>, isDefinition: Bool)] {
    switch target(at: offset) {
    case .label(let use):
      guard use.label.lowerBound - 2 <= offset, offset <= use.label.upperBound + 1 else { return [] }
      return uses(of: use.hash).map { ($0.label, $0.isDefinition) }
    case .heading(let anchor), .element(let anchor):
      return occurrences(of: anchor.id, anchor)
    case .link(let link):
      guard let destination = link.segments.destination, destination.lowerBound <= offset,
        offset <= destination.upperBound, case .fragment(let fragment) = link.target
      else { return occurrencesOfTag(at: offset) }
      let anchor = anchor(named: fragment)
      return occurrences(of: anchor?.id ?? fragment, anchor)
    case nil:
      return occurrencesOfTag(at: offset)
    }
  }

  private func occurrences(of id: [UInt8], _ anchor: LocatedAnchor?) -> [(range: Range<Int>, isDefinition: Bool)] {
    let links = links(to: anchor.map { ($0, self) }, naming: id, where: \.isInternal)
    let places =
      links.compactMap { $0.fragmentRange ?? $0.segments.destination }.map { ($0, false) }
      + (anchor.map { [($0.selection, true)] } ?? [])
    return places.sorted { $0.0.lowerBound < $1.0.lowerBound }
  }

  private func occurrencesOfTag(at offset: Int) -> [(range: Range<Int>, isDefinition: Bool)] {
    tagPair(at: offset).map { [($0.opening, false), ($0.closing, false)] } ?? []
  }
}

extension LocatedLink {
  /// Whether it leads into its own document.
  public var isInternal: Bool { if case .fragment = target { true } else { false } }
}
