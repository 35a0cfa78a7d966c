import GFMFeatures
import Glibc
import MarkdownText

/// An absolute path in the file system: bytes, which need not be UTF-8. Two spellings are two paths, be they the same
/// text in two normal forms.
struct FilePath: Hashable, Sendable {
  /// Without NUL.
  let bytes: [UInt8]

  /// `nil` for what no path holds.
  init?(_ bytes: [UInt8]) {
    guard !bytes.contains(0) else { return nil }
    self.bytes = bytes
  }

  init(cString: UnsafePointer<CChar>) {
    bytes = Array(UnsafeRawBufferPointer(start: cString, count: strlen(cString)))
  }

  private init(prefix: ArraySlice<UInt8>) { bytes = Array(prefix) }

  /// Calls `body` with the path as C has it.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    body(bytes.map { CChar(bitPattern: $0) } + [0])
  }

  /// Whether it is a folder, the file system's root too, or leads into it. Both are without symbolic links.
  func isInside(_ folder: FilePath) -> Bool {
    guard bytes.starts(with: folder.bytes) else { return false }
    return bytes.count == folder.bytes.count || folder.bytes.last == UInt8(ascii: "/")
      || bytes[folder.bytes.count] == UInt8(ascii: "/")
  }

  /// The path of what a folder holds by a name, which has no NUL.
  func appending(_ name: [UInt8]) -> FilePath { FilePath(prefix: bytes + [UInt8(ascii: "/")] + name) }

  /// Whether a file's name has one of some extensions, which are ASCII in lower case; in any letter case.
  static func name(_ name: [UInt8], hasExtensionAmong extensions: [String]) -> Bool {
    let name = name.lowercasedASCII
    return extensions.contains { name.suffix($0.utf8.count + 1).elementsEqual(".\($0)".utf8) }
  }

  /// The path without symbolic links; `nil` where it leads nowhere, or that may not be looked at.
  func resolved() -> FilePath? {
    withCString { path in
      guard let resolved = realpath(path, nil) else { return nil }
      defer { free(resolved) }
      return FilePath(cString: resolved)
    }
  }

  /// The longest part of the path that leads somewhere, without symbolic links, and the path up to the next segment,
  /// where there is one. Costs as many looks as the logarithm of the number of segments.
  func longestResolvedSegment() -> (resolved: FilePath, next: FilePath?)? {
    let slashes = bytes.indices.dropFirst().filter { bytes[$0] == UInt8(ascii: "/") }
    let segments = ([1] + slashes + [bytes.count]).map { bytes.prefix($0) }
    // Where a part leads somewhere, so does each shorter one.
    let next = segments.partitionIndex { FilePath(prefix: $0).resolved() == nil }
    guard next > 0, let resolved = FilePath(prefix: segments[next - 1]).resolved() else { return nil }
    return (resolved, next < segments.count ? FilePath(prefix: segments[next]) : nil)
  }

  /// What is at the path itself, be it a symbolic link; `nil` where there is nothing, or it may not be looked at.
  var status: stat? {
    var status = stat()
    return withCString { lstat($0, &status) } == 0 ? status : nil
  }

  /// Whether there is surely nothing, not even a symbolic link that leads nowhere.
  var isAbsent: Bool {
    var status = stat()
    let (result, error) = withCString { (lstat($0, &status), errno) }
    return result != 0 && [ENOENT, ENOTDIR, ENAMETOOLONG].contains(error)
  }
}

extension stat {
  var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
  var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
  var isSymbolicLink: Bool { st_mode & S_IFMT == S_IFLNK }
}
