import MarkdownText

/// What a stretch of a document's lines reads as by itself, between the blocks that stand around it.
enum RegionParse {
  /// Blocks that tile the stretch.
  case blocks([Block])
  /// Its first line does not start a block, or go on with the leaf that was open before it.
  case startsElsewhere
  /// What follows it would not start a block, or would read as something else behind it.
  case endsElsewhere

  /// Parses `text`, which follows `contextPrefix` (``Block/contextPrefix``; empty where a block starts) and which `following` follows
  /// (`nil` at the document's end).
  init(_ text: [UInt8], behind contextPrefix: [UInt8], before following: Block?, in context: ParseContext) {
    var context = context
    var source = contextPrefix.isEmpty ? text : contextPrefix + text
    if !contextPrefix.isEmpty {
      context.isDocumentStart = false
      context.cuts.append(contextPrefix.count)
    }
    let end = source.count
    if let following {
      guard Self.canStartLine(behind: source, following) else {
        self = .endsElsewhere
        return
      }
      context.cuts.append(end)
      source += ProbeLine.text(of: following, behind: source)
    }
    var blocks = Parser.parse(source, in: context)[...]
    if let following {
      guard let probe = blocks.popLast(), source.count - probe.bytes.count == end,
        probe.contextPrefix == following.contextPrefix
      else {
        self = .endsElsewhere
        return
      }
    }
    if !contextPrefix.isEmpty {
      guard let first = blocks.popFirst(), first.bytes.count == contextPrefix.count else {
        self = .startsElsewhere
        return
      }
    }
    self = .blocks(Array(blocks))
  }

  /// The block that `text` is known to be. What follows it is looked at for what ends a list, which tells whether that is
  /// a tight one.
  static func block(
    _ text: [UInt8], behind contextPrefix: [UInt8], before following: Block?, in context: ParseContext
  ) -> Block? {
    for following in [following, nil] {
      let chunk = RegionParse(text, behind: contextPrefix, before: following, in: context)
      if case .blocks(let blocks) = chunk, blocks.count == 1 { return blocks[0] }
    }
    return nil
  }

  /// Whether what follows `text` starts at a line's start.
  private static func canStartLine(behind text: [UInt8], _ following: Block) -> Bool {
    guard let last = text.last else { return true }
    guard last.isLineEnding else { return false }
    return !(last == .carriageReturn && following.bytes.first == .lineFeed)
  }
}

/// The first line of a block, put behind other text to see whether the block still starts there.
private enum ProbeLine {
  /// The line with its brackets disarmed: cut off from what follows, it might define a label that the block does not.
  static func text(of block: Block, behind source: [UInt8]) -> [UInt8] {
    let lineEnd = block.bytes.withUnsafeBufferPointer { LineEndings.next(in: $0, from: 0).next }
    var line = Array(block.bytes[..<lineEnd])
    let start = line.firstIndex { !$0.isSpaceOrTab } ?? 0
    // A footnote definition starts a block where a paragraph does not, so it stays one.
    let footnote = FootnoteLabel.scan(in: line, from: start, end: line.count)
    if let footnote { line.replaceSubrange(footnote, with: unusedLabel(in: source)) }
    // Brackets that start an HTML block stay, too.
    let cdata = line[start...].starts(with: "<![CDATA[".utf8) ? start..<start + 9 : start..<start
    for index in line.indices
    where line[index] == UInt8(ascii: "[") && (footnote == nil || index > start) && !cdata.contains(index) {
      line[index] = UInt8(ascii: "x")
    }
    return line
  }

  /// A label that a text does not have: longer than its longest stretch of what it is made of. O(n).
  private static func unusedLabel(in text: [UInt8]) -> [UInt8] {
    let byte: UInt8 = 0x01
    var (longest, length) = (0, 0)
    for other in text {
      length = other == byte ? length + 1 : 0
      longest = max(longest, length)
    }
    return [UInt8](repeating: byte, count: longest + 1)
  }
}
