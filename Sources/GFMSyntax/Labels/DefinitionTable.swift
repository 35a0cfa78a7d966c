/// The labels that a document defines, as a persistent trie over their hashes: a changed table shares all but O(log n)
/// nodes with the one it was made from.
///
/// What a label leads to is the first definition's business; whether brackets are a reference at all hangs on this alone.
struct DefinitionTable: Sendable {
  /// A way to write a label, and how many definitions write it so.
  private struct Spelling: Sendable, Hashable {
    var definition: LabelDefinition
    var count: Int
  }

  private indirect enum Node: Sendable {
    case label(LabelHash, [Spelling])
    /// One node, or none, for each value of a hash's next digit.
    case branch([Node?])
  }

  private var root: Node?

  init() {}

  init(_ definitions: some Sequence<LabelDefinition>) {
    for definition in definitions { count(definition, by: 1) }
  }

  /// The table with `new` in place of `old`, and the labels that are now defined and were not, or the other way round;
  /// where it `counts`, those too that are defined more or less often.
  func replacing(
    _ old: [LabelDefinition], with new: [LabelDefinition], counting counts: Bool = false
  ) -> (table: DefinitionTable, changed: Set<LabelHash>) {
    guard old != new else { return (self, []) }
    var table = self
    for definition in old { table.count(definition, by: -1) }
    for definition in new { table.count(definition, by: 1) }
    let changed = Set((old + new).lazy.map(\.hash)).filter {
      Set(spellings(of: $0).map(\.definition)) != Set(table.spellings(of: $0).map(\.definition))
        || (counts && count(of: $0) != table.count(of: $0))
    }
    return (table, changed)
  }

  /// The definitions of `labels` that stand outside of `blocks`.
  func definitions(of labels: [LabelHash], outside blocks: [Block]) -> [LabelDefinition] {
    guard root != nil else { return [] }
    var inside: [LabelDefinition: Int] = [:]
    for block in blocks { for definition in block.definitions { inside[definition, default: 0] += 1 } }
    return labels.flatMap { label in
      spellings(of: label).filter { $0.count > inside[$0.definition, default: 0] }.map(\.definition)
        .sorted { $0.label.lexicographicallyPrecedes($1.label) }
    }
  }

  /// How many definitions of a label there are, however they write it. O(log n).
  func count(of label: LabelHash) -> Int { spellings(of: label).reduce(0) { $0 + $1.count } }

  /// How many definitions there are that are the same to the letter. O(log n).
  func count(of definition: LabelDefinition) -> Int {
    spellings(of: definition.hash).first { $0.definition == definition }?.count ?? 0
  }

  private func spellings(of label: LabelHash) -> [Spelling] {
    var node = root
    var place = 0
    while let current = node {
      switch current {
      case .label(let hash, let spellings): return hash == label ? spellings : []
      case .branch(let children): node = children[label.digit(place)]
      }
      place += 1
    }
    return []
  }

  // MARK: Changing

  private mutating func count(_ definition: LabelDefinition, by difference: Int) {
    var spellings = spellings(of: definition.hash)
    if let index = spellings.firstIndex(where: { $0.definition == definition }) {
      spellings[index].count += difference
      if spellings[index].count <= 0 { spellings.remove(at: index) }
    } else if difference > 0 {
      spellings.append(Spelling(definition: definition, count: difference))
    }
    root = Self.setting(spellings, of: definition.hash, in: root, place: 0)
  }

  /// `node` with other spellings of a label. As deep as a hash has digits, at most.
  private static func setting(
    _ spellings: [Spelling], of label: LabelHash, in node: Node?, place: Int
  ) -> Node? {
    switch node {
    case nil:
      return spellings.isEmpty ? nil : .label(label, spellings)
    case .label(let other, let otherSpellings):
      if other == label || place == LabelHash.digitCount { return spellings.isEmpty ? nil : .label(label, spellings) }
      if spellings.isEmpty { return node }
      var children = [Node?](repeating: nil, count: 16)
      children[other.digit(place)] = .label(other, otherSpellings)
      return setting(spellings, of: label, in: .branch(children), place: place)
    case .branch(var children):
      let digit = label.digit(place)
      children[digit] = setting(spellings, of: label, in: children[digit], place: place + 1)
      return children.contains { $0 != nil } ? .branch(children) : nil
    }
  }
}
