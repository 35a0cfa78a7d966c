extension JSONText {
  /// Appends an object with one of its members set: in the place of the one that it has, else as the last one.
  ///
  /// The other members stand as they were written, whatever they hold. What is no object is appended as it is.
  public static func append(
    _ object: ArraySlice<UInt8>, setting name: String, to bytes: inout [UInt8],
    value: (inout [UInt8]) throws(RequestError) -> Void
  ) throws(RequestError) {
    guard let members = try? JSONMembers(object) else {
      bytes += object
      return
    }
    if let old = members.value(of: name) {
      bytes += members.bytes[..<old.lowerBound]
      try value(&bytes)
      bytes += members.bytes[old.upperBound...]
    } else {
      bytes += members.bytes[..<members.end]
      if !members.isEmpty { bytes.append(UInt8(ascii: ",")) }
      append(name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      try value(&bytes)
      bytes += members.bytes[members.end...]
    }
  }
}

/// Where an object's members stand in its text.
private struct JSONMembers {
  let bytes: [UInt8]
  /// Of the closing brace.
  private(set) var end = 0
  private var members: [(name: Range<Int>, value: Range<Int>)] = []

  var isEmpty: Bool { members.isEmpty }

  init(_ object: ArraySlice<UInt8>) throws(JSONSyntaxError) {
    var bytes = Array(object)
    let outcome = bytes.withUnsafeMutableBufferPointer { buffer -> Result<JSONMembers, JSONSyntaxError> in
      var scanner = JSONScanner(buffer)
      do throws(JSONSyntaxError) {
        var members = JSONMembers(bytes: [])
        try members.read(&scanner)
        return .success(members)
      } catch {
        return .failure(error)
      }
    }
    let read = try outcome.get()
    self.bytes = bytes
    (end, members) = (read.end, read.members)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  func value(of name: String) -> Range<Int>? {
    members.last { bytes[$0.name].elementsEqual(name.utf8) }?.value
  }

  private mutating func read(_ scanner: inout JSONScanner) throws(JSONSyntaxError) {
    scanner.skipWhitespace()
    try scanner.expect(UInt8(ascii: "{"))
    scanner.skipWhitespace()
    if scanner.next != UInt8(ascii: "}") {
      repeat {
        scanner.skipWhitespace()
        let name = try scanner.scanString()
        scanner.skipWhitespace()
        try scanner.expect(UInt8(ascii: ":"))
        members.append((name, try scanner.scanValue()))
        scanner.skipWhitespace()
      } while scanner.skip(UInt8(ascii: ","))
    }
    end = scanner.index
    try scanner.expect(UInt8(ascii: "}"))
  }
}
