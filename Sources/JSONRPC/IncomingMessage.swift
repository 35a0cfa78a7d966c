import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A message that the client sent, with its parameters not yet decoded.
public struct IncomingMessage: Sendable {
  public enum Kind: Sendable, Hashable {
    case request(id: RequestID, method: String)
    case notification(method: String)
    /// The answer to a request of ours: ``payload`` is its result, or its error. Without an id where the other side could
    /// not read the request.
    case response(id: RequestID?, isError: Bool)
  }

  public let kind: Kind
  private let body: Body
  private let payloadRange: Range<Int>?

  /// The text, shared by a message's copies, so that one of them can let go of it.
  private final class Body: Sendable {
    let bytes: Mutex<[UInt8]>

    init(_ bytes: [UInt8]) { self.bytes = Mutex(bytes) }
  }

  /// Reads a message's envelope. Fails on what is no JSON (`ParseError`) or no single JSON-RPC 2.0 message
  /// (`InvalidRequest`).
  public init(body: [UInt8]) throws(InvalidMessage) {
    var body = body
    let envelope: Envelope
    do throws(JSONSyntaxError) {
      envelope = try Envelope(&body)
    } catch {
      throw InvalidMessage(id: nil, error: .parseError("\(error)"))
    }
    self.kind = try envelope.kind(in: body)
    let payload: Range<Int>?
    switch kind {
    case .request, .notification: payload = envelope.params
    case .response(_, isError: false): payload = envelope.result
    case .response(_, isError: true): payload = envelope.error
    }
    // `null` stands for parameters that are not there.
    self.payloadRange = payload.flatMap { body[$0].elementsEqual("null".utf8) ? nil : $0 }
    self.body = Body(body)
  }

  /// The parameters', result's or error's JSON text; `nil` where there is none, or no longer (``take(_:)``).
  public var payload: ArraySlice<UInt8>? {
    payloadRange.flatMap { range in body.bytes.withLock { $0.isEmpty ? nil : $0[range] } }
  }

  /// The payload as a `Value`, for the last time: a long one, such as a document's text, is then not kept beside it.
  public func take<Value: Decodable>(_ type: Value.Type) throws(RequestError) -> Value {
    let value = try decode(type)
    body.bytes.withLock { $0 = [] }
    return value
  }

  /// The payload as a `Value`. Where there is none it is read as an empty object.
  public func decode<Value: Decodable>(_ type: Value.Type) throws(RequestError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: payload.map { Data($0) } ?? Data("{}".utf8))
    } catch let error as DecodingError {
      throw .invalidParams(Self.describe(error))
    } catch {
      throw .invalidParams("\(error)")
    }
  }

  private static func describe(_ error: DecodingError) -> String {
    func describe(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
      let path = (context.codingPath + (key.map { [$0] } ?? [])).map { step in
        step.intValue.map(String.init) ?? step.stringValue
      }
      return (["params"] + path).joined(separator: ".")
    }
    switch error {
    case .typeMismatch(let type, let context): return "\(describe(context)) is not of type \(type)"
    case .valueNotFound(_, let context): return "\(describe(context)) is null"
    case .keyNotFound(let key, let context): return "\(describe(context, key)) is missing"
    // The decoder calls the whole text wrong, without a path. It is known to be JSON, so that numbers are left.
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      return "params holds a number that is too large, or no integer where one is needed"
    case .dataCorrupted(let context): return "\(describe(context)): \(context.debugDescription)"
    @unknown default: return "\(error)"
    }
  }
}

/// A body that is no message.
public struct InvalidMessage: Error, Sendable, Hashable {
  /// The request's id, where it could be read.
  public let id: RequestID?
  public let error: RequestError
}

/// Where a message's members stand in its body.
private struct Envelope {
  /// Whether the body is an object at all.
  var isObject = false
  var version: Range<Int>?
  var id: Range<Int>?
  var method: Range<Int>?
  var params: Range<Int>?
  var result: Range<Int>?
  var error: Range<Int>?

  /// Checks all of `body` and finds the members. Escapes of lone surrogates in it are replaced.
  init(_ body: inout [UInt8]) throws(JSONSyntaxError) {
    let outcome = body.withUnsafeMutableBufferPointer { buffer -> Result<Envelope, JSONSyntaxError> in
      var scanner = JSONScanner(buffer)
      do throws(JSONSyntaxError) {
        return .success(try Envelope(&scanner, buffer))
      } catch {
        return .failure(error)
      }
    }
    self = try outcome.get()
  }

  private init(
    _ scanner: inout JSONScanner, _ bytes: UnsafeMutableBufferPointer<UInt8>
  ) throws(JSONSyntaxError) {
    scanner.skipWhitespace()
    if scanner.next == UInt8(ascii: "{") {
      isObject = true
      try readMembers(&scanner, bytes)
    } else {
      _ = try scanner.scanValue()
    }
    scanner.skipWhitespace()
    guard scanner.isAtEnd else { throw JSONSyntaxError(offset: scanner.index, "text after the message") }
  }

  private mutating func readMembers(
    _ scanner: inout JSONScanner, _ bytes: UnsafeMutableBufferPointer<UInt8>
  ) throws(JSONSyntaxError) {
    try scanner.expect(UInt8(ascii: "{"))
    scanner.skipWhitespace()
    if scanner.skip(UInt8(ascii: "}")) { return }
    repeat {
      scanner.skipWhitespace()
      let key = try scanner.scanString()
      scanner.skipWhitespace()
      try scanner.expect(UInt8(ascii: ":"))
      let value = try scanner.scanValue()
      switch String(decoding: bytes[key], as: UTF8.self) {
      case "jsonrpc": version = value
      case "id": id = value
      case "method": method = value
      case "params": params = value
      case "result": result = value
      case "error": error = value
      default: break
      }
      scanner.skipWhitespace()
    } while scanner.skip(UInt8(ascii: ","))
    try scanner.expect(UInt8(ascii: "}"))
  }

  func kind(in body: [UInt8]) throws(InvalidMessage) -> IncomingMessage.Kind {
    guard isObject else {
      throw InvalidMessage(id: nil, error: .invalidRequest("a message is one JSON object; batches are not supported"))
    }
    let requestID = id.flatMap { try? JSONDecoder().decode(RequestID.self, from: Data(body[$0])) }
    func invalid(_ reason: String) -> InvalidMessage { InvalidMessage(id: requestID, error: .invalidRequest(reason)) }

    // An answer is not answered, whatever is wrong with it: its id is one of ours, and the other side's may be the same.
    // Some leave out a result that is null.
    let isError = error.map { !body[$0].elementsEqual("null".utf8) } ?? false
    if method == nil, result != nil || error != nil || requestID != nil {
      return .response(id: requestID, isError: isError)
    }
    guard let version, body[version].elementsEqual(#""2.0""#.utf8) else {
      throw invalid(#"the member "jsonrpc" is not "2.0""#)
    }
    if id != nil, requestID == nil {
      throw invalid("an id is an integer or a string")
    }
    guard let method else {
      throw invalid("a message without a method")
    }
    guard let name = try? JSONDecoder().decode(String.self, from: Data(body[method])) else {
      throw invalid("a method's name is a string")
    }
    return requestID.map { .request(id: $0, method: name) } ?? .notification(method: name)
  }
}
