import GFMFeatures
import GFMSyntax
import LanguageServerProtocol

/// What links lead to in other documents: those that are open and, in workspace folders, files.
extension Session {
  /// Where a link's path leads from the document at `uri`; `nil` where that has no place among files.
  func resource(_ path: [UInt8], from uri: DocumentUri) -> NormalizedURI? {
    guard let base = NormalizedURI(uri) else { return nil }
    return base.resolving(path, folder: workspaceFolder(of: base))
  }

  /// The innermost workspace folder that holds a resource.
  private func workspaceFolder(of resource: NormalizedURI) -> NormalizedURI? {
    workspaceFolders.filter { resource.isInside($0) }.max { $0.depth < $1.depth }
  }

  /// Whether no workspace folder holds it.
  func isOutsideFolders(_ resource: NormalizedURI) -> Bool { workspaceFolder(of: resource) == nil }

  /// The open document at a resource, however the client spells its URI: of several, the one that was opened first. O(1).
  func openDocument(at resource: NormalizedURI) -> (uri: DocumentUri, open: OpenDocument)? {
    guard let uri = openResources[resource].first, let open = documents[uri] else { return nil }
    return (uri, open)
  }

  /// The document at a resource: what is open counts; a Markdown file is read only inside a workspace folder.
  func document(at resource: NormalizedURI) -> (uri: DocumentUri, document: Document)? {
    if let (uri, open) = openDocument(at: resource) { return (uri, open.document) }
    guard resource.isMarkdown, let folder = workspaceFolder(of: resource),
      let text = WorkspaceFile.text(at: resource, in: folder)
    else { return nil }
    return (resource.uri, Document(text, options: configuration.syntax))
  }

  /// What a folder inside a workspace folder holds, by the path of a destination from the document at `uri`. Hidden
  /// files are left out, and so is what a symbolic link has outside.
  func listing(_ path: [UInt8], from uri: DocumentUri) -> FolderListing {
    guard let resource = resource(path, from: uri), let folder = workspaceFolder(of: resource) else {
      return FolderListing()
    }
    return WorkspaceFile.listing(of: resource, in: folder)
  }

  /// Whether there is surely nothing at a resource in a workspace folder.
  func isMissing(_ resource: NormalizedURI) -> Bool {
    guard openDocument(at: resource) == nil, let folder = workspaceFolder(of: resource) else { return false }
    return WorkspaceFile.isMissing(resource, in: folder)
  }

  /// Whether there is anything at a resource, as far as may be looked.
  func exists(_ resource: NormalizedURI) -> Bool {
    openDocument(at: resource) != nil || realPath(of: resource) != nil
  }

  /// The path without symbolic links of what is at a resource; `nil` where there is nothing, or it may not be looked at.
  func realPath(of resource: NormalizedURI) -> FilePath? {
    workspaceFolder(of: resource).flatMap { WorkspaceFile.realPath(of: resource, in: $0) }
  }
}

extension NormalizedURI {
  static let markdownExtensions = ["md", "markdown", "mdown", "mkd"]

  /// By its name.
  fileprivate var isMarkdown: Bool { FilePath.name(name, hasExtensionAmong: Self.markdownExtensions) }
}
