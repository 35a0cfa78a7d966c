import Glibc

/// The visible files of one folder, for paths that are being typed.
struct FolderListing {
  struct Entry {
    /// Bytes, which need not be UTF-8.
    var name: [UInt8]
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

  /// What is in `directory`, but for symbolic links that lead out of `root`; `path`, where it was opened, and `root` are
  /// without any. Nothing where it cannot be read.
  init(of directory: consuming OpenFile, at path: FilePath, inside root: FilePath) {
    let descriptor = directory.release()
    guard let stream = fdopendir(descriptor) else {
      close(descriptor)
      return
    }
    defer { closedir(stream) }
    while let next = readdir(stream) {
      let name = Self.name(of: next)
      guard name.first != UInt8(ascii: ".") else { continue }
      guard entries.count < Self.limit else {
        isIncomplete = true
        break
      }
      if let entry = Self.entry(name, of: descriptor, at: path, inside: root) { entries.append(entry) }
    }
    entries.sort { $0.name.lexicographicallyPrecedes($1.name) }
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
  }

  private static func entry(_ name: [UInt8], of directory: Int32, at path: FilePath, inside root: FilePath) -> Entry? {
    var status = stat()
    let cName = name.map { CChar(bitPattern: $0) } + [0]
    guard fstatat(directory, cName, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    if status.isSymbolicLink {
      guard let target = path.appending(name).resolved(), target.isInside(root), let found = target.status else {
        return nil
      }
      status = found
    }
    return status.isFolder || status.isRegularFile ? Entry(name: name, isFolder: status.isFolder) : nil
  }
}
