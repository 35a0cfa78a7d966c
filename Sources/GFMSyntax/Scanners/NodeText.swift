extension SyntaxTree {
  /// What the inlines of a leaf block render to, without markup: escapes, entities and code spans as they read.
  ///
  /// Lines are joined by `lineBreak`. HTML tags and footnote references are no text; images' alternative text is where
  /// `includesImages` says so. Costs the leaf's pieces.
  func plainText(of leaf: Index, in bytes: [UInt8], includesImages: Bool, lineBreak: [UInt8]) -> [UInt8] {
    let node = nodes[leaf]
    var text: [UInt8] = []
    var index = tokenIndex(at: Int(node.start))
    while index < tokens.count, tokens[index].start < node.end {
      let token = tokens[index]
      index += 1
      switch token.kind {
      case .text, .autolink:
        text += bytes[token.range]
      case .escape:
        text += bytes[token.range].suffix(1)
      case .entity:
        text += Entity.scan(in: bytes, from: Int(token.start), end: Int(token.end))?.text ?? Array(bytes[token.range])
      case .codeDelimiter:
        text += codeText(of: Int(token.node), in: bytes)
        index = tokenIndex(at: Int(nodes[Int(token.node)].end))
      case .lineEnding where token.end < node.end:
        text += lineBreak
      case .bracket where !includesImages && isImage(token.node):
        index = tokenIndex(at: Int(nodes[Int(token.node)].end))
      case .setextUnderline:
        // The line ending before it is no text.
        if text.suffix(lineBreak.count) == lineBreak[...] { text.removeLast(lineBreak.count) }
      default:
        break
      }
    }
    return text
  }

  private func isImage(_ node: Int32) -> Bool {
    guard nodes.indices.contains(Int(node)), case .image = nodes[Int(node)].kind else { return false }
    return true
  }

  /// A code span's code: line endings are spaces, and a space at both ends is none (CommonMark 6.3).
  private func codeText(of node: Index, in bytes: [UInt8]) -> [UInt8] {
    let range = nodes[node].range
    var code: [UInt8] = []
    for token in tokens[tokenIndex(at: range.lowerBound)..<tokenIndex(at: range.upperBound)] {
      if token.kind == .codeSpanText { code += bytes[token.range] }
      if token.kind == .lineEnding { code.append(0x20) }
    }
    let isPadded = code.count > 1 && code.first == 0x20 && code.last == 0x20 && code.contains { $0 != 0x20 }
    return isPadded ? Array(code.dropFirst().dropLast()) : code
  }
}

extension Block {
  /// What the inlines of a leaf block render to, without markup: escapes, entities and code spans as they read.
  ///
  /// Lines are joined by `lineBreak`. HTML tags and footnote references are no text; images' alternative text is where
  /// `includesImages` says so. Costs the leaf's pieces.
  public func plainText(of leaf: SyntaxTree.Index, includesImages: Bool = true, lineBreak: String = " ") -> String {
    let text = tree.plainText(of: leaf, in: bytes, includesImages: includesImages, lineBreak: Array(lineBreak.utf8))
    return String(decoding: text, as: UTF8.self)
  }
}
