import GFMFeatures
import GFMSyntax
import Glibc
import LanguageServerProtocol

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What links lead to in other documents: those that are open and, in workspace folders, files.
extension Session {
  /// Where a link's path leads from the document at `uri`; `nil` where that has no place among files.
  func resource(_ path: [UInt8], from uri: DocumentUri) -> ResourceURI? {
    guard let base = ResourceURI(uri) else { return nil }
    return base.resolving(path, folder: workspaceFolder(of: base))
  }

  /// The innermost workspace folder that holds a resource.
  private func workspaceFolder(of resource: ResourceURI) -> ResourceURI? {
    workspaceFolders.filter { resource.isInside($0) }.max { $0.depth < $1.depth }
  }

  /// Whether no workspace folder holds it.
  func isOutsideFolders(_ resource: ResourceURI) -> Bool { workspaceFolder(of: resource) == nil }

  /// The open document at a resource, however the client spells its URI: of several, the one that was opened first. O(1).
  func openDocument(at resource: ResourceURI) -> (uri: DocumentUri, open: OpenDocument)? {
    guard let uri = openResources[resource].first, let open = documents[uri] else { return nil }
    return (uri, open)
  }

  /// The document at a resource: what is open counts; a Markdown file is read only inside a workspace folder.
  func document(at resource: ResourceURI) -> (uri: DocumentUri, document: Document)? {
    if let (uri, open) = openDocument(at: resource) { return (uri, open.document) }
    guard resource.isMarkdown, let folder = workspaceFolder(of: resource),
      let text = WorkspaceFile.text(at: resource, in: folder)
    else { return nil }
    return (resource.text, Document(text, options: configuration.syntax))
  }

  /// What a folder inside a workspace folder holds, by the path of a destination from the document at `uri`. Hidden
  /// files are left out, and so is what a symbolic link has outside.
  func listing(_ path: [UInt8], from uri: DocumentUri) -> FolderListing {
    guard let base = ResourceURI(uri), let folder = workspaceFolder(of: base) else { return FolderListing() }
    let resource = base.resolving(path, folder: folder)
    guard resource.isInside(folder), let root = WorkspaceFile.realPath(of: folder, in: folder),
      let directory = WorkspaceFile.realPath(of: resource, in: folder)
    else { return FolderListing() }
    return FolderListing(of: directory, inside: root)
  }

  /// Whether there is surely nothing at a resource in a workspace folder.
  func isMissing(_ resource: ResourceURI) -> Bool {
    guard openDocument(at: resource) == nil, let folder = workspaceFolder(of: resource) else { return false }
    return WorkspaceFile.isMissing(resource, in: folder)
  }

  /// Whether there is anything at a resource, as far as may be looked.
  func exists(_ resource: ResourceURI) -> Bool {
    openDocument(at: resource) != nil || realPath(of: resource) != nil
  }

  /// The path without symbolic links of what is at a resource; `nil` where there is nothing, or it may not be looked at.
  func realPath(of resource: ResourceURI) -> String? {
    workspaceFolder(of: resource).flatMap { WorkspaceFile.realPath(of: resource, in: $0) }
  }
}

extension ResourceURI {
  static let markdownExtensions = ["md", "markdown", "mdown", "mkd"]

  /// By its name.
  fileprivate var isMarkdown: Bool {
    let name = text.lowercased()
    return Self.markdownExtensions.contains { name.hasSuffix(".\($0)") }
  }
}

/// Files inside workspace folders, which links that lead out of the folder do not count to.
enum WorkspaceFile {
  /// The longest file that is read, in bytes.
  private static let maximumLength = 4 << 20

  /// The file's path without symbolic links; `nil` where it does not exist or is not in the folder.
  static func realPath(of resource: ResourceURI, in folder: ResourceURI) -> String? {
    guard let path = resource.filePath.flatMap(resolved), let root = folder.filePath.flatMap(resolved),
      path == root || isPath(path, inside: root)
    else { return nil }
    return path
  }

  /// Whether a path leads nowhere, without leaving the folder on the way.
  static func isMissing(_ resource: ResourceURI, in folder: ResourceURI) -> Bool {
    guard let path = resource.filePath, let root = folder.filePath.flatMap(resolved) else { return false }
    var status = stat()
    if lstat(path, &status) == 0 { return false }
    // What is there of the way must be in the folder.
    var segments = path.split(separator: "/")
    while segments.popLast() != nil {
      guard let parent = resolved("/" + segments.joined(separator: "/")) else { continue }
      return parent == root || isPath(parent, inside: root)
    }
    return false
  }

  /// The text of a regular file that is not too long.
  static func text(at resource: ResourceURI, in folder: ResourceURI) -> [UInt8]? {
    guard let path = realPath(of: resource, in: folder) else { return nil }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= maximumLength,
      let data = FileManager.default.contents(atPath: path)
    else { return nil }
    return Array(data)
  }

  /// Whether a path leads to something that a folder holds, the file system's root too. Both are without symbolic links.
  static func isPath(_ path: String, inside root: String) -> Bool {
    path.hasPrefix(root.hasSuffix("/") ? root : root + "/")
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
