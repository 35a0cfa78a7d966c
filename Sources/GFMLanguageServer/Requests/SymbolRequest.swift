import GFMFeatures
import GFMSyntax
import JSONRPC
import LanguageServerProtocol

extension Session {
  /// The document's outline: nested where the client can take that, else with the names of what each entry is in.
  func documentSymbols(_ params: DocumentSymbolParams) throws(RequestError) -> DocumentSymbols {
    let uri = params.textDocument.uri
    let document = try openDocument(uri).document
    let list = SymbolList(
      uri: uri, document: document, entries: document.outline(including: configuration.outline),
      encoding: positionEncoding, knownKinds: client.symbolKinds)
    return client.hierarchicalSymbols ? .nested(list) : .flat([list])
  }

  /// The headings of all open documents whose names match the query.
  func workspaceSymbols(_ params: WorkspaceSymbolParams) throws(RequestError) -> DocumentSymbols {
    let query = SymbolQuery(params.query)
    return .flat(
      documents.sorted { $0.key < $1.key }.map { uri, open in
        SymbolList(
          uri: uri, document: open.document, entries: open.document.outline(), encoding: positionEncoding,
          knownKinds: client.workspaceSymbolKinds, isWanted: { query.matches($0.name) })
      })
  }
}

/// A search for names: all of the query's letters, in their order, whatever their case.
struct SymbolQuery {
  private let letters: [Character]
  /// The letters again, where all are ASCII.
  private let bytes: [UInt8]?

  init(_ query: String) {
    letters = query.lowercased().filter { !$0.isWhitespace }.map { $0 }
    let utf8 = letters.flatMap { String($0).utf8 }
    bytes = utf8.allSatisfy { $0 < 0x80 } ? utf8 : nil
  }

  func matches(_ name: String) -> Bool {
    guard !letters.isEmpty else { return true }
    // As most are: to go through bytes is much quicker.
    if let bytes, name.utf8.allSatisfy({ $0 < 0x80 }) { return Self.matches(bytes, name) }
    var next = 0
    for letter in name.lowercased() where letter == letters[next] {
      next += 1
      if next == letters.count { return true }
    }
    return false
  }
}

extension SymbolQuery {
  private static func matches(_ bytes: [UInt8], _ name: String) -> Bool {
    var next = 0
    for byte in name.utf8 where byte.lowercasedASCII == bytes[next] {
      next += 1
      if next == bytes.count { return true }
    }
    return false
  }
}

/// Outlines as the protocol has them.
enum DocumentSymbols: JSONWritable {
  /// `DocumentSymbol`s, with children.
  case nested(SymbolList)
  /// `SymbolInformation`s.
  case flat([SymbolList])

  func write(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    switch self {
    case .nested(let list): list.writeNested(to: &bytes)
    case .flat(let lists):
      var isFirst = true
      for list in lists { list.writeFlat(to: &bytes, isFirst: &isFirst) }
    }
    bytes.append(UInt8(ascii: "]"))
  }
}

/// A document's outline on its way to the client.
struct SymbolList {
  var uri: DocumentUri
  var document: Document
  var entries: [OutlineEntry]
  var encoding: PositionEncoding
  /// The `SymbolKind`s that the client knows.
  var knownKinds: KnownKinds
  var isWanted: (OutlineEntry) -> Bool = { _ in true }

  private func kind(of entry: OutlineEntry) -> Int {
    let kind = entry.symbolKind.rawValue
    return knownKinds.contains(kind) ? kind : SymbolKind.array.rawValue
  }

  func writeNested(to bytes: inout [UInt8]) {
    // Ranges are nested: a cursor for the ends moves on its own.
    var starts = OrderedPositions(document, encoding: encoding)
    var ends = OrderedPositions(document, encoding: encoding)
    var depth = 0
    for (index, entry) in entries.enumerated() {
      if index > 0 {
        if entry.depth > depth {
          bytes += #","children":["#.utf8
        } else {
          for _ in entry.depth..<depth { bytes += "}]".utf8 }
          bytes += "},".utf8
        }
      }
      depth = entry.depth
      bytes += #"{"name":"#.utf8
      JSONText.append(entry.name, to: &bytes)
      if !entry.detail.isEmpty {
        bytes += #","detail":"#.utf8
        JSONText.append(entry.detail, to: &bytes)
      }
      bytes += #","kind":"#.utf8
      JSONText.append(kind(of: entry), to: &bytes)
      bytes += #","range":"#.utf8
      let start = starts.position(entry.range.lowerBound)
      PositionRange(start: start, end: ends.position(entry.range.upperBound)).write(to: &bytes)
      bytes += #","selectionRange":"#.utf8
      starts.range(entry.selection).write(to: &bytes)
    }
    if !entries.isEmpty {
      for _ in 0..<depth { bytes += "}]".utf8 }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  func writeFlat(to bytes: inout [UInt8], isFirst: inout Bool) {
    var starts = OrderedPositions(document, encoding: encoding)
    var ends = OrderedPositions(document, encoding: encoding)
    var path: [OutlineEntry] = []
    for entry in entries {
      path.removeSubrange(min(entry.depth, path.count)...)
      let container = path.last
      path.append(entry)
      guard isWanted(entry) else { continue }
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      bytes += #"{"name":"#.utf8
      JSONText.append(entry.name, to: &bytes)
      bytes += #","kind":"#.utf8
      JSONText.append(kind(of: entry), to: &bytes)
      bytes += #","location":{"uri":"#.utf8
      JSONText.append(uri.text, to: &bytes)
      bytes += #","range":"#.utf8
      let start = starts.position(entry.range.lowerBound)
      PositionRange(start: start, end: ends.position(entry.range.upperBound)).write(to: &bytes)
      bytes.append(UInt8(ascii: "}"))
      if let container {
        bytes += #","containerName":"#.utf8
        JSONText.append(container.name, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }
}

extension OutlineEntry {
  fileprivate var symbolKind: SymbolKind {
    switch kind {
    case .heading: .string
    case .referenceDefinition: .key
    case .footnoteDefinition: .constant
    case .table: .array
    case .codeBlock: .object
    }
  }
}
