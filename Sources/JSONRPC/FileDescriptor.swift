import Glibc

/// An open file descriptor, read and written without buffering. It is not closed here.
public struct FileDescriptor: Sendable {
  public let rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  public static let standardInput = FileDescriptor(rawValue: 0)
  public static let standardOutput = FileDescriptor(rawValue: 1)
  public static let standardError = FileDescriptor(rawValue: 2)

  /// Fills the places of those of the three that the process was started without, so that no file that it opens becomes
  /// one of them. To be called before anything is opened.
  ///
  /// What stands there refuses to be read, or written to, as a closed one does: it is open for the other alone.
  public static func holdClosedStandardDescriptors() {
    for descriptor in [standardInput, standardOutput, standardError]
    where fcntl(descriptor.rawValue, F_GETFD) < 0 && errno == EBADF {
      // The lowest number that is free: that of this one.
      _ = open("/dev/null", descriptor.rawValue == standardInput.rawValue ? O_WRONLY : O_RDONLY)
    }
  }

  /// Standard output under another descriptor, standard output itself leading to standard error from then on: whatever
  /// prints by mistake cannot break a frame. Where the system refuses, standard output as it is.
  public static func claimingStandardOutput() -> FileDescriptor {
    let claimed = fcntl(standardOutput.rawValue, F_DUPFD_CLOEXEC, standardError.rawValue + 1)
    guard claimed >= 0 else { return standardOutput }
    _ = dup2(standardError.rawValue, standardOutput.rawValue)
    return FileDescriptor(rawValue: claimed)
  }

  /// Waits for input and reads what is there, at most `buffer`'s length. 0 is the end of the input.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(TransportError) -> Int {
    while true {
      let count = Glibc.read(rawValue, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      try waitAfterFailure(for: POLLIN)
    }
  }

  /// Reads up to the end of the input, or so much of it. Waits for input that is still to come.
  public func readAll(limit: Int = .max) throws(TransportError) -> [UInt8] {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { chunk.deallocate() }
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let count = try read(into: UnsafeMutableRawBufferPointer(rebasing: chunk.prefix(limit - bytes.count)))
      if count == 0 { break }
      bytes.append(contentsOf: chunk[..<count])
    }
    return bytes
  }

  /// Writes all of `bytes`.
  public func write(_ bytes: [UInt8]) throws(TransportError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        return Glibc.write(rawValue, rest.baseAddress, rest.count)
      }
      if count >= 0 {
        written += count
      } else {
        try waitAfterFailure(for: POLLOUT)
      }
    }
  }

  /// Writes `bytes` where that needs no waiting for a reader, and else nothing. Of a pipe that is almost full that holds
  /// for 4,096 bytes at most.
  public func writeWithoutWaiting(_ bytes: [UInt8]) throws(TransportError) {
    var request = pollfd(fd: rawValue, events: Int16(truncatingIfNeeded: POLLOUT), revents: 0)
    guard poll(&request, 1, 0) == 1 else { throw TransportError(code: EAGAIN) }
    try write(bytes)
  }

  /// Returns when a call that failed is worth trying again: after a signal at once, on a descriptor that the client left
  /// in non-blocking mode when it is ready.
  private func waitAfterFailure(for event: some BinaryInteger) throws(TransportError) {
    let code = errno
    switch code {
    case EINTR:
      return
    case EAGAIN, EWOULDBLOCK:
      var request = pollfd(fd: rawValue, events: Int16(truncatingIfNeeded: event), revents: 0)
      _ = poll(&request, 1, -1)
    default:
      throw TransportError(code: code)
    }
  }
}

/// A read or write that the system refused.
public struct TransportError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The system's `errno`.
  public let code: Int32

  public init(code: Int32) { self.code = code }

  public var description: String { String(cString: strerror(code)) }
}
