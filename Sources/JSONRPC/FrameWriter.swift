import Glibc

/// Writes frames to a file descriptor. One thread at a time may use it.
public struct FrameWriter: Sendable {
  private let output: FileDescriptor

  /// A reader that has gone away is reported by ``write(body:)`` from then on, and no longer ends the process.
  public init(output: FileDescriptor) {
    signal(SIGPIPE, SIG_IGN)
    self.output = output
  }

  /// Writes one frame, header and body together.
  public func write(body: [UInt8]) throws(TransportError) {
    var frame: [UInt8] = []
    frame.reserveCapacity(body.count + 32)
    frame += "Content-Length: ".utf8
    JSONText.append(body.count, to: &frame)
    frame += "\r\n\r\n".utf8
    frame += body
    try output.write(frame)
  }
}
