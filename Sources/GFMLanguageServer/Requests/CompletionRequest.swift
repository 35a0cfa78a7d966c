import GFMFeatures
import GFMSyntax
import JSONRPC
import LanguageServerProtocol

extension LanguageServerProtocol.CompletionList {
  /// What a construct starts with: destinations `(`, `/` and `#`, labels `[` and `^`, alerts `!`, shortcodes `:`, tags
  /// `<`, fences `` ` ``. No space and nothing else that prose is full of; where it is prose after all, the answer is
  /// none.
  static let triggerCharacters = ["(", "/", "#", "[", "^", "!", ":", "<", "`"]
}

extension Session {
  func completion(_ params: TextDocumentPositionParams) throws(RequestError) -> LanguageServerProtocol.CompletionList? {
    let uri = params.textDocument.uri
    let document = try openDocument(uri).document
    let converter = PositionConverter(document: document, encoding: positionEncoding)
    guard let place = document.completionContext(at: converter.offset(params.position)) else { return nil }
    var found = document.completions(
      at: place, hasShortcodes: configuration.github.shortcodes, hasAlerts: configuration.github.alerts)
    var source = uri
    switch place.kind {
    case .fragment(let path) where !path.isEmpty:
      guard let resource = resource(path, from: uri), let (other, document) = self.document(at: resource) else {
        return nil
      }
      source = other
      found.appendFragments(of: document, typed: converter.document.bytes(in: place.typed))
    case .path(let folder, let isImage, let isInAngles):
      let next = document.bytes(in: place.whole.upperBound..<place.whole.upperBound + 1)
      let files = files(
        in: listing(folder, from: uri), isImage: isImage, isInAngles: isInAngles,
        isBeforeSlash: next == [UInt8(ascii: "/")])
      found.items = files.items + found.items
      found.isIncomplete = found.isIncomplete || files.isIncomplete
    default: break
    }
    guard !found.items.isEmpty else { return nil }
    return list(found, range: editRange(place, converter), source: source)
  }

  private func editRange(_ place: CompletionContext, _ converter: PositionConverter) -> CompletionEditRange {
    let typed = converter.range(place.typed)
    return client.completionInsertReplace
      ? .insertReplace(insert: typed, replace: converter.range(place.whole)) : .range(converter.range(place.whole))
  }

  /// `isBeforeSlash`: whether the path goes on with a `/` behind what is replaced.
  private func files(
    in listing: FolderListing, isImage: Bool, isInAngles: Bool, isBeforeSlash: Bool
  ) -> CompletionItems {
    var result = CompletionItems()
    result.isIncomplete = listing.isIncomplete
    // An image's destination most likely is one.
    let entries =
      isImage
      ? listing.entries.filter(\.isImageOrFolder) + listing.entries.filter { !$0.isImageOrFolder }
      : listing.entries
    for entry in entries {
      let text = CompletionPath.spelling(of: entry.name, isInAngles: isInAngles)
      let label = String(validating: entry.name, as: UTF8.self) ?? text
      let end = entry.isFolder ? "/" : ""
      result.items.append(
        GFMFeatures.CompletionItem(
          kind: entry.isFolder ? .folder : .file, label: label + end, filter: text,
          text: isBeforeSlash ? text : text + end))
    }
    return result
  }

  private func list(
    _ found: CompletionItems, range: CompletionEditRange, source: DocumentUri
  ) -> LanguageServerProtocol.CompletionList {
    let width = String(found.items.count).count
    let items = found.items.enumerated().map { index, found in
      let number = String(index)
      var item = LanguageServerProtocol.CompletionItem(
        label: found.label, kind: found.kind.protocolValue(among: client.completionKinds),
        sortText: String(repeating: "0", count: width - number.count) + number)
      if !found.detail.isEmpty {
        item.detail = found.detail
        if client.completionLabelDetails, found.kind == .emoji { item.labelDetails = .init(description: found.detail) }
      }
      item.filterText = found.filter
      var text = found.text ?? found.label
      if client.completionSnippets, let snippet = found.snippet {
        text = snippet
        item.insertTextFormat = 2
      } else if client.completionSnippets, text.contains(" ") {
        // Of a text that is no snippet, some clients put in the first word alone.
        text = SnippetTextEdit.escaped(text)
        item.insertTextFormat = 2
      }
      if client.completionDefaultRange {
        if text != found.label { item.textEditText = text }
      } else {
        item.textEdit = .init(range: range, newText: text)
      }
      item.data = found.subject.map { .init($0, in: source) }
      return item
    }
    return .init(
      isIncomplete: found.isIncomplete,
      itemDefaults: client.completionDefaultRange ? .init(editRange: range) : nil, items: items)
  }

  /// More about a proposal.
  fileprivate func completionDocumentation(_ data: LanguageServerProtocol.CompletionItem.Data) -> DocumentationText? {
    let document = documents[data.uri]?.document ?? NormalizedURI(data.uri).flatMap { self.document(at: $0)?.document }
    guard let subject = data.subject, let text = document?.completionDocumentation(subject), !text.isEmpty else {
      return nil
    }
    return client.completionFormat.map { .markup(kind: $0, value: text) } ?? .plain(text)
  }
}

/// Answers `completionItem/resolve` with the client's own item, with documentation where there is any.
func resolveCompletion(
  _ session: Session, _ message: IncomingMessage, _ bytes: inout [UInt8]
) throws(RequestError) {
  guard let item = message.payload else { throw .invalidParams("params is missing") }
  let params = try message.decode(CompletionResolveParams.self)
  guard params.documentation == nil, let data = params.data, let contents = session.completionDocumentation(data)
  else {
    bytes += item
    return
  }
  try JSONText.append(item, setting: "documentation", to: &bytes) { (bytes) throws(RequestError) in
    try JSONText.append(encoding: contents, to: &bytes)
  }
}

extension FolderListing.Entry {
  fileprivate var isImageOrFolder: Bool {
    isFolder
      || FilePath.name(
        name, hasExtensionAmong: ["png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "bmp", "ico"])
  }
}

extension GFMFeatures.CompletionItem.Kind {
  /// A `CompletionItemKind` that editors have a fitting picture for, and that the client knows.
  fileprivate func protocolValue(among known: KnownKinds) -> Int {
    switch self {
    case .reference: 18
    case .file: 17
    case .folder: known.contains(19) ? 19 : 17
    case .language: 14
    case .emoji: 12
    case .tag: 10
    case .mark: known.contains(20) ? 20 : 12
    }
  }
}

extension LanguageServerProtocol.CompletionItem.Data {
  fileprivate init(_ subject: GFMFeatures.CompletionItem.Subject, in uri: DocumentUri) {
    switch subject {
    case .anchor(let name): self.init(uri: uri, kind: "anchor", name: String(decoding: name, as: UTF8.self))
    case .link(let name): self.init(uri: uri, kind: "link", name: String(decoding: name, as: UTF8.self))
    case .footnote(let name): self.init(uri: uri, kind: "footnote", name: String(decoding: name, as: UTF8.self))
    }
  }

  fileprivate var subject: GFMFeatures.CompletionItem.Subject? {
    switch kind {
    case "anchor": .anchor(Array(name.utf8))
    case "link": .link(Array(name.utf8))
    case "footnote": .footnote(Array(name.utf8))
    default: nil
    }
  }
}
