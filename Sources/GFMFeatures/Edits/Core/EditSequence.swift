public import GFMSyntax
public import MarkdownText

/// Edits made one after another on a text, held as what they come to.
struct EditSequence {
  private enum Segment {
    /// Bytes of the text as it was.
    case kept(Range<Int>)
    case inserted([UInt8])

    var count: Int {
      switch self {
      case .kept(let range): range.count
      case .inserted(let bytes): bytes.count
      }
    }

    func slice(_ range: Range<Int>) -> Segment {
      switch self {
      case .kept(let kept): .kept(kept.lowerBound + range.lowerBound..<kept.lowerBound + range.upperBound)
      case .inserted(let bytes): .inserted(Array(bytes[range]))
      }
    }
  }

  private let byteCount: Int
  private var segments: [Segment]

  /// No edits of a text of `byteCount` bytes.
  init(byteCount: Int) {
    self.byteCount = byteCount
    segments = [.kept(0..<byteCount)]
  }

  /// Adds edits of the text as the sequence leaves it, in source order and without overlap. Costs the edits so far.
  mutating func append(_ edits: [SourceEdit]) {
    var result: [Segment] = []
    var rest = segments[...]
    var offset = 0
    // Moves on to `end`, and gives what is passed.
    func take(to end: Int, into taken: inout [Segment]) {
      while offset < end, let first = rest.first {
        let count = min(first.count, end - offset)
        if count > 0 { taken.append(first.slice(0..<count)) }
        if count == first.count {
          rest.removeFirst()
        } else {
          rest[rest.startIndex] = first.slice(count..<first.count)
        }
        offset += count
      }
    }
    for edit in edits {
      take(to: edit.range.lowerBound, into: &result)
      var dropped: [Segment] = []
      take(to: edit.range.upperBound, into: &dropped)
      result.append(.inserted(edit.replacement))
    }
    segments = result + rest
  }

  /// The edits of the first text that come to the same.
  var edits: [SourceEdit] {
    var edits: [SourceEdit] = []
    var end = 0
    var replacement: [UInt8] = []
    func flush(upTo start: Int) {
      if start > end || !replacement.isEmpty { edits.append(SourceEdit(range: end..<start, replacement: replacement)) }
      replacement = []
    }
    for segment in segments {
      switch segment {
      case .inserted(let bytes):
        replacement += bytes
      case .kept(let range) where !range.isEmpty:
        flush(upTo: range.lowerBound)
        end = range.upperBound
      case .kept:
        break
      }
    }
    flush(upTo: byteCount)
    return edits
  }
}

extension SourceEdit {
  /// The edit with its range moved by `distance`.
  func moved(by distance: Int) -> SourceEdit {
    SourceEdit(range: range.lowerBound + distance..<range.upperBound + distance, replacement: replacement)
  }
}

extension Document {
  /// The document after `edits`, which are in source order and do not overlap. One replacement, so one re-parse.
  public func replacing(_ edits: [SourceEdit]) -> Document {
    joined(edits).map { replacing($0.range, with: $0.replacement) } ?? self
  }

  /// Edits, which are in source order and do not overlap, as one with the text between them; `nil` if there are none.
  func joined(_ edits: [SourceEdit]) -> SourceEdit? {
    guard let first = edits.first, let last = edits.last else { return nil }
    let whole = first.range.lowerBound..<last.range.upperBound
    var replacement: [UInt8] = []
    var offset = whole.lowerBound
    for edit in edits {
      replacement += bytes(in: offset..<edit.range.lowerBound) + edit.replacement
      offset = edit.range.upperBound
    }
    return SourceEdit(range: whole, replacement: replacement)
  }
}

extension Collection<SourceEdit> {
  /// Where `offset` stands after these edits, which are in source order. Inside a replaced range it moves to the
  /// replacement's end, as does an offset where text is put in.
  func mapping(_ offset: Int) -> Int {
    var shift = 0
    for edit in self {
      guard edit.range.lowerBound <= offset else { break }
      if offset < edit.range.upperBound { return edit.range.lowerBound + shift + edit.replacement.count }
      shift += edit.replacement.count - edit.range.count
    }
    return offset + shift
  }
}

extension TextSelection {
  /// Where both its ends are after edits, which are in source order.
  func moved(by edits: [SourceEdit]) -> TextSelection {
    TextSelection(anchor: edits.mapping(anchor), head: edits.mapping(head))
  }
}
