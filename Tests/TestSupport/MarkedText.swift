/// A text with carets and selections marked in it, as an editor shows them.
///
/// `‸` is a caret, `⟦…⟧` a selection; `→` is a tab, `␍` a carriage return. Offsets are UTF-8 bytes.
public struct MarkedText: Sendable, Hashable {
  public var text: String
  /// In source order; a caret's range is empty.
  public var selections: [Range<Int>]

  public init(text: String, selections: [Range<Int>]) {
    self.text = text
    self.selections = selections
  }

  /// Takes the marks out of `marked`.
  public init(_ marked: String) {
    var bytes: [UInt8] = []
    var selections: [Range<Int>] = []
    var start = 0
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "‸": selections.append(bytes.count..<bytes.count)
      case "⟦": start = bytes.count
      case "⟧": selections.append(start..<bytes.count)
      case "→": bytes.append(UInt8(ascii: "\t"))
      case "␍": bytes.append(UInt8(ascii: "\r"))
      default: bytes += Array(String(scalar).utf8)
      }
    }
    self.init(text: String(decoding: bytes, as: UTF8.self), selections: selections)
  }

  /// The text with its marks put in again.
  public var marked: String {
    var bytes: [UInt8] = []
    let source = Array(text.utf8)
    for offset in 0...source.count {
      for selection in selections where selection.upperBound == offset && !selection.isEmpty {
        bytes += Array("⟧".utf8)
      }
      for selection in selections where selection.isEmpty && selection.lowerBound == offset { bytes += Array("‸".utf8) }
      for selection in selections where selection.lowerBound == offset && !selection.isEmpty {
        bytes += Array("⟦".utf8)
      }
      guard offset < source.count else { break }
      switch source[offset] {
      case UInt8(ascii: "\t"): bytes += Array("→".utf8)
      case UInt8(ascii: "\r"): bytes += Array("␍".utf8)
      default: bytes.append(source[offset])
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
