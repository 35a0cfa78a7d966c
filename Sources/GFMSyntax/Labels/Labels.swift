import MarkdownText

/// A link or footnote label in a form that equal labels share, for tables and sets.
///
/// Labels that cmark-gfm takes for the same always have the same hash; the other way round is true nearly always, and
/// where it isn't, a block is parsed once more in vain.
public struct LabelHash: Hashable, Sendable, Comparable {
  private let value: UInt64

  public enum Namespace: UInt8, Sendable {
    case link, footnote
    /// What a link names after `#`.
    case fragment
    /// Where a link, an image or a definition says that it leads, as an autolink writes it.
    case destination
    /// What a `#fragment` may lead to: headings by their slugs before those are numbered, HTML elements by their names.
    case anchor, attribute
    /// What stands before the number at the end of a heading's slug.
    case numbered
  }

  /// The hash of a label without its brackets. Labels are compared without regard to case, with white space collapsed
  /// (CommonMark 4.7).
  public init(_ label: some Sequence<UInt8>, in namespace: Namespace) {
    var hash = Hash(namespace)
    guard !hash.addASCII(label) else {
      value = hash.value
      return
    }
    hash = Hash(namespace)
    // Lower and then upper case comes to the same as Unicode's case folding.
    let text = String(decoding: Self.collapsingWhitespace(in: label), as: UTF8.self)
    for byte in text.lowercased().uppercased().lowercased().utf8 { hash.add(byte) }
    value = hash.value
  }

  /// FNV-1a.
  private struct Hash {
    private(set) var value: UInt64

    init(_ namespace: Namespace) { value = 0xCBF2_9CE4_8422_2325 ^ UInt64(namespace.rawValue) }

    mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

    /// Adds a label in lower case, white space collapsed; `false` if it is not all ASCII.
    mutating func addASCII(_ label: some Sequence<UInt8>) -> Bool {
      var isStarted = false
      var needsSpace = false
      for byte in label {
        if byte >= 0x80 { return false }
        if byte.isTrimmable {
          needsSpace = isStarted
        } else {
          if needsSpace { add(UInt8(ascii: " ")) }
          (isStarted, needsSpace) = (true, false)
          add((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
        }
      }
      return true
    }
  }

  /// Four of its bits, from the lowest up.
  func digit(_ place: Int) -> Int { Int((value >> UInt64(4 * place)) & 15) }

  /// How many digits there are.
  static let digitCount = 16

  /// What a ``ApproximateLabelSet`` keeps of it. A hash's last steps change its lower bits most: they are mixed into the upper
  /// ones.
  var fingerprint: ApproximateLabelSet.Fingerprint {
    ApproximateLabelSet.Fingerprint(
      truncatingIfNeeded: (value &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - ApproximateLabelSet.bitCount))
  }

  public static func < (left: LabelHash, right: LabelHash) -> Bool { left.value < right.value }

  /// Without white space at the ends, and a space for each stretch of it inside.
  static func collapsingWhitespace(in label: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var needsSpace = false
    for byte in label {
      if byte.isTrimmable {
        needsSpace = !result.isEmpty
      } else {
        if needsSpace { result.append(UInt8(ascii: " ")) }
        needsSpace = false
        result.append(byte)
      }
    }
    return result
  }
}

// MARK: - Mentions

/// The labels that a text mentions: whatever may turn out to be a reference when the label is defined.
enum LabelReferences {
  /// The hashes of all labels in `source`, sorted, each once. More than there are references do no harm. O(n) but for
  /// nested brackets, whose labels are limited in length.
  static func scan(_ source: [UInt8], options: SyntaxOptions) -> [LabelHash] {
    var found: Set<LabelHash> = []
    var cutLabels = TruncatedFootnoteLabels()
    var index = -1
    while let bracket = source.index(of: UInt8(ascii: "["), from: index + 1) {
      index = bracket
      if options.footnotes, let start = FootnoteLabel.referenceStart(in: source, after: index, end: source.count) {
        if let end = source[start...].prefix(1000).firstIndex(of: UInt8(ascii: "]")) {
          found.insert(LabelHash(source[start..<end], in: .footnote))
        }
        cutLabels.insert(from: start, in: source, into: &found)
      }
      guard let end = LinkScanner.labelEnd(in: source, from: index, end: source.count) else { continue }
      let label = source[index + 1..<end - 1]
      // A label that is no link's costs little, and most of these are tasks' boxes.
      guard label.contains(where: { !$0.isTrimmable }) else { continue }
      insert(label, into: &found)
    }
    return found.sorted()
  }

  /// Where the links and definitions of a tree say that they lead, and the fragments that they name, of whatever document.
  static func destinations(in tree: SyntaxTree, of bytes: [UInt8]) -> [LabelHash] {
    var mentions: [LabelHash] = []
    for token in tree.tokens where token.kind == .linkDestination || token.kind == .autolink {
      let destination = Unescaping.text(of: Array(bytes[token.range]))
      mentions.append(LabelHash(destination, in: .destination))
      if token.kind == .linkDestination { mentions += fragment(of: destination) }
    }
    return mentions
  }

  /// The fragments that links in the HTML of a tree name.
  static func fragmentsInHTML(in tree: SyntaxTree, of bytes: [UInt8], contextPrefix: [UInt8]) -> [LabelHash] {
    tree.nodes.indices.filter { tree.nodes[$0].kind == .htmlBlock || tree.nodes[$0].kind == .htmlInline }
      .flatMap { tree.linkAttributes(of: $0, in: bytes, contextPrefix: contextPrefix) }
      .flatMap { fragment(of: $0.value) }
  }

  private static func fragment(of destination: [UInt8]) -> [LabelHash] {
    Fragment.split(destination).fragment.map { [LabelHash(PercentEncoding.decoded($0), in: .fragment)] } ?? []
  }

  /// Inserts a label as it is written, and as it reads without the prefixes of lines and the escapes of tables.
  private static func insert(_ label: ArraySlice<UInt8>, into found: inout Set<LabelHash>) {
    found.insert(LabelHash(label, in: .link))
    if label.contains(where: \.isLineEnding) {
      var plain: [UInt8] = []
      var isAtLineStart = false
      for byte in label {
        if byte.isLineEnding { isAtLineStart = true }
        if isAtLineStart, byte.isTrimmable || byte == UInt8(ascii: ">") {
          plain.append(UInt8(ascii: " "))
        } else {
          isAtLineStart = false
          plain.append(byte)
        }
      }
      found.insert(LabelHash(plain, in: .link))
    }
    if label.contains(UInt8(ascii: "|")) {
      var plain: [UInt8] = []
      for byte in label {
        if byte == UInt8(ascii: "|"), plain.last == UInt8(ascii: "\\") { plain.removeLast() }
        plain.append(byte)
      }
      found.insert(LabelHash(plain, in: .link))
    }
  }
}

/// What the library takes for the label of a footnote reference that closes on a later line than it opens on: it measures
/// by columns, which start anew with each line, so that only a part is left from the label's start.
private struct TruncatedFootnoteLabels {
  /// Bytes that may still be looked at: hostile text has long labels within long labels.
  private var budget = 1 << 20

  /// Inserts each label that may be left of the one that starts at `start`. A definition's label has no white space: it is
  /// of the first word.
  mutating func insert(from start: Int, in source: [UInt8], into found: inout Set<LabelHash>) {
    guard Self.mayCloseLater(from: start, in: source) else { return }
    var word = start
    while true {
      let isBehindLineEnd = Self.skipWhitespace(in: source, from: &word)
      insertPrefixes(from: word, in: source, into: &found)
      // A quote's marker is no part of the label, but elsewhere its character is.
      guard isBehindLineEnd || word > start, word < source.count, source[word] == UInt8(ascii: ">") else { return }
      word += 1
    }
  }

  /// Whether it does not surely close at the first bracket, on the same line.
  private static func mayCloseLater(from start: Int, in source: [UInt8]) -> Bool {
    for byte in source[start...] {
      switch byte {
      case UInt8(ascii: "]"): return false
      case UInt8(ascii: "["), UInt8(ascii: "`"), UInt8(ascii: "<"), UInt8(ascii: "\\"): return true
      case _ where byte.isLineEnding: return true
      default: continue
      }
    }
    return false
  }

  private static func skipWhitespace(in source: [UInt8], from index: inout Int) -> Bool {
    var passesLineEnd = false
    while index < source.count, source[index].isTrimmable {
      passesLineEnd = passesLineEnd || source[index].isLineEnding
      index += 1
    }
    return passesLineEnd
  }

  private mutating func insertPrefixes(from start: Int, in source: [UInt8], into found: inout Set<LabelHash>) {
    var end = start
    // What is not ASCII takes that many times as long.
    var weight = 1
    while end < source.count, !source[end].isTrimmable, source[end] != UInt8(ascii: "]"),
      weight * (end - start) < budget
    {
      if source[end] >= 0x80 { weight = 16 }
      end += 1
      budget -= weight * (end - start)
      found.insert(LabelHash(source[start..<end], in: .footnote))
    }
  }
}

// MARK: - Definitions

/// A label that a block defines.
struct LabelDefinition: Hashable, Sendable {
  var hash: LabelHash
  var namespace: LabelHash.Namespace
  /// As it is written, white space collapsed.
  var label: [UInt8]

  /// The labels that a block defines, in source order.
  static func all(in tree: SyntaxTree, of bytes: [UInt8]) -> [LabelDefinition] {
    var labels: [(node: Int32, namespace: LabelHash.Namespace, label: [UInt8])] = []
    for token in tree.tokens {
      let namespace: LabelHash.Namespace
      switch (token.kind, token.node >= 0 ? tree.nodes[Int(token.node)].kind : nil) {
      case (.linkLabel, .referenceDefinition): namespace = .link
      case (.footnoteLabel, .footnoteDefinition): namespace = .footnote
      default: continue
      }
      if labels.last?.node == token.node {
        // A label over several lines.
        labels[labels.count - 1].label += [UInt8(ascii: " ")] + bytes[token.range]
      } else {
        labels.append((token.node, namespace, Array(bytes[token.range])))
      }
    }
    return labels.map { _, namespace, label in
      LabelDefinition(
        hash: LabelHash(label, in: namespace), namespace: namespace,
        // As the library reads it: what is no UTF-8 replaced.
        label: LabelHash.collapsingWhitespace(in: SanitizedText(label).bytes))
    }
  }
}
