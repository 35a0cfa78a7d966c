import Dispatch
import Foundation
import Synchronization
import Testing

@testable import JSONRPC

/// A pipe's two ends. Each is closed once: a number that is closed twice may be another test's by then.
private final class TestPipe: Sendable {
  let readEnd: FileDescriptor
  let writeEnd: FileDescriptor
  private let closed = Mutex<Set<Int32>>([])

  init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    (readEnd, writeEnd) = (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
  }

  func closeEnd(_ end: FileDescriptor) {
    closed.withLock { if $0.insert(end.rawValue).inserted { close(end.rawValue) } }
  }

  deinit {
    closeEnd(readEnd)
    closeEnd(writeEnd)
  }
}

/// What a reading thread leaves.
private final class ReadResult: Sendable {
  let value = Mutex<([FrameParser.Output], FrameReader.End)?>(nil)
  let done = DispatchSemaphore(value: 0)
}

@Suite(.timeLimit(.minutes(1))) struct FrameTransportTests {
  /// A big frame takes many reads and writes, the pipe being smaller; the writer's end does not block by itself.
  @Test(arguments: [false, true]) func throughAPipe(isNonBlocking: Bool) throws {
    let pipe = TestPipe()
    if isNonBlocking {
      for end in [pipe.readEnd, pipe.writeEnd] { #expect(fcntl(end.rawValue, F_SETFL, O_NONBLOCK) == 0) }
    }
    let bodies: [[UInt8]] = [Array("{}".utf8), Array(repeating: 0x78, count: 1_000_000), [], Array("é".utf8)]
    let result = ReadResult()
    // A thread of its own: both ends block.
    let reader = Thread {
      var outputs: [FrameParser.Output] = []
      let end = FrameReader(input: pipe.readEnd).run { outputs.append($0) }
      result.value.withLock { $0 = (outputs, end) }
      result.done.signal()
    }
    reader.start()
    let writer = FrameWriter(output: pipe.writeEnd)
    for body in bodies { try writer.write(body: body) }
    try pipe.writeEnd.write(Array("Content-Length: 9\r\n".utf8))
    pipe.closeEnd(pipe.writeEnd)
    #expect(result.done.wait(timeout: .now() + 30) == .success)
    let (outputs, end) = try #require(result.value.withLock { $0 })
    #expect(outputs == bodies.map { .body($0) })
    #expect(end == .closed(isComplete: false))
  }

  @Test func readerThatHasGoneAwayIsAnError() {
    let pipe = TestPipe()
    pipe.closeEnd(pipe.readEnd)
    #expect(throws: TransportError(code: EPIPE)) {
      try FrameWriter(output: pipe.writeEnd).write(body: [1])
    }
  }

  @Test func descriptorThatIsNotOpenIsAnError() {
    let end = FrameReader(input: FileDescriptor(rawValue: 9999)).run { _ in }
    #expect(end == .failed(TransportError(code: EBADF)))
  }
}
