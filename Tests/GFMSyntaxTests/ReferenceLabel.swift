/// How labels of links and footnotes are told apart: case and the amount of white space don't matter (CommonMark 4.7).
struct ReferenceLabel: Hashable {
  private let folded: String

  init(_ source: [UInt8]) {
    let words = source.split { $0 == 0x20 || (0x09...0x0D).contains($0) }
    folded = words.map { Self.fold(String(decoding: $0, as: UTF8.self)) }.joined(separator: " ")
  }

  /// Unicode's full case folding, near enough: lower case, upper case (which spells ligatures and `ß` out), lower case.
  private static func fold(_ word: String) -> String {
    word.unicodeScalars.map { scalar in
      // Dotless i has no other case in Unicode's folding.
      if scalar == "\u{131}" { return String(scalar) }
      let upper = scalar.properties.lowercaseMapping.unicodeScalars.map(\.properties.uppercaseMapping).joined()
      return upper.unicodeScalars.map(\.properties.lowercaseMapping).joined()
    }.joined()
  }
}
