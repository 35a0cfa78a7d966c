import Glibc
import JSONRPC

/// A file or folder that is open for reading: what it is stays the same, whatever becomes of the path that led to it.
struct OpenFile: ~Copyable {
  let descriptor: Int32

  /// Opens what is at a path itself: no symbolic link, and without waiting for what has another end. `nil` where that
  /// fails.
  init?(_ path: FilePath, options: Int32 = 0) {
    descriptor = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC | options) }
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Hands the descriptor over to the caller, who closes it.
  consuming func release() -> Int32 {
    let descriptor = descriptor
    discard self
    return descriptor
  }

  var status: stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }

  /// Where it is now, without symbolic links; `nil` where the system does not tell.
  var place: FilePath? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink("/proc/self/fd/\(descriptor)", start, buffer.count)
      return count > 0 ? FilePath(buffer.prefix(count).map { UInt8(bitPattern: $0) }) : nil
    }
  }

  /// Its first `limit` bytes, or all of them; `nil` where it cannot be read.
  func contents(limit: Int) -> [UInt8]? {
    try? FileDescriptor(rawValue: descriptor).readAll(limit: limit)
  }
}
