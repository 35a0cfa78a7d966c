import GFMFeatures
import GFMSyntax
import LanguageServerProtocol

/// What links to files lead to, as far as it was looked up since files may last have changed.
struct FileLinkCache {
  /// What stands where a link leads.
  fileprivate struct Place {
    /// There is surely nothing; else there is something, or that cannot be told.
    var isMissing: Bool
    /// Its path without symbolic links, where that is another one.
    var realPath: FilePath?
  }

  fileprivate struct File {
    var place: Place
    /// Those of the document that it is, where that is known.
    var anchors: Set<[UInt8]>?
  }

  fileprivate var files: [NormalizedURI: File] = [:]
  /// Where each open document's links lead, as its diagnostics say, though what is there may be forgotten by now. What
  /// was linked to only while a destination was typed is among them until all links are looked at again.
  fileprivate var places: [DocumentUri: [NormalizedURI: Place]] = [:]
  /// How many bytes of files were read for their anchors.
  fileprivate var readByteCount = 0

  /// More than this is not read for the sake of links' fragments, in bytes.
  fileprivate static let maximumByteCount = 8 << 20

  /// Has all files looked at again.
  mutating func forget() {
    files = [:]
    readByteCount = 0
  }

  /// Forgets where the links of a document lead: it is closed, or all its links are looked at again.
  mutating func forgetPlaces(of uri: DocumentUri) { places[uri] = nil }
}

extension Session {
  /// What is wrong with a link to a file, from the document at `uri`.
  func fault(ofLink path: [UInt8], _ fragment: [UInt8]?, from uri: DocumentUri) -> FileLinkFault? {
    guard let resource = resource(path, from: uri) else { return nil }
    if let (_, open) = openDocument(at: resource) {
      fileLinks.places[uri, default: [:]][resource] = .init(isMissing: false)
      guard let fragment else { return nil }
      return open.document.anchor(named: fragment) == nil ? .unknownFragment : nil
    }
    let file = file(at: resource, withAnchors: fragment != nil)
    fileLinks.places[uri, default: [:]][resource] = file.place
    if file.place.isMissing { return .missingFile }
    guard let fragment, let anchors = file.anchors else { return nil }
    let name = Array(String(decoding: fragment, as: UTF8.self).lowercased().utf8)
    let prefix = Array("user-content-".utf8)
    if anchors.contains(name) { return nil }
    return name.starts(with: prefix) && anchors.contains(Array(name.dropFirst(prefix.count))) ? nil : .unknownFragment
  }

  private func file(at resource: NormalizedURI, withAnchors: Bool) -> FileLinkCache.File {
    if let known = fileLinks.files[resource], known.place.isMissing || known.anchors != nil || !withAnchors {
      return known
    }
    let file = look(at: resource, withAnchors: withAnchors)
    fileLinks.files[resource] = file
    return file
  }

  private func look(at resource: NormalizedURI, withAnchors: Bool) -> FileLinkCache.File {
    let isMissing = isMissing(resource)
    let path = isMissing ? nil : realPath(of: resource)
    var file = FileLinkCache.File(
      place: .init(isMissing: isMissing, realPath: path == resource.filePath ? nil : path), anchors: nil)
    guard !isMissing, withAnchors, fileLinks.readByteCount < FileLinkCache.maximumByteCount,
      let (_, document) = document(at: resource)
    else { return file }
    fileLinks.readByteCount += document.byteCount
    file.anchors = Set(document.anchors().map { Array(String(decoding: $0.id, as: UTF8.self).lowercased().utf8) })
    return file
  }

  /// Whether what was found may be otherwise once something has happened to the file or folder at a resource. Costs the
  /// open documents' links to files, and a look for each folder above `changed` that they lead to.
  func linksMayHang(on changed: NormalizedURI, _ change: FileChangeType?) -> Bool {
    let path = changed.filePath
    func hangs(_ resource: NormalizedURI, _ place: FileLinkCache.Place) -> Bool {
      if let path, let real = place.realPath, real.isInside(path) { return true }
      if resource.isInside(changed) { return true }
      guard changed.isInside(resource) else { return false }
      // A folder may come and go with what it holds; mostly it stays.
      if place.isMissing { return true }
      return change != .created && change != .changed && isMissing(resource)
    }
    return fileLinks.places.values.contains { $0.contains { hangs($0.key, $0.value) } }
      || fileLinks.files.contains { hangs($0.key, $0.value.place) }
  }

  /// Takes note that files may have changed, or the anchors of the document at `uri`.
  func filesHaveChanged(besides uri: DocumentUri? = nil) {
    if uri == nil { fileLinks.forget() }
    for key in documents.keys where key != uri {
      documents[key]?.diagnostics.noteChangedFiles()
      noteStaleDiagnostics(of: key)
    }
  }
}
