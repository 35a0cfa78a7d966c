import GFMSyntax
import MarkdownText

/// The changes that make a link or take one away, as the parser has agreed to them.
struct LinkChange: Sendable {
  let target: LinkIntent
  let edits: SourceEdits

  /// Where the selection that the target came from is after the changes.
  func selection(_ selection: TextSelection, isAddressGiven: Bool) -> TextSelection {
    let range = target.range
    switch target.action {
    case .makeDestination:
      return TextSelection(caret: edits.newOffset(range.lowerBound) + 1)
    case .wrap where !isAddressGiven && !isLetter:
      return TextSelection(caret: edits.newOffset(range.upperBound) + 2)
    case .wrap, .remove, .keepDestination, .redirect:
      return edits.following(selection)
    }
  }

  /// Whether the text is missing, and a letter stands for it.
  let isLetter: Bool
}

extension LinkIntent {
  /// The changes that do it; `nil` where the parser sees something else in each candidate.
  func change(in document: Document, destination: [UInt8], isLetter: Bool) -> LinkChange? {
    let verification = BlockVerification(document, touching: inlines.range)
    guard let position = verification.before.position(of: inlines.leaf, in: inlines.block) else { return nil }
    var text = StyledText(inlines)
    if let box = inlines.block.boxInText(of: inlines.leaf, options: document.options) { text = text.removing(box) }
    for candidate in candidates(destination) {
      var expected = verification.before.entries
      expected[position].text = self.expected(from: text, destination: candidate.closing)
      // A link without text may be all that there is of a paragraph.
      if expected[position].text.isEmpty, expected[position].kind == .leaf(.paragraph) { expected.remove(at: position) }
      if let edits = escaping(candidate.changes, expected, verification) {
        return LinkChange(target: self, edits: edits, isLetter: isLetter)
      }
    }
    return nil
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
    case .keepDestination(let opening, _, let kept):
      return pairs.flatMap { element, origin in
        guard origin == opening, case .opening = element.content else { return [element.withoutPrefixes] }
        return [StyledText.Element(content: .opening([]), styles: [])] + addressElements(kept)
      }
    case .redirect(let opening, _):
      return pairs.map { element, origin in
        guard origin == opening, case .opening = element.content else { return element.withoutPrefixes }
        return StyledText.Element(content: .opening(destination), styles: []).withoutPrefixes
      }
    case .wrap, .makeDestination:
      let start = text.origins.firstIndex { $0.lowerBound >= range.lowerBound } ?? text.origins.count
      let end = text.origins[start...].firstIndex { $0.lowerBound >= range.upperBound } ?? text.origins.count
      let elements = text.elements.map(\.withoutPrefixes)
      var result = Array(elements[..<start])
      result.append(StyledText.Element(content: .opening(destination), styles: []))
      if action == .wrap {
        // In a link, an address is text.
        result += zip(elements[start..<end], text.origins[start..<end])
          .filter { element, origin in !element.isEndOfLink || inlines.unit(at: origin.lowerBound)?.source != .autolink
          }
          .map(\.0)
      }
      result.append(StyledText.Element(content: .closing, styles: []))
      return result + elements[end...]
    }
  }

  /// The text of the autolink that a destination becomes.
  private func addressElements(_ destination: Range<Int>) -> [StyledText.Element] {
    var address = inlines.block.block.destination(in: destination.shifted(by: -inlines.block.start))
    if address.starts(with: LinkDestination.mailto) { address.removeFirst(LinkDestination.mailto.count) }
    let styles = inlines.containers.dropFirst().first { $0.range == range }?.styles ?? []
    return StyledText.characters(of: address, styles: styles)
  }

  // MARK: - Escapes

  /// The changes with backslashes before text that they would make markup of; `nil` where that does not help.
  private func escaping(
    _ changes: [SourceEdit], _ expected: [BlockStructure.Entry], _ verification: BlockVerification
  ) -> SourceEdits? {
    var changes = changes
    for _ in 0..<Self.maximumRounds {
      let edits = SourceEdits(sorting: changes)
      guard let blocks = verification.blocks(after: edits) else { return nil }
      if verification.holds(in: blocks, expected) { return edits }
      guard let offset = turnedCharacter(in: blocks, edits) else { return nil }
      changes.append(SourceEdit(escapingAt: offset))
    }
    return nil
  }

  private static let maximumRounds = 20

  /// The first character of the leaf that was text and is markup.
  private func turnedCharacter(in blocks: [LocatedBlock], _ edits: SourceEdits) -> Int? {
    let start = edits.newOffset(inlines.range.lowerBound)
    let end = edits.newOffset(inlines.range.upperBound, after: [.opening, .closing, .escape])
    for placed in blocks {
      let tree = placed.tree
      for token in tree.tokens[tree.tokenIndex(at: max(0, start - placed.start))...] {
        guard placed.start + Int(token.start) < end else { break }
        for offset in placed.block.markup(of: token) {
          if let old = edits.oldOffset(placed.start + offset), isLiteral(old) { return old }
        }
      }
    }
    return nil
  }

  private func isLiteral(_ offset: Int) -> Bool {
    guard let unit = inlines.unit(at: offset) else { return false }
    let isInRange = range.lowerBound <= unit.range.lowerBound && unit.range.upperBound <= range.upperBound
    switch unit.source {
    case .text: return !isInRange || action != .makeDestination
    // Addresses are text in a link.
    case .autolink: return isInRange && action == .wrap
    default: return false
    }
  }
}

extension StyledText.Element {
  /// Whether it is where a link begins or ends.
  fileprivate var isEndOfLink: Bool {
    switch content {
    case .opening, .closing: true
    default: false
    }
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
