import GFMSyntax

/// The changes that make a link or take one away, as the parser has agreed to them.
struct LinkChange: Sendable {
  let target: LinkTarget
  let changes: SourceChanges

  /// Where the selection that the target came from is after the changes.
  func selection(_ selection: TextSelection, isAddressGiven: Bool) -> TextSelection {
    let range = target.range
    switch target.action {
    case .makeDestination:
      return TextSelection(caret: changes.newOffset(range.lowerBound) + 1)
    case .wrap where !isAddressGiven && !isLetter:
      return TextSelection(caret: changes.newOffset(range.upperBound) + 2)
    case .wrap, .remove:
      let start = changes.newOffset(selection.range.lowerBound, counting: [.opening])
      let end = selection.isCaret ? start : max(start, changes.newOffset(selection.range.upperBound))
      return selection.anchor <= selection.head
        ? TextSelection(anchor: start, head: end) : TextSelection(anchor: end, head: start)
    }
  }

  /// Whether the text is missing, and a letter stands for it.
  let isLetter: Bool
}

extension LinkTarget {
  /// The changes that do it; `nil` where the parser sees something else in each candidate.
  func change(in document: Document, destination: [UInt8], isLetter: Bool) -> LinkChange? {
    let verification = BlockVerification(document, touching: inlines.range)
    guard let position = verification.before.position(of: inlines.leaf, in: inlines.block) else { return nil }
    var text = StyledText(inlines)
    if let box = inlines.block.boxInText(of: inlines.leaf, options: document.options) { text = text.removing(box) }
    for candidate in candidates(destination) {
      var expected = verification.before.entries
      expected[position].text = self.expected(from: text, destination: candidate.closing)
      if let changes = escaping(candidate.changes, expected, verification) {
        return LinkChange(target: self, changes: SourceChanges(changes), isLetter: isLetter)
      }
    }
    return nil
  }

  // MARK: - Candidates

  private struct Candidate {
    var changes: [SourceChange]
    /// What stands after the link's text.
    var closing: [UInt8] = []
  }

  private func candidates(_ destination: [UInt8]) -> [Candidate] {
    switch action {
    case .remove(let opening, let closing):
      return [Candidate(changes: [opening, closing].map { SourceChange(range: $0, replacement: [], role: .removal) })]
    case .makeDestination:
      let scheme = LinkDestination.startsWithHost(inlines.bytes(range)) ? Array("http://".utf8) : []
      var closing = Array("](".utf8) + scheme
      closing += inlines.bytes(range)
      closing.append(UInt8(ascii: ")"))
      return [Candidate(changes: pair(Array("[](".utf8) + scheme, [UInt8(ascii: ")")]), closing: closing)]
    case .wrap:
      let closing = Array("](".utf8) + destination + [UInt8(ascii: ")")]
      let pair = pair([UInt8(ascii: "[")], closing)
      let units = inlines.units(overlapping: range).map { inlines.units[$0] }
      let brackets = units.filter { $0.source == .text && ($0.scalar == "[" || $0.scalar == "]") }
        .map { escape(at: $0.range.lowerBound) }
      return [Candidate(changes: pair, closing: closing), Candidate(changes: pair + brackets, closing: closing)]
    }
  }

  private func pair(_ opening: [UInt8], _ closing: [UInt8]) -> [SourceChange] {
    [
      SourceChange(range: range.lowerBound..<range.lowerBound, replacement: opening, role: .opening),
      SourceChange(range: range.upperBound..<range.upperBound, replacement: closing, role: .closing),
    ]
  }

  private func escape(at offset: Int) -> SourceChange {
    SourceChange(range: offset..<offset, replacement: [UInt8(ascii: "\\")], role: .escape)
  }

  // MARK: - Expectation

  /// What the leaf must render to.
  private func expected(from text: StyledText, destination: [UInt8]) -> [StyledText.Element] {
    let pairs = Array(zip(text.elements, text.origins))
    switch action {
    case .remove(let opening, let closing):
      return pairs.filter { element, origin in
        switch element.content {
        case .opening: origin != opening && origin != range
        case .closing: origin != closing && origin != range
        default: true
        }
      }.map(\.0.withoutPrefixes).collapsingSpaces
    case .wrap, .makeDestination:
      let start = text.origins.firstIndex { $0.lowerBound >= range.lowerBound } ?? text.origins.count
      let end = text.origins[start...].firstIndex { $0.lowerBound >= range.upperBound } ?? text.origins.count
      let elements = text.elements.map(\.withoutPrefixes)
      var result = Array(elements[..<start])
      result.append(StyledText.Element(content: .opening(destination), styles: []))
      if action == .wrap { result += elements[start..<end] }
      result.append(StyledText.Element(content: .closing, styles: []))
      return result + elements[end...]
    }
  }

  // MARK: - Escapes

  /// The changes with backslashes before text that they would make markup of; `nil` where that does not help.
  private func escaping(
    _ changes: [SourceChange], _ expected: [BlockStructure.Entry], _ verification: BlockVerification
  ) -> [SourceChange]? {
    var changes = changes
    for _ in 0..<Self.maximumRounds {
      let candidate = SourceChanges(changes)
      let edits = candidate.edits { verification.document.bytes(in: $0) }
      guard let blocks = verification.blocks(after: edits) else { return nil }
      if verification.holds(in: blocks, expected) { return changes }
      guard let offset = turnedCharacter(in: blocks, candidate) else { return nil }
      changes.append(escape(at: offset))
    }
    return nil
  }

  private static let maximumRounds = 20

  /// The first character of the leaf that was text and is markup.
  private func turnedCharacter(in blocks: [PlacedBlock], _ changes: SourceChanges) -> Int? {
    let start = changes.newOffset(inlines.range.lowerBound)
    let end = changes.newOffset(inlines.range.upperBound, counting: [.opening, .closing, .escape])
    for placed in blocks {
      let tree = placed.block.tree
      for piece in tree.pieces[tree.pieceIndex(at: max(0, start - placed.start))...] {
        guard placed.start + Int(piece.start) < end else { break }
        for offset in placed.block.markup(of: piece) {
          if let old = changes.oldOffset(placed.start + offset), isLiteral(old) { return old }
        }
      }
    }
    return nil
  }

  private func isLiteral(_ offset: Int) -> Bool {
    guard let unit = inlines.unit(at: offset) else { return false }
    // An autolink's address is text once its brackets are gone.
    return unit.source == .text || unit.source == .autolink && unit.range == range
  }
}

extension [StyledText.Element] {
  /// Without spaces beside spaces and at the ends, as a page shows it.
  fileprivate var collapsingSpaces: [StyledText.Element] {
    var result: [StyledText.Element] = []
    for element in self {
      if element.content == .space, result.last?.content.isSpace ?? true { continue }
      if element.content == .lineBreak, result.last?.content == .space { result.removeLast() }
      result.append(element)
    }
    if result.last?.content == .space { result.removeLast() }
    return result
  }
}
