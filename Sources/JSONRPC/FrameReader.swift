/// Reads frames from a file descriptor.
public struct FrameReader: Sendable {
  /// Why reading ended.
  public enum End: Sendable, Hashable {
    /// The other side closed. Not complete: in the middle of a frame.
    case closed(isComplete: Bool)
    case failed(TransportError)
  }

  /// Big enough that most messages come in one read, small enough to stay in the cache.
  private static let bufferSize = 64 << 10

  private let input: FileDescriptor
  private let bodyLimit: Int

  public init(input: FileDescriptor, bodyLimit: Int = FrameParser.defaultBodyLimit) {
    self.input = input
    self.bodyLimit = bodyLimit
  }

  /// Gives every frame to `receive` as it arrives; returns when the input ends. Blocks its thread.
  public func run(_ receive: (FrameParser.Output) -> Void) -> End {
    var parser = FrameParser(bodyLimit: bodyLimit)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.bufferSize, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      do throws(TransportError) {
        let count = try input.read(into: buffer)
        guard count > 0 else { return .closed(isComplete: parser.isBetweenFrames) }
        parser.consume(UnsafeRawBufferPointer(rebasing: buffer[..<count]), receive)
      } catch {
        return .failed(error)
      }
    }
  }
}
