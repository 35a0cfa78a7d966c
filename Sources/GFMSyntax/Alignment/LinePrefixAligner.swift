import MarkdownText

// The prefixes of lines: what containers take from a line before a leaf's own content starts.

extension SourceAligner {
  /// Where a line's own content starts, after the prefixes of the containers that are open there.
  ///
  /// A container that does not go on here ends the walk: the rest is then a lazy continuation of a paragraph, or belongs
  /// to none of the containers (CommonMark 5.1). Leaves the markers in `prefixMarkers`.
  mutating func scanPrefix(of line: Int) -> (scan: LineScan, isComplete: Bool) {
    prefixMarkers.removeAll(keepingCapacity: true)
    let lineEnd = lines.contentEnd(line)
    var scan = LineScan(source, from: line == 0 ? textStart : lines.start(line), to: lineEnd)
    for index in containers.indices {
      if containers[index].firstLine > line { break }
      let isMatched =
        containers[index].firstLine == line
        ? startContainer(index, &scan, lineEnd: lineEnd)
        : resumeContainer(index, &scan, lineEnd: lineEnd)
      if !isMatched { return (scan, false) }
    }
    return (scan, true)
  }

  /// Adds the pieces of a line's prefix, and gives where its content starts.
  @discardableResult
  mutating func emitPrefix(of line: Int) -> LineScan {
    let (scan, _) = scanPrefix(of: line)
    builder.fill(to: lines.start(line), node: parent)
    for marker in prefixMarkers { builder.add(marker.kind, marker.range, node: marker.node) }
    settleContainers(startingOn: line)
    extendContainers(over: line, isBlank: scan.isBlank)
    nextLine = line + 1
    return scan
  }

  /// Gives the containers that start on a line what only their markers tell.
  private mutating func settleContainers(startingOn line: Int) {
    for container in containers.reversed() {
      if container.firstLine < line { break }
      guard container.firstLine == line else { continue }
      builder.nodes[Int(container.node)].start = Int32(container.start)
      guard container.kind == .item else { continue }
      builder.nodes[Int(container.node)].kind = .item(container.item)
      settleList(ofItem: container)
    }
  }

  /// A list is what its first item is, and starts where that does.
  private mutating func settleList(ofItem container: Container) {
    let list = Int(builder.nodes[Int(container.node)].parent)
    guard list >= 0, list + 1 == Int(container.node), case .list(var kind) = builder.nodes[list].kind else { return }
    kind.isOrdered = container.item.marker == UInt8(ascii: ".") || container.item.marker == UInt8(ascii: ")")
    kind.start = container.item.number
    builder.nodes[list].kind = .list(kind)
    builder.nodes[list].start = Int32(container.start)
  }

  /// Containers end with the last line that holds something of theirs.
  private mutating func extendContainers(over line: Int, isBlank: Bool) {
    let end = Int32(lines.contentEnd(line))
    let lastMarked = prefixMarkers.last?.node ?? -1
    for container in containers {
      if container.firstLine > line || (isBlank && container.node > lastMarked) { break }
      builder.nodes[Int(container.node)].end = end
    }
  }

  // MARK: First lines

  private mutating func startContainer(_ index: Int, _ scan: inout LineScan, lineEnd: Int) -> Bool {
    let start = scan.firstNonspace.offset
    containers[index].start = start
    switch containers[index].kind {
    case .list:
      return true
    case .item:
      return startItem(index, &scan, lineEnd: lineEnd)
    case .footnoteDefinition:
      return startFootnoteDefinition(index, &scan, from: start, lineEnd: lineEnd)
    default:
      return takeQuoteMarker(index, &scan, at: start, lineEnd: lineEnd)
    }
  }

  private mutating func startItem(_ index: Int, _ scan: inout LineScan, lineEnd: Int) -> Bool {
    let start = containers[index].start
    let node = containers[index].node
    guard let marker = ListMarker.read(&scan, in: source, lineEnd: lineEnd) else { return false }
    prefixMarkers.append((.listMarker, start..<marker.end, node))
    containers[index].item.marker = marker.character
    containers[index].item.number = marker.number
    containers[index].item.contentIndentation = UInt8(clamping: marker.contentIndentation)
    if containers[index].isTask { takeTaskMarker(index, &scan, lineEnd: lineEnd) }
    return true
  }

  /// The box of a task item: three bytes after the marker and its padding (GFM 5.3).
  private mutating func takeTaskMarker(_ index: Int, _ scan: inout LineScan, lineEnd: Int) {
    let start = scan.offset
    guard start + 3 <= lineEnd, source[start] == UInt8(ascii: "["), source[start + 2] == UInt8(ascii: "]") else {
      return
    }
    scan.advance(to: start + 3, in: source)
    containers[index].item.task = source[start + 1] == UInt8(ascii: " ") ? .unchecked : .checked
    prefixMarkers.append((.taskMarker, start..<start + 3, containers[index].node))
  }

  private mutating func startFootnoteDefinition(
    _ index: Int, _ scan: inout LineScan, from start: Int, lineEnd: Int
  ) -> Bool {
    guard var label = FootnoteLabel.scan(in: source, from: start, end: lineEnd) else { return false }
    var start = start
    var contentStart = LinkScanner.spacesEnd(in: source, from: label.upperBound + 2, end: lineEnd)
    // Of nested definitions with one label the library keeps the inner one.
    let keptStart = lineStart(ofLineAt: index) + containers[index].contentColumn
    while contentStart < keptStart {
      noteDroppedFootnote(label)
      guard let inner = FootnoteLabel.scan(in: source, from: contentStart, end: lineEnd) else { break }
      (start, label) = (contentStart, inner)
      contentStart = LinkScanner.spacesEnd(in: source, from: label.upperBound + 2, end: lineEnd)
    }
    let node = containers[index].node
    prefixMarkers.append((.bracket, start..<label.lowerBound, node))
    prefixMarkers.append((.footnoteLabel, label, node))
    prefixMarkers.append((.bracket, label.upperBound..<label.upperBound + 2, node))
    // Other containers may stand between the two; what they hold is not to be taken for the inner one's.
    scan.advance(to: max(contentStart, keptStart), in: source)
    return true
  }

  /// Where the text of a container's first line starts.
  private func lineStart(ofLineAt index: Int) -> Int {
    let line = containers[index].firstLine
    return line == 0 ? textStart : lines.start(line)
  }

  // MARK: Later lines

  private mutating func resumeContainer(_ index: Int, _ scan: inout LineScan, lineEnd: Int) -> Bool {
    let container = containers[index]
    let (nonspace, indentation) = scan.firstNonspace
    switch container.kind {
    case .list:
      return true
    case .item, .footnoteDefinition:
      let needed = container.kind == .item ? Int(container.item.contentIndentation) : 4
      if indentation >= needed {
        scan.advance(columns: needed, in: source)
      } else if nonspace >= lineEnd {
        scan.advance(to: nonspace, in: source)
      } else {
        return false
      }
      return true
    default:
      guard indentation <= 3 else { return false }
      return takeQuoteMarker(index, &scan, at: nonspace, lineEnd: lineEnd)
    }
  }

  /// A `>` with the one column of white space that may follow it.
  private mutating func takeQuoteMarker(_ index: Int, _ scan: inout LineScan, at offset: Int, lineEnd: Int) -> Bool {
    guard offset < lineEnd, source[offset] == UInt8(ascii: ">") else { return false }
    scan.advance(to: offset + 1, in: source)
    if scan.isAtSpaceOrTab(in: source) { scan.advance(columns: 1, in: source) }
    prefixMarkers.append((.quoteMarker, offset..<offset + 1, containers[index].node))
    return true
  }
}
