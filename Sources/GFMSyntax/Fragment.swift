/// The part of a link's destination after `#`.
public enum Fragment {
  /// Splits a destination, escapes undone, at its first `#`.
  public static func split(_ destination: [UInt8]) -> (path: ArraySlice<UInt8>, fragment: ArraySlice<UInt8>?) {
    guard let sign = destination.firstIndex(of: UInt8(ascii: "#")) else { return (destination[...], nil) }
    return (destination[..<sign], destination[(sign + 1)...])
  }

  /// `text` with its percent encodings undone; a `%` without two hexadecimal digits stands for itself.
  public static func percentDecoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard text.contains(UInt8(ascii: "%")) else { return Array(text) }
    var decoded: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == UInt8(ascii: "%"), index + 2 < text.endIndex, let high = text[index + 1].hexValue,
        let low = text[index + 2].hexValue
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(text[index])
        index += 1
      }
    }
    return decoded
  }

  /// `text` with percent encodings for all that is not ASCII, and for what no destination holds as it is; their digits in
  /// the letter case of those in `sample`.
  public static func percentEncoded(_ text: [UInt8], like sample: [UInt8]) -> [UInt8] {
    let isLowercase = sample.indices.contains { index in
      sample[index] == UInt8(ascii: "%")
        && sample[index...].dropFirst().prefix(2).contains { (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
    }
    let hexDigits = Array((isLowercase ? "0123456789abcdef" : "0123456789ABCDEF").utf8)
    return text.flatMap { byte in
      byte.isLetterOrDigit || "-._~!$'*+,;:@/?".utf8.contains(byte)
        ? [byte] : [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
    }
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
