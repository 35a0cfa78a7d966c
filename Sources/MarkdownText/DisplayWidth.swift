/// How many columns a text takes where every character takes one or two, as in a terminal.
package enum DisplayWidth {
  /// The width of UTF-8 text: two for East Asian wide characters and for emoji however many scalars they are made of,
  /// none for combining marks, joiners and controls, one for all else. A tab is one. Linear.
  package static func columns(of text: ArraySlice<UInt8>) -> Int {
    var cursor = DisplayColumns()
    var index = text.startIndex
    while index < text.endIndex {
      let (scalar, width) = UTF8Scalar.decode(text, at: index)
      cursor.advance(over: scalar)
      index += width
    }
    return cursor.count
  }
}

/// Counts columns scalar by scalar.
private struct DisplayColumns {
  private(set) var count = 0
  /// The emoji that the scalars before are, and how wide it was counted; `nil` after anything else.
  private var emojiWidth: Int?
  private var isJoining = false
  /// Whether the scalar before is the first of a flag's two.
  private var isInFlag = false

  mutating func advance(over scalar: Unicode.Scalar) {
    if scalar.value < 0x80 {
      // A digit, `#` or `*` may become a keycap.
      startCharacter(width: scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F ? 0 : 1, scalar)
      return
    }
    switch scalar.value {
    case 0xFE0F:
      // Emoji presentation.
      if let width = emojiWidth, width < 2 {
        count += 2 - width
        emojiWidth = 2
      }
    case 0x200D:
      isJoining = emojiWidth != nil
    case 0x1F3FB...0x1F3FF where emojiWidth != nil:
      // The skin tone of the emoji before.
      isJoining = false
    case 0x1F1E6...0x1F1FF:
      isJoining = false
      emojiWidth = nil
      count += isInFlag ? 0 : 2
      isInFlag.toggle()
    default:
      if isJoining, scalar.properties.isEmoji {
        isJoining = false
      } else if !scalar.takesNoColumn {
        startCharacter(width: WideCharacters.contains(scalar) ? 2 : 1, scalar)
      }
    }
  }

  private mutating func startCharacter(width: Int, _ scalar: Unicode.Scalar) {
    count += width
    emojiWidth = scalar.properties.isEmoji ? width : nil
    isJoining = false
    isInFlag = false
  }
}

extension Unicode.Scalar {
  /// Whether it is laid over the character before it, or is not shown at all.
  fileprivate var takesNoColumn: Bool {
    switch value {
    case 0xAD, 0x0600...0x0605, 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2:
      // A hyphen, and Arabic and Syriac signs that are shown, though Unicode has them among the format characters.
      return false
    case 0x1160...0x11FF, 0xD7B0...0xD7FF:
      // Hangul vowels and final consonants, which join the syllable before.
      return true
    default:
      switch properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator:
        return true
      default:
        return false
      }
    }
  }
}
