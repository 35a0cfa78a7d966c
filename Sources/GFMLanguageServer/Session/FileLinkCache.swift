import GFMFeatures
import GFMSyntax
import LanguageServerProtocol

/// What links to files lead to, as far as it was looked up since files may last have changed.
struct FileLinkCache {
  fileprivate enum File {
    case missing
    /// It is there, or that cannot be told; with the document that it is, where that is known.
    case present(anchors: Set<[UInt8]>?)
  }

  fileprivate var files: [ResourceURI: File] = [:]
  /// Whether there was something when it was last looked for, though that may be forgotten: diagnostics may still say so.
  fileprivate var wasMissing: [ResourceURI: Bool] = [:]
  /// The paths of those that symbolic links have elsewhere, without any on the way.
  fileprivate var realPaths: Set<String> = []
  /// How many bytes of files were read for their anchors.
  fileprivate var readByteCount = 0

  /// More than this is not read for the sake of links' fragments, in bytes.
  fileprivate static let maximumByteCount = 8 << 20

  /// Whether what was found may be otherwise once something has happened to the file or folder at a resource. Costs the
  /// links.
  func mayHangOn(_ changed: ResourceURI, _ change: FileChangeType?) -> Bool {
    if let path = changed.filePath, realPaths.contains(where: { $0 == path || $0.hasPrefix(path + "/") }) { return true }
    return wasMissing.contains { resource, wasMissing in
      if resource.isInside(changed) { return true }
      // A folder may come and go with what it holds.
      return changed.isInside(resource) && (wasMissing || change != .created && change != .changed)
    }
  }

  /// Has all files looked at again.
  mutating func forget() {
    files = [:]
    readByteCount = 0
  }
}

extension Session {
  /// What is wrong with a link to a file, from the document at `uri`.
  func fault(ofLink path: [UInt8], _ fragment: [UInt8]?, from uri: DocumentUri) -> FileLinkFault? {
    guard let resource = resource(path, from: uri) else { return nil }
    if let (_, open) = openDocument(at: resource) {
      guard let fragment else { return nil }
      return open.document.anchor(named: fragment) == nil ? .unknownFragment : nil
    }
    switch file(at: resource, withAnchors: fragment != nil) {
    case .missing: return .missingFile
    case .present(let anchors):
      guard let fragment, let anchors else { return nil }
      let name = Array(String(decoding: fragment, as: UTF8.self).lowercased().utf8)
      let prefix = Array("user-content-".utf8)
      return anchors.contains(name) || (name.starts(with: prefix) && anchors.contains(Array(name.dropFirst(prefix.count))))
        ? nil : .unknownFragment
    }
  }

  private func file(at resource: ResourceURI, withAnchors: Bool) -> FileLinkCache.File {
    if let known = fileLinks.files[resource] {
      if case .present(nil) = known, withAnchors {} else { return known }
    }
    let file = look(at: resource, withAnchors: withAnchors)
    fileLinks.files[resource] = file
    return file
  }

  private func look(at resource: ResourceURI, withAnchors: Bool) -> FileLinkCache.File {
    let isMissing = isMissing(resource)
    fileLinks.wasMissing[resource] = isMissing
    if isMissing { return .missing }
    if let path = realPath(of: resource), path != resource.filePath { fileLinks.realPaths.insert(path) }
    guard withAnchors, fileLinks.readByteCount < FileLinkCache.maximumByteCount,
      let (_, document) = document(at: resource)
    else { return .present(anchors: nil) }
    fileLinks.readByteCount += document.byteCount
    return .present(
      anchors: Set(document.anchors().map { Array(String(decoding: $0.id, as: UTF8.self).lowercased().utf8) }))
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
