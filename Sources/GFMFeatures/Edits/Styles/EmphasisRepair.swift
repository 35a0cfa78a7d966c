import GFMSyntax
import MarkdownText

/// Toggling a style where its delimiters stand already, but do not work out (``IntendedEmphasis``): they go, and what was
/// meant gets the style, as ``EmphasisFix`` has it.
struct EmphasisRepair {
  private let document: Document
  private let style: InlineStyle
  private let found: [(placed: LocatedBlock, meant: IntendedEmphasis)]

  /// `nil` where no such delimiters are at the selections. Costs the parts that are selected.
  init?(_ style: InlineStyle, in document: Document, selections: [TextSelection]) {
    self.document = document
    self.style = style
    var found: [(placed: LocatedBlock, meant: IntendedEmphasis)] = []
    for selection in selections where style != .code {
      for placed in document.segments(in: selection.range) {
        for meant in IntendedEmphasis.all(in: placed.block, options: DiagnosticOptions())
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
    let removals = self.removals
    let targets = selections.map(target)
    let others = pairs { $0.styles.count > 1 }.map { TextSelection($0.text) }
    var restyling = Restyling(
      document: document.replacing(removals), options: options,
      texts: (targets.joined() + others).map { $0.mapped { removals.newOffset($0, .after) } },
      carets: selections.map { $0.mapped { removals.newOffset($0, .after) } })
    restyling.add(style, to: restyling.texts.indices)
    for other in InlineStyle.allCases where other != style && found.contains(where: { $0.meant.styles.contains(other) })
    {
      restyling.add(other, to: restyling.texts.indices.suffix(others.count))
    }
    var texts = restyling.texts[...]
    let after = zip(zip(selections, targets), restyling.carets).map { selection, caret -> TextSelection in
      let own = texts.prefix(selection.1.count)
      texts = texts.dropFirst(own.count)
      guard !selection.0.isCaret, let first = own.first, let last = own.last else { return caret }
      return TextSelection(first.range.lowerBound..<last.range.upperBound)
    }
    return result(removals.then(restyling.edits), after)
      ?? result(removals, selections.map { $0.mapped { removals.newOffset($0, .after) } })
  }

  /// Takes away the delimiters that do not work out.
  private var removals: SourceEdits {
    SourceEdits(
      found.flatMap { placed, meant in
        meant.pairs.flatMap { pair in
          let (opening, closing) = EmphasisFix.removed(pair, of: placed)
          return [opening, closing].map(SourceEdit.init(removing:))
        }
      })
  }

  /// The edits, if they are right.
  private func result(_ edits: SourceEdits, _ selections: [TextSelection]) -> EditResult? {
    isRight(edits) ? EditResult(edits: Array(edits.then([])), selections: selections) : nil
  }

  /// What a selection stands for: what was meant, if that holds all of the selection; else both.
  private func target(of selection: TextSelection) -> [TextSelection] {
    let pairs = pairs { _ in true }.filter { $0.range.isTouched(by: selection) }
    guard let first = pairs.first, let last = pairs.last else { return [selection] }
    let hull = first.range.lowerBound..<last.range.upperBound
    if hull.lowerBound <= selection.range.lowerBound, selection.range.upperBound <= hull.upperBound {
      return pairs.map { TextSelection($0.text) }
    }
    let range = selection.range
    return [
      TextSelection(min(range.lowerBound, hull.lowerBound)..<max(range.upperBound, hull.upperBound))
    ]
  }

  /// The pairs of delimiters with all between, and what was meant to have the style.
  private func pairs(where isWanted: (IntendedEmphasis) -> Bool) -> [(range: Range<Int>, text: Range<Int>)] {
    found.filter { isWanted($0.meant) }.flatMap { placed, meant in
      meant.pairs.map { pair in
        let range = (pair.opening.lowerBound..<pair.closing.upperBound).shifted(by: placed.start)
        return (range, EmphasisFix.text(in: pair, of: placed, document))
      }
    }
  }

  /// Whether edits change nothing but delimiters, and leave fewer that do not work out.
  private func isRight(_ edits: SourceEdits) -> Bool {
    guard let whole = document.joined(edits) else { return false }
    let (before, after) = document.skeletons(around: whole)
    return before.entries == after.entries
      && found.allSatisfy { EmphasisFix.isMended($0.meant, in: $0.placed, before, after) }
  }
}

/// A document on its way to what it was meant to be: one style after the other is added to texts of it.
private struct Restyling {
  private(set) var document: Document
  let options: EditOptions
  private(set) var texts: [TextSelection]
  private(set) var carets: [TextSelection]
  /// All that was done, as edits of the document that it began with.
  private(set) var edits: SourceEdits = []

  init(document: Document, options: EditOptions, texts: [TextSelection], carets: [TextSelection]) {
    (self.document, self.options, self.texts, self.carets) = (document, options, texts, carets)
  }

  /// Gives some of the texts a style, if they can have it.
  mutating func add(_ style: InlineStyle, to wanted: Range<Int>) {
    guard let added = document.adding(style, selections: Array(texts[wanted]), options: options) else { return }
    // A caret at the end of a text stays in it.
    let ends = Set(texts[wanted].map(\.range.upperBound))
    let addedEdits = SourceEdits(added.edits)
    carets = carets.map { caret in
      ends.contains(caret.head)
        ? caret.following(addedEdits) : TextSelection(caret: addedEdits.newOffset(caret.head, .after))
    }
    texts = texts.map { $0.following(addedEdits) }
    texts.replaceSubrange(wanted, with: added.selections)
    edits = edits.then(added.edits)
    document = document.replacing(added.edits)
  }
}

extension TextSelection {
  /// A selection that goes on covering the same text.
  fileprivate func following(_ edits: SourceEdits) -> TextSelection {
    let end = edits.newOffset(range.upperBound, displacement: .end) { _ in false }
    return isCaret
      ? TextSelection(caret: end) : TextSelection(min(edits.newOffset(range.lowerBound, .after), end)..<end)
  }
}

extension Range<Int> {
  fileprivate func isTouched(by selection: TextSelection) -> Bool {
    selection.isCaret ? touches(selection.head) : overlaps(selection.range)
  }
}
