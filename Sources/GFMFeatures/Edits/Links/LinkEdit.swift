import GFMSyntax
import MarkdownText

extension Document {
  /// Links at the selections: a link around one goes, text becomes a link's, an address its destination. `nil` where
  /// there is nothing to link.
  ///
  /// A caret stands for the link, the construct or the word that it is in; elsewhere it gets a link without text. With
  /// `url`, that is the destination, and the selections keep to the text; else the caret goes where something is
  /// missing. Costs some parses of the blocks that are touched.
  func link(to url: String?, selections: [TextSelection], github: TokenOptions.GitHub) -> EditResult? {
    let github = github.within(options)
    let destination: [UInt8]
    if let url {
      guard let spelled = LinkDestination.spelling(of: Array(url.utf8)) else { return nil }
      destination = spelled
    } else {
      destination = []
    }
    let gaps = selections.filter(\.isCaret)
      .filter { LinkIntent(of: $0, in: self, isAddressGiven: url != nil, github) == nil }
      .filter { !isAtMarker($0.head, github) }
      .compactMap { EmptyPair.possible(at: $0.head, in: self)?.offset }
    let filled = PlaceholderDocument(self, gaps: gaps)
    var session = LinkSession(filled.document, destination: destination, isAddressGiven: url != nil, github)
    let letterOffsets = gaps.map { filled.selection(TextSelection(caret: $0)).head }
    let results = session.run(at: selections.map(filled.selection), letters: Set(letterOffsets))
    let edits = filled.originalEdits(session.edits)
    guard !edits.isEmpty else { return nil }
    let letters = session.letters
    func withoutLetters(_ offset: Int) -> Int { offset - letters.count { $0 < offset } }
    return EditResult(
      edits: Array(edits),
      selections: results.map { $0.mapped(withoutLetters) })
  }
}

extension Document {
  fileprivate func isAtMarker(_ caret: Int, _ github: TokenOptions.GitHub) -> Bool {
    guard let (block, leaf) = wholeLeaf(at: caret) else { return false }
    return InlineModel(leaf: leaf, of: block, github: github).isAtMarker(caret)
  }
}

/// One selection after another, from the last to the first, each in the text as the others leave it.
private struct LinkSession {
  private var document: Document
  private let destination: [UInt8]
  private let isAddressGiven: Bool
  private let github: TokenOptions.GitHub
  private(set) var edits: SourceEdits = []
  /// Where letters stand for missing text, in the text as it is.
  private(set) var letters: [Int] = []

  init(_ document: Document, destination: [UInt8], isAddressGiven: Bool, _ github: TokenOptions.GitHub) {
    self.github = github
    self.document = document
    self.destination = destination
    self.isAddressGiven = isAddressGiven
  }

  /// Where the selections are afterwards.
  mutating func run(at selections: [TextSelection], letters: Set<Int>) -> [TextSelection] {
    self.letters = Array(letters)
    var results = selections
    var isDone = selections.map { _ in false }
    var nextStart = Int.max
    for group in groups(of: selections) {
      // What is still to come stands before all edits so far.
      guard let index = group.first, let target = target(of: selections[index]), target.range.upperBound <= nextStart,
        let change = target.change(
          in: document, destination: destination, isLetter: letters.contains(target.range.lowerBound))
      else { continue }
      nextStart = target.range.lowerBound
      for other in results.indices {
        if group.contains(other) {
          results[other] = change.selection(selections[other], isAddressGiven: isAddressGiven)
        } else if isDone[other] {
          results[other] = results[other].moved(by: change.edits.growth)
        } else {
          results[other] = change.edits.following(results[other])
        }
      }
      for member in group { isDone[member] = true }
      self.letters = self.letters.map { change.edits.newOffset($0, after: [.opening]) }
      let least = change.edits.minimized { document.bytes(in: $0) }
      edits = edits.then(least)
      document = document.replacing(least)
    }
    return results
  }

  /// The indexes of the selections that stand for something, those for the same together, the last in the text first.
  private func groups(of selections: [TextSelection]) -> [[Int]] {
    var groups: [(range: Range<Int>, members: [Int])] = []
    for (index, selection) in selections.enumerated() {
      guard let range = target(of: selection)?.range else { continue }
      if let known = groups.firstIndex(where: { $0.range == range }) {
        groups[known].members.append(index)
      } else {
        groups.append((range, [index]))
      }
    }
    return groups.sorted { $0.range.lowerBound > $1.range.lowerBound }.map(\.members)
  }

  private func target(of selection: TextSelection) -> LinkIntent? {
    selection.isCaret && letters.contains(selection.head)
      ? LinkIntent(letterAt: selection.head, in: document)
      : LinkIntent(of: selection, in: document, isAddressGiven: isAddressGiven, github)
  }
}

extension SourceEdits {
  /// A selection that covers the same text afterwards, with what opens at its start left outside.
  func following(_ selection: TextSelection) -> TextSelection {
    let start = newOffset(selection.range.lowerBound, after: [.opening])
    return selection.covering(from: start, to: selection.isCaret ? start : newOffset(selection.range.upperBound))
  }
}
