import GFMSyntax
import MarkdownText

/// What one part of a document tells about diagnostics: those that it decides alone, and what others hang on. Worked out
/// once, and kept with the part.
final class LocalFindings: Sendable {
  struct Definition: Sendable {
    var hash: LabelHash
    var range: Range<Int>
    var label: Range<Int>
    var isFootnote: Bool
  }

  struct FragmentLink: Sendable {
    var fragment: [UInt8]
    /// Where the fragment stands, or all of the destination.
    var range: Range<Int>
  }

  struct FileLink: Sendable {
    var path: [UInt8]
    var fragment: [UInt8]?
    var range: Range<Int>
  }

  struct Heading: Sendable {
    var level: Int
    var range: Range<Int>
  }

  let options: DiagnosticOptions
  let syntax: SyntaxOptions
  /// Those that no other part can change.
  let own: [LocalDiagnostic]
  let definitions: [Definition]
  let fragmentLinks: [FragmentLink]
  let fileLinks: [FileLink]
  /// Those that stand in no container.
  let headings: [Heading]
  /// The opening of a fenced code block that goes on to the part's end, or beyond it.
  let openFence: Range<Int>?

  /// The findings of a part. `count` is called where they are worked out, not where they are known.
  static func of(
    _ block: Block, options: DiagnosticOptions, syntax: SyntaxOptions, count: () -> Void
  ) -> LocalFindings {
    block.cached(where: { $0.options == options && $0.syntax == syntax }) {
      count()
      return LocalFindings(of: block, options: options, syntax: syntax)
    }
  }

  private init(of block: Block, options: DiagnosticOptions, syntax: SyntaxOptions) {
    self.options = options
    self.syntax = syntax
    var own = IntendedEmphasis.all(in: block, options: options).map(\.diagnostic)
    own += Self.undefinedReferences(in: block, syntax: syntax)
    own += TableRowCheck.diagnostics(in: block)
    own += ListSequence.diagnostics(in: block)
    own += Self.closedOffFences(in: block)
    own += Self.bareURLs(in: block)
    own += FrontMatterCheck.diagnostics(in: block)
    own.sort { $0.range.lowerBound < $1.range.lowerBound }
    self.own = own
    let placed = LocatedBlock(alone: block)
    let contents = block.contents
    definitions =
      contents.isDisjoint(with: [.referenceDefinitions, .footnoteDefinitions]) ? [] : Self.definitions(in: placed)
    let links = contents.isDisjoint(with: .allLinks) ? [] : placed.links()
    var fragmentLinks: [FragmentLink] = []
    var fileLinks: [FileLink] = []
    for link in links {
      guard let range = link.segments.destination else { continue }
      switch link.kind {
      case .link(.autolink), .link(.bareAutolink): continue
      default: break
      }
      switch link.target {
      case .fragment(let fragment) where Self.isChecked(fragment):
        fragmentLinks.append(FragmentLink(fragment: fragment, range: link.fragmentRange ?? range))
      case .file(let path, let fragment):
        fileLinks.append(
          FileLink(path: path, fragment: fragment.flatMap { Self.isChecked($0) ? $0 : nil }, range: range))
      default: continue
      }
    }
    self.fragmentLinks = fragmentLinks
    self.fileLinks = fileLinks
    headings = contents.contains(.headings) ? Self.headings(in: block.tree) : []
    openFence = contents.contains(.codeBlocks) ? Self.openFence(in: block) : nil
  }

  /// Whether a fragment names a heading or element: GitHub makes names for footnotes itself, and leads to a file's lines.
  private static func isChecked(_ fragment: [UInt8]) -> Bool {
    guard !Document.isTop(fragment) else { return false }
    let name = String(decoding: fragment, as: UTF8.self)
    if ["fn-", "fnref-", "user-content-fn", ":~:"].contains(where: name.hasPrefix) { return false }
    let isLine = name.first == "L" && name.dropFirst().allSatisfy { $0.isASCII && ($0.isNumber || "-CL".contains($0)) }
    return !isLine
  }

  private static func definitions(in placed: LocatedBlock) -> [Definition] {
    placed.labelUses().compactMap { use in
      guard use.isDefinition else { return nil }
      let isFootnote = placed.tree.nodes[use.node].kind == .footnoteDefinition
      // `[//]: # (text)` is how comments are written.
      if let link = use.link, link.destination == [] || link.destination == Array("#".utf8) { return nil }
      return Definition(hash: use.hash, range: use.range, label: use.label, isFootnote: isFootnote)
    }
  }

  private static func headings(in tree: SyntaxTree) -> [Heading] {
    tree.roots.compactMap { root in
      guard case .heading(let level, _) = tree.nodes[root].kind else { return nil }
      return Heading(level: Int(level), range: tree.nodes[root].range)
    }
  }
}

// MARK: - What a part decides alone

extension LocalFindings {
  private static func undefinedReferences(in block: Block, syntax: SyntaxOptions) -> [LocalDiagnostic] {
    guard block.bytes.contains(UInt8(ascii: "[")) else { return [] }
    let references = block.bytes.withUnsafeBufferPointer {
      UnresolvedReferences.all(in: block.tree, of: $0, findsFootnotes: syntax.footnotes)
    }
    return references.filter { $0.isMeant(in: block.bytes) }.map { reference in
      let label = String(decoding: block.bytes[reference.label], as: UTF8.self)
      return reference.isFootnote
        ? LocalDiagnostic(.undefinedFootnote, reference.range, "No footnote has the label “\(label)”.")
        : LocalDiagnostic(.undefinedReference, reference.range, "Nothing defines the label “\(label)”.")
    }
  }

  private static func bareURLs(in block: Block) -> [LocalDiagnostic] {
    guard block.contents.contains(.links) else { return [] }
    return block.tree.nodes.compactMap { node in
      guard node.kind == .link(.bareAutolink) else { return nil }
      return LocalDiagnostic(.bareURL, node.range, "This address is a link without angle brackets around it.")
    }
  }

  static let unclosedFenceMessage = "This code block has no closing fence: it goes on to the end of what it stands in."

  /// Fences that what they stand in ends.
  private static func closedOffFences(in block: Block) -> [LocalDiagnostic] {
    guard block.contents.contains(.codeBlocks) else { return [] }
    return block.tree.nodes.compactMap { node in
      guard case .fencedCode(isClosed: false) = node.kind, node.parent >= 0 else { return nil }
      return LocalDiagnostic(.unclosedFence, openingLine(of: node, in: block), unclosedFenceMessage)
    }
  }

  private static func openFence(in block: Block) -> Range<Int>? {
    guard let last = block.tree.roots.last, last > 0 || !block.startsInsideLeaf,
      case .fencedCode(isClosed: false) = block.tree.nodes[last].kind
    else { return nil }
    return openingLine(of: block.tree.nodes[last], in: block)
  }

  private static func openingLine(of node: Node, in block: Block) -> Range<Int> {
    let end = block.bytes[node.range].firstIndex(where: \.isLineEnding) ?? Int(node.end)
    return Int(node.start)..<end
  }
}

extension UnresolvedReference {
  /// Whether it is a reference to its writer, not an element of an array or a set of characters.
  fileprivate func isMeant(in bytes: [UInt8]) -> Bool {
    let before = range.lowerBound > 0 ? bytes[range.lowerBound - 1] : UInt8(ascii: " ")
    let after = range.upperBound < bytes.count ? bytes[range.upperBound] : UInt8(ascii: " ")
    let label = String(decoding: bytes[self.label], as: UTF8.self)
    guard isFootnote else {
      let isIndexed = before.isASCIIAlphanumeric || "_])}".utf8.contains(before)
      return !isIndexed && after != UInt8(ascii: "[") && label.contains { $0.isLetter || $0.isNumber }
    }
    if "+*?{".utf8.contains(after) || before == UInt8(ascii: "[") { return false }
    if ["a-z", "A-Z", "0-9"].contains(where: label.contains) { return false }
    return label.allSatisfy { $0.isLetter || $0.isNumber || "-_.:".contains($0) }
  }
}
