import Dispatch
import Glibc

/// Notices when the process that started the server is gone, though its pipes may still be held open by others.
enum ClientProcessWatch {
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
      if exists(process) { check(process, on: queue, ended: ended) } else { ended() }
    }
  }

  private static func exists(_ process: pid_t) -> Bool {
    kill(process, 0) == 0 || errno != ESRCH
  }
}
