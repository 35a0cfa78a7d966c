import GFMSyntax
import MarkdownText

/// Finds what GitHub makes links of by itself: people, issues and commits.
///
/// What it links depends on what there is on GitHub; here, the form alone decides.
struct GitHubReferences {
  let options: TokenOptions.GitHub
  private let bytes: UnsafeBufferPointer<UInt8>
  private let run: Range<Int>

  /// Looks in `run` of `bytes`, a run of plain text that stands in no link.
  init(in run: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>, options: TokenOptions.GitHub) {
    self.run = run
    self.bytes = bytes
    self.options = options
  }

  /// In order, without overlap. O(n).
  func marks() -> [TokenOverlay] {
    var marks: [TokenOverlay] = []
    var index = run.lowerBound
    while index < run.upperBound {
      let found: (range: Range<Int>, kind: SemanticToken.Kind)? =
        switch bytes[index] {
        case UInt8(ascii: "@"): mention(at: index) ?? commitAfterOwner(at: index)
        case UInt8(ascii: "#"): issue(at: index)
        case UInt8(ascii: "g"), UInt8(ascii: "G"): prefixedIssue(at: index)
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): commit(at: index)
        default: nil
        }
      if let found, found.range.lowerBound >= (marks.last?.end ?? 0) {
        marks.append(TokenOverlay(found.range, found.kind))
        index = found.range.upperBound
      } else {
        index += 1
      }
    }
    return marks
  }

  // MARK: People

  private func mention(at sign: Int) -> (Range<Int>, SemanticToken.Kind)? {
    guard options.mentions, !isWord(before: sign) else { return nil }
    guard var end = ownerEnd(from: sign + 1) else { return nil }
    if byte(at: end) == UInt8(ascii: "/") {
      let team = skip(from: end + 1) { $0.isWordByte || $0 == UInt8(ascii: "-") }
      guard team > end + 1 else { return nil }
      end = team
      while bytes[end - 1] == UInt8(ascii: "-") { end -= 1 }
      if byte(at: end) == UInt8(ascii: "/") { return nil }
    }
    // `@user.` ends a sentence, `@user.name` is something else.
    let dots = skip(from: end) { $0 == UInt8(ascii: ".") }
    guard dots == run.upperBound || !bytes[dots].isWordByte else { return nil }
    return (sign..<end, .mention)
  }

  /// Where a user's or an organization's name from `start` on ends: letters, digits and single hyphens between them.
  private func ownerEnd(from start: Int) -> Int? {
    var end = start
    while end < run.upperBound, bytes[end].isASCIIAlphanumeric || (end > start && bytes[end] == UInt8(ascii: "-")) {
      end += 1
    }
    while end > start, bytes[end - 1] == UInt8(ascii: "-") { end -= 1 }
    return (1...39).contains(end - start) ? end : nil
  }

  // MARK: Issues

  private func issue(at sign: Int) -> (Range<Int>, SemanticToken.Kind)? {
    guard options.issues, let end = numberEnd(from: sign + 1) else { return nil }
    guard sign > run.lowerBound, !bytes[sign - 1].isSpaceOrOpening else { return (sign..<end, .issue) }
    return repositoryStart(before: sign).map { ($0..<end, .issue) }
  }

  /// `GH-123`
  private func prefixedIssue(at start: Int) -> (Range<Int>, SemanticToken.Kind)? {
    guard options.issues, !isWord(before: start), start + 3 < run.upperBound,
      bytes[start + 1] | 0x20 == UInt8(ascii: "h"), bytes[start + 2] == UInt8(ascii: "-")
    else { return nil }
    return numberEnd(from: start + 3).map { (start..<$0, .issue) }
  }

  private func numberEnd(from start: Int) -> Int? {
    let end = skip(from: start, while: \.isDigit)
    guard (1...10).contains(end - start), end == run.upperBound || !bytes[end].isWordByte else { return nil }
    return end
  }

  // MARK: Commits

  private func commit(at start: Int) -> (Range<Int>, SemanticToken.Kind)? {
    guard options.commits, !isWord(before: start),
      start == run.lowerBound || !Self.hashNeighbours.contains(bytes[start - 1])
    else { return nil }
    return hashEnd(from: start).map { (start..<$0, .commit) }
  }

  /// `owner@hash`, `owner/repository@hash`
  private func commitAfterOwner(at sign: Int) -> (Range<Int>, SemanticToken.Kind)? {
    guard options.commits, let end = hashEnd(from: sign + 1) else { return nil }
    return (repositoryStart(before: sign) ?? ownerStart(before: sign)).map { ($0..<end, .commit) }
  }

  /// Where a hash ends: 7 to 40 hexadecimal digits; fewer than 40 with a letter and a digit among them, lest numbers and
  /// words be taken for one.
  private func hashEnd(from start: Int) -> Int? {
    let end = skip(from: start, while: \.isHashDigit)
    guard (7...40).contains(end - start),
      end == run.upperBound || (!bytes[end].isWordByte && !Self.hashNeighbours.contains(bytes[end]))
    else { return nil }
    let digits = bytes[start..<end].filter(\.isDigit).count
    return end - start == 40 || (digits > 0 && digits < end - start) ? end : nil
  }

  /// What parts of other numbers, such as UUIDs, and of paths stand beside.
  private static let hashNeighbours = Set("-/#&=+@".utf8)

  // MARK: Repositories

  /// Where `owner/repository`, which ends at `end`, starts.
  private func repositoryStart(before end: Int) -> Int? {
    var start = end
    while start > run.lowerBound, bytes[start - 1].isWordByte || Array("-.".utf8).contains(bytes[start - 1]) {
      start -= 1
    }
    guard start < end, end - start <= 100, start > run.lowerBound, bytes[start - 1] == UInt8(ascii: "/") else {
      return nil
    }
    return ownerStart(before: start - 1)
  }

  private func ownerStart(before end: Int) -> Int? {
    var start = end
    while start > run.lowerBound, end - start < 40,
      bytes[start - 1].isASCIIAlphanumeric || bytes[start - 1] == UInt8(ascii: "-")
    {
      start -= 1
    }
    guard let ownerEnd = ownerEnd(from: start), ownerEnd == end,
      start == run.lowerBound || bytes[start - 1].isSpaceOrOpening
    else { return nil }
    return start
  }

  // MARK: Bytes

  private func byte(at index: Int) -> UInt8? { index < run.upperBound ? bytes[index] : nil }

  private func isWord(before index: Int) -> Bool { index > run.lowerBound && bytes[index - 1].isWordByte }

  private func skip(from start: Int, while isMeant: (UInt8) -> Bool) -> Int {
    var end = start
    while end < run.upperBound, isMeant(bytes[end]) { end += 1 }
    return end
  }
}

extension UInt8 {
  var isASCIIAlphanumeric: Bool { isDigit || (0x61...0x7A).contains(self | 0x20) }

  /// An ASCII letter or digit, or an underscore: what `\w` is to GitHub.
  var isWordByte: Bool { isASCIIAlphanumeric || self == UInt8(ascii: "_") }

  fileprivate var isHashDigit: Bool { isDigit || (0x61...0x66).contains(self) }

  /// What a reference may stand behind: white space, and punctuation that opens or parts.
  fileprivate var isSpaceOrOpening: Bool {
    switch self {
    case 0x20, 0x09, UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: ";"),
      UInt8(ascii: ":"), UInt8(ascii: "\""), UInt8(ascii: "'"):
      true
    // Letters beyond ASCII are no words to GitHub.
    default: self >= 0x80
    }
  }
}
