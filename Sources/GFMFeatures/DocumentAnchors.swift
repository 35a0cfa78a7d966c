public import GFMSyntax

/// An anchor in its document, under the name that fragments call it by.
public struct PlacedAnchor: Sendable {
  public var anchor: Anchor
  public var block: PlacedBlock
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
  public func anchors() -> [PlacedAnchor] {
    var slugger = Slugger()
    var anchors: [PlacedAnchor] = []
    forEachPart(holding: [.headings, .html]) { placed in
      for anchor in placed.block.anchors {
        let id = anchor.isHeading ? slugger.id(for: anchor.name) : anchor.name
        anchors.append(PlacedAnchor(anchor: anchor, block: placed, id: id))
      }
      return true
    }
    return anchors
  }

  /// The anchor that a fragment, percent encodings undone, leads to: the first of its very name, else the first of its
  /// name in other letter case, which browsers do not find.
  ///
  /// Costs O(log n), and the headings whose slugs are the same but for their numbers.
  public func anchor(named fragment: [UInt8]) -> PlacedAnchor? {
    // `#` alone is the document's start, though a heading without letters has no more of a name.
    guard !fragment.isEmpty else { return nil }
    let candidates = anchors(likelyNamed: fragment)
    if let exact = candidates.first(where: { $0.id == fragment }) { return exact }
    let prefix = Self.userContentPrefix
    if fragment.starts(with: prefix) { return anchor(named: Array(fragment.dropFirst(prefix.count))) }
    let hash = LabelHash(fragment, in: .fragment)
    return candidates.first { LabelHash($0.id, in: .fragment) == hash }
  }

  /// What GitHub puts before the names of elements, and takes in fragments with or without.
  static let userContentPrefix = Array("user-content-".utf8)

  /// Whether a fragment leads to the document's start, whatever anchors there are.
  public static func isTop(_ fragment: [UInt8]) -> Bool {
    fragment.isEmpty || String(decoding: fragment, as: UTF8.self).lowercased() == "top"
  }

  /// A heading or HTML element of a part under the name that fragments call it by.
  public func placed(_ anchor: Anchor, in block: PlacedBlock) -> PlacedAnchor {
    guard anchor.isHeading else { return PlacedAnchor(anchor: anchor, block: block, id: anchor.name) }
    let range = anchor.range.shifted(by: block.start)
    return anchors(likelyNamed: anchor.name).first { $0.range == range && $0.anchor.isHeading }
      ?? PlacedAnchor(anchor: anchor, block: block, id: anchor.name)
  }

  /// The anchors that a name may belong to, in source order, and those whose numbers hang on them.
  private func anchors(likelyNamed name: [UInt8]) -> [PlacedAnchor] {
    let slugs = family(of: name)
    var slugger = Slugger()
    var anchors: [PlacedAnchor] = []
    for placed in parts(withAnchorIn: slugs.hashes.union([LabelHash(name, in: .anchor)])) {
      for anchor in placed.block.anchors {
        if !anchor.isHeading {
          anchors.append(PlacedAnchor(anchor: anchor, block: placed, id: anchor.name))
        } else if slugs.hashes.contains(anchor.hash) {
          anchors.append(PlacedAnchor(anchor: anchor, block: placed, id: slugger.id(for: anchor.name)))
        }
      }
    }
    return anchors
  }
}

/// The slugs whose numbering hangs together: `a` twice makes an `a-1`, which a heading `a-1` may have taken.
private struct SlugFamily {
  let document: Document
  private(set) var hashes: Set<LabelHash> = []

  init(document: Document) { self.document = document }

  mutating func add(_ slug: [UInt8]) {
    var pending = [slug]
    while let slug = pending.popLast() {
      guard hashes.insert(LabelHash(slug, in: .anchor)).inserted else { continue }
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

  private func count(_ slug: [UInt8]) -> Int { document.anchorCount(of: LabelHash(slug, in: .anchor)) }
}

// MARK: - Changes

extension Document {
  /// The names that fragments called anchors by in an earlier snapshot and call none by now, or the other way round, as
  /// far as that hangs on anchors with `names`: headings by their slugs, elements by their names.
  ///
  /// Costs O(log n) for each name, and where headings have taken each other's numbers, those headings.
  func anchorNames(changedSince old: Document, of names: Set<[UInt8]>) -> Set<[UInt8]> {
    names.reduce(into: []) { changed, name in
      let (before, after) = (old.family(of: name), family(of: name))
      guard before.hashes.count == 1, before.hashes == after.hashes else {
        changed.formUnion(
          Set(old.anchors(likelyNamed: name).map(\.id)).symmetricDifference(anchors(likelyNamed: name).map(\.id)))
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

  private func family(of name: [UInt8]) -> SlugFamily {
    var family = SlugFamily(document: self)
    family.add(Array(String(decoding: name, as: UTF8.self).lowercased().utf8))
    return family
  }
}
