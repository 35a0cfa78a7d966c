import GFMSyntax

/// A block's source as its nodes' pieces give it out: prefixes of lines left out, NUL and invalid bytes replaced.
struct BlockSource {
  let block: Block
  /// Each node's own pieces, as indexes into the tree's.
  private let own: [[Int]]

  init(_ block: Block) {
    self.block = block
    var own = [[Int]](repeating: [], count: block.tree.nodes.count)
    for (index, token) in block.tree.tokens.enumerated() where token.node >= 0 { own[Int(token.node)].append(index) }
    self.own = own
  }

  var tree: SyntaxTree { block.tree }

  func tokens(of node: Int) -> [SyntaxToken] { own[node].map { tree.tokens[$0] } }

  /// A piece's bytes as the library takes them.
  func bytes(of token: SyntaxToken) -> [UInt8] { Self.replacingInvalid(block.bytes[token.range]) }

  /// What a node's own pieces of one kind hold together, their lines parted by LF; `nil` without any.
  func text(of kind: SyntaxToken.Kind, in node: Int) -> [UInt8]? {
    let indexes = own[node].filter { tree.tokens[$0].kind == kind }
    guard let first = indexes.first, let last = indexes.last else { return nil }
    return joined(first...last) { $0.kind == kind }
  }

  /// What stands between a node's first and its last piece of a kind, such as the backticks of a code span.
  func text(between kind: SyntaxToken.Kind, in node: Int, taking taken: SyntaxToken.Kind) -> [UInt8] {
    let indexes = own[node].filter { tree.tokens[$0].kind == kind }
    guard let first = indexes.first, let last = indexes.last, first + 1 < last else { return [] }
    return joined(first + 1...last - 1) { $0.kind == taken }
  }

  /// The source between a link's opening bracket and the bracket after its text: its label, where it has no other.
  func textSource(ofLink node: Int) -> [UInt8] {
    let brackets = own[node].filter { tree.tokens[$0].kind == .bracket }
    guard brackets.count > 1, brackets[0] + 1 < brackets[1] else { return [] }
    return joined(brackets[0] + 1...brackets[1] - 1) { $0.kind != .quoteMarker }
  }

  /// The content of a paragraph or heading, without its lines' prefixes and indentation. A lazy line keeps its
  /// indentation.
  func content(of leaf: Int) -> [UInt8] {
    let node = tree.nodes[leaf]
    var result: [UInt8] = []
    for token in tree.tokens[tree.tokenIndex(at: Int(node.start))...] {
      guard token.start < node.end else { break }
      switch token.kind {
      case .lineEnding: result.append(0x0A)
      case .quoteMarker: break
      case .whitespace: result += result.last == 0x0A ? lazyIndentation(token, of: leaf) : bytes(of: token)
      default: result += bytes(of: token)
      }
    }
    return result
  }

  /// What a line's first white space leaves after its prefix, if the line is lazy.
  func lazyIndentation(_ token: SyntaxToken, of leaf: Int) -> [UInt8] {
    let line = line(at: Int(token.start))
    let (prefixEnd, innermost) = containers(on: line, of: leaf)
    let parent = Int(tree.nodes[leaf].parent)
    guard parent >= 0, innermost != parent else { return [] }
    return token.range.filter { column(of: $0, from: line.lowerBound) >= prefixEnd }.map { block.bytes[$0] }
  }

  private func joined(_ indexes: ClosedRange<Int>, taking isTaken: (SyntaxToken) -> Bool) -> [UInt8] {
    var result: [UInt8] = []
    for token in tree.tokens[indexes] {
      if token.kind == .lineEnding {
        result.append(0x0A)
      } else if isTaken(token) {
        result += contentBytes(of: token)
      }
    }
    return result
  }

  /// The bytes of a piece. Where it starts a line's content with the rest of a tab that the line's prefix has taken a part
  /// of, they are spaces.
  func contentBytes(of token: SyntaxToken) -> [UInt8] {
    guard block.bytes[Int(token.start)] == 0x09, startsContent(token), token.node >= 0,
      let rest = restOfTab(at: Int(token.start), in: Int(token.node))
    else { return bytes(of: token) }
    return [UInt8](repeating: 0x20, count: rest) + bytes(of: token).dropFirst()
  }

  /// Whether nothing but prefix stands before a piece on its line.
  private func startsContent(_ token: SyntaxToken) -> Bool {
    let lineStart = line(at: Int(token.start)).lowerBound
    return tree.tokens[tree.tokenIndex(at: lineStart)..<tree.tokenIndex(at: Int(token.start))].allSatisfy {
      switch $0.kind {
      case .whitespace: $0.node != token.node || block.bytes[$0.range].allSatisfy { $0 == 0x20 }
      case .quoteMarker, .listMarker, .taskMarker, .bracket, .footnoteLabel: true
      default: false
      }
    }
  }

  private static func replacingInvalid(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    if bytes.allSatisfy({ $0 > 0 && $0 < 0x80 }) { return Array(bytes) }
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let width = (1...4).first { width in
        index + width <= bytes.endIndex && String(validating: bytes[index..<index + width], as: UTF8.self) != nil
      }
      if let width, bytes[index] > 0 { result += bytes[index..<index + width] } else { result += [0xEF, 0xBF, 0xBD] }
      index += width ?? 1
    }
    return result
  }
}

// MARK: - Lines

extension BlockSource {
  /// The line that holds `offset`, without its ending.
  func line(at offset: Int) -> Range<Int> {
    let isEnd = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
    let start = (block.bytes[..<offset].lastIndex(where: isEnd) ?? -1) + 1
    let end = block.bytes[offset...].firstIndex(where: isEnd) ?? block.bytes.count
    return start..<max(start, end)
  }

  /// Whether a node starts on the line after the one where another ends.
  func standsOnLineAfter(_ first: Int, _ second: Int) -> Bool {
    let firstLine = line(at: Int(tree.nodes[first].end))
    let secondLine = line(at: Int(tree.nodes[second].start))
    guard firstLine.upperBound < secondLine.lowerBound else { return false }
    let between = block.bytes[firstLine.upperBound..<secondLine.lowerBound]
    return between.count == 1 || between.elementsEqual([0x0D, 0x0A])
  }

  /// The lines of a code or HTML block: of all of its own pieces those that are no fence, each line ended by LF.
  func lines(ofLeaf node: Int) -> [UInt8] {
    var content = tokens(of: node)[...]
    let fences = content.filter { $0.kind == .codeFence }
    if let opening = fences.first {
      let firstLine = line(at: Int(opening.start))
      content = content.drop { Int($0.start) < firstLine.upperBound }
    }
    if fences.count > 1, let closing = fences.last {
      let lastLine = line(at: Int(closing.start))
      content = content.prefix { Int($0.start) < lastLine.lowerBound }
    }
    var result: [UInt8] = []
    var isLineOpen = false
    for token in content {
      if token.kind == .lineEnding {
        result.append(0x0A)
        isLineOpen = false
        continue
      }
      result += isLineOpen ? bytes(of: token) : contentBytes(of: token)
      isLineOpen = true
    }
    return isLineOpen || endsOnBareLine(node) ? result + [0x0A] : result
  }

  /// Whether a leaf's last line is the text's, and has nothing on it but its containers' prefix and no ending: no piece
  /// of it is the leaf's.
  private func endsOnBareLine(_ node: Int) -> Bool {
    guard let last = own[node].last.map({ tree.tokens[$0] }), let end = tree.tokens.last?.end else { return false }
    switch tree.nodes[node].kind {
    case .fencedCode(let isClosed) where isClosed: return false
    case .indentedCode: return false
    case .htmlBlock where !isOpenHTML(node): return false
    default: break
    }
    let lineStart = last.kind == .lineEnding ? last.end : self.end(ofLineAt: Int(last.start))
    let line = line(at: Int(lineStart))
    guard line.lowerBound == lineStart, !line.isEmpty, line.upperBound == end else { return false }
    let prefix = tree.tokens[tree.tokenIndex(at: line.lowerBound)...].filter { $0.kind != .whitespace }
    let quotes = tree.ancestors(of: node).filter { tree.nodes[$0].kind == .blockQuote }
    guard prefix.allSatisfy({ $0.kind == .quoteMarker }), prefix.map({ Int($0.node) }) == quotes.reversed() else {
      return false
    }
    // A footnote does not go on over a line that looks blank but isn't empty, nor is indented enough.
    return tree.ancestors(of: node).allSatisfy { container in
      tree.nodes[container].kind != .footnoteDefinition
        || column(of: line.upperBound, from: line.lowerBound) >= contentColumn(on: line, in: container) + 4
    }
  }

  /// Whether an HTML block is of a kind that blank lines don't end (CommonMark 4.6), and what ends it did not come.
  private func isOpenHTML(_ node: Int) -> Bool {
    guard let first = text(of: .htmlText, in: node), let last = tokens(of: node).last(where: { $0.kind == .htmlText })
    else { return false }
    let start = String(decoding: first, as: UTF8.self).lowercased()
    let end = String(decoding: bytes(of: last), as: UTF8.self).lowercased()
    let kinds: [(starts: [String], ends: [String])] = [
      (["<script", "<pre", "<style", "<textarea"], ["</script>", "</pre>", "</style>", "</textarea>"]),
      (["<!--"], ["-->"]), (["<?"], ["?>"]), (["<![cdata["], ["]]>"]), (["<!"], [">"]),
    ]
    guard let kind = kinds.first(where: { $0.starts.contains(where: start.hasPrefix) }) else { return false }
    return !kind.ends.contains(where: end.contains)
  }

  /// Where the line after the one that holds `offset` starts.
  private func end(ofLineAt offset: Int) -> Int32 {
    let lineEnd = line(at: offset).upperBound
    let index = tree.tokenIndex(at: lineEnd)
    return index < tree.tokens.count ? tree.tokens[index].end : Int32(lineEnd)
  }

  /// How many columns of the tab that a line's content starts with are left, if a container or the leaf's indentation
  /// has taken a part of it.
  private func restOfTab(at offset: Int, in node: Int) -> Int? {
    let line = line(at: offset)
    let tabColumn = column(of: offset, from: line.lowerBound)
    var taken = contentColumn(on: line, in: node)
    switch tree.nodes[node].kind {
    case .indentedCode: taken += 4
    case .fencedCode: taken += fenceIndentation(of: node)
    default: break
    }
    return tabColumn < taken ? tabColumn + 4 - tabColumn % 4 - taken : nil
  }

  /// How far a fence is indented within its containers, in bytes: as the library has it, which takes as many columns
  /// from the lines of code.
  private func fenceIndentation(of node: Int) -> Int {
    let start = Int(tree.nodes[node].start)
    let line = line(at: start)
    let containersEnd = contentColumn(on: line, in: node)
    return (line.lowerBound..<start).count { column(of: $0 + 1, from: line.lowerBound) > containersEnd }
  }

  /// Columns from a line's start, tabs being stops at every fourth; every other byte is one, as the library counts.
  private func column(of offset: Int, from lineStart: Int) -> Int {
    block.bytes[lineStart..<offset].reduce(0) { $1 == 0x09 ? $0 + 4 - $0 % 4 : $0 + 1 }
  }

  private func contentColumn(on line: Range<Int>, in node: Int) -> Int { containers(on: line, of: node).column }

  /// The column where the content of a node's containers starts on a line, of those that go on there, and the innermost
  /// of these.
  func containers(on line: Range<Int>, of node: Int) -> (column: Int, innermost: Int?) {
    var result = 0
    var innermost: Int?
    for container in Array(tree.ancestors(of: node)).reversed() {
      let isFirstLine = line.contains(Int(tree.nodes[container].start))
      switch tree.nodes[container].kind {
      case .blockQuote:
        let markers = tokens(of: container).filter { $0.kind == .quoteMarker }
        guard let marker = markers.first(where: { line.contains(Int($0.start)) })
        else { return (result, innermost) }
        let end = Int(marker.end)
        result = column(of: end, from: line.lowerBound)
        if line.contains(end), block.bytes[end] == 0x20 || block.bytes[end] == 0x09 { result += 1 }
      case .item(let item):
        let next = result + Int(item.contentIndentation)
        guard isFirstLine || reaches(next, on: line) else { return (result, innermost) }
        result = next
      case .footnoteDefinition:
        if isFirstLine, let colon = tokens(of: container).last(where: { $0.kind == .bracket }) {
          let rest = block.bytes[Int(colon.end)..<line.upperBound]
          let start = rest.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? line.upperBound
          result = column(of: start, from: line.lowerBound)
        } else {
          guard reaches(result + 4, on: line) else { return (result, innermost) }
          result += 4
        }
      default:
        break
      }
      innermost = container
    }
    return (result, innermost)
  }

  /// Whether a line's first characters, spaces, tabs and quote markers, go on to a column, or the line is blank.
  private func reaches(_ target: Int, on line: Range<Int>) -> Bool {
    let first = line.first { index in
      tree.tokens[tree.tokenIndex(at: index)].kind != .quoteMarker
        && block.bytes[index] != 0x20 && block.bytes[index] != 0x09
    }
    guard let first else { return true }
    return column(of: first, from: line.lowerBound) >= target
  }
}

extension SyntaxTree {
  /// The leaf block that a node is, or is in.
  func leaf(of node: Int) -> Int {
    var leaf = node
    while nodes[leaf].kind.isInline, nodes[leaf].parent >= 0 { leaf = Int(nodes[leaf].parent) }
    return leaf
  }
}
