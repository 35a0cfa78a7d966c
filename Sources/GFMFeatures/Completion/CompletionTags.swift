import GFMSyntax

/// HTML elements that GitHub shows.
enum CompletionTags {
  /// What its sanitizer lets through; the usual ones first.
  private static let names = [
    "details", "summary", "br", "img", "kbd", "sub", "sup", "a", "div", "p", "picture", "source", "table", "thead",
    "tbody", "tfoot", "tr", "th", "td", "caption", "ul", "ol", "li", "dl", "dt", "dd", "h1", "h2", "h3", "h4", "h5",
    "h6",
    "b", "strong", "i", "em", "s", "del", "strike", "ins", "u", "mark", "small", "code", "pre", "samp", "tt", "var",
    "q",
    "blockquote", "cite", "abbr", "dfn", "bdo", "span", "time", "figure", "figcaption", "hr", "wbr", "ruby", "rt", "rp",
    "video",
  ]
  private static let void: Set<String> = ["br", "img", "hr", "wbr", "source"]
  /// What belongs inside the opening tag.
  private static let attributes: [String: (text: String, snippet: String)] = [
    "img": (#" src="" alt="""#, #" src="$1" alt="$2""#), "a": (#" href="""#, #" href="$1""#),
    "source": (#" srcset="""#, #" media="$1" srcset="$2""#),
  ]

  /// Behind `<`. `isInsideTag`: the tag goes on, and so gets its name alone.
  static func opening(isInsideTag: Bool) -> [CompletionItem] {
    names.map { name in
      var item = CompletionItem(kind: .tag, label: name)
      guard !isInsideTag else { return item }
      if void.contains(name) {
        item.text = name + (attributes[name]?.text ?? "") + ">"
        item.snippet = attributes[name].map { name + $0.snippet + ">$0" }
      } else if name == "details" {
        item.snippet = "details>\n<summary>$1</summary>\n\n$0\n\n</details>"
      } else {
        item.snippet = "\(name)\(attributes[name]?.snippet ?? "")>$0</\(name)>"
      }
      return item
    }
  }

  static func closing(_ name: String, before: String) -> CompletionItem {
    CompletionItem(kind: .tag, label: before + name, detail: "Closing tag", text: before + name + ">")
  }
}

extension Document {
  /// The name of the HTML element that is open at a place: in the same leaf block, else in the HTML blocks above. Costs
  /// the block, and a bounded number of HTML blocks.
  func openElement(before offset: Int) -> String? {
    let placed = segment(at: offset)
    var search = OpenElementSearch()
    if let name = search.look(through: placed, before: offset - placed.start, includesInlines: true) { return name }
    var index = placed.index
    for _ in 0..<OpenElementSearch.maximumSegmentCount {
      guard let segment = lastSegment(before: index, holding: .html) else { return nil }
      if let name = search.look(through: segment, before: segment.bytes.count, includesInlines: false) {
        return name
      }
      index = segment.index
    }
    return nil
  }
}

/// Goes through tags from the last to the first.
private struct OpenElementSearch {
  static let maximumSegmentCount = 64

  /// How many closing tags of a name are without their opening one.
  private var closed: [String: Int] = [:]

  mutating func look(through placed: LocatedBlock, before end: Int, includesInlines: Bool) -> String? {
    let tree = placed.tree
    let leaf = tree.innermostBlock(at: end).map { Int(tree.nodes[$0].start) } ?? 0
    for node in tree.nodes.indices.reversed() {
      guard Int(tree.nodes[node].start) < end else { continue }
      switch tree.nodes[node].kind {
      case .htmlBlock: break
      // An element that starts within a paragraph ends there.
      case .htmlInline where includesInlines && Int(tree.nodes[node].start) >= leaf: break
      default: continue
      }
      for tag in placed.block.htmlTags(of: node).reversed() where tag.range.upperBound <= end {
        if tag.kind == .closing { closed[tag.name, default: 0] += 1 }
        guard tag.kind == .opening, !tag.isVoid else { continue }
        if closed[tag.name, default: 0] == 0 { return tag.name }
        closed[tag.name, default: 0] -= 1
      }
    }
    return nil
  }
}
