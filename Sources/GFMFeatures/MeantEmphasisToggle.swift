import GFMSyntax

/// Toggling a style where its delimiters stand already, but do not work out (``MeantEmphasis``): they go, and what was
/// meant gets the style, as ``EmphasisFix`` has it.
struct MeantEmphasisToggle {
  private let document: Document
  private let style: InlineStyle
  private let found: [(placed: PlacedBlock, meant: MeantEmphasis)]

  /// `nil` where no such delimiters are at the selections. Costs the parts that are selected.
  init?(_ style: InlineStyle, in document: Document, selections: [TextSelection]) {
    self.document = document
    self.style = style
    var found: [(placed: PlacedBlock, meant: MeantEmphasis)] = []
    for selection in selections where style != .code {
      for placed in document.parts(overlapping: selection.range) {
        for meant in MeantEmphasis.all(in: placed.block, options: DiagnosticOptions())
        where meant.styles.contains(style) && meant.range.shifted(by: placed.start).isTouched(by: selection) {
          if !found.contains(where: { $0.placed.index == placed.index && $0.meant == meant }) {
            found.append((placed, meant))
          }
        }
      }
    }
    if found.isEmpty { return nil }
    self.found = found.sorted {
      $0.meant.range.lowerBound + $0.placed.start < $1.meant.range.lowerBound + $1.placed.start
    }
  }

  /// The edits; where what was meant cannot have the style, those that only take the delimiters away. `nil` where even they
  /// would change something else.
  func result(selections: [TextSelection], options: EditOptions) -> EditResult? {
    let removals = found.flatMap { placed, meant in
      meant.pairs.flatMap { pair in
        let (opening, closing) = EmphasisFix.removed(pair, of: placed)
        return [opening, closing].map { SourceEdit(range: $0, replacement: []) }
      }
    }
    let plain = document.replacing(removals)
    func moved(_ selection: TextSelection) -> TextSelection {
      TextSelection(anchor: removals.mapping(selection.anchor), head: removals.mapping(selection.head))
    }
    func result(_ edits: [SourceEdit], _ selections: [TextSelection]) -> EditResult? {
      var sequence = EditSequence(byteCount: document.byteCount)
      sequence.append(removals)
      sequence.append(edits)
      let all = sequence.edits
      return isRight(all) ? EditResult(edits: all, selections: selections) : nil
    }
    let targets = selections.map(target)
    let inner = pairs(where: { $0.styles.count > 1 }).map { TextSelection(range: $0.text) }
    var styled = plain
    var sequence = EditSequence(byteCount: plain.byteCount)
    var places = (targets.flatMap { $0 } + inner).map(moved)
    var carets = selections.map(moved)
    let others = InlineStyle.allCases.filter { other in
      other != style && found.contains { $0.meant.styles.contains(other) }
    }
    for (style, wanted) in [(style, places.indices)] + others.map({ ($0, places.count - inner.count..<places.count) }) {
      guard let added = styled.adding(style, selections: Array(places[wanted]), options: options) else { continue }
      sequence.append(added.edits)
      styled = styled.replacing(added.edits)
      // A caret at the end of the text stays in it.
      let ends = Set(places[wanted].map(\.range.upperBound))
      carets = carets.map { caret in
        ends.contains(caret.head) ? caret.following(added.edits) : TextSelection(caret: added.edits.mapping(caret.head))
      }
      places = places.map { $0.following(added.edits) }
      places.replaceSubrange(wanted, with: added.selections)
    }
    var next = 0
    let after = zip(zip(targets, selections), carets).map { place, caret -> TextSelection in
      let (targets, isCaret) = (place.0, place.1.isCaret)
      defer { next += targets.count }
      guard !isCaret, let first = places[next..<next + targets.count].first,
        let last = places[next..<next + targets.count].last
      else { return caret }
      return TextSelection(range: first.range.lowerBound..<last.range.upperBound)
    }
    return result(sequence.edits, after) ?? result([], selections.map(moved))
  }

  /// What a selection stands for: what was meant, if that holds all of the selection; else both.
  private func target(of selection: TextSelection) -> [TextSelection] {
    let pairs = pairs { _ in true }.filter { $0.range.isTouched(by: selection) }
    guard let first = pairs.first, let last = pairs.last else { return [selection] }
    let hull = first.range.lowerBound..<last.range.upperBound
    if hull.lowerBound <= selection.range.lowerBound, selection.range.upperBound <= hull.upperBound {
      return pairs.map { TextSelection(range: $0.text) }
    }
    let range = selection.range
    return [
      TextSelection(range: min(range.lowerBound, hull.lowerBound)..<max(range.upperBound, hull.upperBound))
    ]
  }

  /// The pairs of delimiters with all between, and what was meant to have the style.
  private func pairs(where isWanted: (MeantEmphasis) -> Bool) -> [(range: Range<Int>, text: Range<Int>)] {
    found.filter { isWanted($0.meant) }.flatMap { placed, meant in
      meant.pairs.map { pair in
        let range = (pair.opening.lowerBound..<pair.closing.upperBound).shifted(by: placed.start)
        return (range, EmphasisFix.text(in: pair, of: placed, document))
      }
    }
  }

  /// Whether edits change nothing but delimiters, and leave fewer that do not work out.
  private func isRight(_ edits: [SourceEdit]) -> Bool {
    guard let whole = document.joined(edits) else { return false }
    let (before, after) = document.skeletons(around: whole)
    return before.entries == after.entries
      && found.allSatisfy { EmphasisFix.isMended($0.meant, in: $0.placed, before, after) }
  }
}

extension TextSelection {
  fileprivate init(range: Range<Int>) { self.init(anchor: range.lowerBound, head: range.upperBound) }

  /// A selection that goes on covering the same text.
  fileprivate func following(_ edits: [SourceEdit]) -> TextSelection {
    let end = edits.prefix { $0.range.lowerBound < range.upperBound }.mapping(range.upperBound)
    return isCaret ? TextSelection(caret: end) : TextSelection(range: min(edits.mapping(range.lowerBound), end)..<end)
  }
}

extension Range<Int> {
  fileprivate func isTouched(by selection: TextSelection) -> Bool {
    selection.isCaret ? touches(selection.head) : overlaps(selection.range)
  }
}
