internal import Synchronization

/// The time that a pattern may take, over all texts that it is looked for in.
///
/// Each text is worth a time, by its length. What is taken beyond that is owed, and texts that take less pay it off, so
/// that neither one text nor many can take much more time than they are worth.
final class TimeBudget: Sendable {
  /// What a text is worth, in nanoseconds: many times what a usual pattern takes.
  private enum Worth {
    static let text = 2_000
    static let byte = 400
  }
  /// What may be owed, in nanoseconds.
  private static let debtLimit = 50_000_000

  private struct State {
    var debt = 0
    var isClosed = false
    var reading = Stopwatch.Reading()
  }

  private let state = Mutex(State())

  /// Whether more was owed once than may be.
  var isClosed: Bool { state.withLock(\.isClosed) }

  /// Starts to measure the search of a text of so many bytes; `nil` where no time is left.
  func startMeter(forBytes count: Int) -> TimeMeter? {
    state.withLock { state in
      guard !state.isClosed else { return nil }
      let worth = Worth.text + Worth.byte * count
      return TimeMeter(
        stopwatch: Stopwatch(&state.reading), byteCount: count, worth: worth,
        limit: worth + Self.debtLimit - state.debt)
    }
  }

  /// Enters what the search of a text took. One that was given up for another reason than time ends all.
  func enter(_ meter: TimeMeter, isGivenUp: Bool) {
    let taken = meter.taken
    state.withLock { state in
      state.debt = max(0, state.debt + taken - meter.worth)
      if isGivenUp || state.debt > Self.debtLimit { state.isClosed = true }
    }
  }
}

/// Measures the search of one text, step by step.
struct TimeMeter {
  /// What may be searched between two looks at the clock, in bytes.
  private static let stride = 1 << 14

  private let stopwatch: Stopwatch
  private let byteCount: Int
  /// In nanoseconds, as is `limit`.
  fileprivate let worth: Int
  private let limit: Int
  private var unmeasured = 0

  fileprivate init(stopwatch: Stopwatch, byteCount: Int, worth: Int, limit: Int) {
    self.stopwatch = stopwatch
    self.byteCount = byteCount
    self.worth = worth
    self.limit = limit
  }

  /// Counts a step, which may look at all of the text; returns whether there is time for it.
  mutating func step() -> Bool {
    unmeasured += byteCount
    if unmeasured < Self.stride { return true }
    unmeasured = 0
    return !stopwatch.hasWorked(longerThan: limit)
  }

  /// The nanoseconds from its start until now. Exact where they are more than the text is worth.
  fileprivate var taken: Int {
    let elapsed = stopwatch.elapsed
    return elapsed > worth ? min(elapsed, stopwatch.worked) : elapsed
  }
}
