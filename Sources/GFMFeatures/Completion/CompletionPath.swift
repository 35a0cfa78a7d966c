import GFMSyntax

/// How file names are written in a destination (GFM 6.6).
public enum CompletionPath {
  /// A name with percent encodings for what a destination does not hold as it is. In angle brackets, spaces do. Of a
  /// name that is not UTF-8, all that is not ASCII is encoded.
  public static func spelling(of name: [UInt8], isInAngles: Bool) -> String {
    let isUTF8 = String(validating: name, as: UTF8.self) != nil
    var text: [UInt8] = []
    for byte in name {
      let isPlain =
        byte > 0x20 && byte != 0x7F && !#"<>()\?#%&`|""#.utf8.contains(byte)
        && (byte < 0x80 || isUTF8)
      if isPlain || (isInAngles && (byte == 0x20 || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")"))) {
        text.append(byte)
      } else {
        PercentEncoding.append(byte, to: &text)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
