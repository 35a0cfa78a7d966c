import GFMSyntax
import MarkdownText

/// The start of an item that Enter puts after another one. Offsets are bytes from the block's start.
struct ItemStart {
  /// The line's prefix, the marker, the padding and the box.
  let text: [UInt8]
  /// The edits that keep the lines below the caret's, which come to be the new item's, in it where its content stands
  /// further in than that of the item before.
  let movedLines: [SourceEdit]

  /// The start of an item after the one at `index`, which the caret of `caret` is in; `nil` where no marker can follow.
  /// Costs the item's lines where they move.
  init?(after index: SyntaxTree.Index, on caret: CaretLine, withTask: Bool, options: EditOptions) {
    let block = caret.block
    guard let item = block.tree.item(index) else { return nil }
    let marker = ItemMarker(of: index, in: block)
    var number: [UInt8] = []
    var padding = Array(block.bytes[marker.padding])
    var prefixEnd = marker.range.lowerBound
    var movedLines: [SourceEdit] = []
    if let numbering = ListNumbering(ofItem: index, in: block, lone: options.numbering) {
      guard
        let fit = MarkerFit(
          numbering.number(after: index), for: marker, minimalDigits: numbering.minimalDigits(after: marker),
          in: block.bytes)
      else { return nil }
      number = fit.digits
      padding.removeLast(fit.droppedPadding)
      prefixEnd -= fit.droppedIndentation
      if fit.contentShift != 0 {
        movedLines = numbering.reindenting(index, after: caret.line, by: fit.contentShift)
      }
    }
    // More than four columns are one, and indented code.
    if padding.isEmpty || marker.hasCodePadding { padding = [UInt8(ascii: " ")] }
    var text = LinePrefix(of: marker.line, in: block).continuation(
      upTo: prefixEnd, in: block, indentation: options.indentation)
    text += number + [item.marker] + padding
    if withTask, let box = TaskBox(after: marker, in: block, options: caret.document.options) {
      text += Array("[ ]".utf8) + (box.padding.isEmpty ? [UInt8(ascii: " ")] : block.bytes[box.padding])
    }
    self.text = text
    self.movedLines = movedLines
  }
}
