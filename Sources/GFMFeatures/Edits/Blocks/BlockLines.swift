import GFMSyntax
import MarkdownText

/// The lines of a run of blocks, and where on them the container's content starts.
///
/// Offsets are bytes from ``base``.
struct BlockLines: Sendable {
  /// Bytes from the document's start.
  let base: Int
  /// The top-level blocks that the run is in.
  let bytes: [UInt8]
  /// The top-level block that the containers are in.
  let block: Block
  /// Outermost first.
  private(set) var containers: [SyntaxTree.Index]
  /// From that of the run's first byte to that of its last one; never empty.
  let lines: [SourceLine]
  private let document: Document
  private let ending: [UInt8]

  /// Costs the top-level blocks' bytes.
  init?(_ run: SiblingBlocks) {
    guard let first = run.members.first, let last = run.members.last else { return nil }
    let base = first.placed.start
    let bytes =
      last.placed.start == base
      ? first.placed.bytes : run.document.bytes(in: base..<last.placed.range.upperBound)
    document = run.document
    self.base = base
    self.bytes = bytes
    block = first.placed.block
    containers = run.containers
    var lines = [SourceLine(at: run.range.lowerBound - base, in: bytes)]
    while let line = lines.last?.following(in: bytes), line.start < run.range.upperBound - base { lines.append(line) }
    self.lines = lines
    ending = run.document.lineEnding(of: lines[0], in: first.placed)
  }

  /// The same lines with other containers around them, outermost first.
  func within(_ containers: [SyntaxTree.Index]) -> BlockLines {
    var text = self
    text.containers = containers
    return text
  }

  var firstLine: SourceLine { lines[0] }
  var lastLine: SourceLine { lines[lines.count - 1] }

  /// Where the container's content starts on `line`; `nil` where the line lacks some of what continues the containers:
  /// a paragraph's line, or a blank one.
  func content(of line: SourceLine) -> PrefixScan? {
    var scan = PrefixScan(line, in: bytes)
    return scan.enter(containers, startingOn: line, in: block) ? scan : nil
  }

  /// Whether `line` has nothing but white space and the containers' markers.
  func isBlank(_ line: SourceLine) -> Bool {
    if bytes.isBlank(in: line.range) { return true }
    guard let scan = content(of: line) else { return false }
    return scan.whitespaceRun.end == line.end
  }

  /// Whether the line before `line` is blank; that of the top-level block before counts.
  func isBlankLine(before line: SourceLine) -> Bool {
    line.previous(in: bytes).map(isBlank) ?? document.isBlankLine(before: line.start + base)
  }

  /// What a further line of the containers starts with.
  var continuation: [UInt8] {
    guard let scan = content(of: firstLine) else { return [] }
    return LinePrefix(of: firstLine, in: block).continuation(upTo: scan.offset, in: block)
  }

  /// A line with nothing in it but what the containers need, and its ending.
  var blankLine: [UInt8] {
    let prefix = continuation
    return Array(prefix[..<prefix.trimmedEnd(of: 0..<prefix.count)]) + ending
  }

  /// A line with nothing in it but a quote in the containers, and its ending.
  var emptyQuoteLine: [UInt8] { continuation + [UInt8(ascii: ">")] + ending }

  /// A line ending and what a further line starts with.
  var newLine: [UInt8] { ending + continuation }

  /// Blank lines to set the run apart: none, after it, before it, both; as far as there is none yet. In the document's
  /// bytes.
  var separators: [[SourceEdit]] { separators(before: blankLine, after: blankLine) }

  /// The same with other lines in the place of blank ones.
  func separators(before first: [UInt8], after last: [UInt8]) -> [[SourceEdit]] {
    func insertion(_ line: [UInt8], at offset: Int) -> SourceEdit {
      SourceEdit(range: offset..<offset, replacement: line).moved(by: base)
    }
    var before: [SourceEdit] = []
    var after: [SourceEdit] = []
    let isFirstOfContainer = containers.contains { Int(block.tree.nodes[$0].start) >= firstLine.start }
    if !isFirstOfContainer, firstLine.start + base > 0, !isBlankLine(before: firstLine) {
      before = [insertion(first, at: firstLine.start)]
    }
    // The next top-level block starts with text.
    let lineAfter = lastLine.next < bytes.count ? lastLine.following(in: bytes) : nil
    if lastLine.next > lastLine.end, !(lineAfter.map(isBlank) ?? false) {
      after = [insertion(last, at: lastLine.next)]
    }
    var separators: [[SourceEdit]] = [[]]
    if !after.isEmpty { separators.append(after) }
    if !before.isEmpty { separators.append(before) }
    if !after.isEmpty && !before.isEmpty { separators.append(before + after) }
    return separators
  }

  /// A blank line before `line`; in the document's bytes.
  func separator(before line: SourceLine) -> SourceEdit {
    SourceEdit(range: line.start..<line.start, replacement: blankLine).moved(by: base)
  }

  /// The edit that puts `text` where `scan` stands; in the document's bytes.
  ///
  /// Tabs after it may come to end at other columns. Where `expandsTabs`, spaces take their place, so that the columns
  /// between stay.
  func inserting(_ text: [UInt8], at scan: PrefixScan, of line: SourceLine, expandsTabs: Bool) -> SourceEdit {
    let startColumn = TextColumns.after(bytes[line.start..<scan.offset])
    let run = scan.whitespaceRun
    let hasTab = bytes[scan.offset..<run.end].contains(UInt8(ascii: "\t"))
    guard scan.column > startColumn || expandsTabs && hasTab else {
      return SourceEdit(range: scan.offset..<scan.offset, replacement: text).moved(by: base)
    }
    let replacement = spaces(scan.column - startColumn) + text + spaces(run.endColumn - scan.column)
    return SourceEdit(range: scan.offset..<run.end, replacement: replacement).moved(by: base)
  }

  /// The edit that puts `text` in the place of the white space after `scan`; in the document's bytes.
  func replacingIndentation(_ text: [UInt8], at scan: PrefixScan) -> SourceEdit {
    SourceEdit(range: scan.offset..<scan.whitespaceRun.end, replacement: text).moved(by: base)
  }

  /// How white space is made wider or narrower.
  enum Indentation {
    /// With spaces; tabs behind those stay.
    case spaces
    /// With spaces, which take the place of tabs as well.
    case expandedTabs
    /// With tabs, as far as they reach.
    case tabs
  }

  /// The edit that makes the white space after `scan` `columns` wide; `nil` where it is. In the document's bytes.
  func indenting(
    _ scan: PrefixScan, of line: SourceLine, to columns: Int, with indentation: Indentation
  ) -> SourceEdit? {
    if indentation == .tabs { return tabbing(scan, of: line, to: columns) }
    let expandsTabs = indentation == .expandedTabs
    let startColumn = TextColumns.after(bytes[line.start..<scan.offset])
    let run = scan.whitespaceRun
    let shift = columns - (run.endColumn - scan.column)
    if shift == 0 { return nil }
    let white = bytes[scan.offset..<run.end]
    let leadingSpaces = white.prefix { $0 == UInt8(ascii: " ") }.count
    if scan.column == startColumn, leadingSpaces == white.count || !expandsTabs, shift > 0 || leadingSpaces >= -shift {
      let end = shift > 0 ? scan.offset : scan.offset - shift
      return SourceEdit(range: scan.offset..<end, replacement: spaces(max(shift, 0))).moved(by: base)
    }
    let replacement = spaces(scan.column - startColumn + columns)
    return SourceEdit(range: scan.offset..<run.end, replacement: replacement).moved(by: base)
  }

  private func tabbing(_ scan: PrefixScan, of line: SourceLine, to columns: Int) -> SourceEdit? {
    let startColumn = TextColumns.after(bytes[line.start..<scan.offset])
    let run = scan.whitespaceRun
    let shift = columns - (run.endColumn - scan.column)
    if shift == 0 { return nil }
    // Whole tabs in front leave all that follows them as it is, the indentation of code too.
    if scan.column == startColumn, startColumn % 4 == 0, shift % 4 == 0 {
      if shift > 0 {
        let tabs = [UInt8](repeating: UInt8(ascii: "\t"), count: shift / 4)
        return SourceEdit(range: scan.offset..<scan.offset, replacement: tabs).moved(by: base)
      }
      if bytes[scan.offset..<run.end].prefix(while: { $0 == UInt8(ascii: "\t") }).count >= -shift / 4 {
        return SourceEdit(range: scan.offset..<scan.offset - shift / 4, replacement: []).moved(by: base)
      }
    }
    let replacement = TextColumns.whitespace(from: startColumn, to: scan.column + columns)
    return SourceEdit(range: scan.offset..<run.end, replacement: replacement).moved(by: base)
  }

  private func spaces(_ count: Int) -> [UInt8] { [UInt8](repeating: UInt8(ascii: " "), count: max(count, 0)) }
}

extension PrefixScan {
  /// Consumes what `containers`, outermost first, put on `line`, the markers of those that start there included; false
  /// where the line lacks some of it.
  mutating func enter(_ containers: [SyntaxTree.Index], startingOn line: SourceLine, in block: Block) -> Bool {
    for container in containers {
      let node = block.tree.nodes[container]
      guard Int(node.start) >= line.start, !block.tree.isQuote(container) else {
        if !enter([container], in: block.tree) { return false }
        continue
      }
      // A later line than the container's first one has nothing of it.
      guard Int(node.start) <= line.end else { return false }
      if let item = block.tree.item(container) {
        let contentColumn = column + Int(item.contentIndentation)
        skip(to: ItemMarker(of: container, in: block).range.upperBound)
        _ = indent(to: contentColumn)
      } else {
        let marker = LinePrefix(of: line, in: block).markers.first { $0.container == container }
        skip(to: marker?.range.upperBound ?? offset)
        skip(to: whitespaceRun.end)
      }
    }
    return true
  }
}
