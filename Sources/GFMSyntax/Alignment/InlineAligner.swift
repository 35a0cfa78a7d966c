import MarkdownText

/// Walks the inline nodes that cmark-gfm found in a leaf block beside the leaf's content, and so finds where each
/// stands.
///
/// The tree decides what is there; its order and the content decide where. Text consumes its characters (undoing
/// escapes and entities), emphasis its delimiters, a link its brackets, destination and title, and so on. Every byte of
/// the content belongs to one piece, but for the white space around line endings. Offsets are into the content, whose
/// lines end in LF. Linear in content and tree, and nothing recurses.
struct InlineAligner {
  private let tree: CMarkTree
  private let leaf: ContentMap
  private let content: [UInt8]
  private let end: Int
  private var cursor: Int
  /// The footnote reference without a definition that the cursor is in, if its text is in several nodes.
  private var partedFootnote: FootnoteScan.Text?
  private var footnotes: FootnoteScan
  /// For each place where brackets may be a footnote reference without a definition or not, whether they were taken for
  /// one, in order. Inside may be links by reference, which would make text of them: that, the tree alone knows.
  private var guesses: [Bool] = []
  /// The first guesses, as they are to be made.
  private var knownGuesses: [Bool] = []
  /// The library's searches for backticks in what is before the cursor, as far as they have been looked at.
  private var backticks = BacktickScan()
  private var backticksNoted: (tokens: Int, end: Int)

  /// What was found, in content offsets; parents are indexes into this array, -1 for the leaf block itself.
  private(set) var nodes: [Node] = []
  private(set) var tokens: [SyntaxToken] = []

  /// What became of a tree node.
  private enum Step {
    /// Its source does not line up with it.
    case misaligned
    /// It is consumed to its end.
    case finished
    /// Its start is consumed; its children follow.
    case opened(OpenNode)
  }

  private struct OpenNode {
    var treeNode: Int32
    var node: Int32
    var closer: Closer
  }

  private enum Closer {
    case delimiter(UInt8, count: Int)
    case linkTail
  }

  /// The content from `start` on, without trailing white space, is what the children of a leaf were parsed from.
  init(tree: CMarkTree, content: ContentMap, start: Int = 0, options: SyntaxOptions) {
    self.tree = tree
    self.leaf = content
    self.content = content.bytes
    self.end = max(start, content.bytes.trimmedEnd)
    self.cursor = start
    self.backticksNoted = (0, start)
    self.footnotes = FootnoteScan(content.bytes, end: end, isOn: options.footnotes)
    // Most leaves hold a few inlines at the most.
    nodes.reserveCapacity(8)
    tokens.reserveCapacity(16)
  }

  /// How often the children of a leaf are replayed at most, each time with another guess.
  private static let attemptLimit = 32
  /// Bytes of a leaf from which on there is one attempt.
  private static let longLeaf = 1 << 16

  /// Replays the children of the leaf `leaf`. `false` if tree and content don't line up; then the result is void.
  mutating func run(childrenOf leaf: Int32) -> Bool {
    let start = cursor
    for _ in 0..<(content.count < Self.longLeaf ? Self.attemptLimit : 1) {
      if replay(childrenOf: leaf) { return true }
      // The last guess that brackets are a reference may be wrong.
      guard let last = guesses.lastIndex(of: true) else { return false }
      knownGuesses = guesses[..<last] + [false]
      startAnew(at: start)
    }
    return false
  }

  /// Forgets all but the guesses.
  private mutating func startAnew(at start: Int) {
    (cursor, nodes, tokens, guesses, partedFootnote) = (start, [], [], [], nil)
    (backticks, backticksNoted) = (BacktickScan(), (0, start))
    footnotes.startAnew()
  }

  private mutating func replay(childrenOf leaf: Int32) -> Bool {
    var open: [OpenNode] = []
    var next = tree.nodes[Int(leaf)].firstChild
    while true {
      if next >= 0 {
        let node = tree.nodes[Int(next)]
        switch enter(next, parent: open.last?.node ?? -1) {
        case .misaligned:
          return false
        case .finished:
          next = node.nextSibling
        case .opened(let opened):
          open.append(opened)
          next = node.firstChild
        }
      } else if let closing = open.popLast() {
        guard leave(closing) else { return false }
        next = tree.nodes[Int(closing.treeNode)].nextSibling
      } else {
        skipSpace()
        return cursor == end
      }
    }
  }

  // MARK: Entering and leaving

  /// Consumes a node, or the start of one that has children.
  private mutating func enter(_ index: Int32, parent: Int32) -> Step {
    let node = tree.nodes[Int(index)]
    let start = cursor
    if node.kind != .text, !isBareAutolink(node) { partedFootnote = nil }
    switch node.kind {
    case .text:
      if node.text.isEmpty { return .finished }
      let added = append(.text, parent: parent)
      guard consumeText(tree.text(of: index), node: added) else { return .misaligned }
      return finish(added)
    case .softBreak, .hardBreak:
      return consumeBreak(isHard: node.kind == .hardBreak, parent: parent)
    case .code:
      let added = append(.codeSpan, parent: parent)
      guard consumeCodeSpan(node: added) else { return .misaligned }
      return finish(added)
    case .htmlInline:
      let literal = tree.text(of: index)
      guard hasPrefix(literal) else { return .misaligned }
      let added = append(.htmlInline, parent: parent)
      addLines(.htmlInline, cursor + literal.count, node: added)
      return finish(added)
    case .footnoteReference:
      let added = append(.footnoteReference, parent: parent)
      guard consumeFootnoteReference(node: added) else { return .misaligned }
      return finish(added)
    case .emphasis, .strong, .strikethrough:
      guard start < end else { return .misaligned }
      let character = content[start]
      let count: Int
      let kind: Node.Kind
      switch node.kind {
      case .emphasis: (kind, count) = (.emphasis, 1)
      case .strong: (kind, count) = (.strong, 2)
      default: (kind, count) = (.strikethrough, runLength(at: start))
      }
      let isRight = node.kind == .strikethrough ? character == UInt8(ascii: "~") : isEmphasisCharacter(character)
      guard isRight, runLength(at: start) >= count else { return .misaligned }
      let added = append(kind, parent: parent)
      add(.delimiter, start + count, node: added)
      return .opened(OpenNode(treeNode: index, node: added, closer: .delimiter(character, count: count)))
    case .link, .image:
      return enterLink(index, isImage: node.kind == .image, parent: parent)
    default:
      return .misaligned
    }
  }

  private mutating func leave(_ open: OpenNode) -> Bool {
    switch open.closer {
    case .delimiter(let character, let count):
      guard cursor + count <= end, content[cursor..<cursor + count].allSatisfy({ $0 == character }) else {
        return false
      }
      add(.delimiter, cursor + count, node: open.node)
    case .linkTail:
      guard let form = consumeLinkTail(node: open.node) else { return false }
      let isImage = tree.nodes[Int(open.treeNode)].kind == .image
      nodes[Int(open.node)].kind = isImage ? .image(form) : .link(form)
    }
    _ = finish(open.node)
    return true
  }

  // MARK: Nodes and pieces

  private mutating func append(_ kind: Node.Kind, parent: Int32) -> Int32 {
    nodes.append(
      Node(kind: kind, start: Int32(cursor), end: Int32(cursor), parent: parent, subtreeEnd: Int32(nodes.count + 1)))
    return Int32(nodes.count - 1)
  }

  /// Ends the node here; its descendants have all been appended.
  private mutating func finish(_ node: Int32) -> Step {
    nodes[Int(node)].end = Int32(cursor)
    nodes[Int(node)].subtreeEnd = Int32(nodes.count)
    return .finished
  }

  /// Consumes up to `pieceEnd` as one piece.
  private mutating func add(_ kind: SyntaxToken.Kind, _ pieceEnd: Int, node: Int32) {
    if pieceEnd > cursor {
      tokens.append(SyntaxToken(kind: kind, start: Int32(cursor), end: Int32(pieceEnd), node: node))
    }
    cursor = pieceEnd
  }

  /// Consumes up to `piecesEnd` as one piece a line.
  private mutating func addLines(_ kind: SyntaxToken.Kind, _ piecesEnd: Int, node: Int32) {
    while cursor < piecesEnd {
      let lineEnd = content[cursor..<piecesEnd].firstIndex(of: .lineFeed) ?? piecesEnd
      add(kind, lineEnd, node: node)
      if cursor < piecesEnd { cursor += 1 }
    }
  }

  private func hasPrefix(_ literal: ArraySlice<UInt8>) -> Bool {
    cursor + literal.count <= end && content[cursor..<cursor + literal.count] == literal
  }

  private func runLength(at start: Int) -> Int {
    var index = start
    while index < end, content[index] == content[start] { index += 1 }
    return index - start
  }

  private func isEmphasisCharacter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_")
  }

  private mutating func skipSpace() {
    while cursor < end, content[cursor].isTrimmable, content[cursor] != .lineFeed { cursor += 1 }
  }

  // MARK: Text

  /// Consumes the source of a text node with this literal.
  private mutating func consumeText(_ literal: ArraySlice<UInt8>, node: Int32, kind: SyntaxToken.Kind = .text) -> Bool {
    var expected = literal.startIndex
    var runStart = cursor
    func run(to runEnd: Int) -> SyntaxToken? {
      runEnd > runStart ? SyntaxToken(kind: kind, start: Int32(runStart), end: Int32(runEnd), node: node) : nil
    }
    while expected < literal.endIndex {
      guard cursor < end else { return false }
      if let footnote = partedFootnote, footnote.range.lowerBound <= cursor {
        if let token = run(to: cursor) { tokens.append(token) }
        runStart = cursor
        guard let next = consumeParted(footnote, literal[expected...], node: node, kind: kind) else {
          // A link by reference has made text of its brackets.
          partedFootnote = nil
          continue
        }
        runStart = cursor
        expected = next
        continue
      }
      let byte = content[cursor]
      switch byte {
      case UInt8(ascii: "\\") where cursor + 1 < end && content[cursor + 1].isPunctuation:
        guard literal[expected] == content[cursor + 1] else { return false }
        if let token = run(to: cursor) { tokens.append(token) }
        add(.escape, cursor + 2, node: node)
        runStart = cursor
        expected += 1
      case UInt8(ascii: "&"):
        if let entity = Entity.scan(in: content, from: cursor, end: end), literal[expected...].starts(with: entity.text)
        {
          if let token = run(to: cursor) { tokens.append(token) }
          add(.entity, entity.end, node: node)
          runStart = cursor
          expected += entity.text.count
        } else {
          guard literal[expected] == byte else { return false }
          cursor += 1
          expected += 1
        }
      case UInt8(ascii: "|") where leaf.isEscapedPipe(cursor):
        guard literal[expected] == byte else { return false }
        if let token = run(to: cursor) { tokens.append(token) }
        add(.escape, cursor + 1, node: node)
        runStart = cursor
        expected += 1
      case UInt8(ascii: "["):
        let footnote = unresolvedFootnote(literal[expected...])
        if let footnote, let literalEnd = footnote.literalEnd {
          if let token = run(to: cursor) { tokens.append(token) }
          addLines(kind, footnote.text.end, node: node)
          resumeNotingBackticks(from: footnote.text.backticks)
          runStart = cursor
          expected = literalEnd
        } else {
          guard literal[expected] == byte else { return false }
          partedFootnote = footnote?.text
          // What may be plain text ends where such a text starts.
          let count = footnote?.text.range.lowerBound == cursor + 2 ? 2 : 1
          cursor += count
          expected += count
        }
      default:
        guard literal[expected] == byte else { return false }
        let plain = plainLength(of: literal, from: expected)
        cursor += plain
        expected += plain
      }
    }
    if let token = run(to: cursor) { tokens.append(token) }
    return true
  }

  /// How many bytes from here on are the same in content and literal, and none of them may be anything but text; at
  /// least the first.
  private func plainLength(of literal: ArraySlice<UInt8>, from start: Int) -> Int {
    let limit = min(end - cursor, literal.endIndex - start)
    let literalOffset = start - literal.startIndex
    return content.withUnsafeBufferPointer { content in
      literal.withUnsafeBufferPointer { literal in
        var length = 1
        while length < limit {
          let byte = content[cursor + length]
          if byte != literal[literalOffset + length] || Self.mayStartMore(byte) { break }
          length += 1
        }
        return length
      }
    }
  }

  /// Whether a byte in text may stand for something else than itself.
  private static func mayStartMore(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "|") || byte == UInt8(ascii: "[")
  }

  private mutating func consumeBreak(isHard: Bool, parent: Int32) -> Step {
    let start = cursor
    var lineEnd = start
    let isBackslash = isHard && lineEnd < end && content[lineEnd] == UInt8(ascii: "\\")
    if isBackslash { lineEnd += 1 }
    while lineEnd < end, content[lineEnd].isTrimmable, content[lineEnd] != .lineFeed { lineEnd += 1 }
    guard lineEnd < end, content[lineEnd] == .lineFeed else { return .misaligned }
    let added = append(isHard ? .hardBreak : .softBreak, parent: parent)
    if isHard { add(.hardBreak, lineEnd, node: added) } else { nodes[Int(added)].start = Int32(lineEnd) }
    cursor = lineEnd + 1
    let result = finish(added)
    // After a backslash the library leaves the next line's indentation in its text.
    while !isBackslash, cursor < end, content[cursor].isSpaceOrTab { cursor += 1 }
    return result
  }

  // MARK: Code spans

  private mutating func consumeCodeSpan(node: Int32) -> Bool {
    guard cursor < end, content[cursor] == UInt8(ascii: "`") else { return false }
    guard let closer = closingBackticks(from: cursor) else { return false }
    add(.codeDelimiter, cursor + closer.count, node: node)
    addLines(.codeSpanText, closer.lowerBound, node: node)
    cursor = closer.lowerBound
    add(.codeDelimiter, closer.upperBound, node: node)
    return true
  }

  /// The run that closes the code span whose opening run starts at `start`.
  private func closingBackticks(from start: Int) -> Range<Int>? {
    let count = runLength(at: start)
    var search = start + count
    while let run = BacktickScan.nextRun(in: content, from: search, end: end) {
      if run.count == count { return run }
      search = run.upperBound
    }
    return nil
  }

  /// Notes the library's searches for backticks up to the cursor.
  private mutating func noteBackticks() {
    let (known, start) = backticksNoted
    var position = start
    for token in tokens[known...] where Int(token.start) >= position {
      backticks.note(textIn: position..<Int(token.start), of: content, end: end)
      position = Int(token.end)
      if token.kind == .text {
        backticks.note(textIn: Int(token.start)..<position, of: content, end: end)
      } else if token.kind == .codeDelimiter {
        position = backticks.closer(of: Int(token.start)..<position, in: content, end: end)?.upperBound ?? position
      }
    }
    if position < cursor { backticks.note(textIn: position..<cursor, of: content, end: end) }
    backticksNoted = (tokens.count, max(position, cursor))
  }

  // MARK: Links

  private mutating func enterLink(_ index: Int32, isImage: Bool, parent: Int32) -> Step {
    guard cursor < end else { return .misaligned }
    switch content[cursor] {
    case UInt8(ascii: "!") where isImage && cursor + 1 < end && content[cursor + 1] == UInt8(ascii: "["):
      let added = append(.image(.inline), parent: parent)
      add(.bracket, cursor + 2, node: added)
      return .opened(OpenNode(treeNode: index, node: added, closer: .linkTail))
    case UInt8(ascii: "[") where !isImage:
      let added = append(.link(.inline), parent: parent)
      add(.bracket, cursor + 1, node: added)
      return .opened(OpenNode(treeNode: index, node: added, closer: .linkTail))
    case UInt8(ascii: "<") where !isImage:
      let added = append(.link(.autolink), parent: parent)
      add(.bracket, cursor + 1, node: added)
      guard let close = content[cursor..<end].firstIndex(of: UInt8(ascii: ">")) else { return .misaligned }
      let text = append(.text, parent: added)
      add(.autolink, close, node: text)
      _ = finish(text)
      add(.bracket, close + 1, node: added)
      return finish(added)
    default:
      guard !isImage else { return .misaligned }
      let added = append(.link(.bareAutolink), parent: parent)
      let text = append(.text, parent: added)
      guard consumeBareAutolink(tree.nodes[Int(index)].firstChild, node: text) else { return .misaligned }
      _ = finish(text)
      return finish(added)
    }
  }

  /// Whether a node of the tree that starts here is a link without brackets.
  private func isBareAutolink(_ node: CMarkTree.Node) -> Bool {
    node.kind == .link && cursor < end && content[cursor] != UInt8(ascii: "[") && content[cursor] != UInt8(ascii: "<")
  }

  /// Consumes a bare autolink. Its text is the source as it stands, but for an e-mail address, which the library finds
  /// in text whose escapes and entities are undone already.
  private mutating func consumeBareAutolink(_ text: Int32, node: Int32) -> Bool {
    guard text >= 0 else { return false }
    let literal = tree.text(of: text)
    if hasPrefix(literal) {
      add(.autolink, cursor + literal.count, node: node)
      return true
    }
    return consumeText(literal, node: node, kind: .autolink)
  }

  /// Consumes from the `]` after a link's text to the link's end.
  private mutating func consumeLinkTail(node: Int32) -> Node.LinkForm? {
    guard cursor < end, content[cursor] == UInt8(ascii: "]") else { return nil }
    add(.bracket, cursor + 1, node: node)
    if let tail = InlineLinkTail.scan(in: content, from: cursor, end: end) {
      add(.bracket, cursor + 1, node: node)
      addDestination(tail.destination, node: node)
      addTitle(tail.title, node: node)
      cursor = tail.end - 1
      add(.bracket, tail.end, node: node)
      return .inline
    }
    guard let labelEnd = LinkScanner.labelEnd(in: content, from: cursor, end: end) else { return .shortcutReference }
    let label = LinkScanner.trimmed(cursor + 1..<labelEnd - 1, in: content)
    add(.bracket, cursor + 1, node: node)
    if !label.isEmpty {
      cursor = label.lowerBound
      addLines(.linkLabel, label.upperBound, node: node)
    }
    cursor = labelEnd - 1
    add(.bracket, labelEnd, node: node)
    return label.isEmpty ? .collapsedReference : .fullReference
  }

  private mutating func addDestination(_ destination: Range<Int>, node: Int32) {
    cursor = destination.lowerBound
    if !destination.isEmpty, content[destination.lowerBound] == UInt8(ascii: "<") {
      add(.bracket, cursor + 1, node: node)
      // An escaped line ending may stand in it.
      addLines(.linkDestination, destination.upperBound - 1, node: node)
      add(.bracket, destination.upperBound, node: node)
    } else {
      addLines(.linkDestination, destination.upperBound, node: node)
    }
  }

  private mutating func addTitle(_ title: Range<Int>?, node: Int32) {
    guard let title else { return }
    cursor = title.lowerBound
    addLines(.linkTitle, title.upperBound, node: node)
  }

  // MARK: Footnotes

  private mutating func consumeFootnoteReference(node: Int32) -> Bool {
    guard let labelStart = footnotes.labelStart(from: cursor) else { return false }
    noteBackticks()
    guard let found = footnotes.close(of: cursor, behind: backticks) else { return false }
    add(.bracket, labelStart, node: node)
    addLines(.footnoteLabel, found.close, node: node)
    cursor = found.close
    add(.bracket, found.close + 1, node: node)
    resumeNotingBackticks(from: found.backticks)
    return true
  }

  /// Goes on here with the searches noted that were made for what now is behind the cursor.
  private mutating func resumeNotingBackticks(from scan: BacktickScan) {
    backticks = scan
    backticksNoted = (tokens.count, cursor)
  }

  /// The text of a footnote reference without a definition, if one starts here, and where it ends in the literal; `nil`
  /// there if it goes on in another node.
  ///
  /// The library makes text of it again from its raw source; where markup or a line ending stood inside, text is lost on
  /// the way, by a length that it takes from columns.
  private mutating func unresolvedFootnote(
    _ literal: ArraySlice<UInt8>
  ) -> (text: FootnoteScan.Text, literalEnd: Int?)? {
    guard literal.starts(with: [UInt8(ascii: "["), UInt8(ascii: "^")]) else { return nil }
    noteBackticks()
    guard let text = footnotes.text(of: cursor, behind: backticks) else { return nil }
    let rest = literal.dropFirst(2)
    let common = zip(content[text.range], rest).prefix { $0 == $1 }.count
    let counts = text.keptEnds.map { min($0 - text.range.lowerBound, common) } + [common]
    let ends = counts.compactMap { count -> Int? in
      let bracket = rest.startIndex + count
      return bracket < rest.endIndex && rest[bracket] == UInt8(ascii: "]") ? bracket + 1 : nil
    }
    if let end = ends.first(where: { mayGoOn(literal[$0...], at: text.end) }), guess(text) { return (text, end) }
    return common == rest.count && guess(text) ? (text, nil) : nil
  }

  /// Whether what stands in brackets is to be taken for a footnote reference, or for what there is of one in a node.
  private mutating func guess(_ text: FootnoteScan.Text) -> Bool {
    guard content[text.range].contains(UInt8(ascii: "[")) else { return true }
    guesses.append(guesses.count < knownGuesses.count ? knownGuesses[guesses.count] : true)
    return guesses[guesses.count - 1]
  }

  /// Consumes what a node has of the text of a footnote reference that e-mail addresses part into several nodes. What is
  /// lost of it stands before its closing bracket.
  ///
  /// - Returns: where the literal goes on; `nil` if it does not line up.
  private mutating func consumeParted(
    _ text: FootnoteScan.Text, _ literal: ArraySlice<UInt8>, node: Int32, kind: SyntaxToken.Kind
  ) -> Int? {
    var expected = literal.startIndex
    var position = cursor
    while expected < literal.endIndex {
      let isBracket = literal[expected] == UInt8(ascii: "]")
      let isSame = position < text.range.upperBound && literal[expected] == content[position]
      let isKeptEnd = isBracket && text.keptEnds.contains(position) && mayGoOn(literal[(expected + 1)...], at: text.end)
      guard isSame, !isKeptEnd else {
        guard isBracket else { return nil }
        addLines(kind, text.end, node: node)
        resumeNotingBackticks(from: text.backticks)
        partedFootnote = nil
        return expected + 1
      }
      position += 1
      expected += 1
    }
    addLines(kind, position, node: node)
    return expected
  }

  /// Whether text may go on with `literal` where the content goes on at `offset`.
  private func mayGoOn(_ literal: ArraySlice<UInt8>, at offset: Int) -> Bool {
    guard let next = literal.first else { return true }
    return offset < end && (content[offset] == next || Self.mayStartMore(content[offset]))
  }
}
