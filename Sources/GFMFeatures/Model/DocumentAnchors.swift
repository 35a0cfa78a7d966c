public import GFMSyntax
import MarkdownText

/// An anchor in its document, under the name that fragments call it by.
public struct LocatedAnchor: Sendable {
  public var anchor: Anchor
  public var block: LocatedBlock
  /// A heading's slug with its number, an attribute's value.
  public var id: [UInt8]

  /// Bytes from the document's start.
  public var range: Range<Int> { anchor.range.shifted(by: block.start) }
  /// What an editor goes to: a heading's text, HTML as it stands.
  public var selection: Range<Int> { heading?.text ?? range }
  /// The Markdown heading that it is.
  public var heading: Heading? { anchor.kind == .heading ? block.heading(at: anchor.node) : nil }
}

/// Numbers slugs that are the same, as GitHub does: the second gets `-1`, unless some heading has that already.
public struct Slugger: Sendable {
  /// How often each name that was given led to another one.
  private var counts: [[UInt8]: Int] = [:]

  public init() {}

  /// The name of the next heading whose slug is `base`.
  public mutating func id(for base: [UInt8]) -> [UInt8] {
    guard var count = counts[base] else {
      counts[base] = 0
      return base
    }
    var id = base
    repeat {
      count += 1
      id = base + Array("-\(count)".utf8)
    } while counts[id] != nil
    counts[base] = count
    counts[id] = 0
    return id
  }
}

extension Document {
  /// All anchors, in source order. Costs the blocks that have any.
  public func anchors() -> [LocatedAnchor] {
    var slugger = Slugger()
    var anchors: [LocatedAnchor] = []
    forEachSegment(holding: [.headings, .html]) { placed in
      for anchor in placed.block.anchors {
        let id = anchor.isHeading ? slugger.id(for: anchor.name) : anchor.name
        anchors.append(LocatedAnchor(anchor: anchor, block: placed, id: id))
      }
      return true
    }
    return anchors
  }

  /// The anchor that a fragment, percent encodings undone, leads to: the first of its very name, else the first of its
  /// name in other letter case, which GitHub's pages look for. Before either, GitHub's prefix may stand once.
  ///
  /// Costs the fragment, O(log n), and the headings whose slugs are the same but for their numbers.
  public func anchor(named fragment: [UInt8]) -> LocatedAnchor? {
    let whole = anchors(like: fragment)
    if let exact = whole.exact { return exact }
    guard fragment.starts(with: Self.userContentPrefix) else { return whole.similar }
    let rest = anchors(like: Array(fragment.dropFirst(Self.userContentPrefix.count)))
    return rest.exact ?? rest.similar
  }

  /// The first anchor of this very name, and where there is none, the first whatever the letter case.
  private func anchors(like fragment: [UInt8]) -> (exact: LocatedAnchor?, similar: LocatedAnchor?) {
    // `#` alone is the document's start, though a heading without letters has no more of a name.
    guard !fragment.isEmpty else { return (nil, nil) }
    let hash = LabelHash(fragment, in: .fragment)
    var exact: LocatedAnchor?
    var similar: LocatedAnchor?
    forEachAnchor(likelyNamed: [fragment]) { anchor in
      if anchor.id == fragment { exact = anchor }
      if similar == nil, LabelHash(anchor.id, in: .fragment) == hash { similar = anchor }
      return exact == nil
    }
    return (exact, similar)
  }

  /// What GitHub puts before the names of elements, and takes in fragments with or without.
  static let userContentPrefix = Array("user-content-".utf8)

  /// Whether a fragment leads to the document's start where no anchor is called so: a repository's page has an element
  /// `readme` around the document.
  public static func isTop(_ fragment: [UInt8]) -> Bool {
    fragment.isEmpty || ["top", "readme"].contains(String(decoding: fragment, as: UTF8.self).lowercased())
  }

  /// A heading or HTML element of a part under the name that fragments call it by.
  public func placed(_ anchor: Anchor, in block: LocatedBlock) -> LocatedAnchor {
    guard anchor.isHeading else { return LocatedAnchor(anchor: anchor, block: block, id: anchor.name) }
    let range = anchor.range.shifted(by: block.start)
    var found: LocatedAnchor?
    forEachAnchor(likelyNamed: [anchor.name]) {
      if $0.range == range, $0.anchor.isHeading { found = $0 }
      return found == nil
    }
    return found ?? LocatedAnchor(anchor: anchor, block: block, id: anchor.name)
  }

  /// Calls `body` with the anchors that names may belong to, in source order, and those whose numbers hang on them, until
  /// it says `false`.
  private func forEachAnchor(likelyNamed names: Set<[UInt8]>, _ body: (LocatedAnchor) -> Bool) {
    let family = SlugFamily(of: names, in: self)
    forEachAnchor(in: family, alsoNamed: Set(names.map { LabelHash($0, in: .anchor) }), body)
  }

  private func forEachAnchor(
    in family: SlugFamily, alsoNamed hashes: Set<LabelHash>, _ body: (LocatedAnchor) -> Bool
  ) {
    var numberer = SlugNumberer(family)
    forEachSegment(withAnchorIn: family.hashes.union(hashes)) { placed in
      for anchor in placed.block.anchors {
        guard !anchor.isHeading || family.hashes.contains(anchor.hash) else { continue }
        let id = anchor.isHeading ? numberer.id(for: anchor.name) : anchor.name
        if !body(LocatedAnchor(anchor: anchor, block: placed, id: id)) { return false }
      }
      return true
    }
  }
}

/// Numbers the slugs of a family.
private struct SlugNumberer {
  private var slugger = Slugger()
  /// How many headings came by, where they all have the same slug, and no other takes its numbers.
  private var count: Int?

  init(_ family: SlugFamily) { count = family.isUniform ? 0 : nil }

  mutating func id(for slug: [UInt8]) -> [UInt8] {
    guard let number = count else { return slugger.id(for: slug) }
    count = number + 1
    return number == 0 ? slug : slug + Array("-\(number)".utf8)
  }
}

/// The slugs whose numbering hangs together: `a` twice makes an `a-1`, which a heading `a-1` may have taken.
private struct SlugFamily {
  private let document: Document
  private(set) var slugs: Set<[UInt8]> = []
  private(set) var hashes: Set<LabelHash> = []

  /// The slugs that hang together with one of `names`, whatever their letter case.
  init(of names: some Sequence<[UInt8]>, in document: Document) {
    self.document = document
    for name in names { add(Array(String(decoding: name, as: UTF8.self).lowercased().utf8)) }
  }

  mutating func add(_ slug: [UInt8]) {
    var pending = [slug]
    while let slug = pending.popLast() {
      guard slugs.insert(slug).inserted else { continue }
      hashes.insert(LabelHash(slug, in: .anchor))
      // Even a single heading may have had to take a number.
      if let stem = Slug.stem(of: slug), count(stem) > 0 { pending.append(stem) }
      // Mostly nothing has such a number that was not given.
      var limit = document.headingCount(ofSlugsNumbering: slug) > 0 ? count(slug) : 0
      var number = 1
      while number <= limit {
        let numbered = slug + Array("-\(number)".utf8)
        if count(numbered) > 0 {
          pending.append(numbered)
          // What is taken is passed over.
          limit += 1
        }
        number += 1
      }
    }
  }

  /// Whether all of its headings have the same slug.
  var isUniform: Bool {
    let taken = slugs.filter { count($0) > 0 }
    guard taken.count <= 1, let slug = taken.first else { return taken.isEmpty }
    return document.headingCount(ofSlug: slug) == count(slug)
  }

  private func count(_ slug: [UInt8]) -> Int { document.anchorCount(of: LabelHash(slug, in: .anchor)) }
}

// MARK: - Whether there is a name

/// The names of headings that take each other's numbers, as far as they were looked at: by what stands before the number.
struct NumberedNames {
  fileprivate var names: [[UInt8]: Set<LabelHash>] = [:]
}

extension Document {
  /// Whether ``anchor(named:)`` finds something. Costs the fragment and O(log n), but where headings have taken each
  /// other's numbers: these are looked at once.
  func hasAnchor(named fragment: [UInt8], _ known: inout NumberedNames) -> Bool {
    let prefix = Self.userContentPrefix
    return hasAnchor(like: fragment, &known)
      || fragment.starts(with: prefix) && hasAnchor(like: Array(fragment.dropFirst(prefix.count)), &known)
  }

  /// Whether there is an anchor of this name, whatever the letter case.
  private func hasAnchor(like fragment: [UInt8], _ known: inout NumberedNames) -> Bool {
    guard !fragment.isEmpty else { return false }
    // The first of the headings with a slug has it for its name, unless another one has.
    if anchorCount(of: LabelHash(fragment, in: .anchor)) > 0 { return true }
    let lowercased = Array(String(decoding: fragment, as: UTF8.self).lowercased().utf8)
    guard let stem = Slug.stem(of: lowercased), anchorCount(of: LabelHash(stem, in: .anchor)) > 0 else { return false }
    if known.names[stem] == nil {
      if SlugFamily(of: [stem], in: self).isUniform {
        let digits = lowercased[(stem.count + 1)...]
        let number = Int(String(decoding: digits, as: UTF8.self)) ?? 0
        return number > 0 && number < headingCount(ofSlug: stem) && digits.first != UInt8(ascii: "0")
      }
      known.names[stem] = Set(anchorNames(like: stem).map { LabelHash($0, in: .fragment) })
    }
    return known.names[stem]?.contains(LabelHash(fragment, in: .fragment)) == true
  }
}

// MARK: - Changes

extension Document {
  /// The names that fragments called anchors by in an earlier snapshot and call none by now, or the other way round, as
  /// far as that hangs on anchors with `names`: headings by their slugs, elements by their names.
  ///
  /// Costs O(log n) for each name, and where headings have taken each other's numbers, those headings.
  func anchorNames(changedSince old: Document, of names: Set<[UInt8]>) -> Set<[UInt8]> {
    names.reduce(into: []) { changed, name in
      let (before, after) = (SlugFamily(of: [name], in: old), SlugFamily(of: [name], in: self))
      guard before.slugs.count == 1, before.slugs == after.slugs else {
        changed.formUnion(old.anchorNames(like: name).symmetricDifference(anchorNames(like: name)))
        return
      }
      let hash = LabelHash(name, in: .anchor)
      // Elements, and headings whose slugs are the same but for letter case, give each other no numbers.
      if (old.anchorCount(of: hash) > 0) != (anchorCount(of: hash) > 0) { changed.insert(name) }
      let counts = (old.headingCount(ofSlug: name), headingCount(ofSlug: name))
      for number in min(counts.0, counts.1)..<max(counts.0, counts.1) {
        changed.insert(number == 0 ? name : name + Array("-\(number)".utf8))
      }
    }
  }

  private func anchorNames(like name: [UInt8]) -> Set<[UInt8]> {
    var names: Set<[UInt8]> = []
    forEachAnchor(likelyNamed: [name]) {
      names.insert($0.id)
      return true
    }
    return names
  }

  /// The headings whose numbers may hang on slugs, here and in another snapshot, in source order.
  ///
  /// Costs O(log n) for each of them.
  func headings(named slugs: Set<[UInt8]>, hereAndIn other: Document) -> (here: [LocatedAnchor], there: [LocatedAnchor])
  {
    var (own, others) = (SlugFamily(of: slugs, in: self), SlugFamily(of: slugs, in: other))
    while own.slugs != others.slugs {
      for slug in others.slugs.subtracting(own.slugs) { own.add(slug) }
      for slug in own.slugs.subtracting(others.slugs) { others.add(slug) }
    }
    return (headings(in: own), other.headings(in: others))
  }

  private func headings(in family: SlugFamily) -> [LocatedAnchor] {
    var found: [LocatedAnchor] = []
    forEachAnchor(in: family, alsoNamed: []) {
      if $0.anchor.isHeading { found.append($0) }
      return true
    }
    return found
  }
}
