import JSONRPC

/// Frames come out the same, however the stream is cut into reads.
enum FrameFuzzer {
  static func run(_ input: UnsafeBufferPointer<UInt8>) throws(FuzzFinding) {
    var source = ByteSource(input)
    let portion = Int(source.byte()) % 32 + 1
    let stream = source.all()
    let whole = outputs(of: stream, portion: stream.count)
    let cut = outputs(of: stream, portion: portion)
    try require(whole == cut, "\(whole) in one piece, \(cut) in pieces of \(portion)")
    for case .body(let body) in whole { _ = try? IncomingMessage(body: body) }
  }

  private static func outputs(of stream: [UInt8], portion: Int) -> [FrameParser.Output] {
    var parser = FrameParser(bodyLimit: 1 << 16)
    var outputs: [FrameParser.Output] = []
    stream.withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count {
        let end = min(start + max(portion, 1), bytes.count)
        parser.consume(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) { outputs.append($0) }
        start = end
      }
    }
    return outputs
  }
}
