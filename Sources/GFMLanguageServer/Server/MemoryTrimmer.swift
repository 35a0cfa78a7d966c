#if canImport(Glibc)
  import CMalloc
#endif

/// Gives the memory of closed documents back to the system, which the C library otherwise keeps, in pieces between what
/// is still used.
struct MemoryTrimmer {
  /// Text that is closed before it is worth looking for memory, in bytes; its trees take many times that.
  private static let threshold = 256 << 10

  private var releasedByteCount = 0

  /// Notes that `byteCount` bytes of text were closed. Now and then takes a millisecond or so.
  mutating func release(_ byteCount: Int) {
    releasedByteCount += byteCount
    guard releasedByteCount >= Self.threshold else { return }
    releasedByteCount = 0
    #if canImport(Glibc)
      malloc_trim(0)
    #endif
  }
}
