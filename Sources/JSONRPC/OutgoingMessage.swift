/// Builds the bodies of messages that the server sends.
public enum OutgoingMessage {
  /// A response. `writeResult` appends the result's JSON.
  public static func response(
    to id: RequestID, _ writeResult: (inout [UInt8]) throws(RequestError) -> Void
  ) throws(RequestError) -> [UInt8] {
    var bytes = Array(#"{"jsonrpc":"2.0","id":"#.utf8)
    id.write(to: &bytes)
    bytes += #","result":"#.utf8
    try writeResult(&bytes)
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  /// An error response; without `id` where it is not known.
  public static func failure(_ error: RequestError, id: RequestID?) -> [UInt8] {
    var bytes = Array(#"{"jsonrpc":"2.0","id":"#.utf8)
    if let id { id.write(to: &bytes) } else { bytes += "null".utf8 }
    bytes += #","error":{"code":"#.utf8
    JSONText.append(error.code.rawValue, to: &bytes)
    bytes += #","message":"#.utf8
    JSONText.append(error.message, to: &bytes)
    bytes += "}}".utf8
    return bytes
  }

  public static func notification(_ method: String, params: some Encodable) throws(RequestError) -> [UInt8] {
    var bytes = Array(#"{"jsonrpc":"2.0","method":"#.utf8)
    JSONText.append(method, to: &bytes)
    bytes += #","params":"#.utf8
    try JSONText.append(encoding: params, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  public static func request(
    _ method: String, id: RequestID, params: some Encodable
  ) throws(RequestError) -> [UInt8] {
    var bytes = requestHead(method, id: id)
    bytes += #","params":"#.utf8
    try JSONText.append(encoding: params, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  /// A request of a method that has no parameters.
  public static func request(_ method: String, id: RequestID) -> [UInt8] {
    requestHead(method, id: id) + [UInt8(ascii: "}")]
  }

  private static func requestHead(_ method: String, id: RequestID) -> [UInt8] {
    var bytes = Array(#"{"jsonrpc":"2.0","id":"#.utf8)
    id.write(to: &bytes)
    bytes += #","method":"#.utf8
    JSONText.append(method, to: &bytes)
    return bytes
  }
}
