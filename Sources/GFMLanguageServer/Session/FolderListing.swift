import Glibc

/// The visible files of one folder, for paths that are being typed.
struct FolderListing {
  struct Entry {
    var name: String
    var isFolder: Bool
  }

  /// By name.
  private(set) var entries: [Entry] = []
  /// Whether the folder has more files than were looked at.
  private(set) var isIncomplete = false

  /// So many files of a folder are looked at, at most.
  private static let limit = 2000

  /// An empty one.
  init() {}

  /// What is in `directory`, but for symbolic links that lead out of `root`; both paths are without any. Nothing where
  /// it cannot be read.
  init(of directory: String, inside root: String) {
    guard let stream = opendir(directory) else { return }
    defer { closedir(stream) }
    while let next = readdir(stream) {
      let name = Self.name(of: next)
      guard let name, !name.hasPrefix(".") else { continue }
      guard entries.count < Self.limit else {
        isIncomplete = true
        break
      }
      if let entry = Self.entry(name, in: directory, inside: root) { entries.append(entry) }
    }
    entries.sort { $0.name < $1.name }
  }

  /// `nil` for a name that is not UTF-8, which no link can have.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
    withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
        String(validatingCString: $0)
      }
    }
  }

  private static func entry(_ name: String, in directory: String, inside root: String) -> Entry? {
    let path = directory + "/" + name
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    if status.st_mode & S_IFMT == S_IFLNK {
      guard let target = realpath(path, nil) else { return nil }
      defer { free(target) }
      guard WorkspaceFile.isPath(String(cString: target), inside: root), stat(path, &status) == 0 else { return nil }
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return Entry(name: name, isFolder: true)
    case S_IFREG: return Entry(name: name, isFolder: false)
    default: return nil
    }
  }
}
