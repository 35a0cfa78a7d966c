import GFMFeatures
import JSONRPC
import LanguageServerProtocol

extension Session {
  /// How many ranges are told at most, the whole document aside.
  private static let deepestSelection = 100

  /// What to select around each of the positions, from the innermost out.
  func selectionRanges(_ params: SelectionRangeParams) throws(RequestError) -> SelectionRanges {
    let document = try openDocument(params.textDocument.uri).document
    let converter = PositionConverter(document: document, encoding: positionEncoding)
    return SelectionRanges(
      chains: params.positions.map { position in
        let ranges = document.selectionRanges(at: converter.offset(position))
        // Each level is one of JSON, and readers of that give up at some depth: nobody grows a selection so often.
        let outer = ranges.count > Self.deepestSelection ? ranges.suffix(1) : []
        return (ranges.prefix(Self.deepestSelection) + outer).map(converter.range)
      })
  }
}

/// The answer to `textDocument/selectionRange`: for each position a range, with its parent, and that one's.
///
/// Written without recursion, since text may be nested as deeply as it likes.
struct SelectionRanges: JSONWritable {
  /// Each range in the next one.
  var chains: [[PositionRange]]

  func write(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for (index, chain) in chains.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      for (depth, range) in chain.enumerated() {
        bytes += depth > 0 ? #","parent":{"range":"#.utf8 : #"{"range":"#.utf8
        range.write(to: &bytes)
      }
      bytes += chain.map { _ in UInt8(ascii: "}") }
    }
    bytes.append(UInt8(ascii: "]"))
  }
}
