import LanguageServerProtocol

/// The URIs of open documents by what they mean, however the client spells them.
struct OpenResources {
  /// In the order in which they were opened.
  private var uris: [NormalizedURI: [DocumentUri]] = [:]

  /// Takes note of a document that is opened, or is open already.
  mutating func insert(_ uri: DocumentUri) {
    guard let resource = NormalizedURI(uri), !self[resource].contains(uri) else { return }
    uris[resource, default: []].append(uri)
  }

  mutating func remove(_ uri: DocumentUri) {
    guard let resource = NormalizedURI(uri) else { return }
    let others = self[resource].filter { $0 != uri }
    uris[resource] = others.isEmpty ? nil : others
  }

  /// Mostly one. O(1).
  subscript(resource: NormalizedURI) -> [DocumentUri] { uris[resource] ?? [] }
}
