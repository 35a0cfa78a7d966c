import GFMFeatures
import GFMSyntax
import JSONRPC
import LanguageServerProtocol

extension Session {
  /// All links of the document that lead somewhere: to addresses, files and places of this document by their targets;
  /// to places of other documents when they are resolved.
  func documentLinks(_ params: DocumentLinkParams) throws(RequestError) -> DocumentLinks {
    let uri = params.textDocument.uri
    let document = try openDocument(uri).document
    return DocumentLinks(
      uri: uri, document: document, encoding: positionEncoding, hasTooltips: client.linkTooltips
    ) { self.resource($0, from: uri) }
  }

  /// Where a link into another document leads: to the line, where it is to be found.
  fileprivate func target(of link: DocumentLinkResolveParams.Data) -> DocumentUri {
    guard let resource = NormalizedURI(link.uri), let (uri, document) = document(at: resource),
      case .here(_, let selection) = document.placeInside(Array(link.fragment.utf8))
    else { return link.uri }
    return DocumentLinks.target(uri, line: document.line(at: selection.lowerBound)) ?? uri
  }
}

/// Answers `documentLink/resolve` with the client's own link, its target added where it lacks one.
func resolveDocumentLink(
  _ session: Session, _ message: IncomingMessage, _ bytes: inout [UInt8]
) throws(RequestError) {
  guard let link = message.payload else { throw .invalidParams("params is missing") }
  let params = try message.decode(DocumentLinkResolveParams.self)
  guard params.target == nil, let data = params.data else {
    bytes += link
    return
  }
  try JSONText.append(link, setting: "target", to: &bytes) { (bytes) in
    JSONText.append(session.target(of: data).text, to: &bytes)
  }
}

/// A document's links on their way to the client.
struct DocumentLinks: JSONWritable {
  let uri: DocumentUri
  let document: Document
  let encoding: PositionEncoding
  let hasTooltips: Bool
  let resource: ([UInt8]) -> NormalizedURI?

  /// Editors open a file at a line by a fragment such as this one, 1-based. `nil` for a URI that has one already.
  static func target(_ uri: DocumentUri, line: Int) -> DocumentUri? {
    uri.hasFragment ? nil : DocumentUri("\(uri)#L\(line + 1)")
  }

  func write(to bytes: inout [UInt8]) {
    var positions = OrderedPositions(document, encoding: encoding)
    var index = LinkTargets(document: document)
    var isFirst = true
    bytes.append(UInt8(ascii: "["))
    document.forEachSegment(holding: .allLinks) { placed in
      for link in placed.links() {
        guard let range = link.clickableRange, let destination = index.destination(of: link) else { continue }
        let start = bytes.count
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        bytes += #"{"range":"#.utf8
        positions.range(range).write(to: &bytes)
        guard appendTarget(DestinationKind(destination), &index, to: &bytes) else {
          bytes.removeLast(bytes.count - start)
          continue
        }
        isFirst = false
        if hasTooltips, let title = link.title, !title.isEmpty {
          bytes += #","tooltip":"#.utf8
          JSONText.append(String(decoding: title, as: UTF8.self), to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
      }
      return true
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Appends where a link leads; `false` for one that leads nowhere.
  private func appendTarget(_ target: DestinationKind, _ index: inout LinkTargets, to bytes: inout [UInt8]) -> Bool {
    switch target {
    case .address(let address):
      guard let uri = ExternalLinkURI(address) else { return false }
      append(target: uri.text, to: &bytes)
    case .fragment(let fragment):
      guard let line = index.line(of: fragment), let target = Self.target(uri, line: line) else { return false }
      append(target: target.text, to: &bytes)
    case .file(let path, let fragment):
      guard let resource = resource(path) else { return false }
      guard let fragment, !fragment.isEmpty else {
        append(target: resource.uri.text, to: &bytes)
        return true
      }
      bytes += #","data":{"uri":"#.utf8
      JSONText.append(resource.uri.text, to: &bytes)
      bytes += #","fragment":"#.utf8
      JSONText.append(String(decoding: fragment, as: UTF8.self), to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    return true
  }

  private func append(target: String, to bytes: inout [UInt8]) {
    bytes += #","target":"#.utf8
    JSONText.append(target, to: &bytes)
  }
}

/// What all of a document's links need to know, found out once when the first one asks.
private struct LinkTargets {
  let document: Document
  private var definitions: [LabelHash: [UInt8]]?
  private var anchors: [[UInt8]: Int]?

  init(document: Document) { self.document = document }

  /// Where a link leads, by itself or by its definition.
  mutating func destination(of link: LocatedLink) -> [UInt8]? {
    if let destination = link.destination { return destination }
    let known = definitions ?? allDefinitions()
    definitions = known
    return link.label.flatMap { known[$0] }
  }

  private func allDefinitions() -> [LabelHash: [UInt8]] {
    var found: [LabelHash: [UInt8]] = [:]
    document.forEachSegment(holding: .referenceDefinitions) { placed in
      for link in placed.links() where link.kind == .referenceDefinition {
        if let label = link.label, found[label] == nil { found[label] = link.destination }
      }
      return true
    }
    return found
  }

  /// The 0-based line that a fragment leads to.
  mutating func line(of fragment: [UInt8]) -> Int? {
    let known = anchors ?? allAnchors()
    anchors = known
    if let line = known[fragment] { return line }
    // Rare: other letter case, a prefix.
    guard case .here(_, let selection) = document.placeInside(fragment) else { return nil }
    return document.line(at: selection.lowerBound)
  }

  private func allAnchors() -> [[UInt8]: Int] {
    var found: [[UInt8]: Int] = [:]
    for anchor in document.anchors() where found[anchor.id] == nil {
      found[anchor.id] = document.line(at: anchor.selection.lowerBound)
    }
    return found
  }
}

extension LocatedLink {
  /// What one clicks on: the destination where it is written, else the label, else all of it.
  fileprivate var clickableRange: Range<Int>? {
    switch kind {
    case .referenceDefinition: segments.destination
    default: segments.destination ?? segments.label ?? range
    }
  }
}
