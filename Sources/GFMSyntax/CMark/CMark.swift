internal import CCMarkGFM
internal import Synchronization

/// The door to libcmark-gfm. No C pointer leaves this file: a parse comes out as a ``CMarkTree``.
///
/// The library keeps global tables that a parse changes while it runs, so parses take turns behind one lock.
package enum CMark {
  /// Parses `prefix` and then `text` as one document.
  ///
  /// Lines are counted from the start of `prefix`, which must end with a line ending. `text` must hold neither NUL nor
  /// a byte order mark. Linear in most texts; the library is slower than that on some hostile ones.
  static func parse(_ text: ArraySlice<UInt8>, after prefix: [UInt8] = [], options: SyntaxOptions) -> CMarkTree {
    lock.withLock { state in
      state.register()
      state.statistics.parseCount += 1
      state.statistics.byteCount += prefix.count + text.count
      return withTree(of: text, after: prefix, options: options) { root in
        copy(root, kinds: &state.kinds)
      } ?? CMarkTree()
    }
  }

  /// The library's own HTML for a document, raw HTML and all, in the same reading as ``parse(_:after:options:)``; front
  /// matter is Markdown here.
  package static func html(of text: [UInt8], options: SyntaxOptions) -> String {
    var bytes = SanitizedText(text).bytes
    if options.footnotes { EntityCaretWorkaround.neutralize(in: &bytes) }
    if bytes.starts(with: ByteOrderMark.bytes) { bytes.removeFirst(ByteOrderMark.bytes.count) }
    return lock.withLock { state in
      state.register()
      return withTree(of: bytes[...], after: [], options: options) { root in
        guard let html = cmark_render_html(root, CMARK_OPT_UNSAFE, nil) else { return "" }
        defer { cmark_get_default_mem_allocator()?.pointee.free(html) }
        return String(cString: html)
      } ?? ""
    }
  }

  /// A parse whose tree is thrown away: what the library itself costs, for comparison.
  package static func parseOnly(_ text: [UInt8], options: SyntaxOptions) {
    lock.withLock { state in
      state.register()
      _ = withTree(of: text[...], after: [], options: options) { _ in }
    }
  }

  private struct State {
    var isRegistered = false
    var kinds = KindTable()
    var statistics = ParserStatistics()

    mutating func register() {
      guard !isRegistered else { return }
      cmark_gfm_core_extensions_ensure_registered()
      isRegistered = true
    }
  }

  private static let lock = Mutex(State())

  /// The library's version.
  static var version: String { String(cString: cmark_version_string()) }

  static var statistics: ParserStatistics { lock.withLock { $0.statistics } }

  /// Parses, and hands the tree's root to `body`; gives `nil` where the library has no memory for it.
  private static func withTree<Result>(
    of text: ArraySlice<UInt8>, after prefix: [UInt8], options: SyntaxOptions, body: (OpaquePointer) -> Result
  ) -> Result? {
    guard let parser = cmark_parser_new(parserOptions(for: options)) else { return nil }
    defer { cmark_parser_free(parser) }
    for name in extensionNames(for: options) {
      if let found = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, found) }
    }
    feed(prefix[...], to: parser)
    feed(text, to: parser)
    guard let root = cmark_parser_finish(parser) else { return nil }
    defer { cmark_node_free(root) }
    return body(root)
  }

  private static func feed(_ bytes: ArraySlice<UInt8>, to parser: OpaquePointer) {
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, buffer.count > 0 else { return }
      cmark_parser_feed(parser, base.assumingMemoryBound(to: CChar.self), buffer.count)
    }
  }

  private static func parserOptions(for options: SyntaxOptions) -> CInt {
    var flags = CMARK_OPT_SOURCEPOS
    if options.footnotes { flags |= CMARK_OPT_FOOTNOTES }
    if options.strikethrough == .twoTildes { flags |= CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE }
    return flags
  }

  private static func extensionNames(for options: SyntaxOptions) -> [String] {
    var names: [String] = []
    if options.tables { names.append("table") }
    if options.strikethrough != .off { names.append("strikethrough") }
    if options.autolinks { names.append("autolink") }
    if options.taskLists { names.append("tasklist") }
    return names
  }
}

// MARK: - Copying the tree

extension CMark {
  /// Kinds by the library's type numbers. Those of extensions are given out at run time, and known by name alone.
  private struct KindTable {
    private var known: [UInt32: CMarkTree.Kind] = [
      CMARK_NODE_DOCUMENT.rawValue: .document,
      CMARK_NODE_BLOCK_QUOTE.rawValue: .blockQuote,
      CMARK_NODE_LIST.rawValue: .list,
      CMARK_NODE_ITEM.rawValue: .item,
      CMARK_NODE_CODE_BLOCK.rawValue: .codeBlock,
      CMARK_NODE_HTML_BLOCK.rawValue: .htmlBlock,
      CMARK_NODE_PARAGRAPH.rawValue: .paragraph,
      CMARK_NODE_HEADING.rawValue: .heading,
      CMARK_NODE_THEMATIC_BREAK.rawValue: .thematicBreak,
      CMARK_NODE_FOOTNOTE_DEFINITION.rawValue: .footnoteDefinition,
      CMARK_NODE_TEXT.rawValue: .text,
      CMARK_NODE_SOFTBREAK.rawValue: .softBreak,
      CMARK_NODE_LINEBREAK.rawValue: .hardBreak,
      CMARK_NODE_CODE.rawValue: .code,
      CMARK_NODE_HTML_INLINE.rawValue: .htmlInline,
      CMARK_NODE_EMPH.rawValue: .emphasis,
      CMARK_NODE_STRONG.rawValue: .strong,
      CMARK_NODE_LINK.rawValue: .link,
      CMARK_NODE_IMAGE.rawValue: .image,
      CMARK_NODE_FOOTNOTE_REFERENCE.rawValue: .footnoteReference,
    ]

    mutating func kind(of node: OpaquePointer) -> CMarkTree.Kind {
      let type = cmark_node_get_type(node).rawValue
      if let kind = known[type] { return kind }
      let kind: CMarkTree.Kind =
        switch typeName(of: node) {
        case "table": .table
        case "table_header", "table_row": .tableRow
        case "table_cell": .tableCell
        case "strikethrough": .strikethrough
        default: .other
        }
      known[type] = kind
      return kind
    }
  }

  private static func typeName(of node: OpaquePointer) -> String {
    cmark_node_get_type_string(node).map { String(cString: $0) } ?? ""
  }

  /// Copies the tree below `root`, and frees most of it on the way. Deep trees are safe: nothing recurses.
  private static func copy(_ root: OpaquePointer, kinds: inout KindTable) -> CMarkTree {
    var tree = CMarkTree()
    var node = root
    var parent: Int32 = -1
    while true {
      let index = Int32(tree.nodes.count)
      append(node, to: &tree, parent: parent, kinds: &kinds)
      if let child = cmark_node_first_child(node) {
        (node, parent) = (child, index)
        continue
      }
      while true {
        if node == root { return tree }
        if let next = cmark_node_next(node) {
          let finished = node
          node = next
          // What is copied is given back at once: a large tree need not be there twice.
          if cmark_node_parent(finished) == root {
            cmark_node_unlink(finished)
            cmark_node_free(finished)
          }
          break
        }
        guard let up = cmark_node_parent(node) else { return tree }
        node = up
        parent = parent < 0 ? -1 : tree.nodes[Int(parent)].parent
      }
    }
  }

  private static func append(
    _ node: OpaquePointer, to tree: inout CMarkTree, parent: Int32, kinds: inout KindTable
  ) {
    let kind = kinds.kind(of: node)
    var copy = CMarkTree.Node(
      kind: kind,
      startLine: cmark_node_get_start_line(node) - 1,
      startColumn: cmark_node_get_start_column(node) - 1,
      endLine: cmark_node_get_end_line(node) - 1,
      parent: parent)
    switch kind {
    case .text, .code, .htmlInline, .codeBlock, .htmlBlock:
      copy.text = tree.store(cmark_node_get_literal(node))
    case .paragraph:
      // Other blocks' content must not be asked for: theirs may be memory that was never written.
      copy.text = tree.store(cmark_node_get_string_content(node))
    case .tableCell:
      // Nor that of a cell that the library adds to a short row.
      if cmark_node_first_child(node) != nil { copy.text = tree.store(cmark_node_get_string_content(node)) }
    default:
      break
    }
    switch kind {
    case .heading:
      copy.detail = cmark_node_get_heading_level(node)
      if copy.detail > 0, copy.endLine > copy.startLine {
        // Only a setext heading spans lines, and that one has content.
        copy.text = tree.store(cmark_node_get_string_content(node))
      }
    case .list:
      copy.detail = cmark_node_get_list_tight(node)
    case .item:
      copy.detail = typeName(of: node) == "tasklist" ? 1 : 0
    case .codeBlock:
      var length: CInt = 0
      var offset: CInt = 0
      var character: CChar = 0
      copy.detail = cmark_node_get_fenced(node, &length, &offset, &character)
    case .table:
      tree.storeAlignments(
        of: Int32(tree.nodes.count), cmark_gfm_extensions_get_table_alignments(node),
        count: Int(cmark_gfm_extensions_get_table_columns(node)))
    default:
      break
    }
    tree.link(copy)
  }
}

extension CMarkTree {
  /// Appends a C string's bytes and gives their place.
  fileprivate mutating func store(_ string: UnsafePointer<CChar>?) -> Range<Int32> {
    let start = Int32(strings.count)
    guard let string else { return start..<start }
    let count = strlen(string)
    strings.append(contentsOf: UnsafeRawBufferPointer(start: string, count: count))
    return start..<start + Int32(count)
  }

  fileprivate mutating func storeAlignments(of node: Int32, _ letters: UnsafeMutablePointer<UInt8>?, count: Int) {
    alignments[node] = (0..<count).map { column in
      switch letters?[column] {
      case UInt8(ascii: "l"): .left
      case UInt8(ascii: "c"): .center
      case UInt8(ascii: "r"): .right
      default: .none
      }
    }
  }
}
