/// The part of a link's destination after `#`.
public enum Fragment {
  /// Splits a destination, escapes undone, at its first `#`.
  public static func split(_ destination: [UInt8]) -> (path: ArraySlice<UInt8>, fragment: ArraySlice<UInt8>?) {
    guard let sign = destination.firstIndex(of: UInt8(ascii: "#")) else { return (destination[...], nil) }
    return (destination[..<sign], destination[(sign + 1)...])
  }
}
