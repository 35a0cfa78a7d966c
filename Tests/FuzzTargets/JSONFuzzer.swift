import FoundationEssentials
import JSONRPC
import LanguageServerProtocol

/// What the scanner takes for JSON, the decoder does too; whatever the parameters are, decoding them gives a value or an
/// error.
enum JSONFuzzer {
  /// Beyond this the decoder has limits of its own.
  private static let numberLimit = 15

  static func run(_ input: UnsafeBufferPointer<UInt8>) throws(FuzzFinding) {
    let body = Array(input)
    guard let message = try? IncomingMessage(body: body), let payload = message.payload else { return }
    if !hasLongNumber(payload) {
      try require((try? message.decode(LSPAny.self)) != nil, "the decoder refuses what the scanner takes")
    }
    _ = try? message.decode(InitializeParams.self)
    _ = try? message.decode(DidOpenTextDocumentParams.self)
    _ = try? message.decode(DidChangeTextDocumentParams.self)
    _ = try? message.decode(GFMEditParams.self)
    _ = try? message.decode(CodeActionParams.self)
    _ = try? message.decode(ExecuteCommandParams.self)
  }

  private static func hasLongNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
    var digits = 0
    for byte in bytes {
      let isNumber = (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
      digits = isNumber ? digits + 1 : 0
      if digits > numberLimit || (digits > 0 && (byte == 0x45 || byte == 0x65)) { return true }
    }
    return false
  }
}
