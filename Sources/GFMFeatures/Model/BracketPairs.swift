import MarkdownText

/// Which brackets and quotation marks of a text belong to each other.
struct BracketPairs {
  /// For each bracket that has one, the index of its partner.
  private(set) var partners: [Int: Int] = [:]

  /// Looks at the units in `indexes`. O(n), but for brackets that are not closed.
  init(of units: [InlineModel.Unit], in indexes: Range<Int>) {
    var open: [(index: Int, closers: [Unicode.Scalar])] = []
    for index in indexes {
      guard let scalar = units[index].scalar, units[index].isPunctuation, units[index].source != .code else { continue }
      if let place = open.lastIndex(where: { $0.closers.contains(scalar) }) {
        partners[open[place].index] = index
        partners[index] = open[place].index
        open.removeSubrange(place...)
      } else if let closers = Self.closers[scalar], !Self.isApostrophe(index, in: units) {
        open.append((index, closers))
      }
    }
  }

  /// `'` and `’` within a word.
  private static func isApostrophe(_ index: Int, in units: [InlineModel.Unit]) -> Bool {
    guard units[index].scalar == "'" else { return false }
    return [index - 1, index + 1].allSatisfy { units.indices.contains($0) && units[$0].scalar?.isWordCharacter == true }
  }

  private static let closers: [Unicode.Scalar: [Unicode.Scalar]] = {
    var closers: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    for pair in pairs.split(whereSeparator: \.isWhitespace) {
      guard let first = pair.unicodeScalars.first, let last = pair.unicodeScalars.last else { continue }
      closers[first, default: []].append(last)
    }
    return closers
  }()

  private static let pairs = #"""
    () [] {} "" '' “” ‘’ „“ „” ‚‘ ‚’ «» »« ‹› ›‹ ”” ’’ （） ［］ ｛｝ ｟｠ ｢｣ 〈〉 《》 「」 『』 【】 〔〕 〖〗 〘〙 〚〛 〝〟 〝〞 ⟨⟩ ⟪⟫ ⟦⟧ ⁅⁆ ❨❩ ❪❫ ❬❭ ❮❯ ❰❱ ❲❳ ❴❵
    ⦃⦄ ⦅⦆ ⧼⧽ ﴾﴿
    """#
}
