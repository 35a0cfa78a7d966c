import Foundation
import GFMSyntax
import TestSupport
import Testing

/// Sources with the true ranges of chosen nodes, many of which cmark-gfm itself reports wrongly.
struct PositionCase: Decodable, Sendable, CustomTestStringConvertible {
  struct Expectation: Decodable, Sendable {
    var node: String
    /// Counts nodes of that type in cmark-gfm's order.
    var index: Int
    var bytes: [Int]
  }

  var name: String
  var source: String
  var expect: [Expectation]

  var testDescription: String { name }

  static let all: [PositionCase] = {
    guard let url = Bundle.module.url(forResource: "Fixtures/positions", withExtension: "json"),
      let data = try? Data(contentsOf: url)
    else { return [] }
    return (try? JSONDecoder().decode([PositionCase].self, from: data)) ?? []
  }()
}

@Test func positionCasesAreThere() { #expect(PositionCase.all.count > 100) }

@Test(arguments: PositionCase.all)
func rangesAreExact(_ positionCase: PositionCase) {
  let document = Document(positionCase.source)
  #expect(TreeInvariants.violation(in: document, of: Array(positionCase.source.utf8)) == nil)
  let ranges = rangesByType(in: document)
  for expectation in positionCase.expect {
    let found = ranges[expectation.node] ?? []
    let range = expectation.index < found.count ? found[expectation.index] : nil
    #expect(
      range == expectation.bytes[0]..<expectation.bytes[1],
      "\(expectation.node) \(expectation.index) in \(positionCase.source.debugDescription)")
  }
}

/// Every node's range by cmark-gfm's name for its type, footnote definitions in the order of their first reference.
private func rangesByType(in document: Document) -> [String: [Range<Int>]] {
  var ranges: [String: [Range<Int>]] = [:]
  for placed in blocksInLibraryOrder(document) {
    for node in placed.tree.nodes {
      let range = placed.start + node.range.lowerBound..<placed.start + node.range.upperBound
      ranges[typeName(node.kind), default: []].append(range)
    }
  }
  return ranges
}

/// The library moves footnote definitions to the document's end.
private func blocksInLibraryOrder(_ document: Document) -> [LocatedBlock] {
  let blocks = Array(document.blocks(in: 0..<document.byteCount))
  let definitions = blocks.filter { $0.tree.nodes.first?.kind == .footnoteDefinition }
  let references = blocks.flatMap { placed in
    placed.tree.nodes.filter { $0.kind == .footnoteReference }.map {
      String(decoding: placed.bytes[$0.range], as: UTF8.self)
    }
  }
  let order = { (placed: LocatedBlock) in
    let text = String(decoding: placed.bytes, as: UTF8.self)
    return references.firstIndex { text.hasPrefix($0) } ?? references.count
  }
  return blocks.filter { $0.tree.nodes.first?.kind != .footnoteDefinition }
    + definitions.enumerated().sorted { (order($0.element), $0.offset) < (order($1.element), $1.offset) }.map(\.element)
}

private func typeName(_ kind: Node.Kind) -> String {
  switch kind {
  case .blockQuote: "block_quote"
  case .list: "list"
  case .item(let item): item.task == nil ? "item" : "tasklist"
  case .footnoteDefinition: "footnote_definition"
  case .paragraph: "paragraph"
  case .heading: "heading"
  case .thematicBreak: "thematic_break"
  case .fencedCode, .indentedCode: "code_block"
  case .htmlBlock: "html_block"
  case .table: "table"
  case .tableRow(let isHeader): isHeader ? "table_header" : "table_row"
  case .tableDelimiterRow: "table_delimiter_row"
  case .tableCell: "table_cell"
  case .referenceDefinition: "reference_definition"
  case .frontMatter: "front_matter"
  case .text: "text"
  case .softBreak: "softbreak"
  case .hardBreak: "linebreak"
  case .codeSpan: "code"
  case .htmlInline: "html_inline"
  case .emphasis: "emph"
  case .strong: "strong"
  case .strikethrough: "strikethrough"
  case .link: "link"
  case .image: "image"
  case .footnoteReference: "footnote_reference"
  }
}
