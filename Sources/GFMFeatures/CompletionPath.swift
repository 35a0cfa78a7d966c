/// How file names are written in a destination (GFM 6.6).
public enum CompletionPath {
  /// A name with percent encodings for what a destination does not hold as it is. In angle brackets, spaces do.
  public static func spelling(of name: [UInt8], isInAngles: Bool) -> String {
    let hexDigits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for byte in name {
      let isPlain = byte > 0x20 && byte != 0x7F && !#"<>()\?#%&`|""#.utf8.contains(byte)
      if isPlain || (isInAngles && (byte == 0x20 || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")"))) {
        text.append(byte)
      } else {
        text += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
