public import JSONRPC
public import LanguageServerProtocol

extension DocumentDiagnosticReport: JSONWritable {
  public func write(to bytes: inout [UInt8]) {
    switch self {
    case .full(let resultId, let items):
      bytes += #"{"kind":"full","#.utf8
      if let resultId {
        bytes += #""resultId":"#.utf8
        JSONText.append(resultId, to: &bytes)
        bytes.append(UInt8(ascii: ","))
      }
      bytes += #""items":["#.utf8
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        item.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .unchanged(let resultId):
      bytes += #"{"kind":"unchanged","resultId":"#.utf8
      JSONText.append(resultId, to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }
}

extension Diagnostic {
  /// Appends the same JSON that the type's encoding has.
  fileprivate func write(to bytes: inout [UInt8]) {
    bytes += #"{"range":"#.utf8
    range.write(to: &bytes)
    bytes += #","severity":"#.utf8
    JSONText.append(severity, to: &bytes)
    bytes += #","code":"#.utf8
    JSONText.append(code, to: &bytes)
    if let codeDescription {
      bytes += #","codeDescription":{"href":"#.utf8
      JSONText.append(codeDescription.href, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    bytes += #","source":"#.utf8
    JSONText.append(source, to: &bytes)
    bytes += #","message":"#.utf8
    JSONText.append(message, to: &bytes)
    if let tags {
      bytes += #","tags":"#.utf8
      JSONText.append(tags.map { UInt32($0.rawValue) }, to: &bytes)
    }
    if let relatedInformation {
      bytes += #","relatedInformation":["#.utf8
      for (index, related) in relatedInformation.enumerated() {
        bytes += (index > 0 ? #",{"location":{"uri":"# : #"{"location":{"uri":"#).utf8
        JSONText.append(related.location.uri.text, to: &bytes)
        bytes += #","range":"#.utf8
        related.location.range.write(to: &bytes)
        bytes += #"},"message":"#.utf8
        JSONText.append(related.message, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
      }
      bytes.append(UInt8(ascii: "]"))
    }
    bytes.append(UInt8(ascii: "}"))
  }
}
