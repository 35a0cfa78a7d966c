/// The classes of characters that the flanking rules and the words of a text go by.
extension Unicode.Scalar {
  /// Unicode white space (GFM 2.1).
  package var isMarkdownSpace: Bool {
    switch value {
    case 0x09, 0x0A, 0x0C, 0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  /// Punctuation (GFM 2.1): all of ASCII's, else what Unicode calls so. Symbols beyond ASCII are none.
  package var isMarkdownPunctuation: Bool {
    switch value {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E:
      return true
    case 0..<0x80:
      return false
    default:
      switch properties.generalCategory {
      case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
        .finalPunctuation, .otherPunctuation:
        return true
      default:
        return false
      }
    }
  }

  /// Letters, digits and what combines with them.
  package var isWordCharacter: Bool {
    switch value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: return true
    case 0..<0x80: return false
    default:
      switch properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
        .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
        return true
      default:
        return false
      }
    }
  }

  /// Whether it belongs to a script that puts no spaces between words, so that a word's ends cannot be told by looking.
  package var isOfUnspacedScript: Bool {
    switch value {
    case 0x0E00...0x0E7F, 0x0E80...0x0EFF, 0x0F00...0x0FFF:  // Thai, Lao, Tibetan
      true
    case 0x1000...0x109F, 0xA9E0...0xA9FF, 0xAA60...0xAA7F:  // Myanmar
      true
    case 0x1780...0x17FF, 0x19E0...0x19FF:  // Khmer
      true
    case 0x1950...0x19DF, 0x1A20...0x1AAF, 0xAA80...0xAADF:  // Tai Le, New Tai Lue, Tai Tham, Tai Viet
      true
    case 0x1B00...0x1B7F, 0xA980...0xA9DF:  // Balinese, Javanese
      true
    case 0x2E80...0x2FDF, 0x3005, 0x3007, 0x3021...0x3029, 0x3031...0x303C:  // Han radicals and marks
      true
    case 0x3041...0x309F, 0x30A0...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F:  // Hiragana, Katakana
      true
    case 0x3100...0x312F, 0x31A0...0x31BF:  // Bopomofo
      true
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF:  // Han
      true
    case 0xA000...0xA4CF:  // Yi
      true
    case 0x1AFF0...0x1B16F, 0x20000...0x323AF:  // Kana supplements, Han
      true
    default:
      false
    }
  }
}
