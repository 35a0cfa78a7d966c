import GFMSyntax
import MarkdownText

/// Makes paragraphs headings, headings paragraphs, and headings of one level those of another.
struct HeadingEdit: BlockOperation {
  enum Change: Sendable, Hashable {
    /// 0 is a paragraph.
    case to(level: Int)
    /// One level up the outline, one `#` less.
    case promote
    case demote
  }

  let change: Change

  static let levels = 1...6

  func scopes(of selection: TextSelection, in document: Document) -> [Range<Int>] {
    let leaves =
      selection.isCaret
      ? document.wholeLeaf(at: selection.head).map { [$0] } ?? []
      : document.wholeLeaves(overlapping: selection.range)
    let ranges = leaves.compactMap { placed, leaf in
      let node = placed.tree.nodes[leaf]
      return newLevel(of: node.kind) == nil ? nil : node.range.shifted(by: placed.start)
    }
    guard let first = ranges.first, let last = ranges.last else { return [] }
    return [first.lowerBound..<max(first.upperBound, last.upperBound)]
  }

  func edits(of scope: Range<Int>, in document: Document) -> [SourceEdit]? {
    let leaves = document.wholeLeaves(overlapping: scope.isEmpty ? scope.lowerBound..<scope.lowerBound + 1 : scope)
      .compactMap { HeadingLeaf($0.leaf, of: $0.block, in: document, change: self) }
    let verification = BlockVerification(document, touching: scope)
    let plainest = leaves.compactMap { leaf in leaf.candidates.first.map { (leaf, $0) } }
    if let edits = Self.edits(plainest, verification) { return edits }
    // One that takes more, or that cannot be had, keeps the others from nothing.
    guard leaves.count <= Self.maximumTrials else { return nil }
    // Paragraphs that were headings may have to be kept apart: each is tried with those below it.
    var chosen: [(leaf: HeadingLeaf, edits: [SourceEdit])] = []
    var edits: [SourceEdit]?
    for leaf in leaves.reversed() {
      for candidate in leaf.candidates {
        guard let found = Self.edits([(leaf, candidate)] + chosen, verification) else { continue }
        chosen.insert((leaf, candidate), at: 0)
        edits = found
        break
      }
    }
    return edits
  }

  /// With more leaves than these, each has to be right as it is written the plainest.
  private static let maximumTrials = 64

  /// What has been chosen for some leaves, in source order, if the parser agrees.
  private static func edits(
    _ chosen: [(leaf: HeadingLeaf, edits: [SourceEdit])], _ verification: BlockVerification
  ) -> [SourceEdit]? {
    var expected = verification.before.entries
    for (leaf, _) in chosen.reversed() {
      guard let position = verification.before.position(of: leaf.node, in: leaf.placed) else { return nil }
      if leaf.vanishes {
        expected.remove(at: position)
      } else {
        expected[position].kind = leaf.level == 0 ? .leaf(.paragraph) : .heading(level: UInt8(leaf.level))
      }
    }
    let edits = chosen.flatMap(\.edits).inSourceOrder
    return !edits.isEmpty && verification.holds(edits, expected) ? edits : nil
  }

  /// The level that a block gets, 0 for none; `nil` where it has it already, or can have none.
  fileprivate func newLevel(of kind: Node.Kind) -> Int? {
    let level: Int
    switch kind {
    case .heading(let current, _): level = Int(current)
    case .paragraph: level = 0
    default: return nil
    }
    switch change {
    case .to(let new): return new == level ? nil : new
    case .promote: return level > Self.levels.lowerBound ? level - 1 : nil
    case .demote: return level > 0 && level < Self.levels.upperBound ? level + 1 : nil
    }
  }
}

extension Document {
  /// Headings of `level`, paragraphs for 0; `nil` without a level, or with one that there is not.
  func heading(level: Int?, selections: [TextSelection]) -> EditResult? {
    guard let level, (0...HeadingEdit.levels.upperBound).contains(level) else { return nil }
    return edit({ _ in HeadingEdit(change: .to(level: level)) }, selections)
  }
}

/// A paragraph or a heading that is to have another level.
private struct HeadingLeaf {
  let node: SyntaxTree.Index
  let placed: LocatedBlock
  /// The level that it is to have.
  let level: Int
  /// Ways to write it, the one that changes least first; in the document's bytes.
  let candidates: [[SourceEdit]]
  /// Whether nothing of it is left.
  let vanishes: Bool

  init?(_ node: SyntaxTree.Index, of placed: LocatedBlock, in document: Document, change: HeadingEdit) {
    guard let level = change.newLevel(of: placed.tree.nodes[node].kind),
      let text = HeadingText(node, of: placed, in: document)
    else { return nil }
    self.node = node
    self.placed = placed
    self.level = level
    candidates = text.candidates(for: level)
    vanishes = level == 0 && text.isEmpty
  }
}

/// A paragraph or a heading with its marks, and the ways to write it as another.
///
/// Offsets are bytes from the block's start; edits are in the document's.
private struct HeadingText {
  private let bytes: [UInt8]
  private let lines: BlockLines
  /// The text, white space at its ends excepted.
  private let text: Range<Int>
  private let opening: Range<Int>?
  private let closing: Range<Int>?
  private let underline: Range<Int>?
  private let level: Int
  private let base: Int

  init?(_ leaf: SyntaxTree.Index, of placed: LocatedBlock, in document: Document) {
    guard let run = SiblingBlocks([.init(placed: placed, node: leaf)], in: document), let lines = BlockLines(run) else {
      return nil
    }
    let tree = placed.tree
    let node = tree.nodes[leaf]
    self.lines = lines
    bytes = placed.bytes
    base = placed.start
    level = if case .heading(let level, _) = node.kind { Int(level) } else { 0 }
    func token(_ kind: SyntaxToken.Kind) -> Range<Int>? {
      tree.tokens[tree.tokenIndex(at: Int(node.start))...].prefix { $0.start < node.end }
        .first { $0.kind == kind && Int($0.node) == leaf }?.range
    }
    opening = token(.headingMarker)
    closing = token(.closingHeadingMarker)
    underline = token(.setextUnderline)
    let end = closing?.lowerBound ?? underline.map { lines.bytes.endOfLine(before: $0.lowerBound) } ?? Int(node.end)
    let start = bytes.firstNonspace(in: (opening?.upperBound ?? Int(node.start))..<max(end, opening?.upperBound ?? 0))
    text = start..<max(start, bytes.trimmedEnd(of: start..<max(start, end)))
  }

  var isEmpty: Bool { text.isEmpty }
  private var isOnOneLine: Bool { !bytes[text].contains(where: \.isLineEnding) }

  /// Ways to write it with `new` for its level, the one that changes least first.
  func candidates(for new: Int) -> [[SourceEdit]] {
    let forms = forms(for: new)
    let escapes = escapes(for: new)
    return lines.separators.flatMap { separator in
      forms.flatMap { form in escapes.map { separator + form + $0 } }
    }
  }

  // MARK: - Marks

  private func forms(for new: Int) -> [[SourceEdit]] {
    if let opening { return [new == 0 ? withoutMarks(opening) : remarked(opening, new)] }
    if let underline {
      var forms: [[SourceEdit]] = []
      let character = UInt8(ascii: new == 1 ? "=" : "-")
      if new == 1 || new == 2 {
        forms.append([edit(underline, [UInt8](repeating: character, count: underline.count))])
      }
      if new == 0 || isOnOneLine || new > 2 {
        let opening = new == 0 ? [] : onOneLine(new)
        forms += withoutUnderline(underline).map { opening + [$0] }
      }
      return forms
    }
    if isOnOneLine || new > 2 { return [onOneLine(new)] }
    let line = [UInt8](repeating: UInt8(ascii: new == 1 ? "=" : "-"), count: 3)
    return [[edit(text.upperBound..<text.upperBound, lines.newLine + line)]]
  }

  /// Opening marks, and spaces in the place of line endings: only an underline can stand below several lines, and there
  /// is none below level 2.
  private func onOneLine(_ new: Int) -> [SourceEdit] {
    let joints = lines.lines.dropFirst().filter { $0.start < text.upperBound }.map { line in
      let start = lines.content(of: line)?.whitespaceRun.end ?? bytes.firstNonspace(in: line.range)
      return edit(bytes.trimmedEnd(of: text.lowerBound..<bytes.endOfLine(before: line.start))..<start, [0x20])
    }
    return [edit(text.lowerBound..<text.lowerBound, marks(new) + [0x20])] + joints
  }

  private func marks(_ count: Int) -> [UInt8] { [UInt8](repeating: UInt8(ascii: "#"), count: count) }

  private func remarked(_ opening: Range<Int>, _ new: Int) -> [SourceEdit] {
    var edits = [resized(opening, to: new)]
    // Closing marks that were as many as the opening ones stay so.
    if let closing, closing.count == level { edits.append(resized(closing, to: new)) }
    return edits
  }

  private func resized(_ marks: Range<Int>, to count: Int) -> SourceEdit {
    count > marks.count
      ? edit(marks.upperBound..<marks.upperBound, self.marks(count - marks.count))
      : edit(marks.lowerBound + count..<marks.upperBound, [])
  }

  private func withoutMarks(_ opening: Range<Int>) -> [SourceEdit] {
    let end = closing?.upperBound ?? opening.upperBound
    if isEmpty { return [edit(opening.lowerBound..<max(end, SourceLine(at: end, in: bytes).end), [])] }
    var edits = [edit(opening.lowerBound..<text.lowerBound, [])]
    if let closing { edits.append(edit(text.upperBound..<closing.upperBound, [])) }
    return edits
  }

  /// The underline goes with its line; or the line stays, and parts the text from what follows.
  private func withoutUnderline(_ underline: Range<Int>) -> [SourceEdit] {
    let line = SourceLine(at: underline.lowerBound, in: bytes)
    let end = bytes.trimmedEnd(of: underline.lowerBound..<line.end)
    return [
      edit(bytes.endOfLine(before: line.start)..<line.end, []),
      edit(bytes.trimmedEnd(of: line.start..<underline.lowerBound)..<end, []),
    ]
  }

  // MARK: - Escapes

  /// Backslashes that keep the text what it is: none, before what starts a block at its start, before `#`s at its end,
  /// both.
  private func escapes(for new: Int) -> [[SourceEdit]] {
    var first: [SourceEdit] = []
    if new == 0, let offset = bytes.blockEscapeOffset(in: text) { first = [escape(at: offset)] }
    let marks = new > 0 ? bytes[text].reversed().prefix { $0 == UInt8(ascii: "#") }.count : 0
    let last = marks > 0 ? [escape(at: text.upperBound - marks)] : []
    var escapes: [[SourceEdit]] = [[]]
    if !first.isEmpty { escapes.append(first) }
    if !last.isEmpty { escapes.append(last) }
    return escapes
  }

  private func escape(at offset: Int) -> SourceEdit { edit(offset..<offset, [UInt8(ascii: "\\")]) }

  private func edit(_ range: Range<Int>, _ replacement: [UInt8]) -> SourceEdit {
    SourceEdit(range: range, replacement: replacement).moved(by: base)
  }
}

extension [UInt8] {
  /// Where the line before the one that holds `offset` ends, before its line ending.
  fileprivate func endOfLine(before offset: Int) -> Int {
    let line = SourceLine(at: offset, in: self)
    return line.previous(in: self)?.end ?? line.start
  }
}
