import GFMFeatures
import GFMSyntax
import JSONRPC
import LanguageServerProtocol

extension Session {
  /// Where what is at a position is defined.
  func definition(_ params: TextDocumentPositionParams) throws(RequestError) -> DefinitionResponse {
    let uri = params.textDocument.uri
    let document = try openDocument(uri).document
    let converter = PositionConverter(document: document, encoding: positionEncoding)
    guard let found = document.definition(at: converter.offset(params.position)) else { return .none }
    let target: LocationLink?
    switch found.target {
    case .here(let range, let selection):
      target = LocationLink(
        originSelectionRange: nil, targetUri: uri, targetRange: converter.range(range),
        targetSelectionRange: converter.range(selection))
    case .elsewhere(let path):
      target = location(of: path, from: uri)
    }
    guard var target else { return .none }
    target.originSelectionRange = converter.range(found.origin)
    return client.definitionLinks
      ? .links([target])
      : .location(Location(uri: target.targetUri, range: target.targetSelectionRange))
  }

  /// Where a link into another file leads; the file's start where its fragment leads nowhere.
  private func location(of target: DestinationKind, from uri: DocumentUri) -> LocationLink? {
    guard case .file(let path, let fragment) = target, let resource = resource(path, from: uri) else { return nil }
    let start = PositionRange(start: Position(line: 0, character: 0), end: Position(line: 0, character: 0))
    if let fragment, let (uri, document) = document(at: resource),
      case .here(let range, let selection) = document.placeInside(fragment)
    {
      let converter = PositionConverter(document: document, encoding: positionEncoding)
      return LocationLink(
        originSelectionRange: nil, targetUri: uri, targetRange: converter.range(range),
        targetSelectionRange: converter.range(selection))
    }
    // Where there is no folder to look in, it is the client that finds out.
    guard exists(resource) || NormalizedURI(uri).map(isOutsideFolders) ?? false else { return nil }
    let found = openDocument(at: resource)?.uri ?? resource.uri
    return LocationLink(
      originSelectionRange: nil, targetUri: found, targetRange: start, targetSelectionRange: start)
  }

  /// What leads to what is at a position: in its document and, for headings, in the other open ones.
  func references(_ params: ReferenceParams) throws(RequestError) -> [Location] {
    let uri = params.textDocument.uri
    let document = try openDocument(uri).document
    let converter = PositionConverter(document: document, encoding: positionEncoding)
    let includesDefinition = params.context?.includeDeclaration ?? true
    switch document.referenceSearch(at: converter.offset(params.position)) {
    case .labels(let uses):
      let labels = uses.filter { includesDefinition || !$0.isDefinition }.map(\.label)
      return converter.ranges(labels).map { Location(uri: uri, range: $0) }
    case .fragment(let fragment, let anchor):
      return links(to: anchor.map { ($0, document) }, naming: fragment, in: uri)
        + definition(anchor, uri, converter, includesDefinition)
    case .elsewhere(let path, let fragment):
      guard let resource = resource(path, from: uri) else { return [] }
      guard let (other, document) = self.document(at: resource) else {
        return links(to: nil, naming: fragment, in: resource.uri)
      }
      let anchor = document.anchor(named: fragment)
      let converter = PositionConverter(document: document, encoding: positionEncoding)
      return links(to: anchor.map { ($0, document) }, naming: fragment, in: other)
        + definition(anchor, other, converter, includesDefinition)
    case nil:
      return []
    }
  }

  private func definition(
    _ anchor: LocatedAnchor?, _ uri: DocumentUri, _ converter: PositionConverter, _ isWanted: Bool
  ) -> [Location] {
    guard let anchor, isWanted else { return [] }
    return [Location(uri: uri, range: converter.range(anchor.selection))]
  }

  /// The links of all open documents that lead to an anchor of the document at `uri`; where there is none, those that
  /// name a fragment of it.
  private func links(
    to anchor: (LocatedAnchor, of: Document)?, naming fragment: [UInt8], in uri: DocumentUri
  ) -> [Location] {
    let target = NormalizedURI(uri)
    return documents.sorted { $0.key < $1.key }.flatMap { other, open in
      let links = open.document.links(to: anchor, naming: fragment) { link in
        switch link.target {
        case .fragment: other == uri
        case .file(let path, _): target != nil && resource(path, from: other) == target
        default: false
        }
      }
      let converter = PositionConverter(document: open.document, encoding: positionEncoding)
      return converter.ranges(links.map { $0.segments.destination ?? $0.range }).map { Location(uri: other, range: $0) }
    }
  }

  /// The places in the document that stand for the same as the one at a position.
  func documentHighlights(_ params: TextDocumentPositionParams) throws(RequestError) -> [DocumentHighlight]? {
    let document = try openDocument(params.textDocument.uri).document
    let converter = PositionConverter(document: document, encoding: positionEncoding)
    let occurrences = document.occurrences(at: converter.offset(params.position))
    guard !occurrences.isEmpty else { return nil }
    return zip(converter.ranges(occurrences.map(\.range)), occurrences).map { range, occurrence in
      DocumentHighlight(range: range, kind: occurrence.isDefinition ? .write : .read)
    }
  }

  /// The ranges that an editor may change together.
  func linkedEditingRanges(_ params: TextDocumentPositionParams) throws(RequestError) -> LinkedEditingRanges? {
    let document = try openDocument(params.textDocument.uri).document
    let converter = PositionConverter(document: document, encoding: positionEncoding)
    let ranges = document.linkedRanges(at: converter.offset(params.position))
    // A label may hold nearly anything, a tag's name letters and digits.
    return ranges.isEmpty
      ? nil : LinkedEditingRanges(ranges: converter.ranges(ranges), wordPattern: #"[^\[\]<>\r\n]*"#)
  }
}
