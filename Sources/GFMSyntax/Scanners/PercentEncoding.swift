import MarkdownText

/// Percent encodings in URIs and destinations (RFC 3986, 2.1).
public enum PercentEncoding {
  /// `text` with its percent encodings undone; a `%` without two hexadecimal digits stands for itself.
  public static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard text.contains(UInt8(ascii: "%")) else { return Array(text) }
    var decoded: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      if let byte = byte(encodedAt: index, in: text) {
        decoded.append(byte)
        index += 3
      } else {
        decoded.append(text[index])
        index += 1
      }
    }
    return decoded
  }

  /// What the encoding that starts at `index` stands for, if there is one.
  public static func byte(encodedAt index: Int, in text: ArraySlice<UInt8>) -> UInt8? {
    guard text[index] == UInt8(ascii: "%"), index + 2 < text.endIndex, let high = text[index + 1].hexValue,
      let low = text[index + 2].hexValue
    else { return nil }
    return high << 4 | low
  }

  /// `text` with percent encodings for all that is not ASCII, and for what no destination holds as it is; their digits in
  /// the letter case of those in `sample`.
  public static func encoded(_ text: [UInt8], like sample: [UInt8]) -> [UInt8] {
    let isLowercase = sample.indices.contains { index in
      sample[index] == UInt8(ascii: "%")
        && sample[index...].dropFirst().prefix(2).contains { (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
    }
    var encoded: [UInt8] = []
    for byte in text {
      if byte.isLetterOrDigit || "-._~!$'*+,;:@/?".utf8.contains(byte) {
        encoded.append(byte)
      } else {
        append(byte, isLowercase: isLowercase, to: &encoded)
      }
    }
    return encoded
  }

  /// Appends the encoding of `byte`.
  public static func append(_ byte: UInt8, isLowercase: Bool = false, to text: inout [UInt8]) {
    let letters = isLowercase ? UInt8(ascii: "a") : UInt8(ascii: "A")
    text.append(UInt8(ascii: "%"))
    for digit in [byte >> 4, byte & 15] { text.append(digit < 10 ? UInt8(ascii: "0") + digit : letters + digit - 10) }
  }
}

extension UInt8 {
  fileprivate var hexValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
