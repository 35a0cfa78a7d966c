import GFMSyntax
import MarkdownText

extension SiblingBlocks.Member {
  /// Whether lists in the item's are set in with tabs: the nearest line that is set further in than the outermost of the
  /// lists around it says so, one above if there is any; else the white space after the item's marker.
  ///
  /// Costs the lines of the top-level block up to that one.
  var isInListWithTabs: Bool {
    let bytes = placed.bytes
    let containers = tree.containers(around: node)
    let outer = containers[..<(containers.lastIndex { tree.item($0) == nil }.map { $0 + 1 } ?? 0)]

    func startsWithTab(_ line: SourceLine) -> Bool? {
      var scan = PrefixScan(line, in: bytes)
      guard scan.enter(outer, in: tree), scan.whitespaceRun.end > scan.offset, scan.whitespaceRun.end < line.end else {
        return nil
      }
      return bytes[scan.offset] == UInt8(ascii: "\t")
    }

    let marker = ItemMarker(of: node, in: placed.block)
    var above: SourceLine? = marker.line
    while let line = above {
      if let answer = startsWithTab(line) { return answer }
      above = line.previous(in: bytes)
    }
    var below = marker.line.following(in: bytes)
    while let line = below {
      if let answer = startsWithTab(line) { return answer }
      below = line.following(in: bytes)
    }
    return bytes[marker.padding].contains(UInt8(ascii: "\t"))
  }
}
