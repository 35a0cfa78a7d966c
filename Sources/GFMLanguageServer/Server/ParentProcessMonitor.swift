import Dispatch
import Glibc

/// Notices when the process that started the server is gone, though its pipes may still be held open by others.
enum ParentProcessMonitor {
  private static let interval = DispatchTimeInterval.seconds(5)

  /// Calls `ended` once `process` no longer exists.
  ///
  /// A process that cannot be seen at the start is not watched: the client may live in another process namespace.
  static func start(process: Int, ended: @escaping @Sendable () -> Void) {
    guard let id = pid_t(exactly: process), id > 0, exists(id) else { return }
    check(id, on: DispatchQueue(label: "client-process-watch"), ended: ended)
  }

  private static func check(_ process: pid_t, on queue: DispatchQueue, ended: @escaping @Sendable () -> Void) {
    queue.asyncAfter(deadline: .now() + interval) {
      if exists(process), !isZombie(process) { check(process, on: queue, ended: ended) } else { ended() }
    }
  }

  private static func exists(_ process: pid_t) -> Bool {
    kill(process, 0) == 0 || errno != ESRCH
  }

  /// Whether it has ended, and its parent hasn't asked how yet. `false` where the system does not tell.
  static func isZombie(_ process: pid_t) -> Bool {
    guard let path = FilePath(Array("/proc/\(process)/stat".utf8)), let file = OpenFile(path),
      let text = file.contents(limit: 512)
    else { return false }
    // `PID (NAME) STATE …`; the name may hold anything, and is short. The 20th is the number of threads: where the first
    // one alone has ended, the process lives.
    guard let nameEnd = text.lastIndex(of: UInt8(ascii: ")")) else { return false }
    let fields = text[(nameEnd + 1)...].split(separator: UInt8(ascii: " "))
    guard fields.count > 17, let threads = Int(String(decoding: fields[17], as: UTF8.self)) else { return false }
    return (fields[0] == [UInt8(ascii: "Z")] || fields[0] == [UInt8(ascii: "X")]) && threads <= 1
  }
}
