import GFMSyntax
import MarkdownText

/// Takes delimiters that do not work out, and styles what is between them by the edit operations.
struct EmphasisFix {
  let fix: QuickFix

  /// The fix for delimiters in `range` (``IntendedEmphasis``); `nil` where the text cannot be styled.
  init?(_ range: Range<Int>, in document: Document, options: EditOptions) {
    let placed = document.segment(at: range.lowerBound)
    let all = IntendedEmphasis.all(in: placed.block, options: DiagnosticOptions())
    guard let meant = all.first(where: { $0.range.shifted(by: placed.start) == range }) else { return nil }
    let leaf = placed.range(of: meant.leaf)
    var removals: [SourceEdit] = []
    var selections: [TextSelection] = []
    var removed = 0
    for pair in meant.pairs {
      let (opening, closing) = Self.removed(pair, of: placed)
      removals.append(SourceEdit(range: opening, replacement: []))
      removed += opening.count
      let start = opening.upperBound - removed
      let text = Self.text(in: pair, of: placed, document)
      selections.append(
        TextSelection(
          anchor: start + text.lowerBound - opening.upperBound, head: start + text.upperBound - opening.upperBound))
      removals.append(SourceEdit(range: closing, replacement: []))
      removed += closing.count
    }
    var fixed = document.replacing(removals)
    for style in meant.styles {
      var options = options
      options.strongDelimiter = meant.character == UInt8(ascii: "_") ? "__" : "**"
      options.emphasisDelimiter = meant.character == UInt8(ascii: "_") ? "_" : "*"
      // Inside of others, the delimiters may be all that is wrong.
      if selections.allSatisfy({ fixed.isStyled($0, style) }) { continue }
      guard let result = fixed.adding(style, selections: selections, options: options) else { return nil }
      fixed = fixed.replacing(result.edits)
      selections = result.selections
    }
    let newLeaf = leaf.lowerBound..<leaf.upperBound + fixed.byteCount - document.byteCount
    guard newLeaf.lowerBound <= newLeaf.upperBound else { return nil }
    let replacement = fixed.bytes(in: newLeaf)
    guard Self.isRight(document, placed, meant, SourceEdit(range: leaf, replacement: replacement)) else {
      return nil
    }
    let edit = Self.leastEdit(from: document.bytes(in: leaf), to: replacement, at: leaf.lowerBound)
    fix = QuickFix(meant.title, [edit])
  }

  /// Whether an edit of the leaf changes nothing but what is styled: the blocks are the same, and the text but for the
  /// delimiters and white space.
  private static func isRight(
    _ document: Document, _ placed: LocatedBlock, _ meant: IntendedEmphasis, _ edit: SourceEdit
  ) -> Bool {
    let (before, after) = document.skeletons(around: edit)
    return before.entries == after.entries && isMended(meant, in: placed, before, after)
  }

  /// Whether a leaf has fewer delimiters that do not work out than it had, and but for delimiters and white space the same
  /// text.
  static func isMended(
    _ meant: IntendedEmphasis, in placed: LocatedBlock, _ before: BlockSkeleton, _ after: BlockSkeleton
  ) -> Bool {
    guard let entry = before.origins.firstIndex(where: { $0.block.index == placed.index && $0.node == meant.leaf })
    else { return false }
    let (block, leaf) = after.origins[entry]
    let left = IntendedEmphasis.all(in: block.block, options: DiagnosticOptions()).filter { $0.leaf == leaf }
    let found = IntendedEmphasis.all(in: placed.block, options: DiagnosticOptions()).filter { $0.leaf == meant.leaf }
    return left.count < found.count && plain(block, meant, leaf: leaf) == plain(placed, meant)
  }

  private static func plain(
    _ placed: LocatedBlock, _ meant: IntendedEmphasis, leaf: SyntaxTree.Index? = nil
  ) -> [UInt8] {
    let text = Array(placed.block.plainText(of: leaf ?? meant.leaf).utf8)
    return text.filter { $0 != meant.character && !$0.isSpaceOrTab && !$0.isLineEnding }
  }

  /// The two runs, with spaces inside of them where there are some outside, too, or where no script wants any.
  static func removed(_ pair: IntendedEmphasis.Pair, of placed: LocatedBlock) -> (Range<Int>, Range<Int>) {
    let bytes = placed.bytes
    var opening = pair.opening
    var closing = pair.closing
    let before =
      opening.lowerBound > 0 ? UTF8Scalar.decode(bytes[..<opening.lowerBound], before: opening.lowerBound) : "\n"
    let after = closing.upperBound < bytes.count ? UTF8Scalar.decode(bytes[...], at: closing.upperBound).scalar : "\n"
    if before.isMarkdownSpace || before.isEastAsian {
      while opening.upperBound < closing.lowerBound, bytes[opening.upperBound].isSpaceOrTab {
        opening = opening.lowerBound..<opening.upperBound + 1
      }
    }
    if after.isMarkdownSpace || after.isEastAsian {
      while closing.lowerBound > opening.upperBound, bytes[closing.lowerBound - 1].isSpaceOrTab {
        closing = closing.lowerBound - 1..<closing.upperBound
      }
    }
    return (opening.shifted(by: placed.start), closing.shifted(by: placed.start))
  }

  /// What was meant to have the style: without white space, and brackets around all of it.
  static func text(in pair: IntendedEmphasis.Pair, of placed: LocatedBlock, _ document: Document) -> Range<Int> {
    let (opening, closing) = removed(pair, of: placed)
    return withoutBrackets(trimmed(opening.upperBound..<closing.lowerBound, of: document), of: document)
  }

  private static func trimmed(_ range: Range<Int>, of document: Document) -> Range<Int> {
    let bytes = document.bytes(in: range)
    let start = bytes.prefix { $0.isSpaceOrTab }.count
    let end = bytes.reversed().prefix { $0.isSpaceOrTab }.count
    return range.lowerBound + min(start, bytes.count)..<max(range.lowerBound + start, range.upperBound - end)
  }

  /// What is between brackets or quotation marks, where they are around all of a text: they would look torn apart if one
  /// of them alone were styled.
  private static func withoutBrackets(_ range: Range<Int>, of document: Document) -> Range<Int> {
    let text = String(decoding: document.bytes(in: range), as: UTF8.self)
    guard text.dropFirst(2).first != nil, let first = text.first, let last = text.last, first.isOpening, last.isClosing,
      !text.dropFirst().dropLast().contains(where: { $0 == first || $0 == last })
    else { return range }
    return range.lowerBound + first.utf8.count..<range.upperBound - last.utf8.count
  }

  /// One edit of the bytes that differ, whole characters.
  private static func leastEdit(from old: [UInt8], to new: [UInt8], at start: Int) -> SourceEdit {
    let changed = old.changedRange(to: new) { GraphemeCluster.starts(at: $1, in: $0[...]) }
    return SourceEdit(range: changed.old.shifted(by: start), replacement: Array(new[changed.new]))
  }
}

extension Character {
  /// Whether it is an opening bracket or quotation mark beyond ASCII.
  fileprivate var isOpening: Bool {
    guard let scalar = unicodeScalars.first, scalar.value >= 0x80 else { return false }
    return [.openPunctuation, .initialPunctuation].contains(scalar.properties.generalCategory)
  }

  /// Whether it is a closing bracket or quotation mark beyond ASCII.
  fileprivate var isClosing: Bool {
    guard let scalar = unicodeScalars.first, scalar.value >= 0x80 else { return false }
    return [.closePunctuation, .finalPunctuation].contains(scalar.properties.generalCategory)
  }
}

extension Document {
  /// Whether all that can be seen in a selection has the style.
  fileprivate func isStyled(_ selection: TextSelection, _ style: InlineStyle) -> Bool {
    inlineLeaves(overlapping: selection.range).allSatisfy { block, leaf in
      InlineModel(leaf: leaf, of: block).target(of: selection.range, for: style)?.isStyled ?? true
    }
  }
}

extension IntendedEmphasis {
  var styles: [InlineStyle] {
    if character == UInt8(ascii: "~") { return [.strikethrough] }
    switch pairs.first?.opening.count {
    case 1: return [.emphasis]
    case 2: return [.strong]
    default: return [.strong, .emphasis]
    }
  }

  fileprivate var title: String {
    switch styles {
    case [.strikethrough]: "Write it so that GitHub strikes it through"
    case [.emphasis]: "Write it so that GitHub shows it in italics"
    case [.strong]: "Write it so that GitHub shows it in bold"
    default: "Write it so that GitHub shows it in bold and italics"
    }
  }
}
