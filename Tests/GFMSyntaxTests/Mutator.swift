import TestSupport

/// Makes new texts from old ones by small changes, the same ones for the same seed.
struct Mutator {
  private var random: SeededGenerator
  private let seeds: [[UInt8]]

  /// Bits of syntax that change what is around them.
  private static let snippets: [String] = [
    "*", "**", "_", "__", "~", "~~", "`", "``", "```\n", "~~~", "[", "]", "![", "](", ")", "<", ">", "> ", "- ", "+ ",
    "1. ", "2) ", "\n", "\n\n", "    ", "\t", " ", "  \n", "\\\n", "\\", "&amp;", "&#35;", "&copy", "|", "| a | b |\n",
    "|-|-|\n", "--|--\n", "\\|", "---\n", "===\n", "# ", " #", "<div>\n", "</div>", "<!-- ", "-->", "<a b='c'>",
    "<http://a.b>", "http://a.b/c", "www.a.b", "a@b.c", "[^a]", "[^a]: ", "[^b]: x\n", "[a]: /u\n", "[a]: <u> 't'\n",
    "[a]", "[x][a]", "[a][]", "[ ] ", "[x] ", "- [ ] ", "é", "日本", "😀", "\u{0}", "\u{00A0}", "\r\n", "\r", "\"",
    "'", "(", ":", "!", "^", "word", " word ",
  ]

  init(seed: UInt64, seeds: [[UInt8]]) {
    self.random = SeededGenerator(seed: seed)
    self.seeds = seeds
  }

  mutating func next() -> [UInt8] {
    var text = seeds.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 1...6, using: &random) { mutate(&text) }
    return text
  }

  private mutating func mutate(_ text: inout [UInt8]) {
    let place = boundary(in: text, near: Int.random(in: 0...text.count, using: &random))
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1, 2:
      text.insert(contentsOf: Array(Self.snippets.randomElement(using: &random)?.utf8 ?? "".utf8), at: place)
    case 3:
      let end = boundary(in: text, near: min(text.count, place + Int.random(in: 1...8, using: &random)))
      if place < end { text.removeSubrange(place..<end) }
    case 4:
      let end = boundary(in: text, near: min(text.count, place + Int.random(in: 1...40, using: &random)))
      if place < end { text.insert(contentsOf: Array(text[place..<end]), at: place) }
    case 5:
      wrap(&text, in: ["> ", "- ", "1. ", "  ", "[^w]: ", "\t", ">"].randomElement(using: &random) ?? "> ")
    case 6:
      let other = seeds.randomElement(using: &random) ?? []
      text.insert(contentsOf: other.prefix(200), at: place)
    case 7:
      swapLineEndings(&text, to: [[0x0A], [0x0D, 0x0A], [0x0D]].randomElement(using: &random) ?? [0x0A])
    default:
      if !text.isEmpty, text.count < 2000 { text += text.prefix(Int.random(in: 1...text.count, using: &random)) }
    }
    if text.count > 4000 { text.removeSubrange(boundary(in: text, near: 3000)...) }
  }

  /// A scalar's start, so that most texts stay valid UTF-8.
  private func boundary(in text: [UInt8], near offset: Int) -> Int {
    var offset = min(offset, text.count)
    while offset > 0, offset < text.count, text[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }

  /// Puts everything into a container: the first line gets its marker, later ones too, indentation, or nothing.
  private mutating func wrap(_ text: inout [UInt8], in marker: String) {
    let indentation = [UInt8](repeating: 0x20, count: marker.utf8.count)
    var wrapped = Array(marker.utf8)
    for byte in text {
      wrapped.append(byte)
      guard byte == 0x0A else { continue }
      switch Int.random(in: 0..<6, using: &random) {
      case 0: break
      case 1: wrapped += Array(marker.utf8)
      default: wrapped += marker.hasPrefix(">") ? Array(marker.utf8) : indentation
      }
    }
    text = wrapped
  }

  private func swapLineEndings(_ text: inout [UInt8], to ending: [UInt8]) {
    text = text.filter { $0 != 0x0D }.flatMap { $0 == 0x0A ? ending : [$0] }
  }
}
