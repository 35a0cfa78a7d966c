import GFMSyntax
import MarkdownText

// How the library undoes escapes and entities in destinations, titles and info strings, which have no pieces for them.

func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

func trimmed(_ bytes: [UInt8]) -> [UInt8] {
  let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
  let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
  return Array(bytes[start..<end])
}

/// `bytes` with entities and numeric character references put in.
func withoutEntities(_ bytes: [UInt8]) -> [UInt8] {
  guard bytes.contains(UInt8(ascii: "&")) else { return bytes }
  var result: [UInt8] = []
  var index = 0
  while index < bytes.count {
    if bytes[index] == UInt8(ascii: "&"), let semicolon = bytes[index...].prefix(40).firstIndex(of: UInt8(ascii: ";")),
      let text = entityText(bytes[index...semicolon])
    {
      result += text
      index = semicolon + 1
    } else {
      result.append(bytes[index])
      index += 1
    }
  }
  return result
}

/// What a reference stands for. It makes a document of its own, since entities are looked up in blocks.
private func entityText(_ reference: ArraySlice<UInt8>) -> [UInt8]? {
  Document(Array(reference)).block(at: 0).block.entityText(in: 0..<reference.count)
}

/// `bytes` without the backslashes that escape punctuation.
func withoutEscapes(_ bytes: [UInt8]) -> [UInt8] {
  var result: [UInt8] = []
  var index = 0
  while index < bytes.count {
    if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count, isPunctuation(bytes[index + 1]) { index += 1 }
    result.append(bytes[index])
    index += 1
  }
  return result
}

func isPunctuation(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
  default: false
  }
}
