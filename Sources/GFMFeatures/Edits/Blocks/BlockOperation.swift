import GFMSyntax
import MarkdownText

/// An operation on whole blocks, which may be given an ``Excerpt`` for its document.
protocol BlockOperation: Sendable {
  /// What a selection stands for: ranges of the document, in source order.
  func scopes(of selection: TextSelection, in document: Document) -> [Range<Int>]

  /// The scopes with those joined that are edited as one; `scopes` are in source order, without overlap.
  func joining(_ scopes: [Range<Int>], in document: Document) -> [Range<Int>]

  /// The edits of what has been found to be a scope, checked with the parser; `nil` where there are none that do it.
  func edits(of scope: Range<Int>, in document: Document) -> [SourceEdit]?
}

extension BlockOperation {
  func joining(_ scopes: [Range<Int>], in document: Document) -> [Range<Int>] { scopes }
}

extension Document {
  /// What an operation on blocks does at the selections, each block once; `nil` where it does nothing.
  ///
  /// `operation` is made from all of the selections, each in an excerpt. Costs, for each scope, some parses of the parts
  /// that it is in, and of one before and one after them; where it edits more of a list or quote, of that.
  func edit(_ operation: ([WindowSelection]) -> some BlockOperation, _ selections: [TextSelection]) -> EditResult? {
    let selections = selections.map(selectionOfBlocks)
    let filled = filled(at: selections)
    let moved = selections.map(filled.selection)
    var session = BlockOperationSession(filled.document)
    session.run(operation(moved.map { WindowSelection($0, in: filled.document) }), at: moved)
    let edits = filled.originalEdits(session.edits)
    guard !edits.isEmpty else { return nil }
    return EditResult(
      edits: Array(edits),
      selections: selections.map { edits.following($0) { offset in lineRange(line(at: offset)).upperBound == offset } })
  }

  /// Whether there is something at a selection that `operation` would edit. Costs the parts that the selection is in, and
  /// one before and one after them.
  func hasScope(of operation: some BlockOperation, at selection: TextSelection) -> Bool {
    let selection = selectionOfBlocks(selection)
    let filled = filled(at: [selection])
    return !filled.document.scopes(of: filled.selection(selection), for: operation).isEmpty
  }

  fileprivate func scopes(of selection: TextSelection, for operation: some BlockOperation) -> [Range<Int>] {
    DocumentWindow.find(around: selection.range, of: self) { excerpt in
      let scopes = operation.scopes(of: selection.moved(by: -excerpt.start), in: excerpt.document)
      return (scopes.map { $0.shifted(by: excerpt.start) }, scopes.hull)
    }
  }

  /// A selection as operations on blocks take it: in the document, between characters, a caret before or in text.
  private func selectionOfBlocks(_ selection: TextSelection) -> TextSelection {
    let clamped = TextSelection(
      anchor: clampedToCharacter(selection.anchor), head: clampedToCharacter(selection.head))
    return clamped.isCaret ? TextSelection(caret: afterIndentation(clamped.head)) : clamped
  }

  /// The document with text at the carets that stand where there is none.
  private func filled(at selections: [TextSelection]) -> PlaceholderDocument {
    PlaceholderDocument(self, gaps: selections.filter { isEmptyLine(at: $0) }.map(\.head))
  }

  /// Whether a caret stands on a line with nothing but containers' markers, where a paragraph could begin.
  private func isEmptyLine(at selection: TextSelection) -> Bool {
    guard selection.isCaret else { return false }
    let line = lineRange(line(at: selection.head))
    guard selection.head >= line.lowerBound, !hasText(in: line) else { return false }
    let filled = replacing(selection.head..<selection.head, with: EmptyPair.letter)
    guard let (inlines, unit) = EmptyPair.letter(at: selection.head, in: filled) else { return false }
    let isAlone =
      inlines.units.count == 1 && unit == 0 && inlines.block.tree.nodes[inlines.leaf].kind == .paragraph
    return isAlone && inlines.range.count == EmptyPair.letter.count
  }

  private func hasText(in line: Range<Int>) -> Bool {
    bytes(in: line).contains { !$0.isSpaceOrTab && !Array(">-+*.)0123456789[]x".utf8).contains($0) }
  }

  /// The start of a line's text for a caret in the line's indentation, which may go.
  private func afterIndentation(_ offset: Int) -> Int {
    let line = lineRange(line(at: offset))
    let bytes = bytes(in: line)
    let text = bytes.firstNonspace(in: 0..<bytes.count)
    return text < bytes.count ? max(offset, line.lowerBound + text) : offset
  }

  /// `offset` within the document, and not within a character or a CR LF.
  private func clampedToCharacter(_ offset: Int) -> Int {
    var offset = min(max(offset, 0), byteCount)
    while offset > 0, let next = bytes(in: offset..<offset + 1).first, next & 0xC0 == 0x80 { offset -= 1 }
    return bytes(in: max(offset - 1, 0)..<offset + 1) == Array("\r\n".utf8) ? offset - 1 : offset
  }
}

/// One scope after another, from the last to the first, each in the text as the others leave it.
private struct BlockOperationSession {
  private var document: Document
  private(set) var edits: SourceEdits = []

  init(_ document: Document) { self.document = document }

  mutating func run(_ operation: some BlockOperation, at selections: [TextSelection]) {
    let scopes = selections.flatMap { document.scopes(of: $0, for: operation) }
    for scope in operation.joining(scopes.union(joiningAdjacent: false), in: document).reversed() {
      guard let changes = edits(of: scope, for: operation), !changes.isEmpty else { continue }
      edits = edits.then(changes)
      document = document.replacing(changes)
    }
  }

  private func edits(of scope: Range<Int>, for operation: some BlockOperation) -> [SourceEdit]? {
    DocumentWindow.find(around: scope, of: document) { excerpt in
      let edits = operation.edits(of: scope.shifted(by: -excerpt.start), in: excerpt.document)
      return (edits?.map { $0.moved(by: excerpt.start) }, edits?.map(\.range).hull)
    }
  }
}

extension [SourceEdit] {
  /// In source order; what is put in at a place comes before what is changed there.
  var inSourceOrder: [SourceEdit] { Array(SourceEdits(sorting: self)) }
}

extension SourceEdits {
  /// Where a selection stands after these edits: it holds the text that it held. Markers that are put in at its start
  /// stay outside; so do lines that are put in after its end.
  func following(_ selection: TextSelection, isLineEnding: (Int) -> Bool) -> TextSelection {
    let isCaretBeforeNewLine = selection.isCaret && isLineEnding(selection.head)
    let start = newOffset(selection.range.lowerBound, displacement: .sameDistance) { edit in
      edit.isInsertion && !(isCaretBeforeNewLine && edit.replacement.first?.isLineEnding == true)
    }
    guard !selection.isCaret else { return TextSelection(caret: start) }
    let end = newOffset(selection.range.upperBound, displacement: .sameDistance) { _ in false }
    return selection.covering(from: start, to: end)
  }
}
