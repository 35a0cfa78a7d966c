import Glibc

/// Files inside workspace folders, which links that lead out of the folder do not count to.
enum WorkspaceFile {
  /// The longest file that is read, in bytes.
  private static let maximumLength = 4 << 20

  /// The file's path without symbolic links; `nil` where it does not exist or is not in the folder.
  static func realPath(of resource: NormalizedURI, in folder: NormalizedURI) -> FilePath? {
    place(of: resource, in: folder)?.path
  }

  /// That path, and the folder's own.
  private static func place(
    of resource: NormalizedURI, in folder: NormalizedURI
  ) -> (path: FilePath, root: FilePath)? {
    guard let path = resource.filePath?.resolved(), let root = folder.filePath?.resolved(), path.isInside(root) else {
      return nil
    }
    return (path, root)
  }

  /// Whether a path leads nowhere, without leaving the folder on the way.
  static func isMissing(_ resource: NormalizedURI, in folder: NormalizedURI) -> Bool {
    guard let path = resource.filePath, path.isAbsent, let root = folder.filePath?.resolved(),
      let (segment, next) = path.longestResolvedSegment(), let next
    else { return false }
    // A symbolic link that leads nowhere may lead out of the folder.
    return segment.isInside(root) && next.isAbsent
  }

  /// The text of a regular file that is not too long.
  static func text(at resource: NormalizedURI, in folder: NormalizedURI) -> [UInt8]? {
    // Looked at before it is opened, too, for a pipe's other end would notice that.
    guard let (path, root) = place(of: resource, in: folder), path.status?.isRegularFile == true,
      let file = opened(path, inside: root), let status = file.status, status.isRegularFile,
      status.st_size <= maximumLength
    else { return nil }
    return file.contents(limit: Int(status.st_size))
  }

  /// What a folder inside of the folder holds, but for symbolic links that lead out of that.
  static func listing(of resource: NormalizedURI, in folder: NormalizedURI) -> FolderListing {
    guard let (path, root) = place(of: resource, in: folder),
      let directory = opened(path, inside: root, options: O_DIRECTORY)
    else { return FolderListing() }
    return FolderListing(of: directory, at: path, inside: root)
  }

  /// Opens a path without symbolic links. Somebody may put one on the way after the path was resolved: what is open
  /// counts where it really is in the folder.
  private static func opened(_ path: FilePath, inside root: FilePath, options: Int32 = 0) -> OpenFile? {
    guard let file = OpenFile(path, options: options) else { return nil }
    if let place = file.place, !place.isInside(root) { return nil }
    return file
  }
}
