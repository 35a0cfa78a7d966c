import GFMSyntax
import MarkdownText

extension Document {
  /// Enter: what each selection is replaced by is a line ending and what the new line has to start with there.
  ///
  /// `nil` where no caret needs more than a line ending; a caret that needs no more, among others that do, gets one
  /// with its own line's indentation, as editors have it. Costs, for each caret, the parse of the blocks that its edits
  /// touch.
  func newline(selections: [TextSelection], options: EditOptions) -> EditResult? {
    var session = NewlineSession(self, selections: selections, options: options)
    for index in session.carets.indices { session.pressEnter(at: index) }
    return session.result
  }

  /// The blocks of code without an end that are opened on the selections' lines: an end further down than a document
  /// reaches would be theirs. Costs the blocks that the selections are in.
  func openedFences(at selections: [TextSelection]) -> [Range<Int>] {
    selections.compactMap { selection in
      let line = lineRange(line(at: selection.range.lowerBound))
      let placed = block(at: line.lowerBound)
      let fence = placed.tree.nodes.indices.first {
        let node = placed.tree.nodes[$0]
        return node.kind == .fencedCode(isClosed: false) && line.contains(placed.start + Int(node.start))
      }
      return fence.map(placed.range(of:))
    }
  }
}

/// Enter at one caret after another, each in the text as those before leave it.
private struct NewlineSession {
  private var document: Document
  private var edits: SourceEdits
  private let options: EditOptions
  /// In source order, each once.
  private(set) var carets: [Int]
  /// For each selection, its caret among `carets`.
  private let caretOfSelection: [Int]
  private var isChanged = false

  init(_ document: Document, selections: [TextSelection], options: EditOptions) {
    self.options = options
    let ranges = selections.map { document.clamped($0.range.lowerBound)..<document.clamped($0.range.upperBound) }
    let deletions = SourceEdits(ranges.filter { !$0.isEmpty }.union().map(SourceEdit.init(removing:)))
    let positions = ranges.map { deletions.newOffset($0.lowerBound) }
    let sorted = Set(positions).sorted()
    edits = deletions
    self.document = document.replacing(deletions)
    carets = sorted
    caretOfSelection = positions.map { position in sorted.firstIndex(of: position) ?? 0 }
  }

  mutating func pressEnter(at index: Int) {
    let caret = carets[index]
    let change: NewlineChange
    if let line = CaretLine(caret, in: document),
      let structural = line.newlineChange(options: options).flatMap(line.checked)
    {
      change = structural.moved(by: line.placed.start)
      isChanged = true
    } else {
      change = document.plainNewline(at: caret)
    }
    edits = edits.then(change.edits)
    let changes = SourceEdits(change.edits)
    carets = carets.map { changes.newOffset($0, .after) }
    carets[index] = change.caret
    if carets.count > 1 { document = document.replacing(change.edits) }
  }

  var result: EditResult? {
    guard isChanged else { return nil }
    return EditResult(edits: Array(edits), selections: caretOfSelection.map { TextSelection(caret: carets[$0]) })
  }
}

extension NewlineChange {
  fileprivate func moved(by distance: Int) -> NewlineChange {
    NewlineChange(edits: edits.map { $0.moved(by: distance) }, caret: caret + distance, expectation: expectation)
  }
}

extension Document {
  /// `offset` within the document, and not within a CR LF.
  fileprivate func clamped(_ offset: Int) -> Int {
    let offset = min(max(offset, 0), byteCount)
    return bytes(in: offset - 1..<offset + 1) == Array("\r\n".utf8) ? offset - 1 : offset
  }

  /// A line ending, and the white space that the caret's line starts with.
  fileprivate func plainNewline(at caret: Int) -> NewlineChange {
    let placed = block(at: caret)
    let line = SourceLine(at: caret - placed.start, in: placed.bytes)
    let local = caret - placed.start
    let indentation = line.start..<placed.bytes.firstNonspace(in: line.start..<max(local, line.start))
    let text = lineEnding(of: line, in: placed) + placed.bytes[indentation]
    return NewlineChange(
      edits: [SourceEdit(range: caret..<caret, replacement: text)], caret: caret + text.count,
      expectation: .sameContainers)
  }

  /// The ending of `line`, else the document's first, else LF.
  func lineEnding(of line: SourceLine, in placed: LocatedBlock) -> [UInt8] {
    if line.next > line.end { return Array(placed.bytes[line.end..<line.next]) }
    let first = block(at: 0).bytes
    let firstLine = SourceLine(startingAt: 0, in: first)
    return firstLine.next > firstLine.end ? Array(first[firstLine.end..<firstLine.next]) : [UInt8(ascii: "\n")]
  }
}
