public import GFMSyntax
public import MarkdownText

/// What a caret stands on that can be given another name. Ranges are bytes from the document's start.
public struct RenameTarget: Sendable {
  enum Subject: Sendable {
    case label(LabelUse)
    case heading(LocatedAnchor)
    case element(LocatedAnchor)
  }

  let subject: Subject
  /// What the caret stands on.
  public var range: Range<Int>
  /// The name as it is written.
  public var name: [UInt8]
}

/// Why something cannot be given a name.
public enum RenameError: Error, Sendable, Hashable {
  /// The text would not be a label, a heading's text or an HTML attribute's value.
  case notAName
  /// Another definition has the name.
  case taken
  /// Fragments lead to the heading, and by the new name none can.
  case noSlug
  /// The parser reads something else where the new name would stand.
  case changesMeaning
}

/// What a rename does.
public struct RenameResult: Sendable {
  /// In the document itself; in source order.
  public var edits: [SourceEdit]
  /// What the new name takes the place of where the heading or element stands; links in it go with the old name.
  public var replaced: Range<Int>? = nil
  /// Headings and elements that fragments call otherwise now: links in other documents are to follow.
  public var anchors: [RenamedAnchor]
}

public struct RenamedAnchor: Sendable {
  /// As it was.
  var anchor: LocatedAnchor
  /// What fragments call it now.
  var id: [UInt8]
}

extension Document {
  /// What can be renamed at a caret: a label, a heading, an HTML element's name, or either of the latter by a link's
  /// fragment.
  public func renameTarget(at offset: Int) -> RenameTarget? {
    switch target(at: offset) {
    case .label(let use):
      guard use.label.touches(offset) else { return nil }
      return RenameTarget(subject: .label(use), range: use.label, name: bytes(in: use.label))
    case .heading(let anchor), .element(let anchor):
      // On a heading's markers, too, but not on a setext heading's underline.
      let isOnText = anchor.selection.touches(offset)
      guard isOnText || !bytes(in: anchor.range).contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
      return renameTarget(of: anchor, at: isOnText ? anchor.selection : anchor.range)
    case .link(let link):
      guard let range = link.fragmentRange, range.touches(offset), case .fragment(let fragment) = link.target,
        let anchor = anchor(named: fragment)
      else { return nil }
      return renameTarget(of: anchor, at: range)
    case nil:
      return nil
    }
  }

  private func renameTarget(of anchor: LocatedAnchor, at range: Range<Int>) -> RenameTarget? {
    let name = name(of: anchor)
    switch anchor.anchor.kind {
    case .heading:
      return name.isEmpty ? nil : RenameTarget(subject: .heading(anchor), range: range, name: name)
    case .attribute: return RenameTarget(subject: .element(anchor), range: range, name: name)
    case .htmlHeading: return nil
    }
  }

  /// What an anchor's source calls it: the lines of a heading with a space between two, without what containers put
  /// before them.
  private func name(of anchor: LocatedAnchor) -> [UInt8] {
    let source = bytes(in: anchor.selection)
    guard source.contains(where: \.isLineEnding) else { return source }
    let text = anchor.block.block.label(in: anchor.selection.shifted(by: -anchor.block.start))
    return Array(text.split(separator: 0x20).joined(separator: [0x20]))
  }

  /// Gives what a caret stands on another name, and with it all that leads there. Everything else stays what it is, which
  /// the parser is asked about.
  public func renaming(_ target: RenameTarget, to newName: [UInt8]) throws(RenameError) -> RenameResult {
    guard !newName.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { throw .notAName }
    if newName == target.name { return RenameResult(edits: [], anchors: []) }
    switch target.subject {
    case .label(let use): return try renaming(use, to: newName)
    case .heading(let anchor): return try renaming(anchor, to: newName)
    case .element(let anchor): return try renaming(element: anchor, to: newName)
    }
  }

  // MARK: Labels

  private func renaming(_ use: LabelUse, to newName: [UInt8]) throws(RenameError) -> RenameResult {
    let isFootnote = use.block.tree.nodes[use.node].kind.isFootnote
    let namespace: LabelHash.Namespace = isFootnote ? .footnote : .link
    let hash = LabelHash(newName, in: namespace)
    guard newName.contains(where: { $0 > 0x20 }) else { throw .notAName }
    if hash != use.hash, definitionCount(of: hash) > 0 { throw .taken }
    let uses = uses(of: use.hash)
    let edits = uses.map { SourceEdit(range: $0.label, replacement: newName) }.sorted {
      $0.range.lowerBound < $1.range.lowerBound
    }
    let verification = RenameVerification(self, edits: edits, definitions: uses.filter(\.isDefinition).map(\.label))
    guard verification.keepsStructure(but: uses.map(\.label)), verification.result.uses(of: hash).count == uses.count
    else { throw .changesMeaning }
    return RenameResult(edits: edits, anchors: [])
  }

  // MARK: Headings and elements

  private func renaming(_ anchor: LocatedAnchor, to newName: [UInt8]) throws(RenameError) -> RenameResult {
    guard newName.first.map({ $0 > 0x20 }) == true, newName.last.map({ $0 > 0x20 }) == true else { throw .notAName }
    let edit = SourceEdit(range: anchor.selection, replacement: newName)
    let renamed = replacing(edit.range, with: newName)
    // No text of a heading defines anything, so that nothing changes but the parts around it, which may be cut elsewhere.
    guard renamed.change.labels.isEmpty else { throw .changesMeaning }
    let changed = renamed.change.segments.stretches.flatMap { segments($0.old) + renamed.segments($0.new) }
    let slugs = changed.flatMap { $0.block.anchors.filter(\.isHeading).map(\.name) }
    let (old, new) = headings(named: Set(slugs), hereAndIn: renamed)
    guard old.count == new.count else { throw .changesMeaning }
    let newText = edit.range.lowerBound..<edit.range.lowerBound + newName.count
    var anchors: [RenamedAnchor] = []
    var links: [SourceEdit] = []
    for (before, after) in zip(old, new) {
      guard SourceEdits([edit]).newOffset(before.range.lowerBound) == after.range.lowerBound else {
        throw .changesMeaning
      }
      if before.range == anchor.range, after.selection != newText { throw .changesMeaning }
      guard before.id != after.id else { continue }
      let renamedAnchor = RenamedAnchor(anchor: before, id: after.id)
      let edits = fragmentEdits(following: renamedAnchor, of: self, where: \.isInternal)
        .filter { !edit.range.contains($0.range) }
      if after.id.isEmpty, !edits.isEmpty { throw .noSlug }
      links += edits
      anchors.append(renamedAnchor)
    }
    return RenameResult(
      edits: try verified([edit] + links, renaming: anchor.selection), replaced: edit.range, anchors: anchors)
  }

  private func renaming(element anchor: LocatedAnchor, to newName: [UInt8]) throws(RenameError) -> RenameResult {
    let isPlain = newName.allSatisfy { $0 > 0x20 && !#""'<>&`=/"#.utf8.contains($0) }
    guard isPlain, !newName.isEmpty else { throw .notAName }
    if self.anchor(named: newName)?.id == newName { throw .taken }
    let edit = SourceEdit(range: anchor.range, replacement: newName)
    let renamed = RenamedAnchor(anchor: anchor, id: newName)
    let links = fragmentEdits(following: renamed, of: self, where: \.isInternal)
    return RenameResult(
      edits: try verified([edit] + links, renaming: anchor.range), replaced: edit.range, anchors: [renamed])
  }

  /// Changes the fragments of links that led to an anchor of `target`, in whatever letter case they name it, with GitHub's
  /// prefix or without. `isWanted` says which links lead into that document at all. Costs the links that may name it.
  public func fragmentEdits(
    following renamed: RenamedAnchor, of target: Document, where isWanted: (LocatedLink) -> Bool
  ) -> [SourceEdit] {
    let id = LabelHash(renamed.anchor.id, in: .fragment)
    return links(to: renamed.anchor, of: target, where: isWanted).compactMap { link in
      guard let fragment = link.target?.fragment, let range = link.fragmentRange else { return nil }
      let prefix = LabelHash(fragment, in: .fragment) == id ? [] : Self.userContentPrefix
      // As it is written: with percent encodings or without.
      let source = bytes(in: range)
      let isEncoded = source.contains(UInt8(ascii: "%"))
      let name = prefix + renamed.id
      return SourceEdit(range: range, replacement: isEncoded ? PercentEncoding.encoded(name, like: source) : name)
    }
  }

  private func verified(_ edits: [SourceEdit], renaming range: Range<Int>) throws(RenameError) -> [SourceEdit] {
    let sorted = edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard zip(sorted, sorted.dropFirst()).allSatisfy({ $0.range.upperBound <= $1.range.lowerBound }),
      RenameVerification(self, edits: sorted).keepsStructure(but: [range])
    else { throw .changesMeaning }
    return sorted
  }
}

extension Node.Kind {
  fileprivate var isFootnote: Bool { self == .footnoteReference || self == .footnoteDefinition }
}
