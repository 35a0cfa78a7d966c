import MarkdownText

extension InlineModel {
  /// The units of the word that `offset` stands in or at an end of.
  ///
  /// `nil` where no word is, or where the script puts no spaces between words. Delimiters within the word do not part it;
  /// code and other constructs do.
  func word(at offset: Int, for style: InlineStyle) -> Range<Int>? {
    let right = unitIndex(endingAfter: offset)
    guard let seed = [right, right - 1].first(where: { isWordCharacter($0, for: style) }) else { return nil }
    var start = seed
    while isWordCharacter(start - 1, for: style) || joinsWord(start - 1, for: style) { start -= 1 }
    var end = seed + 1
    while isWordCharacter(end, for: style) || joinsWord(end, for: style) { end += 1 }
    return start..<end
  }

  private func isWordCharacter(_ index: Int, for style: InlineStyle) -> Bool {
    guard units.indices.contains(index), let scalar = units[index].scalar else { return false }
    return scalar.isWordCharacter && !scalar.isOfUnspacedScript && !isAtomic(units[index].container, for: style)
  }

  /// Whether the unit is punctuation that belongs to the word on both of its sides: an apostrophe, the point in a number.
  private func joinsWord(_ index: Int, for style: InlineStyle) -> Bool {
    guard isWordCharacter(index - 1, for: style), isWordCharacter(index + 1, for: style),
      let scalar = units[index].scalar
    else { return false }
    switch scalar {
    case "'", "\u{2019}": return true
    case ".", ",": return isDigit(index - 1) && isDigit(index + 1)
    default: return false
    }
  }

  private func isDigit(_ index: Int) -> Bool { units[index].scalar?.properties.generalCategory == .decimalNumber }
}
