import GFMSyntax

/// Looks up many labels of a document: a part is gone through once, whatever number of them it mentions.
struct LabelIndex {
  private let document: Document
  /// Of the labels that were looked up.
  private var definingLinks: [LabelHash: LocatedLink?] = [:]
  /// Of the parts that were looked at, by their indexes.
  private var uses: [Int: [LabelHash: [LabelUse]]] = [:]
  private var isReferredTo: [LabelHash: Bool] = [:]

  init(_ document: Document) { self.document = document }

  /// Whether something refers to a label.
  mutating func isReferredTo(_ label: LabelHash) -> Bool {
    if let known = isReferredTo[label] { return known }
    var isFound = false
    let document = document
    document.forEachSegment(mentioning: [label]) { segment in
      isFound = uses(of: label, in: segment).contains { !$0.isDefinition }
      return !isFound
    }
    isReferredTo[label] = isFound
    return isFound
  }

  /// The definition that counts for a label: the first.
  mutating func definition(of label: LabelHash) -> LabelUse? {
    document.firstSegment(defining: label).flatMap { segment in
      uses(of: label, in: segment).first(where: \.isDefinition)
    }
  }

  /// The reference definition that counts for a label, and so where references to it lead; `nil` where there is none.
  mutating func definingLink(of label: LabelHash) -> LocatedLink? {
    if let known = definingLinks[label] { return known }
    let link = definition(of: label)?.link
    definingLinks[label] = .some(link)
    return link
  }

  private mutating func uses(of label: LabelHash, in segment: LocatedBlock) -> [LabelUse] {
    if let known = uses[segment.index] { return known[label] ?? [] }
    let found = Dictionary(grouping: segment.labelUses(), by: \.hash)
    uses[segment.index] = found
    return found[label] ?? []
  }
}
