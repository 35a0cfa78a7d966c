internal import Glibc

/// Measures the time that its thread works, in nanoseconds: while others have the processor, it stands.
struct Stopwatch {
  /// What the clock of a thread's work said, and when.
  struct Reading {
    /// How old it may become, in nanoseconds. The clock is too slow to be read for each text.
    fileprivate static let lifetime = 1_000_000

    fileprivate var thread = pthread_t()
    fileprivate var time = Int.min / 2
    fileprivate var worked = 0
  }

  private let start: Int
  private let reading: Reading

  /// Starts, with the latest reading of its thread's clock, which is renewed where it is too old.
  init(_ reading: inout Reading) {
    start = Self.now(CLOCK_MONOTONIC)
    let thread = pthread_self()
    if reading.thread != thread || start - reading.time > Reading.lifetime {
      reading = Reading(thread: thread, time: start, worked: Self.now(CLOCK_THREAD_CPUTIME_ID))
    }
    self.reading = reading
  }

  /// The time since the start, whoever had the processor.
  var elapsed: Int { Self.now(CLOCK_MONOTONIC) - start }

  /// The time that the thread has worked since the start, and at most a millisecond more. Slower than `elapsed`.
  var worked: Int { Self.now(CLOCK_THREAD_CPUTIME_ID) - reading.worked }

  func hasWorked(longerThan limit: Int) -> Bool { elapsed > limit && worked > limit }

  private static func now(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
