import MarkdownText

/// Metadata at the very start of a document, which GitHub shows as a table and cmark-gfm knows nothing of: YAML between
/// `---` lines, TOML between `+++` lines.
struct FrontMatter {
  var kind: Node.FrontMatter
  /// After the closing line's ending.
  var end: Int
  var tree: SyntaxTree

  /// The front matter that `text` starts with, after a byte order mark. A fence may have white space after it; without a
  /// closing one there is no front matter.
  static func scan(_ text: [UInt8]) -> FrontMatter? {
    let start = text.starts(with: ByteOrderMark.bytes) ? ByteOrderMark.bytes.count : 0
    guard start + 3 <= text.count else { return nil }
    let fence = text[start..<start + 3]
    let kind: Node.FrontMatter
    switch fence {
    case ArraySlice("---".utf8): kind = .yaml
    case ArraySlice("+++".utf8): kind = .toml
    default: return nil
    }
    let lines = SourceLines(text)
    let isFence = { (line: Int) in
      let lineStart = line == 0 ? start : lines.start(line)
      let lineEnd = lines.contentEnd(line)
      return lineEnd - lineStart >= 3 && text[lineStart..<lineStart + 3] == fence
        && text[lineStart + 3..<lineEnd].allSatisfy(\.isSpaceOrTab)
    }
    guard isFence(0), let closing = (1..<max(1, lines.count)).first(where: isFence) else { return nil }
    return FrontMatter(
      kind: kind, end: lines.end(closing),
      tree: tree(of: text, kind: kind, from: start, lines: lines, closing: closing))
  }

  /// Whether `text` starts as front matter does, a byte order mark aside.
  static func startsFence(_ text: [UInt8]) -> Bool {
    let start = text.starts(with: ByteOrderMark.bytes) ? ByteOrderMark.bytes.count : 0
    return text[start...].starts(with: "---".utf8) || text[start...].starts(with: "+++".utf8)
  }

  private static func tree(
    of text: [UInt8], kind: Node.FrontMatter, from start: Int, lines: SourceLines, closing: Int
  ) -> SyntaxTree {
    var builder = TreeBuilder(source: text, start: 0)
    let node = builder.append(.frontMatter(kind), start..<lines.contentEnd(closing), parent: -1)
    for line in 0...closing {
      let lineStart = line == 0 ? start : lines.start(line)
      let isFence = line == 0 || line == closing
      builder.add(
        isFence ? .frontMatterFence : .frontMatterText,
        lineStart..<(isFence ? lineStart + 3 : lines.contentEnd(line)), node: node)
      builder.fill(to: lines.contentEnd(line), node: node)
    }
    return builder.finish(at: lines.end(closing)).tree
  }
}
